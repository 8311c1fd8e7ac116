import type { FieldDef } from '#protocol/meta/field.ts';
import type { SuiteDef } from '#protocol/meta/suite.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import type { Db } from '#server/db/db.ts';
import type { StoredRow, World } from './testing-oracle.ts';

/** Numbers that look random and are the same in each run. */
export function seeded(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const COMPANIES = [
  { id: 1, domains: [11, 12], departments: [31, 32, 33, 34, null], people: [1, 2, 3, 4, 7, 8] },
  { id: 2, domains: [21], departments: [35, null], people: [10, 100] },
];
const HELD = new Set(['user', 'role', 'domain', 'department']);

/** Rows of every table for both companies: owners, departments, domains, parents and deletions of all sorts. */
export async function fillWorld(db: Db, suites: readonly SuiteDef[], perCompany: number, seed: number): Promise<World> {
  const pick = seeded(seed);
  const tables = suites.flatMap((suite) => suite.tables).filter((table) => table.storage !== 'view');
  const ids = new Map<string, number[]>();
  for (const table of inOrder(tables.filter((one) => !HELD.has(one.table_name))))
    for (const company of COMPANIES)
      for (let at = 0; at < perCompany; at += 1) {
        const key = `${table.table_name}:${table.tenancy === 'platform' ? 0 : company.id}`;
        const values = rowOf(table, company, ids, pick);
        ids.set(key, [...(ids.get(key) ?? []), await insert(db, table, values)]);
      }
  const rows = new Map<string, StoredRow[]>();
  for (const { table_name } of tables) rows.set(table_name, await db.query<StoredRow>(`select * from app."${table_name}"`));
  return { suites, rows };
}

/** A table after those that its entity fields name. */
function inOrder(tables: readonly TableDef[]): TableDef[] {
  const done: TableDef[] = [];
  const visit = (table: TableDef, above: readonly TableDef[]) => {
    if (done.includes(table) || above.includes(table)) return;
    for (const field of table.fields) {
      const source = tables.find((one) => one.table_name === field.source);
      if (source) visit(source, [...above, table]);
    }
    done.push(table);
  };
  for (const table of tables) visit(table, []);
  return done;
}

function rowOf(
  table: TableDef,
  company: (typeof COMPANIES)[number],
  ids: ReadonlyMap<string, number[]>,
  pick: (below: number) => number,
): Record<string, unknown> {
  const one = <T>(list: readonly T[]): T | null => list[pick(list.length)] ?? null;
  const tenancy = table.tenancy ?? 'domain';
  const targets = (field: FieldDef): readonly (number | null)[] => {
    if (field.source === 'user') return company.people;
    if (field.source === 'department') return company.departments;
    if (field.source === 'domain') return company.domains;
    return ids.get(`${field.source}:${company.id}`) ?? ids.get(`${field.source}:0`) ?? [];
  };
  const references = table.fields.filter((field) => field.data_type === 'entity').map((field) => [field.field_name, one(targets(field))]);
  const choices = table.fields
    .filter(({ data_type }) => ['select', 'radio'].includes(data_type))
    .map((field) => [field.field_name, one([1, 2, null])]);
  const people = tenancy === 'platform' ? {} : { create_entity: one(company.people), create_department: one(company.departments) };
  return {
    ...(tenancy === 'platform' ? {} : { company_id: company.id }),
    ...(tenancy === 'domain' ? { subcompany_id: one(company.domains) } : {}),
    key_name: `${table.table_name} ${pick(1000)}`,
    ...people,
    ...Object.fromEntries([...references, ...choices]),
    deleted_time: pick(6) === 0 ? '2026-01-01T00:00:00Z' : null,
  };
}

async function insert(db: Db, table: TableDef, values: Record<string, unknown>): Promise<number> {
  const columns = Object.keys(values).map((name) => `"${name}"`);
  const places = columns.map((_, at) => `$${at + 1}`);
  const text = `insert into app."${table.table_name}" (${columns}) values (${places}) on conflict do nothing returning id`;
  const [made] = await db.query<{ id: number }>(text, Object.values(values));
  return made?.id ?? 0;
}
