import type { SuiteDef } from '#protocol/meta/suite.ts';
import type { TableDef } from '#protocol/meta/table.ts';

/**
 * What a reader should see, worked out from the definitions and the stored rows alone: it shares no code with the gate that it
 * judges. Rows are whole tables as they lie in the database.
 */
export interface Person {
  id: number;
  company: number;
  domain: number;
  /** own department and those below it */
  departments: readonly number[];
  roles: readonly string[];
  root: boolean;
}
export type StoredRow = Readonly<Record<string, unknown>> & { id: number };
export interface World {
  suites: readonly SuiteDef[];
  rows: ReadonlyMap<string, readonly StoredRow[]>;
}

const READING = new Set(['Page', 'List', 'Group', 'Tree', 'Get', 'Show']);

/** Ids by op, or 312. */
export function expected(world: World, person: Person, table: TableDef, op: string): ReadonlySet<number> | 312 {
  const scopes = scopesOf(world, person, table, READING.has(op) ? 'List' : op);
  if (scopes.length === 0) return 312;
  const rows = world.rows.get(table.table_name) ?? [];
  return new Set(rows.filter((row) => scopes.some((scope) => shows(world, person, table, row, scope))).map((row) => row.id));
}

function scopesOf({ suites }: World, person: Person, table: TableDef, item: string): number[] {
  if (person.id === 1 || (person.root && (table.tenancy !== 'platform' || item === 'List'))) return [2];
  const group = table.permission ?? table.table_name;
  const roles = suites.flatMap((suite) => suite.roles).filter((role) => person.roles.includes(role.code));
  const given = roles.flatMap((role) =>
    role.grants
      .filter((grant) => grant.group === group && grant.items.includes(item))
      .map((grant) => grant.item_scopes?.[item] ?? grant.scope),
  );
  // of a stored table that is everybody's each has the rows that he made (docs/decisions/230)
  const everybodys = item === 'List' || table.states.some(({ actions = [] }) => actions.some(({ op }) => op === item));
  if (table.everyone !== 1 || table.storage === 'view' || !everybodys) return given;
  return [...given, 0, ...(table.everyone_scopes?.[item] === 1 ? [1] : [])];
}

function shows(world: World, person: Person, table: TableDef, row: StoredRow, scope: number): boolean {
  if (table.tenancy !== 'platform' && row.company_id !== person.company) return false;
  if (row.deleted_time || !isRuled(person, table, row)) return false;
  const parents = parentsOf(world, table);
  if (parents.length) return parents.some((way) => reaches(world, person, row, scope, way));
  if ((table.tenancy ?? 'domain') === 'domain' && row.subcompany_id !== person.domain) return false;
  return inScope(person, table, row, scope);
}

/** `row_where` holds for everybody, whatever his scope: here alternatives of one comparison each. */
function isRuled(person: Person, { row_where }: TableDef, row: StoredRow): boolean {
  if (!row_where) return true;
  return row_where.split('|').some((alternative) => {
    const [, name, value] = /^(\w+)=([\w{}.]+)$/.exec(alternative)!;
    return String(row[name!]) === (value === '{user.id}' ? String(person.id) : value);
  });
}

interface Way {
  parent: TableDef;
  field: string;
}

function parentsOf({ suites }: World, table: TableDef): Way[] {
  const group = table.permission ?? table.table_name;
  const tables = suites.flatMap((suite) => suite.tables);
  const owners = tables.filter((one) => one.table_name !== table.table_name && (one.permission ?? one.table_name) === group);
  return owners.flatMap((parent) =>
    (parent.subtables ?? [])
      .filter((sub) => sub.table_name === table.table_name && sub.inherit !== 0)
      .map((sub) => ({ parent, field: sub.parent_field })),
  );
}

function reaches(world: World, person: Person, row: StoredRow, scope: number, { parent, field }: Way): boolean {
  const above = world.rows.get(parent.table_name)?.find((one) => one.id === row[field] && one.company_id === row.company_id);
  return above !== undefined && shows(world, person, parent, above, scope);
}

function inScope(person: Person, table: TableDef, row: StoredRow, scope: number): boolean {
  if (scope === 2) return true;
  if (scope === 0) return row[table.owner_field ?? 'create_entity'] === person.id;
  const own = table.fields.some((field) => field.field_name === 'department_entity') ? 'department_entity' : 'create_department';
  return person.departments.includes(row[table.department_field ?? own] as number);
}
