import { type RefObject, useContext, useLayoutEffect } from 'react';
import { flushSync } from 'react-dom';
import { subtableKey } from '#protocol/rules/form/rows-name.ts';
import { widgetOf } from '#web/fields/registry.ts';
import { MarksOf } from '../../since/marks.ts';
import { rowTaken } from '../../state/circumstances.ts';
import type { SubRow } from '../../state/form-state.ts';
import type { SubtableForm } from '../../state/subtable-form.ts';
import type { Typing } from '../../state/typing.ts';
import type { SubColumn } from '../SubtableRow.tsx';
import { PAGED } from './paged.ts';

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
