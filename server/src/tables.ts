import type { Problem } from '#protocol/check/problem.ts';
import { accessFollows } from '#server/access/follow.ts';
import { nameGrants } from '#server/access/grants/name-grants.ts';
import { accessMigrations } from '#server/access/migrations.ts';
import { watchDefinitions } from '#server/access/watch-definitions.ts';
import type { Db, Tx } from '#server/db/db.ts';
import { type MigrationRoom, migrate, migrateIn } from '#server/db/migrate.ts';
import { brokenCases, nameStoredFlows, type OfCases } from '#server/flow/check/stored-flows.ts';
import { flowFollows, flowMigrations } from '#server/flow/store/migrations.ts';
import { mailMigrations } from '#server/mail/migrations.ts';
import { type Catalogue, createCatalogue } from '#server/meta/catalogue.ts';
import { DefinitionError } from '#server/meta/load.ts';
import { memoryOf } from '#server/meta/memory.ts';
import { metaFollows, metaMigrations } from '#server/meta/migrations.ts';
import { strangers } from '#server/meta/named-ids.ts';
import { applySync, DestructiveError, planFor, runSteps, type SyncOptions } from '#server/meta/sync/apply.ts';
import type { Plan } from '#server/meta/sync/plan.ts';
import { readRemembered } from '#server/meta/sync/read.ts';
import { recordsFollows, recordsMigrations } from '#server/records/migrations.ts';
import { watchSeats } from '#server/signin/company/seats.ts';
import { signinMigrations } from '#server/signin/migrations.ts';
import { watchSessionEnds } from '#server/signin/session-ends.ts';

/** Engine tables, a room after those whose tables it names. */
export const MIGRATIONS: readonly MigrationRoom[] = [
  metaMigrations,
  accessMigrations,
  signinMigrations,
  recordsMigrations,
  flowMigrations,
  mailMigrations,
];

/** Where engine tables keep names of definitions. */
const FOLLOWS = [metaFollows, accessFollows, recordsFollows, flowFollows];

/** Waits for other servers, and for tables that are large. */
const PATIENT = { patient: true };

/** Brings the engine's own tables to this version. */
export const makeEngineTables = (owner: Db): Promise<string[]> => migrate(owner, MIGRATIONS);

/** Brings the tables of definitions to what they say; refuses what running cases could not go on with, and warns of what they may come to. */
export async function makeTables(
  owner: Db,
  catalogue: Catalogue,
  { warn = () => undefined, ...options }: SyncOptions & { warn?: (problem: Problem) => void } = {},
): Promise<Plan> {
  const { refused, warned } = await owner.tx((tx) => settleNames(tx, catalogue), PATIENT);
  if (refused.length) throw new DefinitionError(refused);
  for (const problem of warned) warn(problem);
  const plan = await applySync(owner, catalogue, { ...options, follows: FOLLOWS });
  await owner.tx(async (tx) => {
    await watchSessionEnds(tx, catalogue);
    await watchSeats(tx, catalogue);
  }, PATIENT);
  await owner.tx((tx) => watchDefinitions(tx, catalogue), PATIENT);
  return plan;
}

/** Takes down who was called what while the tables stand as before, and answers what is to be said of running cases. */
async function settleNames(tx: Tx, catalogue: Catalogue): Promise<OfCases> {
  await nameStoredFlows(tx, catalogue);
  await nameGrants(tx, catalogue);
  return brokenCases(tx, catalogue);
}

/** The catalogue with what its database remembers of earlier versions: choices, states and fields that records and history still have. */
export const withMemory = async (db: Db, { suites }: Catalogue): Promise<Catalogue> =>
  createCatalogue(suites, memoryOf(await readRemembered(db)));

const ROLLED_BACK = new Error('rolled back');

export interface Rehearsed {
  /** engine steps, as `room/id` */
  steps: string[];
  plan: Plan;
  /** why a start would end instead */
  refused: readonly Error[];
  /** what it would say of running cases, and of rows that definitions name */
  warned: readonly Problem[];
}

/**
 * What a start would do, in a transaction that is rolled back: engine steps, running cases, the plan. `really` also does the plan's steps,
 * so that what the rows refuse (a unique key over duplicates, a type that a value does not fit) is known beforehand; it holds tables for as
 * long as that takes, so it is for a database that nobody is using.
 */
export async function rehearse(owner: Db, catalogue: Catalogue, really: boolean): Promise<Rehearsed> {
  let found: Rehearsed | undefined;
  const work = async (tx: Tx): Promise<never> => {
    await tx.query(`set local lock_timeout = 3000`);
    const steps = await migrateIn(tx, MIGRATIONS);
    const refused: Error[] = [];
    const note = (error: Error) => void refused.push(error);
    const cases = await settleNames(tx, catalogue);
    if (cases.refused.length) note(new DefinitionError(cases.refused));
    const warned = [...cases.warned, ...(await strangers(tx, catalogue))];
    const plan = await planFor(tx, catalogue, { follows: FOLLOWS });
    const lossy = plan.steps.filter((step) => step.destructive);
    if (lossy.length) note(new DestructiveError(lossy));
    if (really) await runSteps(tx, plan).catch(note);
    found = { steps, plan, refused, warned };
    throw ROLLED_BACK;
  };
  await owner.tx(work, PATIENT).catch((error) => {
    if (error !== ROLLED_BACK) throw error;
  });
  return found!;
}
