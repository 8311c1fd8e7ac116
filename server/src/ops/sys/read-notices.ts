import { readNoticesOp } from '#protocol/ops/sys.ts';
import { readNotices } from '#server/flow/store/notices.ts';
import { op } from '../op.ts';

/** /sys?op=ReadNotices: the caller's own, whatever is asked. */
export const readNoticesCall = op(readNoticesOp, async (house, { request, session }) => ({
  data: { read: await readNotices(house.db, session, house.clock.now(), request) },
}));
