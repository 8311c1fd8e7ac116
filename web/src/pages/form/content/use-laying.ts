import { useCallback, useState } from 'react';
import { useStore } from 'zustand';
import { isOf } from '#protocol/meta/data-types.ts';
import { subtableKey } from '#protocol/rules/form/rows-name.ts';
import { isBlock, MOST_LETTERS, MOST_ROWS, parseBlock } from '#protocol/rules/sheet/block.ts';
import { type FieldHost, useFieldHost } from '#web/fields/host.ts';
import { useText } from '#web/i18n/use-text.ts';
import { currencyIn } from '../state/circumstances.ts';
import { cellKey, type FormState, standing } from '../state/form-state.ts';
import { type Laid, layBlock } from '../state/laid-block.ts';
import { nameCells } from '../state/named-cells.ts';
import { rowSpecs } from '../state/sent/submission.ts';
import type { SubtableForm } from '../state/subtable-form.ts';
import type { Typing } from '../state/typing.ts';
import { rowValues } from '../state/writing.ts';
import type { SubtableControl } from './use-subtable.ts';

export interface Laying {
  /** what became of the rows that were pasted last; '' where nothing is to say */
  said: string;
  /** takes a text that is pasted into a cell; false where it is one cell's own */
  lay(text: string, row: number, column: number): boolean;
  /** takes back what was pasted last, as one step; absent once something else was typed into the rows */
  undo: (() => void) | undefined;
}

/** A block that was laid, and the rows as they stood before and stand since. */
interface Step {
  before: Pick<FormState, 'subs' | 'errors'>;
  since: FormState['subs'][string] | undefined;
}

/** Rows that were copied from a spreadsheet and are pasted into a cell: they lie over it and over what is right of it and below, and add rows. */
export function useLaying(typing: Typing, sub: SubtableForm, { columns, mayAdd }: SubtableControl): Laying {
  const { t, label, listed } = useText();
  const host = useFieldHost();
  const [said, setSaid] = useState('');
  const [step, setStep] = useState<Step | null>(null);
  const key = subtableKey(sub.def);
  const rowsNow = useStore(typing.store, (state) => state.subs[key]);
  const lay = useCallback(
    (text: string, row: number, column: number) => {
      // lines of a text that has several are its own
      const isText = isOf(columns[column]!.field.data_type, 'lines') && !text.includes('\t');
      if (isText || !isBlock(text.slice(0, MOST_LETTERS))) return false;
      const state = typing.store.getState();
      const rows = standing(state, key);
      const specs = new Map(rowSpecs(sub, currencyIn(state.values, typing.filler)).map((spec) => [spec.def.field_name, spec]));
      const goals = columns.map(({ field, open }) => ({ spec: specs.get(field.field_name) ?? { def: field }, open }));
      const room = mayAdd ? (sub.def.max ?? Number.POSITIVE_INFINITY) - rows.length : 0;
      const laid = layBlock(parseBlock(text.slice(0, MOST_LETTERS)), { columns: goals, rows, at: { row, column }, room });
      if (text.length > MOST_LETTERS || laid.rows.length + laid.over > MOST_ROWS) {
        setSaid(t('form.laidTooMany', { n: MOST_ROWS }));
        return true;
      }
      setStep(null);
      void layDown(typing, sub, laid, host.called).then((isAlone) => {
        if (isAlone) setStep({ before: state, since: typing.store.getState().subs[key] });
      });
      const names = laid.closed.map((name) => label(specs.get(name)?.def));
      const parts = [
        t('form.laid', { n: laid.rows.length }),
        ...(laid.closed.length > 0 ? [t('form.laidClosed', { names: listed(names) })] : []),
        ...(laid.beyond > 0 ? [t('form.laidBeyond', { n: laid.beyond })] : []),
        ...(laid.over > 0 ? [t('form.laidOver', { n: laid.over })] : []),
      ];
      setSaid(parts.join(' '));
      return true;
    },
    [typing, sub, key, columns, mayAdd, host, t, label, listed],
  );
  const isLast = step !== null && step.since === rowsNow;
  const undo = () => {
    if (!step) return;
    typing.unlay(sub, step.before);
    setStep(null);
    setSaid(t('form.laidUndone'));
  };
  return { said, lay, undo: isLast ? undo : undefined };
}

/**
 * Puts the values there, asks for the records that they name, and tells what is wrong at the cells as if they had been typed. Answers whether
 * nobody typed anything else into the rows meanwhile.
 */
async function layDown(typing: Typing, sub: SubtableForm, laid: Laid, called: FieldHost['called']): Promise<boolean> {
  const key = subtableKey(sub.def);
  const { store, cell, leave } = typing;
  const rows = typing.lay(sub, laid.rows);
  const now = () => store.getState().subs[key];
  let [last, isAlone] = [now(), true];
  const places = rows.flatMap((row, at) => Object.keys(laid.rows[at]!.values).map((name) => [row, name] as const));
  const laidIn = (row: string) => Object.keys(laid.rows[rows.indexOf(row)]!.values);
  const fields = sub.table.fields;
  const naming = fields.flatMap((field) =>
    places
      .filter(([, name]) => name === field.field_name)
      .map(([row]) => ({
        field,
        values: () => rowValues(store, key, row),
        put: (value: unknown) => {
          isAlone &&= now() === last;
          cell(sub, row, { [field.field_name]: value }, field, laidIn(row));
          last = now();
        },
      })),
  );
  await nameCells(naming, called, () => undefined);
  leave(...places.map(([row, name]) => cellKey(key, row, name)));
  return isAlone && now() === last;
}
