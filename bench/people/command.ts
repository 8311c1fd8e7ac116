import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { answered, asForm, byAddress } from '#protocol/testing-person.ts';
import { openSessions } from '#server/signin/testing-sessions.ts';
import { median, spread } from '../compare.ts';
import { load, type Target } from '../load.ts';
import { freePort } from '../processes.ts';
import { type Base, onBase } from '../stage.ts';
import { CHIEF, fillPeople, sizesOf } from './fill.ts';
import { type Deed, deedsOf } from './works.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const ROUND_MS = 400;
const WARM_MS = 800;
const COUNTED = 5;
/** What a call may take, and what it may be slower than its hand-written statement where it takes longer than a few of these. */
const GOAL_MS = 300;

/**
 * `npm run bench people [PEOPLE]`: administration of a company of 10,000 people in 1,000 departments with 200 roles, over the wire as its
 * root administrator and as one of a unit, each call beside the same answer by SQL that was written by hand, on a plain connection.
 * BENCH_ONLY names a part of what the calls are called.
 */
export const peopleBench = (): Promise<string> => {
  const sizes = sizesOf(Number(process.argv[3] ?? 10_000));
  return onBase(`people-${sizes.users}`, async (base) => {
    const port = await freePort();
    await asked(base.adminUrl, `alter system set session_preload_libraries = 'auto_explain'`, 'select pg_reload_conf()');
    const server = await base.serve(port);
    const hand = new pg.Client({ connectionString: base.url });
    await hand.connect();
    try {
      await fillPeople(base.db, sizes);
      const pepper = await readFile(join(base.folder, 'keys', 'pepper'));
      const tokens = await openSessions(base.db, pepper, { company: 1, users: [1, CHIEF], by: 'bench' });
      const targetOf = (user: number): Target => ({ name: 'ours', port, pid: server.pid, tokens: [tokens.get(user)!] });
      const stage: Stage = { base, hand, targets: { root: targetOf(1), chief: targetOf(CHIEF) } };
      const lines: string[] = [];
      const [{ project }] = (await base.db.query<{ project: number }>(SEEN)) as [{ project: number }];
      for (const deed of deedsOf(sizes, project).filter(({ name }) => name.includes(process.env.BENCH_ONLY ?? ''))) {
        lines.push(await measure(stage, deed));
        process.stderr.write(`${lines.at(-1)}\n`);
      }
      return [JSON.stringify(sizes), '', ...HEAD, ...lines].join('\n');
    } finally {
      await hand.end();
      await server.stop();
    }
  });
};

const SEEN = `select min(p.id) as project from app.project p join app."user" u on u.company_id = 1 and u.id = 1
  where p.company_id = 1 and p.subcompany_id = u.domain_entities[1]`;

interface Stage {
  base: Base;
  hand: pg.Client;
  targets: Readonly<Record<Deed['who'], Target>>;
}

const HEAD = [
  `| call | who | rows | ms over the wire, median of ${ROUNDS} (middle half) | by hand, ms | ratio: by hand to ours | under ${GOAL_MS} ms | statements | buffers a call: ours, by hand |`,
  '|---|---|---|---|---|---|---|---|---|',
];

async function measure(stage: Stage, deed: Deed): Promise<string> {
  const target = stage.targets[deed.who];
  const said = await call(target, deed);
  if (said.code !== 200) throw new Error(`${deed.name}, ${deed.who}: ${JSON.stringify(said).slice(0, 400)}`);
  const ours: number[] = [];
  const theirs: number[] = [];
  await load(target, [deed.ask], 1, WARM_MS);
  await byHand(stage.hand, deed, WARM_MS / 4);
  for (let round = 0; round < ROUNDS; round += 1) {
    ours.push((await load(target, [deed.ask], 1, ROUND_MS)).p50);
    theirs.push(await byHand(stage.hand, deed, ROUND_MS / 2));
  }
  const wire = await effortOf(stage, () => call(target, deed));
  const hand = await effortOf(stage, () => byHand(stage.hand, deed, 0));
  const cells = [
    ...[deed.name, deed.who, said.rows?.length ?? '', spread(ours, 1), spread(theirs, 1)],
    spread(ours.map((one, at) => theirs[at]! / one)),
    ...[median(ours) < GOAL_MS ? 'yes' : '**no**', wire.statements.toFixed(1), `${wire.buffers.toFixed(0)}, ${hand.buffers.toFixed(0)}`],
  ];
  return `| ${cells.join(' | ')} |`;
}

const call = async ({ port, tokens }: Target, { ask: { path = '/app', op, form } }: Deed) =>
  answered(await byAddress(`http://127.0.0.1:${port}`).send(asForm(`${path}?op=${op}`, form, tokens[0])));

/** The median of as many as go into `ms`, one at least. */
async function byHand(hand: pg.Client, { name, who, sql, values = [] }: Deed, ms: number): Promise<number> {
  const times: number[] = [];
  const begun = performance.now();
  do {
    const from = performance.now();
    await hand.query({ name: `${who} ${name}`, text: sql, values: [...values] });
    times.push(performance.now() - from);
  } while (performance.now() - begun < ms);
  return median(times);
}

interface Plan {
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
}

/** Statements and buffers a call, as the database's log tells them; those of the clock's jobs are left out. */
async function effortOf({ base }: Stage, work: () => Promise<unknown>): Promise<{ statements: number; buffers: number }> {
  const log = join(base.folder, 'postgres.log');
  await tells(base, 0);
  const before = readFileSync(log).length;
  for (let at = 0; at < COUNTED; at += 1) await work();
  const said = readFileSync(log).subarray(before).toString();
  await tells(base, -1);
  const plans = [...said.matchAll(/LOG: {2}duration: [\d.]+ ms {2}plan:\n((?:\t.*\n)+)/g)]
    .map(([, plan]) => JSON.parse(plan!) as { 'Query Text': string; Plan: Plan })
    .filter((plan) => !/pgboss|fw\.outbox/.test(plan['Query Text']));
  const buffers = plans.reduce((sum, { Plan: plan }) => sum + plan['Shared Hit Blocks'] + plan['Shared Read Blocks'], 0);
  return { statements: plans.length / COUNTED, buffers: buffers / COUNTED };
}

/** Whether the database writes how it did each statement; -1: none. */
async function tells({ adminUrl }: Base, least: number): Promise<void> {
  const settings = { log_min_duration: least, log_analyze: 'on', log_buffers: 'on', log_timing: 'off', log_format: 'json' };
  const set = Object.entries(settings).map(([name, value]) => `alter system set auto_explain.${name} = '${value}'`);
  await asked(adminUrl, `load 'auto_explain'`, ...set, 'select pg_reload_conf()');
  await new Promise((resolve) => setTimeout(resolve, 300));
}

async function asked(adminUrl: string, ...statements: readonly string[]): Promise<void> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  for (const statement of statements) await admin.query(statement);
  await admin.end();
}
