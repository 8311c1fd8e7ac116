import { createHmac, timingSafeEqual } from 'node:crypto';

/** Password of a session's channel: known to who holds the session, worthless without it, the same on every node. */
export const channelPassword = (key: Uint8Array, sid: string, userId: number): string =>
  createHmac('sha256', key).update(`mqtt1\n${sid}\n${userId}`).digest('base64url');

/** Compares in constant time. */
export function isChannelPassword(key: Uint8Array, sid: string, userId: number, said: string): boolean {
  const right = Buffer.from(channelPassword(key, sid, userId));
  const given = Buffer.from(said);
  return given.length === right.length && timingSafeEqual(given, right);
}

/** The one topic that a person may hear. */
export const topicOf = (of: { user: { login_name: string }; company: { login_name: string } }): string =>
  `${of.user.login_name}@${of.company.login_name}`;
