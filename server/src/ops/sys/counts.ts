import { countsOp } from '#protocol/ops/sys.ts';
import { countsOf, MOST_COUNTED } from '#server/flow/read/counts.ts';
import { channelPassword, topicOf } from '#server/jobs/credentials.ts';
import { op } from '../op.ts';

/**
 * /sys?op=Counts: badges of the caller, counted to `most`, the version of what he may do and choose from, by which definitions that he keeps
 * are old, and how to hear of changes: at /mqtt of the same server, with this session's own password.
 */
export const countsCall = op(countsOp, async (house, { session }) => {
  const counts = await countsOf(house.db, session.company.id, session.user.id, house.clock.now());
  const data = { ...counts, most: MOST_COUNTED, version: session.rights_version };
  // what is told to him is told to nobody who looks through his eyes
  if (session.eyes) return { data };
  const password = channelPassword(house.keys.channel, session.sid, session.user.id);
  return { data: { ...data, mqtt: { username: session.sid, password, topic: topicOf(session) } } };
});
