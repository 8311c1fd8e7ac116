import { isOf } from '#protocol/meta/data-types.ts';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { STATE, shownInList } from './list.ts';

/** What a layout says of one field, or of a sub-table (`import` and `export` alone); what it does not say is as the definition has it. */
export interface LaidField {
  /** 1: a column of the list */
  list?: 0 | 1 | undefined;
  /** px of the column */
  list_width?: number | undefined;
  /** 1: the search view offers it as a filter */
  search?: 0 | 1 | undefined;
  import?: 0 | 1 | undefined;
  export?: 0 | 1 | undefined;
  /** its place among the columns */
  index?: number | undefined;
  /** 1: the column stays where the others scroll away */
  frozen?: 0 | 1 | undefined;
}

/** How a list lies, by uid of its fields (LIST-10). */
export type Layout = Readonly<Record<string, LaidField>>;

/** A layout as it stands, with the row of `define` that keeps it, where the reader may change that. */
export interface KeptLayout {
  content: Layout;
  id?: number;
  version?: number;
}

/** The layouts of a list that a reader has: his own, which stands alone where there is one, and his company's. */
export interface Layouts {
  own?: KeptLayout;
  company?: KeptLayout;
  /** 1: he may write his company's */
  shares?: 1;
}

export const NARROWEST = 40;
export const WIDEST = 1200;

/** The column of a flow table's step has no field in the definition; layouts name it as if it had. */
export const stateUid = ({ uid }: Pick<TableDef, 'uid'>): string => `${uid}.${STATE}`;

/** Fields that may have a column where somebody wishes it. */
export const mayBeListed = (field: FieldDef): boolean => !field.hidden && !isOf(field.data_type, 'page', 'secret', 'heading');

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
 * The definition as a list of it is laid out: its fields in the layout's order, shown, filtered by and frozen as that says. What came into
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
    ...(said.search === undefined ? {} : { SearchShow: said.search === 0 ? 'NONE' : field.SearchShow === 'NONE' ? 'AUTO' : field.SearchShow }),
  };
}
