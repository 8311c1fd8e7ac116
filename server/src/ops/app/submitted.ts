import type { addOp, modifyOp } from '#protocol/ops/app.ts';
import type { RequestOf } from '#protocol/ops/op.ts';
import type { DecideRequest } from '#server/flow/act/decision.ts';
import type { Change } from '#server/records/write/save.ts';

type Submit = RequestOf<typeof addOp> & Partial<Pick<RequestOf<typeof modifyOp>, 'id' | 'version'>>;

/** Fields of the call itself, and of the decision it may carry; all else at the top level are fields of the table. */
const OWN = [
  'cloud',
  'id',
  'version',
  '_rid',
  '_subtables',
  '_event',
  'todo',
  'back_id',
  'next_state',
  'reviewers',
  'copies',
  'attachs',
  'limit_time',
];

/** The record's part of an Add or Modify. */
export function changeOf(request: Submit): Change {
  const fields = Object.fromEntries(Object.entries(request).filter(([name]) => !OWN.includes(name)));
  return { ...(request.id === undefined ? {} : { id: request.id }), version: request.version, fields, subtables: request._subtables ?? {} };
}

/** The decision that an Add or Modify with `_event` is: `remark` is the opinion then, no field. */
export function decisionOf(request: Submit & { _event: number }): DecideRequest {
  const { fields } = changeOf(request);
  const { remark, ...rest } = fields;
  const { _event, _rid, _subtables, todo, back_id, next_state, reviewers, copies, attachs, limit_time, id, version } = request;
  const sent = { id, todo, back_id, next_state, reviewers, copies, attachs, limit_time, version, rid: _rid, subtables: _subtables };
  const given = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined));
  return { ...given, event: _event, fields: rest, remark: typeof remark === 'string' ? remark : '' };
}
