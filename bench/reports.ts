import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { openAccess } from '#server/access/access.ts';
import type { Db } from '#server/db/db.ts';
import type { House } from '#server/meta/house.ts';
import { sessionFor } from '#server/meta/testing-session.ts';
import { readBoard } from '#server/records/board/read.ts';
import { readReport } from '#server/records/report/read.ts';
import { median, spread } from './compare.ts';
import { keptBench } from './kept/kept.ts';
import { onDemo } from './on-demo.ts';
import { summariesBench } from './summaries.ts';

const ROUNDS = 15;
const FIRST_ID = 1_000_000;
const [PROJECTS, PLAN_MONTHS, EXEC_MONTHS] = [20_000, 24, 50];

/** 20,000 projects, 960,000 rows of plans, 1,000,000 of execution, in a folder that is kept for the next run. */
async function onLedger<T>(work: (house: House, url: string) => Promise<T>): Promise<T> {
  const folder = process.env.BENCH_DIR ?? join(tmpdir(), `formwork-reports-${basename(process.cwd())}`);
  return onDemo(folder, async (house, db, url) => {
    await fill(db);
    return work(house, url);
  });
}

async function fill(db: Db): Promise<void> {
  const [{ there }] = (await db.query<{ there: number }>('select count(*)::int as there from app.project where id > $1', [FIRST_ID])) as [
    { there: number },
  ];
  if (there >= PROJECTS) return;
  const standing = 'company_id, id, subcompany_id, key_name, review_state, create_entity, create_time';
  await db.query(
    `insert into app.project (${standing}, code, department_entity, province_entity, invest_subject_entity, level, project_state, project_type, total_price)
     select 1, $1::bigint + n, 1, '工程' || n, 1, 1, timestamptz '2022-01-01' + n * interval '1 minute', 'B-' || n, u.ids[(1 + n % u.size)::int], p.ids[(1 + n % p.size)::int],
       s.ids[(1 + n % s.size)::int], 1 + n % 6, 1 + n % 4, 1 + n % 3, (n * 7919::bigint % 1000003)::numeric / 100
     from generate_series(1, $2::bigint) n,
       (select array_agg(id) ids, count(*) size from app.department where company_id = 1) u, (select array_agg(id) ids, count(*) size from app.province) p,
       (select array_agg(id) ids, count(*) size from app.invest_subject where company_id = 1) s`,
    [FIRST_ID, PROJECTS],
  );
  const of = (table: string, columns: string, values: string, months: number) =>
    db.query(
      `insert into app.${table} (${standing}, project_entity, department_entity, project_type, period, ${columns})
       select 1, $1::bigint + row_number() over (), 1, p.key_name, 1, 1, p.create_time, p.id, p.department_entity, p.project_type,
         (date '2027-01-01' - m * interval '1 month')::date, ${values}
       from app.project p cross join generate_series(1, $2::int) m where p.company_id = 1 and p.id > $1::bigint`,
      [FIRST_ID, months],
    );
  await of('plan_month', 'kind, current, price', '1 + m % 2, 1, (p.id * m % 9973)::numeric / 10', PLAN_MONTHS * 2);
  await of(
    'fund_exec',
    'source, done_price, paid_price',
    '1, (p.id * m % 9973)::numeric / 12, (p.id * m % 9973)::numeric / 15',
    EXEC_MONTHS,
  );
  // as the tick of each minute does
  await db.query('select sum.fold()');
  for (const table of ['project', 'plan_month', 'fund_exec']) await db.query(`vacuum analyze app.${table}`);
  for (const { name } of await db.query<{ name: string }>('select name from sum.summary'))
    await db.query(`vacuum analyze sum."${name}.folded", sum."${name}.deltas"`);
}

const ROWS = 't.company_id = $1 and t.subcompany_id = any($2::bigint[]) and t.deleted_time is null';
const LEDGER = `from app.project t where ${ROWS} and t.project_state <> 6`;
const SUMS =
  'count(*) num, sum(t.total_price) total, sum(t.total_price) filter (where t.project_state = 2) under, sum(t.total_price) filter (where t.project_state in (3, 4)) done';
const groups = (key: string) => `select t.${key} k, grouping(t.${key}) g, ${SUMS} ${LEDGER} group by grouping sets ((t.${key}), ())`;
const year = (kind: number, key: string) => `select k, g, max(plan) plan, max(done) done, max(paid) paid from (
  select t.${key} k, grouping(t.${key}) g, sum(t.price) plan, null::numeric done, null::numeric paid from app.plan_month t
    where ${ROWS} and t.kind = ${kind} and t.current = 1 and t.period between '2026-01-01' and '2026-12-31' group by grouping sets ((t.${key}), ())
  union all select t.${key}, grouping(t.${key}), null, sum(t.done_price), sum(t.paid_price) from app.fund_exec t
    where ${ROWS} and t.period between '2026-01-01' and '2026-12-31' group by grouping sets ((t.${key}), ())) u group by k, g order by g, k`;
/** The leadership view's figures by a hand: a statement for each report that it shows, in the same order of work. */
const BY_HAND = [
  ...[`select ${SUMS} ${LEDGER}`, ...[1, 2, 3].map((type) => `select ${SUMS} ${LEDGER} and t.project_type = ${type}`)],
  ...[year(1, 'department_entity'), year(2, 'department_entity'), groups('level'), groups('invest_subject_entity'), groups('project_type')],
  ...[groups('province_entity'), year(1, 'period'), year(2, 'period'), groups('level'), groups('project_type')],
  ...[groups('invest_subject_entity'), groups('department_entity'), year(1, 'department_entity'), year(2, 'department_entity')],
];

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
};
const p95 = (times: readonly number[]): string => [...times].sort((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1]!.toFixed(0);

/** The leadership view, cold, beside its figures by hand in one transaction; then single reports. */
export const reportsBench = () =>
  onLedger(async (house, url) => {
    const access = await openAccess(house, await sessionFor(house.db, 'leader', { company: 'demo' }));
    const { company } = access.session;
    const domains = access.session.domains.map(({ id }) => id);
    // changed before each round: nothing is known of what it counts
    const change = () =>
      house.db.query(
        ['project', 'plan_month', 'fund_exec']
          .map((table) => `update app.${table} set key_name = key_name where id = ${FIRST_ID + 1}`)
          .join(';'),
      );
    const board = () => readBoard(house, access, { cloud: 'EI' });
    const hand = () =>
      house.db.tx(
        async (tx) => {
          for (const text of BY_HAND) await tx.query(text, [company.id, domains]);
        },
        { still: true },
      );
    const report = (cloud: string) => () => readReport(house, access, { cloud, page: 1, rows: 10 });
    const works: [string, () => Promise<unknown>][] = [
      ['leadership view, cold (p95 goal 300 ms)', board],
      [`the same ${BY_HAND.length} figures by hand`, hand],
      ['classes by stage, 20,000 projects (p95 goal 80 ms)', report('project_by_class')],
      ['the year by months, both plans and execution', report('year_execution')],
      ['units with a year’s plan', report('unit_investment')],
    ];
    const times = works.map((): number[] => []);
    for (let round = 0; round < ROUNDS; round += 1)
      for (const [at, [, work]] of works.entries()) {
        await change();
        times[at]!.push(await timed(work));
      }
    const ratio = median(times[0]!.map((ours, at) => times[1]![at]! / ours));
    const parts = (await board()).rows!.map(({ uid, code }) => `${uid} ${code}`).filter((one) => !one.endsWith(' 200'));
    return [
      `| what | median ms (middle half) | p95 ms |`,
      '|---|---|---|',
      ...works.map(([name], at) => `| ${name} | ${spread(times[at]!, 0)} | ${p95(times[at]!)} |`),
      '',
      `ratio of the view to its figures by hand: ${ratio.toFixed(2)}, goal 0.6; parts that were refused: ${parts.join(', ') || 'none'}`,
      '',
      await keptBench(house, url),
      ...(await summariesBench(house.db, FIRST_ID + 1)),
    ].join('\n');
  });
