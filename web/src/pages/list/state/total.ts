import { formatCount } from '#web/i18n/format.ts';
import type { Texts } from '#web/i18n/use-text.ts';
import type { ListState } from './list-state.ts';
import type { ListController } from './use-list-page.ts';

/** `66 records`; `1,000+ records` where the server only counted so far: at least that many, in whole hundreds, since more is not known. */
export const totalText = (t: Texts['t'], counted: Counted): string => t('list.total', { n: countText(counted) });

type Counted = Pick<ListController, 'total' | 'totalKind'>;
const countText = ({ total, totalKind }: Counted): string =>
  totalKind === 'bounded' ? `${formatCount(Math.floor(total / 100) * 100)}+` : formatCount(total);

/** Which of the records stand here, where there are more than these: paper has one page of them. */
export function rangeOf({ rows, state, ...counted }: Counted & { rows: readonly unknown[]; state: Pick<ListState, 'page' | 'rows'> }) {
  const before = (state.page - 1) * state.rows;
  const isAll = before === 0 && counted.totalKind !== 'bounded' && rows.length >= counted.total;
  return isAll || rows.length === 0
    ? null
    : { from: formatCount(before + 1), to: formatCount(before + rows.length), total: countText(counted) };
}
