import { formatCount } from '#web/i18n/format.ts';
import type { Texts } from '#web/i18n/use-text.ts';
import type { ListController } from './use-list-page.ts';

/** `66 records`; `1,000+ records` where the server only counted so far. */
export function totalText(t: Texts['t'], { total, totalKind }: Pick<ListController, 'total' | 'totalKind'>): string {
  const count = formatCount(total);
  if (totalKind === 'bounded') return t('list.total', { n: `${count}+` });
  return t('list.total', { n: count });
}
