import { useRef, useState } from 'react';
import type { TableDef } from '#protocol/meta/table.ts';
import type { EntityValue, Envelope, FileValue } from '#protocol/wire/envelope.ts';
import type { ProcessRow } from '#protocol/wire/process.ts';
import { call } from '#web/api/call.ts';
import { type ApiError, asApiError } from '#web/api/error.ts';
import { newRid } from '#web/api/rid.ts';
import { invalidateTable } from '#web/api/use-op.ts';
import type { DraftPlace } from '#web/drafts/place.ts';
import { dropKept, useTyped } from '#web/drafts/use-draft.ts';
import type { Sought } from '#web/fields/sought.ts';
import { asEntities } from '#web/fields/values.ts';
import { useText } from '#web/i18n/use-text.ts';
import { attached, useAttachments } from '../handling/attachments.ts';
import { useOnce } from '../handling/use-once.ts';
import { ACTS, type Begun, type BesideAct, CALLS } from './acts.ts';
import { type ActWrong, wrongWhom, wrongWords } from './faults.ts';

/** The record that something is done with, and what follows. */
export interface ActOn {
  table: TableDef;
  cloud: string;
  id: number;
  /** what the record is called */
  name: string;
  /** the reader's own to-do, where he has one */
  todo: number | undefined;
  me: number;
  rows: readonly ProcessRow[];
  /** it is done: what came of it, in words */
  done(op: BesideAct, message: string, isGone: boolean): void;
}

type Place = 'before' | 'with' | 'after';

/** What is said with an act: kept until it is sent, or emptied. */
interface Said {
  remark: string;
  people: readonly (EntityValue | Sought)[];
  files: readonly FileValue[];
  place: Place;
}
const NOTHING: Said = { remark: '', people: [], files: [], place: 'with' };
const isEmpty = ({ remark, people, files }: Said): boolean => remark.trim() === '' && people.length === 0 && files.length === 0;

/** Where what is typed for an act is kept: upon its to-do, or upon the record. */
const placeOf = ({ cloud, id, todo }: ActOn, { op, row }: Begun): DraftPlace => ({
  ...{ part: 'act', cloud, id },
  about: [op, row?.id ?? todo ?? ''].join(' '),
});

interface Sending {
  /** what each request says beside the rest, where it takes several */
  extra?: readonly object[];
  /** whom it was done about, where nobody was named */
  who?: readonly EntityValue[];
}

/** An act beside deciding from its dialog to its answer: a refusal leaves everything as it was typed. */
export function useAct(on: ActOn, begun: Begun) {
  const texts = useText();
  const { t } = texts;
  const { op } = begun;
  const place = placeOf(on, begun);
  const { value, set, end } = useTyped(place, NOTHING, isEmpty);
  const [wrong, setWrong] = useState<ActWrong>({});
  const { working, once } = useOnce();
  const request = useRequests();
  const write = (change: Partial<Said>) => {
    set(change);
    setWrong({});
  };
  const attachments = useAttachments({ cloud: on.cloud, id: on.id, files: value.files, put: (files) => write({ files }) });
  const found = (): ActWrong => ({
    ...(op in ACTS && ACTS[op as keyof typeof ACTS].whom ? wrongWhom(value.people, t, t(`beside.${op as 'Relay'}Nobody`)) : {}),
    ...wrongWords(value.remark, op === 'Urge', t, t(`beside.${op}Words`)),
    ...(attachments.uploading ? { all: t('beside.attachWait') } : {}),
  });
  const people = asEntities(value.people);
  const send = ({ extra = [{}], who = people }: Sending = {}) =>
    once(op, async () => {
      const faults = found();
      setWrong(faults);
      if (Object.keys(faults).length > 0) return;
      try {
        let answer: Envelope = { code: 200 } as Envelope;
        for (const more of extra) answer = await request(op, { ...wireOf(on, begun, value), ...more });
        end();
        dropKept(place);
        on.done(op, doneWords(texts, begun, answer, who), isGone(op, value.place));
      } catch (error) {
        const fault = asApiError(error);
        setWrong(lineOf(fault, people));
        void invalidateTable(on.cloud);
      }
    });
  return { said: value, people, write, wrong, setWrong, working: working !== null, attachments, send };
}

export type Acting = ReturnType<typeof useAct>;

/** One request as long as the same is sent: pressed again after an answer that never came, it happens once. */
function useRequests() {
  const sent = useRef<{ of: string; rid: string }[]>([]);
  return async (op: BesideAct, content: Readonly<Record<string, unknown>>): Promise<Envelope> => {
    const of = JSON.stringify([op, content]);
    const one = sent.current.find((each) => each.of === of) ?? { of, rid: newRid() };
    sent.current = [...sent.current.filter((each) => each !== one), one];
    return call(CALLS[op], { ...content, _rid: one.rid } as never);
  };
}

function wireOf({ cloud, id, todo }: ActOn, { op, row }: Begun, { remark, people, files, place }: Said): Record<string, unknown> {
  const whom = op in ACTS ? ACTS[op as keyof typeof ACTS].whom : undefined;
  const own = ['Relay', 'AddSign', 'Assign', 'RevokeRelay'].includes(op) ? todo : undefined;
  const from = row?.id ?? own;
  return {
    ...{ cloud, id },
    ...(from ? { todo: from } : {}),
    ...(remark.trim() ? { remark: remark.trim() } : {}),
    ...(whom
      ? {
          [whom]: `,${asEntities(people)
            .map((each) => each.id)
            .join(',')},`,
        }
      : {}),
    ...attached(files),
    ...(op === 'AddSign' ? { place } : {}),
    ...(op === 'Revoke' ? { confirm: 1 } : {}),
  };
}

/** Beside which line a refusal belongs: who is named in it was chosen there. */
function lineOf({ remark, data }: ApiError, people: readonly EntityValue[]): ActWrong {
  const isOne = people.some(({ id }) => id === Number(data.user ?? (data.name as EntityValue | undefined)?.id));
  if (isOne || data.field === 'reviewers' || data.field === 'copies') return { people: remark };
  return data.field === 'remark' ? { remark } : { all: remark };
}

/** The reader's to-do is another's now, or waits for others. */
const isGone = (op: BesideAct, place: Place): boolean => op === 'Assign' || (op === 'AddSign' && place === 'before');

function doneWords(
  { t, label, listed }: ReturnType<typeof useText>,
  { op, row }: Begun,
  { data = {} }: Envelope,
  people: readonly EntityValue[],
): string {
  const step = label(data.review_state as object | undefined);
  const who = row ? label(row.review_entity) : listed(people.map((each) => label(each)));
  return t(`beside.${op}Done`, { who, step });
}
