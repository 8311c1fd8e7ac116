import { isEmail } from '#protocol/fields/email.ts';

/** A mail as it leaves the house: these fields, and no others, reach what sends it. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** the same at each try: who gets it twice can know it */
  messageId: string;
}

/** Hands mails to the world. */
export interface Mailer {
  /** Resolves when the mail server has taken it. Throws MailRefused. */
  send(mail: Mail): Promise<void>;
}

/** A mail that was not taken, or of which it is not known. `final`: another try would be refused, too. */
export class MailRefused extends Error {
  constructor(
    why: string,
    readonly final: boolean,
  ) {
    super(why);
  }
}

/** The address in `platform@example.com` or `Projects <platform@example.com>`, with its name; null for anything else. */
export function senderOf(text: string): { name: string; address: string } | null {
  const opened = text.endsWith('>') ? text.indexOf('<') : -1;
  const name = text.slice(0, Math.max(opened, 0));
  const address = opened < 0 ? text : text.slice(opened + 1, -1);
  return isEmail(address) && name.length <= 100 && !/["\p{Cc}]/u.test(name) ? { name: name.trim(), address } : null;
}

/** Whether an address names a mail server, and nothing that would change how it is spoken to. */
export function isSmtp(text: string): boolean {
  const { hostname, pathname, search, hash } = new URL(text);
  return hostname !== '' && ['', '/'].includes(pathname) && search === '' && hash === '';
}

/** What stands in a header of a mail is one line: a break in it would begin another header, or another mail. */
export function demandLines({ to, subject, messageId }: Mail): void {
  for (const [name, value] of Object.entries({ to, subject, messageId }))
    if (/[\p{Cc}\u2028\u2029]/u.test(value)) throw new MailRefused(`${name} has a line break or a control character`, true);
  if (!isEmail(to)) throw new MailRefused('to is no address', true);
}
