import { enterOp, forgotOp, loadEntryOp } from '#protocol/ops/sys.ts';
import { noteForgotten } from '#server/mail/forgot.ts';
import { op } from '#server/ops/op.ts';
import { enter, loadEntry } from '#server/signin/once/entry-link.ts';

export const loadEntryCall = op(loadEntryOp, async (house, { request, caller }) => ({
  data: await loadEntry(house, request.link, caller),
}));
export const enterCall = op(enterOp, async (house, { request, caller }) => ({ data: await enter(house, request, caller) }));
export const forgotCall = op(forgotOp, async (house, { request, caller }) => {
  await noteForgotten(house, request, caller);
  return { data: {} };
});
