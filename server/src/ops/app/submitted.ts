import { Refusal } from '#protocol/codes.ts';
import { type addOp, modifyOp } from '#protocol/ops/app.ts';
import { DECISION, type Decision } from '#protocol/ops/decision.ts';
import type { RequestOf } from '#protocol/ops/op.ts';
import type { DecideRequest } from '#server/flow/act/decision.ts';
import type { Change } from '#server/records/save/save.ts';

type Submit = RequestOf<typeof addOp> & Partial<Pick<RequestOf<typeof modifyOp>, 'id' | 'version'>>;

/** Fields of the call itself, and of the decision it may carry; all else at the top level are fields of the table. */
const OWN = new Set(Object.keys(modifyOp.request.shape));

/** The record's part of an Add or Modify. */
export function changeOf(request: Submit): Change {
  const fields = Object.fromEntries(Object.entries(request).filter(([name]) => !OWN.has(name)));
  return { ...(request.id === undefined ? {} : { id: request.id }), version: request.version, fields, subtables: request._subtables ?? {} };
}

/** Letters of an opinion that are read at all, as of those of flow's calls; how long one may be is said where it is judged. */
const LONGEST_READ = 100_000;

/** The decision that an Add or Modify with `_event` is: `remark` is the opinion then, no field. */
export function decisionOf(request: Submit & { _event: number }): DecideRequest {
  const { remark, ...fields } = changeOf(request).fields;
  const said = Object.fromEntries(SAID.map((name) => [name, request[name]]).filter(([, value]) => value !== undefined));
  const { id, version, _event: event, _rid: rid, _answer: answer, _subtables: subtables } = request;
  const own = Object.fromEntries(Object.entries({ id, version, rid, answer, subtables }).filter(([, value]) => value !== undefined));
  if (typeof remark === 'string' && remark.length > LONGEST_READ) throw new Refusal(316, '', { field: 'remark' });
  return { ...own, ...said, event, fields, remark: typeof remark === 'string' ? remark : '' };
}

/** What a decision says beside its event. */
const SAID = Object.keys(DECISION).filter((name) => !name.startsWith('_')) as Exclude<keyof Decision, '_event' | '_answer'>[];
