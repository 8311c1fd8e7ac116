import { type RefObject, useContext, useLayoutEffect } from 'react';
import { flushSync } from 'react-dom';
import { subtableKey } from '#protocol/rules/form/rows-name.ts';
import { widgetOf } from '#web/fields/registry.ts';
import { MarksOf } from '../since/marks.ts';
import { rowTaken } from '../state/circumstances.ts';
import type { SubRow } from '../state/form-state.ts';
import type { SubtableForm } from '../state/subtable-form.ts';
import type { Typing } from '../state/typing.ts';
import type { SubColumn } from './SubtableRow.tsx';

/** Rows of a form of which one page is drawn, for who looks for a place in them. */
export interface PagedRows {
  /** where a row stands among all, from 0; below that where it is none of them */
  at(row: string): number;
  /** draws the page on which a row stands */
  open(row: string): void;
  /** whether a row's cell is typed in, drawn or not */
  isTyped(row: string, field_name: string): boolean;
  /** the rows that say that they are another since their reader looked, in their order */
  marked(): readonly string[];
}

/** By the body of their table, which bears `data-paged`. */
export const PAGED = new WeakMap<Element, PagedRows>();

interface PagedOn {
  typing: Typing;
  sub: SubtableForm;
  rows: readonly SubRow[];
  columns: readonly SubColumn[];
  toRow(at: number): void;
}

/** Lets who looks for a place of the form find those that stand on another page. */
export function usePaged(body: RefObject<Element | null>, on: PagedOn): void {
  const marks = useContext(MarksOf);
  useLayoutEffect(() => {
    const { rows, sub } = on;
    const at = (row: string) => rows.findIndex((each) => each.key === row);
    if (body.current)
      PAGED.set(body.current, {
        at,
        open: (row) => flushSync(() => on.toRow(at(row))),
        isTyped: (row, name) => rows.some((each) => each.key === row && isCellTyped(on, each, name)),
        marked: () => (marks ? rows.filter((row) => marks.row(subtableKey(sub.def), row.id) !== null).map((row) => row.key) : []),
      });
  });
}

function isCellTyped({ typing, sub, columns }: PagedOn, { id, loaded }: SubRow, field_name: string): boolean {
  const column = columns.find(({ field }) => field.field_name === field_name);
  if (!column || !widgetOf(column.field).Edit) return false;
  if (id === undefined) return column.open.added;
  const taken = () => rowTaken(sub, typing.formAt(typing.store.getState().values), { id, loaded }, typing.filler);
  return column.open.standing && taken().Modify;
}

/** Where a place stands that is a cell of such rows. */
export function pagedAt(within: Element | null, place: string): { sub: string; row: string; field: string; rows: PagedRows } | undefined {
  const [sub, row, field] = place.split('/');
  if (sub === undefined || row === undefined || field === undefined) return undefined;
  const body = within?.querySelector(`[data-place="${CSS.escape(sub)}"] [data-paged]`);
  const rows = body ? PAGED.get(body) : undefined;
  return rows && rows.at(row) >= 0 ? { sub, row, field, rows } : undefined;
}
