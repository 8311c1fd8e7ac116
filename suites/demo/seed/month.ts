import type { SeedDef } from '#protocol/meta/suite.ts';

/** What scripts/make-demo.ts writes: a project, what it is (1, 2, 3: kinds of plan), its first month, the amounts of the months from there on. */
type Series = readonly [project: string, kind: number | string, begin: string, prices: string];
type Row = Record<string, unknown>;

/** The project was stopped: its plans are no longer in force. */
const STOPPED = 6;

/** The plans of all projects, and what was done and paid, each month a row. */
export function monthSeeds(all: readonly (readonly unknown[])[], projects: readonly Row[]): readonly SeedDef[] {
  const byKey = new Map(projects.map((project) => [String(project._key), project]));
  const series = (all as readonly Series[]).map(([key, kind, begin, prices]) => ({
    key,
    kind,
    begin,
    prices: prices.split(' '),
    project: byKey.get(key)!,
  }));
  const plans = series
    .filter(({ kind }) => typeof kind === 'number')
    .flatMap(({ key, kind, begin, prices, project }) =>
      prices.flatMap((price, at) => {
        if (Number(price) === 0) return [];
        const month = later(begin, at);
        const current = project.project_state === STOPPED ? 0 : 1;
        return [{ _key: `${key}-${kind}-${month}`, ...ofProject(key, project, month), kind, current, price }];
      }),
    );
  const done = series.filter(({ kind }) => kind === 'done');
  const execs = done.flatMap(({ key, begin, prices, project }) => {
    const paid = series.find((one) => one.key === key && one.kind === 'paid')!.prices;
    return prices.map((price, at) => {
      const month = later(begin, at);
      return { _key: `${key}-${month}`, ...ofProject(key, project, month), done_price: price, paid_price: paid[at], source: 2 };
    });
  });
  const of = { company: 'demo', domain: 'yuanshan' };
  return [
    { ...of, table: 'plan_month', rows: plans },
    { ...of, table: 'fund_exec', rows: execs },
  ];
}

const ofProject = (key: string, project: Row, month: string): Row => ({
  key_name: `${project.code} ${month}`,
  project_entity: `@project:${key}`,
  department_entity: project.department_entity,
  project_type: project.project_type,
  period: `${month}-01`,
});

function later(month: string, by: number): string {
  const at = Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1 + by;
  return `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`;
}
