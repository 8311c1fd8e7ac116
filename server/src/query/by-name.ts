import type { Locale } from '#protocol/codes.ts';
import { type Sql, sql, whole } from './sql.ts';

/** A step of an order by name. */
interface NameStep {
  readonly value: Sql;
  /** what a value of it is bound as */
  readonly type: 'text' | 'bigint';
}

/** Chinese in pinyin order, Latin without regard to case, numbers as they are written. */
export const pinyin = (text: Sql): Sql => sql`${text} collate "zh-x-icu"`;

/** The first character of the writing systems of East Asia: from here on a name begins in Chinese, or in its punctuation. */
const CHINESE = 0x2e80;

/**
 * By what the records that are referred to stand in order: by the name that their reader is shown (protocol/meta/naming.ts), NULL where he is shown
 * none. To who reads English that is the English one, where there is one, and what begins in Chinese all the same stands behind, in pinyin order.
 */
export function byName(name: Sql, english: Sql | undefined, locale: Locale): readonly NameStep[] {
  if (locale === 'zh_CN') return [{ value: pinyin(name), type: 'text' }];
  const shown = english ? sql`coalesce(nullif(${english}, ''), ${name})` : name;
  return [
    { value: sql`(ascii(${shown}) >= ${whole(CHINESE)})::int`, type: 'bigint' },
    { value: pinyin(shown), type: 'text' },
  ];
}
