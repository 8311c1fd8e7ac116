import { createHmac, timingSafeEqual } from 'node:crypto';

/** What a ticket opens. One made for Preview opens no Download; of LoadAvatar a person's id stands in the place of a file's key. */
export type TicketOp = 'Download' | 'Preview' | 'LoadAvatar';

const MINUTES_5 = 300;
const SHAPE = /^[A-Za-z0-9_-]{38}$/;

/**
 * A ticket for one file, op and session, for browsers' own GETs that carry no token: base64url of sid (8 bytes), expiry (4 bytes,
 * seconds) and the first 16 bytes of an HMAC over all it speaks of; 38 characters (docs/security.md). It names the session, it is none.
 */
export function makeTicket(key: Buffer, op: TicketOp, key_name: string, sid: string, now: Date): string {
  const head = Buffer.alloc(12);
  sidBytes(sid).copy(head);
  head.writeUInt32BE(Math.floor(now.getTime() / 1000) + MINUTES_5, 8);
  return Buffer.concat([head, signature(key, op, key_name, head)]).toString('base64url');
}

/** The session that a ticket was made for; null when it is forged, for another file or op, or over. */
export function ticketSid(key: Buffer, op: TicketOp, key_name: string, ticket: string, now: Date): string | null {
  if (!SHAPE.test(ticket)) return null;
  const bytes = Buffer.from(ticket, 'base64url');
  const head = bytes.subarray(0, 12);
  if (bytes.length !== 28 || bytes.toString('base64url') !== ticket) return null;
  if (!timingSafeEqual(bytes.subarray(12), signature(key, op, key_name, head))) return null;
  return head.readUInt32BE(8) * 1000 > now.getTime() ? head.subarray(0, 8).toString('base64url') : null;
}

function signature(key: Buffer, op: TicketOp, key_name: string, head: Buffer): Buffer {
  const sid = head.subarray(0, 8).toString('base64url');
  return createHmac('sha256', key)
    .update(`tk1\n${op}\n${key_name}\n${sid}\n${head.readUInt32BE(8)}`)
    .digest()
    .subarray(0, 16);
}

/** A public session id is 8 bytes in base64url; anything else gets a ticket that opens nothing. */
function sidBytes(sid: string): Buffer {
  const bytes = Buffer.from(sid, 'base64url');
  return bytes.length === 8 ? bytes : Buffer.alloc(8);
}
