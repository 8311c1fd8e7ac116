import type { Tx } from '#server/db/db.ts';
import { tellOfAccount } from '#server/flow/store/notices.ts';
import { writeAddressMail } from '#server/mail/outbox.ts';
import type { ResolvedTable } from '#server/meta/catalogue.ts';
import type { House } from '#server/meta/house.ts';
import type { Session } from '#server/meta/session.ts';
import { type SecurityEvent, writeEvent } from '#server/signin/security-log.ts';

/** A save of a record, as far as it can be of one's own mail address. */
interface Saving {
  table: ResolvedTable;
  id: number;
  fields: Readonly<Record<string, unknown>>;
}

/**
 * Runs a save. Where it changes the mail address of who saves, he reads it in the message centre and in his security log, and the address of
 * before is mailed, in the same transaction: whoever found his window open could else take over the account in silence (docs/decisions/203).
 * Answers what the log of the process is to be told once that has come to its end.
 */
export async function tellingAddress<Saved>(
  tx: Tx,
  house: House,
  session: Session,
  { table, id, fields }: Saving,
  save: () => Promise<Saved>,
): Promise<{ saved: Saved; events: SecurityEvent[] }> {
  if (table.def.uid !== 'sys.user' || id !== session.user.id || !('email' in fields)) return { saved: await save(), events: [] };
  const before = await addressOf(tx, session);
  const saved = await save();
  const after = await addressOf(tx, session);
  if (after === before) return { saved, events: [] };
  const at = house.clock.now();
  const whose = { company: session.company.id, user: session.user.id };
  await tellOfAccount(tx, 'address', { ...whose, by: session.user.id, said: `${before || '–'} → ${after || '–'}`, at });
  await writeAddressMail(tx, house, { ...whose, address: before, locale: session.locale });
  const { company, user } = whose;
  const event: SecurityEvent = { op: 'Address', reason: 'ok', company, actor: user, target: `user ${user}`, sid: session.sid };
  await writeEvent(tx, event, at);
  return { saved, events: [event] };
}

/** As it stands, held until the save has come to its end. */
async function addressOf(tx: Tx, { company, user }: Session): Promise<string> {
  const [row] = await tx.query<{ email: string | null }>(
    'select u.email from app."user" u where u.company_id = $1 and u.id = $2 for no key update',
    [company.id, user.id],
  );
  return row?.email ?? '';
}
