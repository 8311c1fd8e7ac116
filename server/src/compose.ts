import type { Server } from 'node:http';
import type { Problem } from '#protocol/check/problem.ts';
import { grantLoader } from '#server/access/grants/load-grants.ts';
import { startChanges } from '#server/changes/runner.ts';
import { sweepChanges } from '#server/changes/told.ts';
import type { Db } from '#server/db/db.ts';
import { callersBy } from '#server/http/caller.ts';
import { callMetrics } from '#server/http/health/call-metrics.ts';
import { delayMeter } from '#server/http/health/delays.ts';
import { diskMetrics } from '#server/http/health/disk-metrics.ts';
import { health } from '#server/http/health/health.ts';
import { createAdmission, WITHIN_MS } from '#server/http/load/admission.ts';
import { type Leaving, lastAnswers } from '#server/http/load/leave.ts';
import { createServer, type ServerOptions } from '#server/http/server.ts';
import { checkLogs } from '#server/jobs/check-logs.ts';
import { jobTicks, startJobs } from '#server/jobs/jobs.ts';
import { checkSummaries, foldSummaries } from '#server/jobs/summaries.ts';
import { makeQueues, type Tick } from '#server/jobs/ticks.ts';
import type { Catalogue } from '#server/meta/catalogue.ts';
import type { House } from '#server/meta/house.ts';
import { said } from '#server/meta/load.ts';
import { strangers } from '#server/meta/named-ids.ts';
import type { Demonstration } from '#server/meta/seed/plan.ts';
import { loadSeeds } from '#server/meta/seed.ts';
import { createDispatch, indexOps } from '#server/ops/dispatch.ts';
import type { Op } from '#server/ops/op.ts';
import { ALL_OPS } from '#server/ops/registry.ts';
import { whoStillLooks } from '#server/people/eyes.ts';
import { deviceOf } from '#server/signin/attempts/device.ts';
import { sweepEyes } from '#server/signin/eyes.ts';
import { checkKeys, ForeignKeys } from '#server/signin/key-check.ts';
import { record, sweepSecurityLog } from '#server/signin/security-log.ts';
import { findBeginner, findSession, findSessionBySid, hearOfSessions } from '#server/signin/session.ts';
import { sweepSignIn } from '#server/signin/sweep.ts';
import { asWritten, demonstration, handlers, installed, written } from './installed.ts';
import { makeEngineTables, makeTables, withMemory } from './tables.ts';

/** Calls at work whose rows are read already or not yet asked for, so that no connection of the database lies idle. */
const BESIDE_ITS_ROWS = 2;
const NO_DEMO: Demonstration = { companies: [], seeds: [] };

/** What a house is built from; the definitions it works with are added here. */
export type Parts = Omit<House, 'catalogueOf'>;

/** The house that a server works in once its tables stand: everybody works with these definitions. */
export async function houseFrom(parts: Parts, catalogue: Catalogue): Promise<House> {
  const all = await withMemory(parts.db, catalogue);
  return { handlers: handlers(), ...parts, catalogueOf: () => all };
}

/**
 * Brings the database to what this version's definitions say, loads the rows that come with it, and answers the house that works on it.
 * `parts.db` is the owner of the tables; who serves takes its own in its place. `program` is the one that may have done so before.
 */
export async function openHouse(
  parts: Parts,
  options: { demo: boolean; say: (line: string) => void; catalogue?: Catalogue; program?: string | undefined },
): Promise<House> {
  const { catalogue = installed() } = options;
  const demo = options.demo ? await demonstration(catalogue) : NO_DEMO;
  const steps = await makeEngineTables(parts.db);
  await checkKeys(parts.db, parts.keys).catch(async (error) => {
    if (error instanceof ForeignKeys)
      await record(parts, { op: 'Start', reason: 'keys of another database', target: error.names.join(' ') });
    throw error;
  });
  const rethrow = (error: unknown): never => {
    throw asWritten(error, catalogue);
  };
  const warn = (problem: Problem) => options.say(written([problem], catalogue).map(said).join('').trim());
  const plan = await makeTables(parts.db, catalogue, { warn, program: options.program }).catch(rethrow);
  const house = await houseFrom(parts, catalogue);
  await makeQueues(
    parts.db,
    ticksOf(house, 0, () => undefined).map(({ name }) => name),
  );
  if (steps.length + plan.steps.length > 0) options.say(`database: ${steps.length} engine steps, ${plan.steps.length} table steps`);
  if (options.demo) await checkDemo(parts.db, demo);
  const loaded = await loadSeeds(parts.db, catalogue, demo, grantLoader(options.say), options.say).catch(rethrow);
  for (const problem of await parts.db.tx((tx) => strangers(tx, catalogue))) warn(problem);
  const rows = Object.values(loaded).reduce((all, count) => all + count, 0);
  // a database that was never looked over plans as if its tables were empty: sums of sub-tables took longer than a statement may
  if (rows > 0) await parts.db.query('analyze');
  if (rows > 0) options.say(`rows: ${rows} loaded`);
  return house;
}

/** The demonstration is not poured over somebody's own company. */
async function checkDemo(db: Db, demo: Demonstration): Promise<void> {
  const companies = await db.query<{ key: string }>('select key from fw.company');
  if (companies.length > 0 && !companies.some(({ key }) => demo.companies.some((one) => one.key === key)))
    throw new Error('DEMO=1, but this platform has a company of its own: start it with DEMO=0, or take another DATA_DIR or database');
}

/** The server of a house, not yet listening. A test may answer by ops of its own. */
export function openServer(
  house: House,
  {
    ops: answered = ALL_OPS,
    leaving = { begun: false },
    metricsKey,
    ...options
  }: Pick<ServerOptions, 'web' | 'locale' | 'logger' | 'trustedProxies' | 'patience'> & {
    ops?: readonly Op[];
    leaving?: Leaving;
    metricsKey?: string | undefined;
  },
): ReturnType<typeof createServer> {
  const ops = indexOps(answered);
  const admission = createAdmission({
    atWork: house.db.connections + BESIDE_ITS_ROWS,
    within: WITHIN_MS,
    told: (refused) => {
      if (options.logger) options.logger.warn({ refused }, 'more calls than can be served: some are refused');
    },
  });
  const delays = delayMeter(options.logger);
  return createServer({
    ...options,
    api: {
      ops,
      admission,
      leaving,
      dispatch: createDispatch({ slow: delays.tell, ...house }, ops),
      findSession: async (token, { background, caller }) =>
        whoStillLooks(house, await findSession(house, token, { background, address: caller.address })),
    },
    plugins: [
      health({
        check: () => isWell(house.db),
        strained: () => house.db.strained() || admission.strained(),
        leaving: () => leaving.begun,
        metricsKey,
        metrics: [delays.metric, ...callMetrics(admission), ...diskMetrics({ room: house.files.room, fullDisk: house.db.fullDisk })],
      }),
      lastAnswers(leaving),
    ],
  });
}

/** All that comes back by the clock. */
const ticksOf = (house: House, securityLogDays: number, warn: (error: Error) => void): Tick[] => [
  ...jobTicks(house, warn),
  { name: 'sweep-sign-in', cron: '47 * * * *', run: () => sweepSignIn(house.db, house.clock.now()) },
  { name: 'verify-log', cron: '19 18 * * *', run: () => checkLogs(house, (verdict) => record(house, verdict)) },
  { name: 'fold-changes', cron: '* * * * *', run: () => house.db.query('select fw.fold_changes()', []) },
  { name: 'fold-summaries', cron: '* * * * *', run: () => foldSummaries(house.db) },
  { name: 'verify-summaries', cron: '33 18 * * *', run: () => checkSummaries(house.db, (verdict) => record(house, verdict)) },
  { name: 'sweep-changes', cron: '27 3 * * *', run: () => sweepChanges(house.db, house.clock.now()) },
  { name: 'sweep-eyes', cron: '*/5 * * * *', run: () => sweepEyes(house) },
  { name: 'sweep-security-log', cron: '37 * * * *', run: () => sweepSecurityLog(house.db, house.clock.now(), securityLogDays) },
];

/** What runs beside requests: the live channel at /mqtt, reminders, sweeping. Answers how to stop it. `securityLogDays` is how long its entries stay. */
export async function openJobs(
  house: House,
  server: Server,
  troubled: (error: unknown) => void,
  { securityLogDays = 180, trustedProxies = [] }: { securityLogDays?: number; trustedProxies?: readonly string[] } = {},
): Promise<() => Promise<void>> {
  const seen = callersBy(trustedProxies);
  const deafen = await hearOfSessions(house.db);
  const stopJobs = await startJobs(house, {
    server,
    troubled,
    ticks: ticksOf(house, securityLogDays, troubled),
    sessionOf: (sid) => findSessionBySid(house, sid),
    callerOf: (request) => {
      const { address, device } = seen(request);
      return { address, device: deviceOf(house.keys.pepper, device) };
    },
  });
  const stopChanges = await startChanges(house, (change) => findBeginner(house, change), troubled);
  return async () => {
    await Promise.all([stopJobs(), stopChanges()]);
    await deafen();
  };
}

const isWell = (db: Db): Promise<unknown> => db.front.query('select 1');
