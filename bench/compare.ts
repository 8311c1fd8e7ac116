import { readFileSync } from 'node:fs';
import pg from 'pg';
import { answered, asForm, byAddress } from '#protocol/testing-person.ts';
import { type Ask, type Load, load, type Target } from './load.ts';
import type { Stage } from './stage.ts';

/** A work that both servers do. */
export interface Work {
  name: string;
  asks: readonly Ask[];
  /** ratio to the ceiling that is wanted */
  goal: number;
}

/** Many short rounds: on a machine with neighbours they hit both servers alike. */
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 15);
const ROUND_MS = 500;
/** Until what is called often has been compiled by the engine. */
const WARM_MS = 5_000;
const CONNECTIONS = [1, 16] as const;
const COUNTED = 40;

/** Both servers give the same answers; then rounds in turn, and a line of the table for each number of connections. */
export async function compare(stage: Stage, work: Work): Promise<string[]> {
  await sameAnswers(stage, work);
  const targets = [stage.ours, stage.ceiling];
  const statements = [await statementsOf(stage, stage.ours, work), await statementsOf(stage, stage.ceiling, work)];
  for (const target of targets) await load(target, work.asks, 16, WARM_MS);
  const lines: string[] = [];
  for (const connections of CONNECTIONS) {
    const rounds: Load[][] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const pair: Load[] = [];
      for (const target of targets) pair.push(await load(target, work.asks, connections, ROUND_MS));
      rounds.push(pair);
    }
    lines.push(line(work, connections, rounds, statements));
  }
  return lines;
}

export const HEAD = [
  '| work | connections | ratio, median (middle half) | goal | ours p50, p99 ms | ceiling p50, p99 ms | ours, ceiling req/s | CPU ms a request: ours, ceiling | statements: ours, ceiling |',
  '|---|---|---|---|---|---|---|---|---|',
];

function line(work: Work, connections: number, rounds: readonly Load[][], statements: readonly number[]): string {
  const ratios = rounds.map(([ours, ceiling]) => ours!.perSecond / ceiling!.perSecond);
  const both = (digits: number, of: (load: Load) => number) =>
    [0, 1].map((at) => median(rounds.map((pair) => of(pair[at]!))).toFixed(digits));
  const [p50, p99] = [both(2, (one) => one.p50), both(2, (one) => one.p99)];
  const cells = [
    ...[work.name, connections, spread(ratios), work.goal, `${p50[0]}, ${p99[0]}`, `${p50[1]}, ${p99[1]}`],
    ...[
      both(0, (one) => one.perSecond).join(', '),
      both(2, (one) => one.cpu).join(', '),
      statements.map((one) => one.toFixed(1)).join(', '),
    ],
  ];
  return `| ${cells.join(' | ')} |`;
}

export const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
/** The median, and between what the middle half of the rounds lies. */
export const spread = (values: readonly number[], digits = 2): string => {
  const inOrder = [...values].sort((a, b) => a - b);
  const at = (part: number) => inOrder[Math.floor((inOrder.length - 1) * part)]!.toFixed(digits);
  return `${at(0.5)} (${at(0.25)} to ${at(0.75)})`;
};

const call = async ({ port, tokens }: Target, { path = '/app', op, form }: Ask) =>
  answered(await byAddress(`http://127.0.0.1:${port}`).send(asForm(`${path}?op=${op}`, form, tokens[0])));

/** The rows, or the record, key by key. */
async function sameAnswers({ ours, ceiling }: Stage, work: Work): Promise<void> {
  const [one, other] = await Promise.all([ours, ceiling].map(async (target) => sorted(await call(target, work.asks[0]!))));
  if (one !== other) throw new Error(`${work.name}: the answers differ\n${one}\n${other}`);
}

function sorted({ rows, data }: Record<string, unknown>): string {
  const inOrder = (_: string, value: unknown) =>
    value && typeof value === 'object' && !Array.isArray(value) ? Object.fromEntries(Object.entries(value).sort()) : value;
  return JSON.stringify(rows ?? data, inOrder);
}

/** Statements a call, as the database's own log counts them; those of the clock's jobs are left out. */
async function statementsOf({ adminUrl, log }: Stage, target: Target, work: Work): Promise<number> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  const logged = async (what: string) => {
    await admin.query(`alter system set log_statement = '${what}'`);
    await admin.query('select pg_reload_conf()');
    await new Promise((resolve) => setTimeout(resolve, 300));
  };
  for (let at = 0; at < 20; at += 1) await call(target, work.asks[at % work.asks.length]!);
  await logged('all');
  const before = readFileSync(log, 'utf8').length;
  for (let at = 0; at < COUNTED; at += 1) await call(target, work.asks[at % work.asks.length]!);
  const said = readFileSync(log, 'utf8').slice(before);
  await logged('none');
  await admin.end();
  const statements = said
    .split('\n')
    .filter((text) => /LOG: {2}(execute|statement)/.test(text) && !/pgboss|fw\.outbox|alter system|pg_reload/.test(text));
  return statements.length / COUNTED;
}
