import { useMemo, useRef, useState } from 'react';
import type { FormOp } from '#protocol/rules/form/form.ts';
import { isSubtableVisible } from '#protocol/rules/form/subtable.ts';
import { call } from '#web/api/call.ts';
import { ops } from '#web/api/ops.ts';
import { isLooking, sessionState } from '#web/api/session.ts';
import { today } from '#web/i18n/clock.ts';
import type { Filler } from '../state/circumstances.ts';
import type { Copies, ReadChosen } from '../state/copies.ts';
import { openedAs } from '../state/opened.ts';
import type { SubtableForm } from '../state/subtable-form.ts';
import { createFormStore, createTyping, type Typing } from '../state/typing.ts';
import type { FormStore } from '../state/writing.ts';
import type { Read } from './use-read.ts';

/** The circumstances in which a page's form is typed in. */
export interface Circumstances {
  store: FormStore;
  filler: Filler;
  op: FormOp;
  review_state: number;
  /** null until the definition is known */
  typing: Typing | null;
  subs: readonly SubtableForm[];
}

/** How the form is typed in, by who reads it and where the record stands. */
export function useTyping({ id, table, inline, subTables, record, turn, actions }: Read, asked: string): Circumstances {
  const [store] = useState(createFormStore);
  const [copies] = useState<Copies>(() => new Map());
  const filler = useMemo<Filler>(() => ({ user: sessionState().session!.user, today: today() }), []);
  const op = openedAs(asked, { id, actions, known: record !== null, looking: isLooking() });
  const review_state = Number((record?.review_state as { id?: number } | undefined)?.id ?? 1);
  const standing = useRef<readonly SubtableForm[]>([]);
  const typing = useMemo(
    () =>
      table
        ? createTyping(store, { table, op: typedAs(op), review_state, filler, turn, read, copies, subs: () => standing.current })
        : null,
    [store, table, op, review_state, filler, turn, copies],
  );
  const subs = useMemo<SubtableForm[]>(() => {
    if (!subTables || !typing) return [];
    const form = typing.formAt(store.getState().values);
    return inline.map((def, at) => ({ def, table: subTables[at]! })).filter((sub) => isSubtableVisible(sub.def, form));
  }, [inline, subTables, typing, store]);
  standing.current = subs;
  return { store, filler, op, review_state, typing, subs };
}

const read: ReadChosen = async (cloud, id, fields) => (await call(ops.get, { cloud, id, fields })).data ?? {};

/** Through somebody's eyes a form is read, whatever he might do with it. */
const typedAs = (op: FormOp): FormOp => (isLooking() ? 'Show' : op);
