import { isTooLong } from '#protocol/rules/event.ts';
import type { EntityValue } from '#protocol/wire/envelope.ts';
import { type Sought, soughtIn } from '#web/fields/sought.ts';
import { asEntities } from '#web/fields/values.ts';
import type { Texts } from '#web/i18n/use-text.ts';
import { MOST_PEOPLE } from './acts.ts';

/** What is wrong with it, by its line; `all`: with none of them. */
export interface ActWrong {
  people?: string;
  remark?: string;
  all?: string;
}

type T = Texts['t'];

export function wrongWhom(people: readonly (EntityValue | Sought)[], t: T, nobody: string): ActWrong {
  const n = asEntities(people).length;
  const typed = soughtIn(people).trim();
  if (typed) return { people: t('beside.notChosen', { typed }) };
  if (n === 0) return { people: nobody };
  return n > MOST_PEOPLE ? { people: t('beside.tooMany', { most: MOST_PEOPLE, n }) } : {};
}

export function wrongWords(remark: string, isFree: boolean, t: T, what: string): ActWrong {
  if (isTooLong(remark)) return { remark: t('beside.wordsLong') };
  return remark.trim() === '' && !isFree ? { remark: t('beside.wordsNeeded', { what }) } : {};
}
