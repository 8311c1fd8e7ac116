import type { Locale } from '#protocol/codes.ts';
import { MAIL_TEXTS } from '#protocol/texts/mail.ts';
import { remarkFrom } from '#protocol/texts/remark.ts';
import type { Mail } from '#server/ports/mail.ts';
import type { Purpose } from '#server/signin/once/entry-link.ts';

/** What is told without a link: that an address is somebody's no more; that a link was made for him, which goes another way. */
export type Telling = 'address' | 'link';
/** What mails are about: a link of a purpose, or what is told without one. */
export type Kind = Purpose | Telling;

/** Whom a mail is for. */
export interface Reader {
  person: string;
  company: string;
  username: string;
}
/** What a mail with a link says beyond its words. */
export interface OfLink extends Reader {
  link: string;
  /** on the company's clock, to the minute */
  until: string;
  /** which clock that is */
  zone: string;
}
/** What a mail without a link says; when that happened of which it tells, on the company's clock. */
export interface OfAct extends Reader {
  at: string;
  /** somebody else did it */
  others?: boolean;
  zone: string;
}
export type Said = OfLink | OfAct;

const textOf = remarkFrom(MAIL_TEXTS);
const say = (name: keyof typeof MAIL_TEXTS, said: Partial<OfLink & OfAct>, locale: Locale): string =>
  textOf(200, `$${name}`, { ...said }, locale);

export const subjectOf = (kind: Kind, said: Pick<Said, 'company'>, locale: Locale): string => say(`${kind}Subject`, said, locale);

/** The words of a mail, as plain text and as HTML of the same lines. A link begins with `site`, which the settings say. */
export function wordsOf(kind: Kind, said: Said, { locale, site }: { locale: Locale; site: string }): Pick<Mail, 'text' | 'html'> {
  const line = (name: keyof typeof MAIL_TEXTS) => say(name, said, locale);
  const before = [line('hello'), line(kind)];
  const address = 'link' in said ? [`${site}/enter#${said.link}`] : [];
  const after =
    'link' in said
      ? [line('once'), ...(kind === 'forgot' ? [line('notYou')] : []), line('noReply')]
      : [line(adviceOf(kind, said)), line('noAnswer')];
  const paragraph = (text: string) => `<p>${escaped(text)}</p>`;
  const anchor = (text: string) => `<p><a href="${escaped(text)}">${escaped(text)}</a></p>`;
  const body = [...before.map(paragraph), ...address.map(anchor), ...after.map(paragraph)].join('\n');
  const language = locale === 'zh_CN' ? 'zh-CN' : 'en';
  return {
    text: [...before, ...address, ...after, ''].join('\n\n'),
    html: `<!doctype html>\n<html lang="${language}"><head><meta charset="utf-8"></head><body>\n${body}\n</body></html>\n`,
  };
}

const adviceOf = (kind: Kind, { others }: OfAct) => (kind === 'link' ? 'notYourLink' : others ? 'notAsked' : 'notYourChange');

const MARKS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string): string => text.replace(/[&<>"']/g, (mark) => MARKS[mark]!);
