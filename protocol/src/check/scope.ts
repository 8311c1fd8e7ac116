import type { DataType } from '#protocol/meta/data-types.ts';
import type { FieldDef, ItemDef } from '#protocol/meta/field.ts';
import type { ReportDef } from '#protocol/meta/report.ts';
import { standardFields } from '#protocol/meta/standard.ts';
import type { DictDef, PostDef, RoleDef, SuiteDef } from '#protocol/meta/suite.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { rowsName } from '#protocol/rules/form/rows-name.ts';

/** A column that a definition may name: a field, or a standard column as the wire shows it. */
export interface Column {
  name: string;
  data_type: DataType;
  source?: string;
  def?: FieldDef;
}

/** Standard columns that conditions, orders and paths may name; what never leaves the server is not among them. */
const STANDARD: readonly Column[] = standardFields.map(({ field_name, data_type, source }) => ({
  name: field_name,
  data_type,
  ...(source ? { source } : {}),
}));

/** Everything that a definition of one suite may refer to: its own parts and those of the suites it requires. */
export interface Scope {
  table(cloud: string): TableDef | undefined;
  tables(): readonly TableDef[];
  /** the code of the suite that has a table */
  suiteOf(table: string): string | undefined;
  columns(table: TableDef): ReadonlyMap<string, Column>;
  /** whether some installed table has it as a sub-table */
  isSubtable(table: string): boolean;
  dict(code: string): DictDef | undefined;
  role(code: string): RoleDef | undefined;
  roles(): readonly RoleDef[];
  post(code: string): PostDef | undefined;
  report(name: string): ReportDef | undefined;
  /** what the suite that is looked at requires */
  requires: readonly string[];
  /** the installed suite that has what this scope does not: nobody required it */
  elsewhere(kind: Kind, name: string): string | undefined;
  /** what may be named here */
  names(kind: Kind): readonly string[];
  /** tables guarded by a permission group */
  group(name: string): readonly TableDef[];
  /** the choices of a field, or the states that `review_state` may have; undefined for what has none */
  items(table: TableDef, field: string): readonly Pick<ItemDef, 'id' | 'key_name' | 'hidden'>[] | undefined;
}

const CLOUD = /^(\w+)(?:\[(\w+)\])?$/;

/** The scope of the first of these suites, which requires the others; `installed` are all there are. */
export function createScope(suites: readonly SuiteDef[], installed: readonly SuiteDef[] = suites): Scope {
  const tables = new Map(suites.flatMap((suite) => suite.tables.map((table) => [table.table_name, table] as const)));
  const dicts = new Map(suites.flatMap((suite) => suite.dicts.map((dict) => [dict.code, dict] as const)));
  const roles = new Map(suites.flatMap((suite) => suite.roles.map((role) => [role.code, role] as const)));
  const posts = new Map(suites.flatMap((suite) => (suite.posts ?? []).map((post) => [post.code, post] as const)));
  const columns = new Map<TableDef, ReadonlyMap<string, Column>>();
  const columnsOf = (table: TableDef) => {
    const known = columns.get(table) ?? readColumns(table);
    columns.set(table, known);
    return known;
  };
  return {
    table: (cloud) => {
      const [, name, variant] = CLOUD.exec(cloud) ?? [];
      const found = tables.get(name ?? '');
      return !variant || found?.variants?.some((one) => one.name === variant) ? found : undefined;
    },
    tables: () => [...tables.values()],
    suiteOf: (name) => suites.find((suite) => suite.tables.some((table) => table.table_name === name))?.code,
    columns: columnsOf,
    isSubtable: (name) =>
      installed.some(({ tables: all }) => all.some(({ subtables }) => subtables?.some((sub) => sub.table_name === name))),
    dict: (code) => dicts.get(code),
    role: (code) => roles.get(code),
    post: (code) => posts.get(code),
    report: (name) => suites.flatMap((suite) => suite.reports ?? []).find((one) => one.report_name === name),
    requires: suites[0]?.requires ?? [],
    elsewhere: (kind, name) => installed.find((suite) => !suites.includes(suite) && NAMES[kind](suite).includes(name))?.code,
    names: (kind) => suites.flatMap(NAMES[kind]),
    roles: () => [...roles.values()],
    group: (name) => [...tables.values()].filter((table) => groupOf(table) === name),
    items: (table, name) => {
      if (name === 'review_state') return statesOf(table);
      const said = columnsOf(table).get(name)?.def?.items;
      return typeof said === 'string' ? dicts.get(said)?.items : said;
    },
  };
}

/** The permission group that guards a table. */
export const groupOf = (table: TableDef): string => table.permission ?? table.table_name;

/** What definitions name of other suites. */
export type Kind = keyof typeof NAMES;
const NAMES = {
  table: (suite: SuiteDef) => suite.tables.map((table) => table.table_name),
  dictionary: (suite: SuiteDef) => suite.dicts.map((dict) => dict.code),
  role: (suite: SuiteDef) => suite.roles.map((role) => role.code),
  report: (suite: SuiteDef) => (suite.reports ?? []).map((report) => report.report_name),
  board: (suite: SuiteDef) => (suite.boards ?? []).map((board) => board.board_name),
  post: (suite: SuiteDef) => (suite.posts ?? []).map((post) => post.code),
  // a group is a table that guards itself: what another table calls its group may be what is wrong
  group: (suite: SuiteDef) => suite.tables.filter((table) => groupOf(table) === table.table_name).map((table) => table.table_name),
};

const statesOf = (table: TableDef): { id: number; key_name: string }[] => [
  { id: 0, key_name: '' },
  ...table.states.filter(({ value }) => value !== '*').map(({ value, key_name }) => ({ id: Number(value), key_name })),
];

function readColumns(table: TableDef): Map<string, Column> {
  const described = table.fields.map(
    (def): Column => ({ name: def.field_name, data_type: def.data_type, ...(def.source ? { source: def.source } : {}), def }),
  );
  return new Map([...STANDARD, ...described].map((column) => [column.name, column]));
}

/** The table of whose rows a definition speaks by a name: that of a sub-table of it. */
export function rowsNamed(scope: Scope, table: TableDef, name: string): TableDef | undefined {
  const sub = table.subtables?.find((one) => rowsName(one) === name);
  return sub && scope.table(sub.table_name);
}

/** A name, or a path of entities such as `department_entity.manager_entity`: the column at its end. */
export function columnAt(scope: Scope, table: TableDef, path: string): Column | undefined {
  const [head = '', ...rest] = path.split('.');
  const column = scope.columns(table).get(head);
  if (!column || !rest.length) return column;
  const next = column.source ? scope.table(column.source) : undefined;
  return next && column.data_type === 'entity' ? columnAt(scope, next, rest.join('.')) : undefined;
}
