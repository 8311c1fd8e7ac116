import { enterOp, loadEntryOp } from '#protocol/ops/sys.ts';
import { op } from '#server/ops/op.ts';
import { enter, loadEntry } from '#server/signin/entry-link.ts';

export const loadEntryCall = op(loadEntryOp, async (house, { request, caller }) => ({
  data: await loadEntry(house, request.link, caller),
}));
export const enterCall = op(enterOp, async (house, { request, caller }) => ({ data: await enter(house, request, caller) }));
