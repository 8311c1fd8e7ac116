import { clockOf, isDay } from './calendar.ts';
import { plainWriting } from './writing.ts';

/** How each is typed, for hints and refusals. */
export const EXAMPLES = { date: '2027-01-15', datetime: '2027-01-15 09:30', month: '2027-01', year: '2027', time: '09:30' } as const;

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const NAMES = ['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october', 'november', 'december'];

const WHOLE = /^(\d{4})(\d{2})(\d{2})(?!\d)/;
const PARTED = /^(\d{4}) ?[-/.年] ?(\d{1,2}) ?[-/.月] ?(\d{1,2}) ?(?:[日号]|(?!\d))/;
const DAY_FIRST = /^(\d{1,2})(?:st|nd|rd|th)?[ -]([a-z]{3,9})\.?,?[ -](\d{4})(?!\d)/i;
const MONTH_FIRST = /^([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})(?!\d)/i;
const MONTH_ALONE = /^([a-z]{3,9})\.? (\d{4})$/i;

const two = (part: string | number): string => String(part).padStart(2, '0');

function monthNumber(name: string): string | null {
  const low = name.toLowerCase();
  const at = low === 'sept' ? 8 : Math.max(MONTHS.indexOf(low), NAMES.indexOf(low));
  return at < 0 ? null : two(at + 1);
}

/** What a text that begins like a day writes for one, there or not, and what follows it. Which of day and month comes first is never guessed: 1/5/2027 is none. */
function writtenDay(text: string): { day: string; rest: string } | null {
  const whole = WHOLE.exec(text) ?? PARTED.exec(text);
  const dayFirst = whole ? null : DAY_FIRST.exec(text);
  const monthFirst = whole || dayFirst ? null : MONTH_FIRST.exec(text);
  const found = whole ?? dayFirst ?? monthFirst;
  if (!found) return null;
  const [, one, other, last] = found as unknown as [string, string, string, string];
  const parts = whole
    ? [one, two(other), two(last)]
    : dayFirst
      ? [last, monthNumber(other), two(one)]
      : [last, monthNumber(one), two(other)];
  return { day: parts.join('-'), rest: text.slice(found[0].length) };
}

/** The day that a text begins with, and what follows it. */
function dayIn(text: string): { day: string; rest: string } | null {
  const written = writtenDay(text);
  return written && isDay(written.day) ? written : null;
}

/** Whether a text is written like a day, and there is no such: 30 February. */
export function isNoDay(typed: unknown): boolean {
  const text = typeof typed === 'string' ? plainWriting(typed) : null;
  const written = text ? writtenDay(text) : null;
  // a month of no name leaves a gap
  return written !== null && !written.day.includes('--') && !isDay(written.day);
}

/** A time of day as people write it: 9:30, 09:30:15, 9点, 9点30分, 0930. Null when it is none. */
export function readClock(typed: string): string | null {
  const text = plainWriting(typed);
  if (!text) return null;
  const found =
    /^(\d{1,2})[:点时](\d{1,2})(?:[:分](\d{1,2})秒?|分)?$/.exec(text) ??
    /^(\d{1,2})[点时]整?$/.exec(text) ??
    /^(\d{2})(\d{2})(\d{2})?$/.exec(text);
  return found ? clockOf([found[1]!, found[2] ?? '0', found[3] ?? '0'].map(two).join(':')) : null;
}

/** A day as people write it (20270115, 2027/1/5, 2027.1.5, 2027年1月5日, 5 Jan 2027) as yyyy-MM-dd; a time beside it only at midnight. Null when it is none. */
export function readDay(typed: string): string | null {
  const found = readInstant(typed);
  return found?.endsWith(' 00:00:00') ? found.slice(0, 10) : null;
}

/** A day with no time beside it, as yyyy-MM-dd. Null when it is none. */
export function readDayAlone(typed: string): string | null {
  const text = plainWriting(typed);
  const found = text ? dayIn(text) : null;
  return found?.rest.trim() === '' ? found.day : null;
}

/** A day with or without a time beside it, as yyyy-MM-dd HH:mm:ss. Null when it is none. */
export function readInstant(typed: string): string | null {
  const text = plainWriting(typed);
  const found = text ? dayIn(text) : null;
  if (!found) return null;
  if (found.rest.trim() === '') return `${found.day} 00:00:00`;
  const clock = readClock(found.rest.replace(/^[T ]/i, ''));
  return clock && `${found.day} ${clock}`;
}

/** A month (2027-1, 2027/01, 202701, 2027年1月, Jan 2027) as yyyy-MM. Null when it is none. */
export function readMonth(typed: string): string | null {
  const text = plainWriting(typed);
  if (!text) return null;
  const named = MONTH_ALONE.exec(text);
  const found = /^(\d{4}) ?[-/.年] ?(\d{1,2}) ?月?$/.exec(text) ?? /^(\d{4})(\d{2})$/.exec(text);
  const month = named ? `${named[2]}-${monthNumber(named[1]!)}` : found && `${found[1]}-${two(found[2]!)}`;
  return month && isDay(`${month}-01`) ? month : null;
}

/** A year (2027, 2027年). Null when it is none. */
export function readYear(typed: string): string | null {
  return /^(\d{4}) ?年?$/.exec(plainWriting(typed) ?? '')?.[1] ?? null;
}
