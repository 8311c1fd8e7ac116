import { writeFileSync } from 'node:fs';
import { addDays, between } from './demo/day.ts';
import { monthsOf } from './demo/months.ts';
import { AS_OF, courseOf, type Draft, halt, moneyOf, present } from './demo/project.ts';
import { createRandom } from './demo/random.ts';
import { UNITS } from './demo/units.ts';
import { pack, write } from './opendata/pack.ts';

/** `tsx scripts/make-demo.ts`: the invented group's projects, the same on every run, into suites/demo/seed/*.json. */
const random = createRandom(20261115);
const FIRST_DAY = '2021-01-11';
/** Whoever stands in the ledger has passed initiation, which takes up to 100 days. */
const LAST_DAY = addDays(AS_OF, -100);
const SPAN = between(FIRST_DAY, LAST_DAY);
const PHASES = [
  ['', ''],
  ['二期', ' phase II'],
  ['三期', ' phase III'],
] as const;

/** Every work of every site once, some in a second and third phase; each a course of its own since 2020. */
function drafts(): Draft[] {
  const list: Draft[] = [];
  for (const unit of UNITS) {
    for (const site of unit.sites) {
      for (const work of unit.works) {
        const phases = random.chance(0.2) ? (random.chance(0.2) ? 3 : 2) : 1;
        const days = Array.from({ length: phases }, applied).toSorted();
        for (const [at, day] of days.entries()) list.push(draft({ unit, site, work, phase: PHASES[at]![0], phaseEn: PHASES[at]![1] }, day));
      }
    }
  }
  return list;
}

/** More of them lately than long ago. */
const applied = (): string => addDays(FIRST_DAY, Math.max(random.int(0, SPAN), random.int(0, SPAN)));

function draft(of: Pick<Draft, 'unit' | 'site' | 'work' | 'phase' | 'phaseEn'>, day: string): Draft {
  const course = courseOf(random, day, of.work);
  const open = course.stages.find((stage) => stage.level === 5)!.end > AS_OF;
  const state = open && random.chance(0.05) ? 'stopped' : open && random.chance(0.06) ? 'held' : 'runs';
  return { ...of, course: state === 'runs' ? course : halt(course), money: moneyOf(random, of.work), state };
}

/** Numbers by class and year, in the order of application. */
function numbered(list: readonly Draft[]) {
  const counts = new Map<string, number>();
  return list
    .toSorted((a, b) => (a.course.applied < b.course.applied ? -1 : 1))
    .map((one) => {
      const series = `${one.money.estimate >= 500_000 ? 'A' : one.money.estimate >= 50_000 ? 'B' : 'C'}-${one.course.applied.slice(0, 4)}`;
      const count = (counts.get(series) ?? 0) + 1;
      counts.set(series, count);
      const code = `${series}-${String(count).padStart(3, '0')}`;
      return present(random, one, code, `ys-${code.toLowerCase()}`);
    });
}

/** Approval documents: one number after the other in each year, for the passed stages up to the design. */
function withDocuments(stages: readonly Record<string, unknown>[]): Record<string, unknown>[] {
  const counts = new Map<string, number>();
  const numbers = new Map<unknown, string>();
  const passed = stages.filter((stage) => stage.gate_state === 4 && Number(stage.level) <= 4);
  for (const stage of passed.toSorted((a, b) => (String(a.actual_end) < String(b.actual_end) ? -1 : 1))) {
    const year = String(stage.actual_end).slice(0, 4);
    counts.set(year, (counts.get(year) ?? 0) + 1);
    numbers.set(stage, `远山投〔${year}〕${counts.get(year)}号`);
  }
  return stages.map((stage) => ({ ...stage, doc_no: numbers.get(stage) ?? null }));
}

/** The last day on which something happened to a project. */
const touched = ({ stages }: { stages: readonly Record<string, unknown>[] }): string =>
  stages
    .flatMap((stage) => [stage.actual_begin, stage.actual_end])
    .filter((day) => typeof day === 'string')
    .toSorted()
    .at(-1) ?? '';

/** Rows in the order of their last change: lists show the latest first. */
const made = numbered(drafts()).toSorted((a, b) => touched(a).localeCompare(touched(b)));
const save = (name: string, table: string, rows: readonly Record<string, unknown>[]) => {
  writeFileSync(new URL(`../suites/demo/seed/${name}.json`, import.meta.url), write(pack(table, rows)));
  console.log(`${table}: ${rows.length}`);
};
save(
  'project',
  'project',
  made.map((one) => one.project),
);
save('project-stage', 'project_stage', withDocuments(made.flatMap((one) => one.stages)));

/** One series a line; suites/demo/seed.ts makes rows of them. Numbers of their own, so that the projects stay as they are. */
const numbers = createRandom(20261127);
const series = made
  .flatMap(({ project }) => monthsOf(numbers, project, AS_OF))
  .map(({ project, kind, begin, prices }) => [project, kind, begin, prices.join(' ')]);
writeFileSync(
  new URL('../suites/demo/seed/project-month.json', import.meta.url),
  `[\n${series.map((one) => JSON.stringify(one)).join(',\n')}\n]\n`,
);
console.log(`series of months: ${series.length}`);
