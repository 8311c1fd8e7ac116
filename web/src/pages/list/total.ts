import { formatCount } from '#web/i18n/format.ts';
import type { Texts } from '#web/i18n/use-text.ts';
import type { ListController } from './use-list-page.ts';

/** `66 records`; `1,000+ records` where the server only counted so far: at least that many, in whole hundreds, since more is not known. */
export function totalText(t: Texts['t'], { total, totalKind }: Pick<ListController, 'total' | 'totalKind'>): string {
  if (totalKind === 'bounded') return t('list.total', { n: `${formatCount(Math.floor(total / 100) * 100)}+` });
  return t('list.total', { n: formatCount(total) });
}
