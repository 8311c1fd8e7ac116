import { useMemo, useRef, useState } from 'react';
import type { VersionThen } from '#protocol/wire/version.ts';
import { call } from '#web/api/call.ts';
import { asApiError } from '#web/api/error.ts';
import { ops } from '#web/api/ops.ts';
import type { ClientRequest } from '#web/api/request.ts';
import { newRid } from '#web/api/rid.ts';
import { isLooking } from '#web/api/session.ts';
import { invalidateTable } from '#web/api/use-op.ts';
import type { FormPage } from '../../control/use-form-page.ts';
import type { Values } from '../../state/form-state.ts';
import { submission } from '../../state/sent/submission.ts';
import type { SubtableForm } from '../../state/subtable-form.ts';
import { toldOf, wordsOf } from '../../state/told.ts';
import { createFormStore, createTyping, send, type Typing, type TypingOn } from '../../state/typing.ts';
import { type Brought, broughtBack, isComing } from './brought.ts';

export interface Restoring {
  /** null: the version is not there yet, or stands beside another record than the page has */
  brought: Brought | null;
  /** whether the reader may change the record at all */
  may: boolean;
  /** so many fields and rows come back */
  coming: number;
  busy: boolean;
  /** why it was not brought back: what is wrong with it by the form's rules, or the server's refusal */
  refused: { by: 'rules' | 'server'; lines: readonly string[] } | null;
  restore(): Promise<boolean>;
}

/** Brings a version back as somebody would who typed it: an ordinary Modify, by the form's rules, upon the version that was looked at. */
export function useRestoring(page: FormPage, cloud: string, id: number, told: VersionThen | undefined): Restoring {
  const { table, subs } = page;
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Restoring['refused']>(null);
  const request = useRequest();
  const tell = (by: 'rules' | 'server', lines: readonly string[]): false => {
    setRefused({ by, lines });
    return false;
  };
  const may = !isLooking() && page.actions.some((action) => action.op === 'Modify');
  const on = useBrought(page, told);
  const restore = async (): Promise<boolean> => {
    if (!on || !told || busy) return false;
    setRefused(null);
    const { typing, brought } = on;
    send(typing.store, { type: 'undo' });
    typing.restore(brought.draft);
    const wrong = typing.tell(table!.flow !== 1);
    if (wrong.length > 0)
      return tell(
        'rules',
        wrong.map(({ fault }) => wordsOf(toldOf(fault))),
      );
    const state = typing.store.getState();
    const fields = submission(state, typing.formAt(state.values), subs, false, typing.filler);
    setBusy(true);
    try {
      await request({ ...fields, cloud, id, version: told.version });
      return true;
    } catch (error) {
      const { remark, rows } = asApiError(error);
      return tell('server', [remark, ...rows.map((row) => String(row.remark ?? ''))].filter(Boolean));
    } finally {
      setBusy(false);
      void invalidateTable(cloud);
    }
  };
  const coming = on ? [...on.brought.fields, ...on.brought.rows].filter(isComing).length : 0;
  return { brought: on?.brought ?? null, may, coming, busy, refused, restore };
}

/** What comes back, worked out anew where the record or the version is another; null while one is not of the other. */
function useBrought({ table, record, typing, subs }: FormPage, told: VersionThen | undefined): { typing: Typing; brought: Brought } | null {
  const { review_state, filler, turn } = typing ?? {};
  return useMemo(() => {
    if (!told || !table || !filler || review_state === undefined || record?.version !== told.version) return null;
    const own = typingOf({ table, review_state, filler, turn }, record, subs);
    return { typing: own, brought: broughtBack(told, record, own, subs) };
  }, [told, table, record, review_state, filler, turn, subs]);
}

/** The same sent once more is the same request, done once. */
function useRequest() {
  const sent = useRef({ of: '', rid: '' });
  return (content: ClientRequest<typeof ops.modify>) => {
    const of = JSON.stringify(content);
    if (sent.current.of !== of) sent.current = { of, rid: newRid() };
    return call(ops.modify, { ...content, _rid: sent.current.rid });
  };
}

/** A form of its own upon the record as it stands: what stands in the page stays as it is. */
function typingOf(on: Pick<TypingOn, 'table' | 'review_state' | 'filler' | 'turn'>, record: Values, subs: readonly SubtableForm[]): Typing {
  const store = createFormStore();
  send(store, { type: 'load', values: record, subs: (record._subtables ?? {}) as Record<string, Values[]> });
  return createTyping(store, { ...on, op: 'Modify', subs: () => subs, read: () => Promise.resolve({}), copies: new Map() });
}
