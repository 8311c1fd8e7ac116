import { untilTime } from './clock.ts';
import { formatStay } from './format.ts';
import type { Texts } from './use-text.ts';

export type Due = 'late' | 'soon' | 'later' | 'none';

/** How near the limit is: past, within a day, later, none set. */
export function dueOf(limit: string | null, now = Date.now()): Due {
  const left = limit ? untilTime(limit, now) : null;
  if (left === null) return 'none';
  if (left < 0) return 'late';
  return left < 86_400_000 ? 'soon' : 'later';
}

/** What is left of a limit, or how long it is past, in words: at a glance, the time itself stands beside it or in its title. */
export function leftOf({ t, locale }: Pick<Texts, 't' | 'locale'>, limit: string, now = Date.now()): { due: Due; words: string } {
  const due = dueOf(limit, now);
  const stay = formatStay(Math.abs(untilTime(limit, now) ?? 0) / 1000, locale, 1) || t('todo.moment');
  return { due, words: t(due === 'late' ? 'todo.overdue' : 'todo.remains', { stay }) };
}
