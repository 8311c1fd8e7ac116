import type { CompanyDef, DemoDef } from '#protocol/meta/demo.ts';
import type { RoleDef, SeedDef } from '#protocol/meta/suite.ts';
import type { Db, Tx } from '#server/db/db.ts';
import type { Catalogue, ResolvedTable } from './catalogue.ts';
import { giveIds, type KnownIds, knownIds } from './seed/ids.ts';
import { SeedError, type SeedProblem, type SeedRow, seedRows } from './seed/plan.ts';
import { seedValues } from './seed/values.ts';
import { type Columns, insertRows } from './seed/write.ts';

/** Waits for other servers, and for tables that are large. */
const PATIENT = { patient: true };
const LOCK_KEY = 7_041_779;

/** Gives all roles that the suites bring what they may do in a company; access/load-grants.ts, handed in by main. */
export type LoadGrants = (tx: Tx, company: number, roles: readonly { id: number; def: RoleDef }[]) => Promise<void>;

/**
 * Loads the companies and rows of the demonstration, the seeds of the suites and, for every company, their roles with their grants: in one
 * transaction, whole or not at all. What was loaded before stays as it is now, changed or deleted, so every start may call it. Answers
 * how many rows came into each table; throws a SeedError with all that is wrong.
 */
export function loadSeeds(db: Db, catalogue: Catalogue, demo: DemoDef, loadGrants: LoadGrants): Promise<Record<string, number>> {
  return db.tx((tx) => loadSeedsIn(tx, catalogue, demo, loadGrants), PATIENT);
}

/** The same in the caller's transaction. Whoever loads holds a lock until its end: two at once load one after the other. */
export async function loadSeedsIn(tx: Tx, catalogue: Catalogue, demo: DemoDef, loadGrants: LoadGrants): Promise<Record<string, number>> {
  await tx.query(`select pg_advisory_xact_lock(${LOCK_KEY})`);
  await tx.query('set constraints all deferred');
  await loadCompanies(tx, demo.companies);
  const companies = new Map(
    (await tx.query<{ key: string; id: number }>('select key, id from fw.company order by id')).map((row) => [row.key, row.id]),
  );
  const problems: SeedProblem[] = [];
  const report = (problem: SeedProblem) => problems.push(problem);
  const seeds = [...roleSeeds(catalogue), ...catalogue.suites.flatMap((suite) => suite.seed), ...demo.seeds];
  const rows = seedRows(catalogue, seeds, companies, report);
  const known = await knownIds(tx);
  const fresh = await giveIds(tx, rows, known, report);
  const values = new Map([...fresh].map(([row, id]) => [row, columnsOfRow(catalogue, row, id, known, report)] as const));
  if (problems.length > 0) throw new SeedError(problems);
  const counts = await insertAll(tx, catalogue, values);
  await writeLedger(tx, fresh);
  for (const company of companies.values()) await grantRoles(tx, catalogue, company, known, loadGrants);
  return counts;
}

function columnsOfRow(catalogue: Catalogue, row: SeedRow, id: number, known: KnownIds, report: (problem: SeedProblem) => void): Columns {
  return { ...(row.company ? { company_id: row.company } : {}), id, ...seedValues(catalogue, row, known, report) };
}

async function loadCompanies(tx: Tx, companies: readonly CompanyDef[]): Promise<void> {
  for (const { key, id, login_name, key_name, key_name_en, time_zone, hosts, app_name, app_name_en, logo, copyright } of companies) {
    await tx.query(
      `insert into fw.company (key, id, login_name, key_name, key_name_en, time_zone, hosts, app_name, app_name_en, logo, copyright)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) on conflict do nothing`,
      [key, id, login_name, key_name, key_name_en, time_zone ?? 'Asia/Shanghai', hosts ?? [], app_name, app_name_en, logo, copyright],
    );
  }
}

/** The suites' roles as rows of table role, for every company. */
function roleSeeds(catalogue: Catalogue): SeedDef[] {
  const table = catalogue.table('role');
  if (!table) return [];
  const rows = catalogue.roles().map(({ code, key_name, key_name_en, root }) => {
    const said: Record<string, unknown> = { key_name, code, name_en: key_name_en, root: root ?? 0 };
    return { _key: code, ...Object.fromEntries(Object.entries(said).filter(([name]) => table.fields.has(name))) };
  });
  return [{ table: 'role', rows }];
}

async function insertAll(tx: Tx, catalogue: Catalogue, values: ReadonlyMap<SeedRow, Columns>): Promise<Record<string, number>> {
  const byTable = new Map<ResolvedTable, Columns[]>();
  for (const [row, columns] of values) {
    const rows = byTable.get(row.table);
    if (rows) rows.push(columns);
    else byTable.set(row.table, [columns]);
  }
  const counts: Record<string, number> = {};
  for (const [table, rows] of byTable) {
    try {
      await insertRows(tx, catalogue, table, rows);
    } catch (error) {
      const cause = (error as Error).cause as (Error & { detail?: string }) | undefined;
      throw new Error(`seed of ${table.name}: ${cause?.message ?? (error as Error).message} ${cause?.detail ?? ''}`.trim(), {
        cause: error,
      });
    }
    counts[table.name] = rows.length;
  }
  return counts;
}

async function writeLedger(tx: Tx, fresh: ReadonlyMap<SeedRow, number>): Promise<void> {
  const rows = [...fresh].map(([row, id]) => ({ table_name: row.table.name, company_id: row.company, key: row.key, id }));
  await tx.query(
    `insert into fw.seed (table_name, company_id, key, id)
     select * from jsonb_to_recordset($1::jsonb) as r (table_name text, company_id bigint, key text, id bigint)`,
    [JSON.stringify(rows)],
  );
}

async function grantRoles(tx: Tx, catalogue: Catalogue, company: number, known: KnownIds, loadGrants: LoadGrants): Promise<void> {
  const table = catalogue.table('role');
  if (!table) return;
  const roles = catalogue.roles().flatMap((def) => {
    const id = known.get(table, company, def.code);
    return id === undefined ? [] : [{ id, def }];
  });
  await loadGrants(tx, company, roles);
}
