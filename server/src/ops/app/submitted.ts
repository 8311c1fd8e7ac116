import type { addOp, modifyOp } from '#protocol/ops/app.ts';
import type { RequestOf } from '#protocol/ops/op.ts';
import type { Change } from '#server/records/save.ts';

type Submit = RequestOf<typeof addOp> & Partial<Pick<RequestOf<typeof modifyOp>, 'id' | 'version'>>;

/** Fields of the call itself, and of the decision it may carry (decisions 5); all else at the top level are fields of the table. */
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
