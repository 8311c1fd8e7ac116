import type { ElementType } from 'react';

/** The elements of a pivot. */
export interface Tags {
  readonly grid: ElementType;
  readonly heads: ElementType;
  readonly lines: ElementType;
  readonly total: ElementType;
  readonly row: ElementType;
  readonly head: ElementType;
  readonly cell: ElementType;
  /** how a head that stands above several columns or rows says so */
  spans(columns: number, rows: number): object;
}

/** On the screen boxes of known sizes: a table is laid out whole whenever a column comes or goes. What they are their roles say. */
export const ON_SCREEN: Tags = {
  ...{ grid: 'div', heads: 'div', lines: 'div', total: 'div', row: 'div', head: 'div', cell: 'div' },
  spans: (columns, rows) => ({
    ...(columns > 1 ? { 'aria-colspan': columns } : {}),
    ...(rows > 1 ? { 'aria-rowspan': rows } : {}),
    style: { '--columns': columns, '--rows': rows },
  }),
};

/** On paper a table: its columns are as wide as they need. */
export const ON_PAPER: Tags = {
  ...{ grid: 'table', heads: 'thead', lines: 'tbody', total: 'tfoot', row: 'tr', head: 'th', cell: 'td' },
  spans: (colSpan, rowSpan) => ({ colSpan, rowSpan }),
};
