import type { Tx } from '#server/db/db.ts';
import { NOBODY, tellOfAccount } from '#server/flow/store/notices.ts';
import { writeTelling } from '#server/mail/outbox.ts';
import type { ResolvedTable } from '#server/meta/catalogue.ts';
import type { House } from '#server/meta/house.ts';
import type { Session } from '#server/meta/session.ts';
import { type SecurityEvent, writeEvent } from '#server/signin/security-log.ts';

/** A save of a record, as far as it can be of somebody's mail address or telephone number. */
interface Saving {
  table: ResolvedTable;
  id: number;
  fields: Readonly<Record<string, unknown>>;
}
/** Whether a save of these fields can be of somebody's mail address or telephone number. */
export const concernsContact = ({ def }: ResolvedTable, fields: readonly string[]): boolean =>
  def.uid === 'sys.user' && (fields.includes('email') || fields.includes('mobile'));

interface Contact {
  email: string;
  mobile: string;
}

/**
 * Runs a save. Where it changes somebody's mail address, he reads it in the message centre and in his security log, and the address of before
 * is mailed, in the same transaction, whoever changed it: whoever found his window open, or may change people, could else take over the
 * account in silence (docs/decisions/203, 220). A changed telephone number stands in his security log. Answers what the log of the process is to
 * be told once that has come to its end.
 */
export async function tellingContact<Saved>(
  tx: Tx,
  house: House,
  session: Session,
  { table, id, fields }: Saving,
  save: () => Promise<Saved>,
): Promise<{ saved: Saved; events: SecurityEvent[] }> {
  if (!concernsContact(table, Object.keys(fields))) return { saved: await save(), events: [] };
  const company = session.company.id;
  const before = await contactOf(tx, company, id);
  const saved = await save();
  const after = await contactOf(tx, company, id);
  const at = house.clock.now();
  const { user, sid } = session;
  const event = (op: string): SecurityEvent => ({ op, reason: 'ok', company, actor: user.id, target: `user ${id}`, sid });
  const events: SecurityEvent[] = [];
  if (before.mobile !== after.mobile) events.push(event('Mobile'));
  if (before.email !== after.email) {
    const said = `${before.email || '–'} → ${after.email || '–'}`;
    await tellOfAccount(tx, 'address', { company, user: id, by: id === user.id ? id : NOBODY, said, at });
    await writeTelling(tx, house, { kind: 'address', company, user: id, by: user.id, address: before.email, locale: session.locale });
    events.push(event('Address'));
  }
  for (const each of events) await writeEvent(tx, each, at);
  return { saved, events };
}

/** As it stands, held until the save has come to its end. */
async function contactOf(tx: Tx, company: number, user: number): Promise<Contact> {
  const [row] = await tx.query<Contact>(
    `select coalesce(u.email, '') as email, coalesce(u.mobile, '') as mobile from app."user" u
      where u.company_id = $1 and u.id = $2 for no key update`,
    [company, user],
  );
  return row ?? { email: '', mobile: '' };
}
