import type { House } from '#server/meta/house.ts';
import { type Mailer, MailRefused } from '#server/ports/mail.ts';
import { wordsOf } from './letter.ts';
import { type Claimed, claimMail, isWorthSending, type Outcome, openMail, settleMail } from './outbox.ts';

/** What sending needs of the house. */
type Works = Pick<House, 'db' | 'clock' | 'keys' | 'settings'>;

/**
 * Sends the mail that is due first; false where none is. It is taken before and settled after, each committed by itself: whoever dies in
 * between leaves it to be tried again later, under the same message id, since it may have been taken.
 */
export async function sendNext(works: Works, mailer: Mailer): Promise<boolean> {
  const mail = await claimMail(works.db, works.clock.now());
  if (!mail) return false;
  const outcome = await send(works, mailer, mail);
  await settleMail(works.db, mail, outcome, works.clock.now());
  return true;
}

async function send({ db, clock, keys, settings }: Works, mailer: Mailer, mail: Claimed): Promise<Outcome> {
  const said = openMail(keys, mail);
  if (!(await isWorthSending(db, mail, said, clock.now()))) return { is: 'over' };
  const { address: to, key_name: subject, message_id: messageId, locale } = mail;
  try {
    await mailer.send({ to, subject, messageId, ...wordsOf(mail.kind, said, { locale, site: settings.publicUrl ?? '' }) });
    return { is: 'sent' };
  } catch (error) {
    if (!(error instanceof MailRefused)) throw error;
    return { is: error.final ? 'refused' : 'later', why: error.message };
  }
}
