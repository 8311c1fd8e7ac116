import { GRANT_ITEMS, ITEM_NAMES, itemOf } from '#protocol/meta/ops.ts';
import type { MenuDef, SuiteDef } from '#protocol/meta/suite.ts';
import type { Catalogue, ResolvedField, ResolvedTable } from '#server/meta/catalogue.ts';

/** The tables that a role is given together: those that name one permission. */
export interface Group {
  code: string;
  suite: SuiteDef;
  /** the one that gives the group its name first */
  tables: readonly ResolvedTable[];
  /** what can be given on it, in the order in which it is named */
  items: readonly string[];
}

/** A field of a group's tables that a role may be kept from. */
export interface GroupField {
  table: ResolvedTable;
  field: ResolvedField;
  /** as a rule names it alone: `user.mobile` */
  code: string;
}

/** Read with every row whatever a role says. */
const ALWAYS_SEEN = new Set(['id', 'version', 'review_state', 'subcompany_id']);

/** All permission groups, suite by suite, in the order of their tables. */
export function groupsOf(catalogue: Catalogue): readonly Group[] {
  const byCode = new Map<string, ResolvedTable[]>();
  for (const table of catalogue.tables()) byCode.set(table.permission, [...(byCode.get(table.permission) ?? []), table]);
  const named = [...byCode].map(([code, tables]) => ({ code, tables: tables.toSorted((a, b) => first(b, code) - first(a, code)) }));
  return catalogue.suites.flatMap((suite) =>
    named
      .filter(({ tables }) => tables[0]!.suite === suite.code)
      .map(({ code, tables }) => ({ code, suite, tables, items: itemsOf(catalogue, code, tables) })),
  );
}

const first = (table: ResolvedTable, code: string): number => Number(table.name === code);

/** What the tables offer, and what some role of a suite is given on them. */
function itemsOf(catalogue: Catalogue, code: string, tables: readonly ResolvedTable[]): string[] {
  const given = catalogue.roles().flatMap(({ grants }) => grants.filter(({ group }) => group === code).flatMap(({ items }) => items));
  const actions = tables.flatMap(({ def }) => def.states.flatMap((state) => state.actions ?? []));
  const items = new Set(['List', ...actions.map(({ op }) => itemOf(op)), ...given]);
  if (tables.some(({ def }) => def.flow === 1)) items.add('Review');
  if (tables.some((table) => isRowsOfOthers(catalogue, table))) for (const item of ['Add', 'Modify', 'Delete']) items.add(item);
  const order: readonly string[] = GRANT_ITEMS;
  return order.filter((item) => items.has(item));
}

/** Its rows are written in the forms of a table that other rights guard. */
const isRowsOfOthers = (catalogue: Catalogue, table: ResolvedTable): boolean =>
  catalogue
    .tables()
    .some((parent) => parent.permission !== table.permission && parent.subtables.some((sub) => sub.table_name === table.name));

export const itemName = (item: string): { key_name: string; key_name_en: string } =>
  ITEM_NAMES[item as keyof typeof ITEM_NAMES] ?? { key_name: item, key_name_en: item };

/** The fields that a rule of the group may name. */
export const fieldsOfGroup = ({ tables }: Group): readonly GroupField[] =>
  tables.flatMap((table) =>
    [...table.fields.values()]
      .filter(({ name, def }) => !ALWAYS_SEEN.has(name) && def.data_type !== 'title')
      .map((field) => ({ table, field, code: `${table.name}.${field.name}` })),
  );

/** Which fields of the group these names mean, each alone: a bare name is the field of every table that has it. */
export const spread = (fields: readonly GroupField[], names: readonly string[]): string[] =>
  fields.filter(({ code, field }) => names.includes(code) || names.includes(field.name)).map(({ code }) => code);

/** The same in as few names as say it: a bare name where all tables of the group that have such a field are meant. */
export function gathered(fields: readonly GroupField[], codes: readonly string[]): string[] {
  const of = (name: string) => fields.filter((one) => one.field.name === name);
  const meant = fields.filter(({ code }) => codes.includes(code));
  return [...new Set(meant.map(({ code, field }) => (of(field.name).every((one) => codes.includes(one.code)) ? field.name : code)))];
}

/** The module in whose menus a table of the group stands, '' where none names one. */
export function moduleOf({ suites }: Catalogue, { tables }: Group): string {
  const names = new Set(tables.map(({ name }) => name));
  const opens = (menus: readonly MenuDef[]): boolean =>
    menus.some(({ cloud, children }) => (cloud !== undefined && names.has(cloud.split('[')[0]!)) || opens(children ?? []));
  return suites.flatMap(({ modules }) => modules).find(({ menus }) => opens(menus))?.code ?? '';
}
