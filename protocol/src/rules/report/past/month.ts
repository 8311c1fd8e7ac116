import type { Locale } from '#protocol/codes.ts';

/** A month at whose end something is asked for, from 1900 to 2999. */
const MONTH = /^(19|2\d)\d\d-(0[1-9]|1[0-2])$/;

/** Whether it is a month, yyyy-MM, that has ended on this day: of one that has not nobody knows how it will end. */
export const hasEnded = (month: string, today: string): boolean => MONTH.test(month) && month < today.slice(0, 7);

const NAMES = 'January February March April May June July August September October November December'.split(' ');

/** A month as it is read: 2026年9月, September 2026. */
export function monthSaid(month: string, locale: Locale): string {
  const [year = '', number = ''] = month.split('-');
  return locale === 'zh_CN' ? `${year}年${Number(number)}月` : `${NAMES[Number(number) - 1]} ${year}`;
}
