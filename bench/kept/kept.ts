import { openAccess } from '#server/access/access.ts';
import { createDb } from '#server/db/pool/pool.ts';
import type { House } from '#server/meta/house.ts';
import { CHANGE_TRIGGERS } from '#server/meta/sync/changes.ts';
import { sessionFor } from '#server/meta/testing-session.ts';
import { readBoard } from '#server/records/board/read.ts';
import { readReport } from '#server/records/report/read.ts';
import { addOne } from '../adds.ts';
import { median, spread } from '../compare.ts';

const [CONNECTIONS, CALLS] = [16, 100];
const [LANES, PAIRS] = [4, Number(process.env.BENCH_PAIRS ?? 10_000)];
const [ROUNDS, EACH] = [9, 100];

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
};
const sorted = (times: readonly number[]): readonly number[] => [...times].sort((a, b) => a - b);
const at = (times: readonly number[], part: number): string => sorted(times)[Math.ceil(times.length * part) - 1]!.toFixed(1);

/** A board that nobody changes, asked again and again by its version, and in full. */
async function unchanged(house: House): Promise<string[]> {
  const session = await sessionFor(house.db, 'leader', { company: 'demo' });
  const ask = async (version?: string) => readBoard(house, await openAccess(house, session), { cloud: 'EI', version });
  const version = (await ask()).data!.version as string;
  const lines: string[] = [];
  for (const [name, of] of [
    ['by its version', version],
    ['in full', undefined],
  ] as const) {
    const times: number[] = [];
    const run = async () => {
      for (let call = 0; call < CALLS; call += 1) times.push(await timed(async () => JSON.stringify(await ask(of))));
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, run));
    lines.push(
      `| leadership view unchanged, ${name}, ${CONNECTIONS} at once | p50 ${at(times, 0.5)} ms, p95 ${at(times, 0.95)} ms | p95 30 ms |`,
    );
  }
  return lines;
}

/** Who wrote reads by the other process what he wrote, of a unit of his own that has none below it: four at once. */
async function stale(house: House, url: string): Promise<string[]> {
  const other: House = { ...house, db: createDb(url) };
  const session = await sessionFor(house.db, 'leader', { company: 'demo' });
  const units = await house.db.query<{ department: number; id: number }>(
    `select department_entity as department, max(id) as id from app.project where company_id = $1 and project_state <> 6 and project_type = 1 and department_entity is not null
     and not exists (select from app.department below where below.company_id = $1 and below.parent_entity = department_entity)
     and deleted_time is null and subcompany_id = any($2::bigint[]) group by 1 order by 1 limit ${LANES}`,
    [session.company.id, session.domains.map(({ id }) => id)],
  );
  let [pairs, wrong] = [0, 0];
  const read = async (by: House, department: number): Promise<string> => {
    const filters = { fields: { department } };
    const { data } = await readReport(by, await openAccess(by, session), { cloud: 'project_by_class', filters });
    return (data!.total as { total_price: string }).total_price;
  };
  const lane = async ({ department, id }: { department: number; id: number }) => {
    let expected = Number(await read(house, department));
    for (let turn = 0; turn < PAIRS / LANES; turn += 1) {
      const [writer, reader] = turn % 2 === 0 ? [house, other] : [other, house];
      await writer.db.query('update app.project set total_price = total_price + 1 where company_id = $1 and id = $2', [
        session.company.id,
        id,
      ]);
      expected += 1;
      pairs += 1;
      if (Math.abs(Number(await read(reader, department)) - expected) > 0.001) wrong += 1;
      if (turn % 500 === 0) await house.db.query('select fw.fold_changes()');
    }
  };
  try {
    const ms = await timed(() => Promise.all(units.map(lane)));
    return [`| stale answers in ${pairs} pairs of write and read, two processes | ${wrong} (${(ms / pairs).toFixed(1)} ms a pair) | 0 |`];
  } finally {
    await other.db.close();
  }
}

/** Add of a record of a table that tells of its changes, and of the same one while it does not. */
async function adds(house: House): Promise<string[]> {
  const who = await sessionFor(house.db, 'investmgr', { company: 'demo' });
  const times: number[][] = [[], []];
  const set = (how: 'enable' | 'disable') =>
    house.db.query(CHANGE_TRIGGERS.map((trigger) => `alter table app.invest_subject ${how} trigger "${trigger}"`).join(';'));
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [nth, how] of (['enable', 'disable'] as const).entries()) {
      await set(how);
      const mark = `${Date.now().toString(36)}${nth}`;
      const ms = await timed(async () => {
        for (let n = 0; n < EACH; n += 1) await addOne(house, who, `${mark}${n}`, undefined);
      });
      times[nth]!.push(ms / EACH);
    }
  await set('enable');
  const ratio = median(times[1]!.map((without, nth) => without / times[0]![nth]!));
  return [`| Add with the trigger, and without | ${spread(times[0]!)}, ${spread(times[1]!)} ms, ratio ${ratio.toFixed(2)} | 0.9 |`];
}

/** What is kept of reports and boards by version: how soon it answers, that it is never stale, what it costs who writes. */
export async function keptBench(house: House, url: string): Promise<string> {
  const lines = [...(await unchanged(house)), ...(await stale(house, url)), ...(await adds(house))];
  return ['| what is kept by version | measured | goal |', '|---|---|---|', ...lines].join('\n');
}
