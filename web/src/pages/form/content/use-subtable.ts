import { type RefObject, useCallback, useMemo, useRef } from 'react';
import { useStore } from 'zustand';
import { type Form, isEditable, isNeeded, isVisible } from '#protocol/rules/form/form.ts';
import { isSaidBySub } from '#protocol/rules/form/narrowed.ts';
import { subtableKey } from '#protocol/rules/form/rows-name.ts';
import { isSubtableOthers, subtableActions } from '#protocol/rules/form/subtable.ts';
import { type Units, useUnits } from '#web/fields/amounts.tsx';
import { useText } from '#web/i18n/use-text.ts';
import { rowFormOf } from '../state/circumstances.ts';
import { type SubRow, standing } from '../state/form-state.ts';
import type { SubtableForm } from '../state/subtable-form.ts';
import type { Typing } from '../state/typing.ts';
import { focusCell, whenDrawn } from './focus.ts';
import { usePaged } from './paging/use-paged.ts';
import { type Paging, usePaging } from './paging/use-paging.ts';
import type { SubColumn } from './SubtableRow.tsx';

/** What an inline sub-table shows, and what may be done with its rows. */
export interface SubtableControl {
  /** rows as they will stand after the save */
  rows: readonly SubRow[];
  columns: readonly SubColumn[];
  mayAdd: boolean;
  mayDelete: boolean;
  /** some rows may be taken away: one that is not saved yet is taken back by who added it */
  mayRemove: boolean;
  /** the step opens it to another signer */
  others: boolean;
  /** the page of them that is drawn */
  paging: Paging;
  /** adds a row, and goes to its cell in a column */
  add(column?: number): void;
  /** goes on in a column behind the page's last row or before its first one */
  beyond(column: number, step: 1 | -1): void;
  remove(row: string, at: number): void;
  /** where the keyboard goes then */
  body: RefObject<HTMLTableSectionElement | null>;
  adder: RefObject<HTMLButtonElement | null>;
}

export function useSubtable(typing: Typing, sub: SubtableForm): SubtableControl {
  const { store, addRow, leave } = typing;
  const key = subtableKey(sub.def);
  const all = useStore(store, (state) => state.subs[key]);
  const rows = useMemo(() => (all ?? []).filter((row) => !row.gone), [all]);
  const terms = useTerms(typing, sub);
  const body = useRef<HTMLTableSectionElement>(null);
  const adder = useRef<HTMLButtonElement>(null);
  const paging = usePaging(rows.length, body);
  const { page, last, turn, toRow } = paging;
  usePaged(body, { typing, sub, rows, columns: terms.columns, toRow });
  /** A new row is typed in at once: in its first cell, or in that of the column one comes from. */
  const add = useCallback(
    (column?: number) => {
      addRow(sub);
      toRow(standing(store.getState(), key).length - 1);
      whenDrawn(() => focusCell(body.current?.lastElementChild, column));
    },
    [addRow, sub, toRow, store, key],
  );
  const { mayAdd } = terms;
  const beyond = useCallback(
    (column: number, step: 1 | -1) => {
      const next = page + step;
      if (next > last && mayAdd) add(column);
      if (next > last || next < 1) return;
      turn(next);
      whenDrawn(() => focusCell(step === 1 ? body.current?.firstElementChild : body.current?.lastElementChild, column));
    },
    [page, last, turn, add, mayAdd],
  );
  /** The next row's button takes the focus, so that the keyboard stays where it was. */
  const remove = useCallback(
    (row: string, at: number) => {
      typing.removeRow(sub, row);
      leave(key);
      whenDrawn(() => {
        const left = [...(body.current?.querySelectorAll<HTMLElement>('[data-remove]') ?? [])];
        (left.find((one) => Number(one.dataset.remove) >= at) ?? left.at(-1) ?? adder.current)?.focus();
      });
    },
    [typing, sub, leave, key],
  );
  return { rows, ...terms, mayRemove: terms.mayAdd || terms.mayDelete, paging, add, beyond, remove, body, adder };
}

/** The unit of the rows' sums, which stands beside their name. */
export const unitOfRows = ({ table }: SubtableForm, unitOf: Units['unitOf']): string =>
  table.fields
    .filter((field) => field.stat === 'SUM')
    .map(unitOf)
    .find((text) => text !== '') ?? '';

/** Which columns are shown and what may be done, by the record's state; no rule reads the values of rows. */
function useTerms(typing: Typing, sub: SubtableForm) {
  const { label } = useText();
  const { unitOf, measured } = useUnits();
  return useMemo(() => {
    const unit = unitOfRows(sub, unitOf);
    const form = typing.formAt(typing.store.getState().values);
    const [added, stands] = [{ values: {} }, { id: 0, values: {} }].map((row) => rowFormOf(sub, form, row, typing.filler)) as [Form, Form];
    const may = subtableActions(sub.def, sub.table, form);
    const columns = sub.table.fields
      .filter((field) => !isSaidBySub(sub.def, field.field_name) && field.data_type !== 'title' && isVisible(field, added))
      .map<SubColumn>((field) => ({
        field,
        head: unitOf(field) === unit ? label(field) : measured(field, true),
        open: { added: isEditable(field, added), standing: isEditable(field, stands) },
        must: (isEditable(field, added) || isEditable(field, stands)) && isNeeded(field, added),
      }));
    return { columns, mayAdd: may.includes('Add'), mayDelete: may.includes('Delete'), others: isSubtableOthers(sub.def, form) };
  }, [typing, sub, label, unitOf, measured]);
}
