import type { Returned } from '#protocol/wire/envelope.ts';
import type { Texts } from './use-text.ts';

type Words = Pick<Texts, 't' | 'label'>;

/** Who decided what, and why, in one line; the choice only where nothing beside it says so. */
export function reasonOf({ t }: Pick<Texts, 't'>, { who, event, said }: { who: string; event?: string; said: string }): string {
  if (!who) return said;
  if (!event) return said ? t('flow.says', { who, said }) : who;
  return said ? t('flow.said', { who, event, said }) : t('flow.did', { who, event });
}

/** Who sent it back, and why: beside a mark that says it was. */
export const whyReturned = (words: Words, { by, remark }: Pick<Returned, 'by' | 'remark'>): string =>
  reasonOf(words, { who: words.label(by), said: remark });
