import { Refusal } from '#protocol/codes.ts';
import type { House } from '#server/meta/house.ts';
import type { Session } from '#server/meta/session.ts';
import { type TicketOp, ticketSid } from '#server/records/files/ticket.ts';
import { findSessionBySid } from '#server/signin/session.ts';

/** Who asks for a file: the session of the token header, or the live session that the ticket was made for; else 401. */
export async function fileSession(
  house: House,
  session: Session | null,
  op: TicketOp,
  request: { key_name: string; tk?: string },
): Promise<Session> {
  if (session) return session;
  const sid = request.tk ? ticketSid(house.keys.ticket, op, request.key_name, request.tk, house.clock.now()) : null;
  const found = sid ? await findSessionBySid(house, sid) : null;
  if (!found) throw new Refusal(401);
  return found;
}
