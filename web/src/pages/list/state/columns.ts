import type { CSSProperties, ReactNode } from 'react';
import { isOf } from '#protocol/meta/data-types.ts';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { Layout } from '#protocol/meta/layout.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { inOrder, stateUid } from '#protocol/rules/layout.ts';
import { STATE, shownInList } from '#protocol/rules/list.ts';
import type { WireRow } from '#protocol/wire/envelope.ts';
import { inBoth } from '#web/i18n/use-text.ts';

export interface Column {
  name: string;
  /** its place among them, from 0 */
  at: number;
  field: FieldDef;
  /** px */
  width: number;
  /** somebody gave it this width */
  set: boolean;
  /** takes what is left over, at least `width` */
  grows: boolean;
  sortable: boolean;
  frozen: boolean;
  align: 'left' | 'right';
  /** words or a date behind a figure, which stand off from it */
  apart: boolean;
  /** decimals of the longest figure that stands in it, where others have fewer: they stand point below point */
  places?: number;
  /** px from the left edge, for frozen columns */
  left: number;
  /** of a column that no field has: what stands in its head, and in a row */
  own?: { head: ReactNode; draw: (row: WireRow) => ReactNode };
}

const DEFAULT_WIDTH = 100;
const SORT_WIDTH = 24;
const NAME_WIDTH = 160;
export const CHECK_WIDTH = 36;
/** What stands before the first column where rows have no boxes. */
const EDGE = 8;
/** px before the first column. */
export const leadOf = (boxes: boolean): number => (boxes ? CHECK_WIDTH : EDGE);

/** Where a column stays in a list that scrolls sideways: a place of its own, which moves nothing in one that does not. */
export const staysAt = (left: number): CSSProperties => ({ '--left': `${left}px` }) as CSSProperties;

/**
 * Where the word stands that a line of figures begins with, which keeps in sight however far one goes aside: from column line `begins` to
 * the first figure, which is the column at `first`; none of it below 0. At least as wide as what stays in place above it.
 */
export function beginningOf(columns: readonly Column[], boxes: boolean, begins: number, first: number): CSSProperties {
  const ends = first < 0 ? columns.length : Math.max(1, first);
  const widthOf = (some: readonly Column[]) => some.reduce((sum, { width }) => sum + width, leadOf(boxes));
  return {
    '--begins': begins,
    '--ends': first < 0 ? -1 : ends + 2,
    '--lead': `${begins > 1 ? widthOf(columns.slice(0, begins - 2)) : 0}px`,
    '--room': `${widthOf(columns.slice(0, ends))}px`,
    '--stays': `${widthOf(columns.filter(({ frozen }) => frozen))}px`,
  } as CSSProperties;
}

/** Width of a column: 30 or less counts tens; sorting needs 24 more (LIST-04). */
export function columnWidth(field: Pick<FieldDef, 'list_width' | 'sortable'>): number {
  const asked = field.list_width ?? DEFAULT_WIDTH;
  return (asked <= 30 ? asked * 10 : asked) + (field.sortable ? SORT_WIDTH : 0);
}

/** The columns of a list from the definition (LIST-04): frozen ones first; the name takes the room that is left. */
export function columnsOf(table: TableDef, boxes = true, layout: Layout = {}): readonly Column[] {
  const fields = inOrder(listed(table, layout), layout);
  const ordered = [...fields.filter((field) => field.frozen), ...fields.filter((field) => !field.frozen)];
  const setOf = (field: FieldDef): number | undefined => layout[field.uid]?.list_width;
  const grows = growing(ordered.filter((field) => !setOf(field))) ?? growing(ordered);
  let left = leadOf(boxes);
  return ordered.map((field, at) => {
    const set = setOf(field);
    const width = set ?? (field.field_name === grows ? Math.min(columnWidth(field), NAME_WIDTH + 80) : columnWidth(field));
    const column = {
      name: field.field_name,
      at,
      field,
      width,
      set: set !== undefined,
      grows: field.field_name === grows,
      sortable: field.sortable === 1,
      frozen: field.frozen === 1,
      align: alignOf(field),
      apart: alignOf(field) === 'left' && alignOf(ordered[at - 1]) === 'right',
      left,
    };
    left += column.frozen ? width : 0;
    return column;
  });
}

/** Fields with a column: what the definition shows as the layout has it, and in a flow table the record's step. */
function listed(table: TableDef, layout: Layout): readonly FieldDef[] {
  const shown = shownInList(table);
  const state = layout[stateUid(table)];
  if (!table.flow || state?.list === 0 || shown.some((field) => field.field_name === STATE)) return shown;
  return [...shown, { ...stateField(table), ...(state?.frozen === 1 ? { frozen: 1 } : {}) }];
}

const alignOf = (field: FieldDef | undefined): Column['align'] => (field && isOf(field.data_type, 'number') ? 'right' : 'left');

function growing(fields: readonly FieldDef[]): string | undefined {
  const free = fields.filter((field) => !field.frozen);
  return (
    free.find((field) => field.field_name === 'key_name') ??
    free.find((field) => field.data_type === 'text' || field.data_type === 'textarea') ??
    free.at(-1)
  )?.field_name;
}

export const stateField = (table: TableDef): FieldDef => ({
  uid: stateUid(table),
  field_name: STATE,
  ...inBoth('list.state'),
  data_type: 'select',
  sortable: 1,
  list_width: 190,
});

/** CSS grid columns of a row: what stands before the first, the columns, the actions. */
export function gridTemplate(columns: readonly Column[], boxes: boolean, actions: number): string {
  const parts = columns.map((column) => (column.grows ? `minmax(${column.width}px, 1fr)` : `${column.width}px`));
  return [`${leadOf(boxes)}px`, ...parts, ...(actions ? [`${actions}px`] : [])].join(' ');
}

/** The same on a sheet of paper, however wide: figures stay whole, words share what is left by their widths and break; nothing can be pressed. */
export function paperTemplate(columns: readonly Column[], boxes: boolean, actions: number): string {
  const parts = columns.map(({ align, width }) => (align === 'right' ? `${width}px` : `minmax(0, ${width}fr)`));
  return [`${leadOf(boxes)}px`, ...parts, ...(actions ? ['0'] : [])].join(' ');
}

export const totalWidth = (columns: readonly Column[], boxes: boolean, actions: number): number =>
  columns.reduce((sum, column) => sum + column.width, leadOf(boxes) + actions);

/** The unit that all figures of the list share; then it stands once above the table instead of in each head. */
export function sharedUnit(columns: readonly Column[], unitOf: (field: FieldDef) => string): { unit: string; money: boolean } | null {
  const units = columns.flatMap(({ field }) => (field.data_type === 'numeric' && unitOf(field) !== '%' && unitOf(field)) || []);
  const money = columns.some(({ field }) => field.money === 1);
  return units[0] !== undefined && units.every((unit) => unit === units[0]) ? { unit: units[0], money } : null;
}

/** Table height in a dialog: 500, or the window's minus 200 where that is above 300 (LIST-12). On a page the sheet gives it. */
export const tableHeight = (body: number): number => (body > 300 ? body - 200 : 500);
