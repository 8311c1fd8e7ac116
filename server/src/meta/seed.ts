import type { Problem } from '#protocol/check/problem.ts';
import type { CompanyDef } from '#protocol/meta/demo.ts';
import type { RoleDef } from '#protocol/meta/suite.ts';
import type { Db, Tx } from '#server/db/db.ts';
import type { Catalogue, ResolvedTable } from './catalogue.ts';
import { loadDicts } from './dicts/start.ts';
import { DefinitionError } from './load.ts';
import { loadMenus } from './menus/start.ts';
import { calculatedSeeds } from './seed/calculate.ts';
import { readable, tellCircles, tellTwice } from './seed/check.ts';
import { carryHours } from './seed/hours.ts';
import { freshRows, giveIds, type KnownIds, knownIds, knownIdsOf } from './seed/ids.ts';
import { allSeeds, type Demonstration, type Owner, type Placed, type SeedRow, seedRows } from './seed/plan.ts';
import { seedColumns } from './seed/values.ts';
import { type Columns, insertRows } from './seed/write.ts';

/** Waits for other servers, and for tables that are large. */
const PATIENT = { patient: true };
const LOCK_KEY = 7_041_779;

/** Gives all roles that the suites bring what they may do in a company; access/grants/load-grants.ts, handed in by main. */
export type LoadGrants = (tx: Tx, company: number, catalogue: Catalogue, roles: readonly { id: number; def: RoleDef }[]) => Promise<void>;

/**
 * Loads the companies and rows of the demonstration, the seeds of the suites and, for every company, their roles with their grants, their
 * dictionaries, modules and menus: in one transaction, whole or not at all. What was loaded before stays as it is now, changed or deleted, so every start may
 * call it. Answers how many rows came into each table; throws a DefinitionError with all that is wrong. `say` hears what was changed in a
 * company and stays though a suite says something new.
 */
export function loadSeeds(
  db: Db,
  catalogue: Catalogue,
  demo: Demonstration,
  loadGrants: LoadGrants,
  say?: (line: string) => void,
): Promise<Record<string, number>> {
  return db.tx((tx) => loadSeedsIn(tx, catalogue, demo, loadGrants, say), PATIENT);
}

async function loadSeedsIn(
  tx: Tx,
  catalogue: Catalogue,
  demo: Demonstration,
  loadGrants: LoadGrants,
  say: (line: string) => void = () => undefined,
): Promise<Record<string, number>> {
  await lockSeeds(tx);
  await loadCompanies(tx, demo.companies);
  const found = await tx.query<Owner & { key: string }>('select key, id, time_zone as zone from fw.company order by id');
  const companies = new Map(found.map(({ key, ...owner }) => [key, owner]));
  return loadRows(tx, catalogue, { seeds: allSeeds(catalogue, demo), companies, known: await knownIds(tx) }, loadGrants, say);
}

/** Whoever loads holds a lock until the end of its transaction: two at once load one after the other. */
export async function lockSeeds(tx: Tx): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(${LOCK_KEY})`);
}

/**
 * A company that comes while people work: it and its own rows, with the suites' rows, roles and dictionaries for it alone. In the caller's
 * transaction; no other company is read or written.
 */
export async function loadCompanyIn(
  tx: Tx,
  catalogue: Catalogue,
  { company, seeds }: Pick<Demonstration, 'seeds'> & { company: CompanyDef },
  loadGrants: LoadGrants,
): Promise<void> {
  await lockSeeds(tx);
  await loadCompanies(tx, [company]);
  const own = allSeeds(catalogue, { companies: [company], seeds }).filter(({ seed }) => !seed.company || seed.company === company.key);
  const companies = new Map([[company.key, { id: company.id, zone: zoneOf(company) }]]);
  await loadRows(tx, catalogue, { seeds: own, companies, known: await knownIdsOf(tx, company.id) }, loadGrants, () => undefined);
}

interface Loading {
  seeds: readonly Placed[];
  companies: ReadonlyMap<string, Owner>;
  known: KnownIds;
}

async function loadRows(
  tx: Tx,
  catalogue: Catalogue,
  { seeds, companies, known }: Loading,
  loadGrants: LoadGrants,
  say: (line: string) => void,
): Promise<Record<string, number>> {
  await tx.query('set constraints all deferred');
  const problems: Problem[] = [];
  const tell = (problem: Problem) => problems.push(problem);
  const rows = seedRows(catalogue, seeds, companies, tell);
  const fresh = await giveIds(tx, freshRows(rows, known, tell), known);
  const values = new Map([...fresh].map(([row, id]) => [row, seedColumns(catalogue, row, id, known, tell)] as const));
  tellTwice(values, tell);
  tellCircles(values, tell);
  if (problems.length > 0) throw new DefinitionError(readable(problems));
  const days = await daysOf(tx);
  const counts = await insertAll(
    tx,
    catalogue,
    calculatedSeeds(values, (company) => days.get(company) ?? days.get(0)!),
  );
  await writeLedger(tx, fresh);
  for (const { id: company } of companies.values()) {
    await carryHours(tx, catalogue, company, say);
    await grantRoles(tx, catalogue, company, known, loadGrants);
    await loadDicts(tx, catalogue, company, say);
    await loadMenus(tx, catalogue, company, say);
  }
  return counts;
}

const zoneOf = ({ time_zone }: Pick<CompanyDef, 'time_zone'>): string => time_zone ?? 'Asia/Shanghai';

async function loadCompanies(tx: Tx, companies: readonly CompanyDef[]): Promise<void> {
  for (const { key, id, login_name, key_name, key_name_en, time_zone, hosts, app_name, app_name_en, logo, ...said } of companies) {
    await tx.query(
      `insert into fw.company (key, id, login_name, key_name, key_name_en, time_zone, hosts, app_name, app_name_en, logo, copyright,
         banner, max_users, file_mb)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) on conflict do nothing`,
      [
        ...[key, id, login_name, key_name, key_name_en, zoneOf({ time_zone }), hosts ?? [], app_name, app_name_en, logo],
        ...[said.copyright, said.banner, said.max_users, said.file_mb],
      ],
    );
  }
}

/** The day of each company on its own clock, of the platform in UTC. */
async function daysOf(tx: Tx): Promise<ReadonlyMap<number, string>> {
  const rows = await tx.query<{ id: number; day: string }>(
    `select id, to_char(now() at time zone time_zone, 'YYYY-MM-DD') as day from fw.company
     union all select 0, to_char(now() at time zone 'UTC', 'YYYY-MM-DD')`,
  );
  return new Map(rows.map(({ id, day }) => [id, day]));
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
    const first = [...values.keys()].find((row) => row.table === table)!;
    await insertRows(tx, catalogue, table, rows).catch((error) => refusedRows(error, first));
    counts[table.name] = rows.length;
  }
  // what refers to a row that is not there is refused here, where it can be said of what
  const [first] = values.keys();
  if (first) await tx.query('set constraints all immediate').catch((error) => refusedRows(error, first));
  return counts;
}

/** Unique keys and references that new rows break together with what stands in the database. */
function refusedRows(error: Error, { file, path, table }: SeedRow): never {
  const { code, detail, table: of = table.name } = (error.cause ?? {}) as { code?: string; detail?: string; table?: string };
  if ((code !== '23505' && code !== '23503') || !detail) throw error;
  const reason = `the database takes no such row of ${of}: ${detail}`;
  const mend =
    code === '23505' ? 'give the row another value, or change the one that stands there' : "name the row by its _key: '@table:key'";
  throw new DefinitionError([{ file, path: path.replace(/\.rows\[.*/, ''), reason, mend }]);
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
  await loadGrants(tx, company, catalogue, roles);
}
