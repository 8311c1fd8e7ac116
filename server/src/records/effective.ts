import type { FieldDef } from '#protocol/meta/field.ts';
import type { StateDef } from '#protocol/meta/flow.ts';
import type { MenuDef } from '#protocol/meta/suite.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import type { Access, Grant } from '#server/access/access.ts';
import { itemOf } from '#server/access/rights.ts';
import { parentsOf } from '#server/access/rows.ts';
import type { Catalogue, ResolvedField, ResolvedTable } from '#server/meta/catalogue.ts';

/** What only the server needs to know of a table or a step. */
const INNER_TABLE = ['row_where', 'owner_field', 'department_field', 'write_back', 'assert', 'permission', 'variants', 'unique'] as const;
const INNER_STATE = ['handler', 'timeout', 'empty'] as const;

/**
 * The definition as this reader may use it (B23): without hidden fields, without actions that no permission item gives him, without
 * sub-tables that he may not read; what he may never change is readonly; choices of a dictionary are filled in.
 */
export function effectiveTable(access: Access, grant: Grant, catalogue: Catalogue): TableDef {
  const { table } = grant;
  const own = (name: string): boolean => table.fields.has(name) && grant.sees(name, 't') !== false;
  const change = ['Modify', 'Add', 'Review'].flatMap((op) => (access.may(table, op) ? [access.grant(table, op)] : []));
  const definition: TableDef = {
    ...table.def,
    fields: table.def.fields.flatMap(({ field_name }) => (own(field_name) ? [effectiveField(table.fields.get(field_name)!, change)] : [])),
    states: [...table.def.states.map((state) => effectiveState(state, (op) => access.may(table, op))), ...formerStates(table)],
    subtables: table.subtables.filter((sub) => mayRead(access, catalogue, table, sub.table_name)),
    styles: (table.def.styles ?? []).filter((style) => own(style.field)),
  };
  return without(definition, INNER_TABLE);
}

function effectiveField(field: ResolvedField, change: readonly Grant[]): FieldDef {
  const fixed = change.length > 0 && change.every((grant) => grant.writes(field.name, 't') === false);
  return { ...field.def, ...(field.items ? { items: [...field.items] } : {}), ...(fixed ? { readonly: 1 as const } : {}) };
}

/** States that records may stand in though nothing leads there any more: they have their names, and nothing to do. */
const formerStates = ({ def, formerStates: former }: ResolvedTable): StateDef[] =>
  former.filter((state) => !def.states.some((one) => one.value === state.value)).map((state) => ({ ...state, actions: [] }));

function effectiveState(state: StateDef, may: (op: string) => boolean): StateDef {
  const given = (op: string): boolean => itemOf(op) === 'List' || op === 'Print' || may(op);
  return without({ ...state, actions: (state.actions ?? []).filter((action) => given(action.op)) }, INNER_STATE);
}

function mayRead(access: Access, catalogue: Catalogue, parent: ResolvedTable, cloud: string): boolean {
  const table = catalogue.table(cloud);
  if (!table) return false;
  return access.may(table, 'List') || parentsOf(catalogue, table).some((one) => one.parent.name === parent.name);
}

const without = <T extends object>(of: T, keys: readonly (keyof T)[]): T =>
  Object.fromEntries(Object.entries(of).filter(([key]) => !keys.includes(key as keyof T))) as T;

/** Menu entries that open something this reader may open; a folder of nothing is left out. */
export function openMenus(access: Access, catalogue: Catalogue, menus: readonly MenuDef[]): MenuDef[] {
  return menus.flatMap((menu) => {
    if (menu.type === 'TAB') return opens(access, catalogue, menu) ? [menu] : [];
    const children = openMenus(access, catalogue, menu.children ?? []);
    return children.length ? [{ ...menu, children }] : [];
  });
}

function opens(access: Access, catalogue: Catalogue, menu: MenuDef): boolean {
  if (!menu.cloud) return menu.url !== undefined;
  const table = catalogue.table(menu.cloud);
  return table !== undefined && access.may(table, menu.op ?? 'List');
}
