import type { Decision as Said } from '#protocol/ops/decision.ts';
import type { Envelope } from '#protocol/wire/envelope.ts';
import { type CallOptions, call } from '#web/api/call.ts';
import { ops } from '#web/api/ops.ts';
import { writeHeld } from '#web/drafts/windows.ts';
import { agreed, DECIDED } from '#web/flow/handling/agreed.ts';
import type { FormState } from '../state/form-state.ts';
import { sentFor } from '../state/sent/sent.ts';
import { submission } from '../state/sent/submission.ts';
import { send } from '../state/typing.ts';
import type { Read } from './use-read.ts';
import type { Standing } from './use-standing.ts';
import type { Circumstances } from './use-typing.ts';

export interface Decision extends Omit<Said, 'reviewers' | 'copies'> {
  _event: number;
  reviewers?: readonly number[];
  copies?: readonly number[];
  remark?: string;
  /** whether required fields must be filled: not to send it back, nor to end it */
  whole: boolean;
  /** of the button, for what is asked before it is taken */
  word?: string;
}

/** Of a form that is typed in: what is sent. */
export interface Sending {
  read: Pick<Read, 'cloud' | 'id'>;
  on: Circumstances;
  standing: Pick<Standing, 'version'>;
}

/**
 * Sends what stands in the form, with a decision where one is made: one request as long as the content is the same. Null: what the decision's
 * action asked was not agreed to.
 */
export async function requestSave(
  { read: { cloud, id }, on, standing: { version } }: Sending,
  state: FormState,
  decision?: Decision,
): Promise<Envelope | null> {
  const fields = submission(state, on.typing!.formAt(state.values), on.subs, id === 0, on.filler);
  const content = { ...fields, ...(decision ? asSent(decision) : {}), cloud };
  const change = { ...content, ...(id === 0 ? {} : { id }), ...(id > 0 && version.current ? { version: version.current } : {}) };
  const sent = { ...change, _rid: ridOf(on, change) };
  const once = (yes: object = {}, how: CallOptions = {}) =>
    id === 0 ? call(ops.add, { ...sent, ...yes }, how) : call(ops.modify, { ...sent, ...yes, id }, how);
  return decision ? agreed(decision.word ?? '', (yes) => once(yes, DECIDED)) : once();
}

/** It lies in the draft before the request goes: its answer may never come, and the page be gone by then. */
function ridOf({ store }: Circumstances, content: object): string {
  const sent = sentFor(store.getState().sent, content);
  send(store, { type: 'sent', sent });
  writeHeld();
  return sent.rid;
}

/** The workflow fields of a decision as the wire has them. */
function asSent({ whole: _, word: _word, todo, remark, reviewers, copies, ...rest }: Decision): Record<string, unknown> {
  return {
    ...(todo ? { todo } : {}),
    ...(remark ? { remark } : {}),
    ...(reviewers?.length ? { reviewers: `,${reviewers.join(',')},` } : {}),
    ...(copies?.length ? { copies: `,${copies.join(',')},` } : {}),
    ...rest,
  };
}
