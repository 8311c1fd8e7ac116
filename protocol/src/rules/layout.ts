import { isOf } from '#protocol/meta/data-types.ts';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { LaidField, Layout, Layouts } from '#protocol/meta/layout.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { STATE, shownInList } from './list.ts';

/** The column of a flow table's step has no field in the definition; layouts name it as if it had. */
export const stateUid = ({ uid }: Pick<TableDef, 'uid'>): string => `${uid}.${STATE}`;

/** Fields that may have a column where somebody wishes it, or stand below the row (`expand`), where there is room for pages too. */
export const mayBeListed = (field: FieldDef): boolean =>
  !field.hidden && !isOf(field.data_type, 'secret', 'heading') && (field.expand === 1 || !isOf(field.data_type, 'page'));

/** What of a list's layout is in force. */
export const layoutOf = (layouts: Layouts | undefined): Layout | undefined => (layouts?.own ?? layouts?.company)?.content;

/** Everything that a layout of the table may name. */
export const uidsOf = (table: Pick<TableDef, 'uid' | 'fields' | 'flow' | 'subtables'>): ReadonlySet<string> =>
  new Set([
    ...table.fields.map(({ uid }) => uid),
    ...(table.subtables ?? []).map(({ uid }) => uid),
    ...(table.flow === 1 ? [stateUid(table)] : []),
  ]);

/** Of a layout what the reader's definition has: fields that are gone, or not his to see, are left out. */
export function knownLayout(table: Pick<TableDef, 'uid' | 'fields' | 'flow' | 'subtables'>, content: Layout): Layout {
  const known = uidsOf(table);
  return Object.fromEntries(Object.entries(content).filter(([uid]) => known.has(uid)));
}

/**
 * The definition as a list of it is laid out: its fields in the layout's order, shown and frozen as that says. What came into
 * the definition since stands behind. A layout of which nothing is left to show lays out nothing.
 */
export function laidOut<Table extends TableDef>(table: Table, layout: Layout | undefined): Table {
  if (!layout || !showsAny(table, layout)) return table;
  return { ...table, fields: inOrder(table.fields, layout).map((field) => laid(field, layout[field.uid])) };
}

/** Whether a layout leaves the list a column. */
export function showsAny({ fields }: Pick<TableDef, 'fields'>, layout: Layout): boolean {
  return shownInList({ fields: fields.map((field) => laid(field, layout[field.uid])) }).length > 0;
}

/** In the layout's order; of what it gives no place, in its own behind that. */
export function inOrder<Field extends Pick<FieldDef, 'uid'>>(fields: readonly Field[], layout: Layout): Field[] {
  const place = ({ uid }: Field): number => layout[uid]?.index ?? Number.MAX_SAFE_INTEGER;
  return fields.toSorted((one, other) => place(one) - place(other));
}

function laid(field: FieldDef, said: LaidField | undefined): FieldDef {
  if (!said) return field;
  return {
    ...field,
    ...(said.list === undefined || !mayBeListed(field) ? {} : { list_hidden: said.list === 1 ? 0 : 1 }),
    ...(said.frozen === undefined ? {} : { frozen: said.frozen }),
  };
}

/** Whether the search view offers a field as a filter. */
export function isSought(field: FieldDef, layout: Layout | undefined): boolean {
  const said = layout?.[field.uid]?.search;
  return said === undefined ? field.search === 1 && field.SearchShow !== 'NONE' : said === 1;
}
