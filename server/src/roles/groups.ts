import { ITEM_NAMES } from '#protocol/meta/item-names.ts';
import { GRANT_ITEMS, itemOf, RANGED_ITEMS } from '#protocol/meta/ops.ts';
import type { SuiteDef } from '#protocol/meta/suite.ts';
import { ruleOf } from '#server/access/grants/naming.ts';
import { everybodysItems } from '#server/access/variant.ts';
import type { Catalogue, ResolvedField, ResolvedTable } from '#server/meta/catalogue.ts';
import type { Menu, Module } from '#server/meta/menus/standing.ts';

/** The tables that a role is given together: those that name one permission. */
export interface Group {
  /** of the table that gives the group its name: rights are stored by it */
  uid: string;
  /** what that table is called, as the wire says it */
  code: string;
  suite: SuiteDef;
  /** the one that gives the group its name first */
  tables: readonly ResolvedTable[];
  /** what can be given on it, in the order in which it is named */
  items: readonly string[];
  /** of its items those that everybody has, so that no role gives or takes them */
  everybodys: readonly string[];
}

/** A field of a group's tables that a role may be kept from. */
export interface GroupField {
  table: ResolvedTable;
  field: ResolvedField;
  /** rights are stored by it (access/grants/naming.ts) */
  rule: string;
  /** as the wire names it alone: `user.mobile` */
  code: string;
}

/** Read with every row whatever a role says. */
const ALWAYS_SEEN = new Set(['id', 'version', 'review_state', 'subcompany_id']);

/** All permission groups, suite by suite, in the order of their tables. */
export function groupsOf(catalogue: Catalogue): readonly Group[] {
  const byCode = new Map<string, ResolvedTable[]>();
  for (const table of catalogue.tables()) byCode.set(table.permission, [...(byCode.get(table.permission) ?? []), table]);
  const named = [...byCode].map(([code, tables]) => ({
    uid: tables[0]!.group,
    code,
    tables: tables.toSorted((a, b) => first(b, code) - first(a, code)),
  }));
  return catalogue.suites.flatMap((suite) =>
    named
      .filter(({ tables }) => tables[0]!.suite === suite.code)
      .map(({ uid, code, tables }) => ({
        ...{ uid, code, suite, tables, items: itemsOf(catalogue, code, tables) },
        everybodys: tables.every(({ def }) => def.everyone === 1) ? everybodysItems(tables[0]!.def) : [],
      })),
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
  if (tables.some((table) => catalogue.reports().some(({ sources }) => sources.some(({ cloud }) => cloud === table.cloud))))
    items.add('Export');
  const order: readonly string[] = GRANT_ITEMS;
  return order.filter((item) => items.has(item));
}

/** Its rows are written in the forms of a table that other rights guard. */
const isRowsOfOthers = (catalogue: Catalogue, table: ResolvedTable): boolean =>
  catalogue
    .tables()
    .some((parent) => parent.permission !== table.permission && parent.subtables.some((sub) => sub.table_name === table.name));

/** Some of its rows are somebody's: a platform's row is of no department. */
export const hasScope = ({ tables }: Group): boolean => tables.some(({ tenancy }) => tenancy !== 'platform');

/** Whether a role may have the item on fewer rows than the group's scope gives. */
export const isRanged = (group: Group, item: string): boolean => (RANGED_ITEMS as readonly string[]).includes(item) && hasScope(group);

export const itemName = (item: string): { key_name: string; key_name_en: string } =>
  ITEM_NAMES[item] ?? { key_name: item, key_name_en: item };

/** The fields that a rule of the group may name. */
export const fieldsOfGroup = ({ tables }: Group): readonly GroupField[] =>
  tables.flatMap((table) =>
    [...table.fields.values()]
      .filter(({ name, def }) => !ALWAYS_SEEN.has(name) && def.data_type !== 'title')
      .map((field) => ({ table, field, rule: ruleOf(table, field.name), code: `${table.name}.${field.name}` })),
  );

/** What the wire calls the fields of these rules. */
export const codesOf = (fields: readonly GroupField[], rules: readonly string[]): string[] =>
  fields.filter(({ rule }) => rules.includes(rule)).map(({ code }) => code);

/** The fields that these names of the wire mean: a bare name is the field of every table of the group that has it. */
export const rulesOf = (fields: readonly GroupField[], names: readonly string[]): string[] =>
  fields.filter(({ code, field }) => names.includes(code) || names.includes(field.name)).map(({ rule }) => rule);

/** The module in whose menus a table of the group stands, '' where none names one. */
export function moduleOf(catalogue: Catalogue, { tables }: Group): string {
  const names = new Set(tables.map(({ name }) => name));
  const opens = (menus: readonly Menu[]): boolean =>
    menus.some(({ cloud, children }) => (cloud !== undefined && names.has(cloud.split('[')[0]!)) || opens(children ?? []));
  // one that the company shows nowhere stands where its suite says
  const modules: readonly Module[] = [...catalogue.modules(), ...catalogue.suites.flatMap((suite) => suite.modules)];
  return modules.find(({ menus }) => opens(menus))?.code ?? '';
}
