import type { Db, Tx } from '#server/db/db.ts';
import type { Catalogue } from '../catalogue.ts';
import type { LedgerRow } from '../memory.ts';
import type { Follows } from './follow.ts';
import { isEmpty, type Plan, type PlanOptions, planSync } from './plan.ts';
import { readLedger, readSchema } from './read.ts';
import { isSealed, seal, wantedSeal } from './seal.ts';
import type { Step } from './step.ts';
import { readSummaries, summarySteps } from './summaries.ts';

/** Waits for other servers, and for tables that are large. */
const PATIENT = { patient: true };
const LOCK_KEY = 7_041_778;
/** Of no table: of all of them. */
const ALL_CHANGED = `insert into fw.table_change (name, company_id, xid) values ('', 0, pg_current_xact_id()) on conflict do nothing`;

export interface SyncOptions {
  /** lets steps run that lose data: narrower types, tables that are gone, and the columns of fields that are gone, which else stay */
  allowDestructive?: boolean;
  /** how long a table may be waited for, in milliseconds */
  lockWithinMs?: number;
  /** where engine tables keep names of definitions */
  follows?: readonly Follows[];
  /** what tells this program from any other: what it found to be right, and nobody touched since, is not looked at anew */
  program?: string | undefined;
}

/** Data would be lost, and nobody said that it may. */
export class DestructiveError extends Error {
  constructor(readonly steps: readonly Step[]) {
    const lost = steps.map((step) => `  ${step.destructive}`).join('\n');
    super(
      `the definitions ask for steps that lose data:\n${lost}\nlook at them with: npm run db plan; do them with: npm run db apply -- --allow-destructive`,
    );
    this.name = 'DestructiveError';
  }
}

/** The plan for the database as it stands. */
export async function planFor(tx: Tx, catalogue: Catalogue, options: PlanOptions = {}): Promise<Plan> {
  const plan = planSync(catalogue, await readSchema(tx), await readLedger(tx), options);
  const { goes, comes } = summarySteps(catalogue, await readSummaries(tx));
  return { ...plan, steps: [...goes, ...plan.steps, ...comes] };
}

const NOTHING: Plan = { steps: [], ledger: null, kept: [], goes: [] };

/**
 * Makes the tables what the definitions say: plan and all steps in one transaction, so that whatever interrupts it leaves nothing
 * behind; servers that start together wait for each other. Verifies what came out and answers the plan that was done.
 */
export function applySync(db: Db, catalogue: Catalogue, options: SyncOptions = {}): Promise<Plan> {
  return db.tx(async (tx) => {
    await tx.query(`select pg_advisory_xact_lock(${LOCK_KEY})`);
    const wanted = options.program && !options.allowDestructive ? wantedSeal(options.program, catalogue) : null;
    if (wanted && (await isSealed(tx, wanted))) return NOTHING;
    const plan = await syncIn(tx, catalogue, options);
    if (wanted) await seal(tx, wanted);
    return plan;
  }, PATIENT);
}

async function syncIn(tx: Tx, catalogue: Catalogue, options: SyncOptions): Promise<Plan> {
  const plan = await planFor(tx, catalogue, { follows: options.follows, drops: options.allowDestructive });
  if (isEmpty(plan)) return plan;
  const destructive = plan.steps.filter((step) => step.destructive);
  if (destructive.length && !options.allowDestructive) throw new DestructiveError(destructive);
  await tx.query(`set local lock_timeout = ${Math.trunc(options.lockWithinMs ?? 10_000)}`);
  await runSteps(tx, plan);
  // values may have become others without a row that was written
  if (plan.steps.length > 0) await tx.query(ALL_CHANGED);
  if (plan.ledger) await writeLedger(tx, plan.ledger);
  for (const statement of veils(catalogue, plan, options.follows)) await tx.query(statement);
  const left = await planFor(tx, catalogue, { drops: options.allowDestructive });
  if (!isEmpty(left)) throw new Error(`table sync did not reach its goal:\n${describePlan(left)}`);
  return plan;
}

/** The plan's steps in their order. The first that the rows refuse ends it, and says which it was. */
export async function runSteps(tx: Tx, plan: Plan): Promise<void> {
  for (const step of plan.steps) await runStep(tx, step);
}

async function runStep(tx: Tx, step: Step): Promise<void> {
  try {
    await tx.query(step.sql);
  } catch (error) {
    const cause = (error as Error).cause as Error | undefined;
    throw new Error(`table sync, ${step.text}: ${cause?.message ?? (error as Error).message}`, { cause: error });
  }
}

async function writeLedger(tx: Tx, rows: readonly LedgerRow[]): Promise<void> {
  await tx.query('delete from fw.meta_object');
  await remember(tx, rows);
}

/** Takes rows into the ledger: those of a backup, before the tables that it fills are made. */
export async function remember(tx: Tx, rows: readonly LedgerRow[]): Promise<void> {
  await tx.query(
    `insert into fw.meta_object (kind, table_uid, uid, name, suite, def, gone)
     select * from jsonb_to_recordset($1::jsonb) as r (kind text, table_uid text, uid text, name text, suite text, def jsonb, gone boolean)
     on conflict do nothing`,
    [JSON.stringify(rows)],
  );
}

/** Fields that go now and that somebody was kept from reading: what is kept of them is not told to him either. */
function veils(catalogue: Catalogue, { goes }: Plan, follows: readonly Follows[] = []): string[] {
  return goes.flatMap(({ table_uid, uid }) => {
    const table = catalogue.tableOf(table_uid);
    const some = table ? follows.flatMap((of) => of.veils?.({ table: table_uid, group: table.group, field: uid }) ?? []) : [];
    if (some.length === 0) return [];
    const row = `kind = 'field' and table_uid = ${text(table_uid)} and uid = ${text(uid)}`;
    return [`update fw.meta_object set def = def || '{"veiled": true}' where ${row} and (${some.join(' or ')})`];
  });
}

const text = (of: string): string => `'${of.replaceAll("'", "''")}'`;

/** What the database lacks or has too much, a line each; empty when it is what the definitions say. */
export async function verifySync(db: Tx, catalogue: Catalogue): Promise<string[]> {
  const plan = await planFor(db, catalogue);
  return [...plan.steps.map((step) => step.text), ...(plan.ledger ? ['fw.meta_object: what it remembers differs'] : [])];
}

/** The plan in words and SQL, as `npm run db plan` prints it. */
export function describePlan(plan: Plan): string {
  const kept = plan.kept.map(
    (row) => `-- ${row.table_uid}: column ${row.name} stays with its values, though no definition names it any more`,
  );
  if (isEmpty(plan)) return ['the tables are what the definitions say', ...kept].join('\n');
  const steps = plan.steps.map((step) => `-- ${step.text}${step.destructive ? `  [LOSES: ${step.destructive}]` : ''}\n${step.sql};`);
  const ledger = plan.ledger ? ['-- write what is named and remembered into fw.meta_object'] : [];
  return [...steps, ...kept, ...ledger].join('\n\n');
}
