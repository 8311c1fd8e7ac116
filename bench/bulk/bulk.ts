import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { beginChange } from '#server/changes/begin.ts';
import { turnOnce } from '#server/changes/run.ts';
import type { House } from '#server/meta/house.ts';
import type { Session } from '#server/meta/session.ts';
import { sessionFor } from '#server/meta/testing-session.ts';
import { findBeginner } from '#server/signin/session.ts';
import { median, spread } from '../compare.ts';
import { onDemo } from '../on-demo.ts';
import { BULK_TABLES, type BulkTable, withSeveralApplications } from './tables.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
};

/**
 * `npm run bench bulk 10000 [TABLE]`: a change of all that match as a job, each record a Modify, beside one hand-written update, in turn. Of
 * a table alone, people with pictures, their departments, orders with rows and files, and applications with a case.
 */
export const bulkBench = (): Promise<string> => {
  const rows = Number(process.argv[3] ?? 10_000);
  const folder = process.env.BENCH_DIR ?? join(tmpdir(), `formwork-bulk-${basename(process.cwd())}-${rows}`);
  const wanted = BULK_TABLES.filter(({ name }) => process.argv.length < 5 || process.argv.slice(4).includes(name));
  return onDemo(
    folder,
    async (house) => {
      const lines: string[] = [];
      for (const table of wanted) lines.push(await lineOf(house, table, rows));
      return [`${rows} records; ms, median (middle half) of ${ROUNDS} rounds in turn`, '', ...HEAD, ...lines].join('\n');
    },
    withSeveralApplications(),
  );
};

const HEAD = [
  '| table | ours | of it CPU of Node | by hand | ratio, goal 0.5 | found and noted, before the answer |',
  '|---|---|---|---|---|---|',
];

async function lineOf(house: House, table: BulkTable, rows: number): Promise<string> {
  await table.fill(house, rows);
  await house.db.query('analyze');
  const session = await sessionFor(house.db, table.by);
  await house.db.query(
    `insert into fw.credential (company_id, user_id, login_id, v, sealed) values (1, $1, 'bench bulk ' || $1::bigint, '', '') on conflict do nothing`,
    [session.user.id],
  );
  // what was measured before counts towards a day's most
  await house.db.query('delete from fw.change where company_id = 1 and user_id = $1', [session.user.id]);
  const rounds: Round[] = [];
  // the first only warms what is called often
  for (let round = 0; round <= ROUNDS; round += 1) rounds.push(await roundOf(house, session, table, { round, rows }));
  const counted = rounds.slice(1);
  const of = (key: keyof Round) =>
    spread(
      counted.map((one) => one[key]),
      0,
    );
  return `| ${[table.name, of('ours'), of('cpu'), of('hand'), median(counted.map((one) => one.hand / one.ours)).toFixed(3), of('begun')].join(' | ')} |`;
}

interface Round {
  begun: number;
  ours: number;
  /** of it what Node took of a core */
  cpu: number;
  hand: number;
}

async function roundOf(
  house: House,
  session: Session,
  { cloud, filters, values, hand }: BulkTable,
  { round, rows }: { round: number; rows: number },
): Promise<Round> {
  let id = 0;
  const begun = await timed(async () => {
    ({ id } = (await beginChange(house, session, { cloud, values: values(round), filters })).data);
  });
  const before = process.cpuUsage();
  const ours = await timed(() => toItsEnd(house));
  const { user, system } = process.cpuUsage(before);
  const byHand = await timed(() => house.db.query(hand, [round]));
  const [told] = await house.db.query<{ changed: number }>('select * from fw.change where company_id = 1 and id = $1', [id]);
  const [why] = await house.db.query(
    'select code, remark, data from fw.change_row where company_id = 1 and change_id = $1 and code <> 200',
    [id],
  );
  if (told!.changed !== rows) throw new Error(`${cloud}: not all were changed: ${JSON.stringify({ told, why })}`);
  return { begun, ours, cpu: (user + system) / 1_000, hand: byHand };
}

async function toItsEnd(house: House): Promise<void> {
  const troubled = (error: unknown) => {
    throw error;
  };
  while (await turnOnce(house, (change) => findBeginner(house, change), troubled));
}
