import { activeOp } from '#protocol/ops/sys.ts';
import { op } from '#server/ops/op.ts';

/** Finding the session has moved its idle end already: every call without `_bg` does. */
export const activeCall = op(activeOp, async () => ({}));
