import { ops } from '#web/api/ops.ts';
import { askEarly } from '#web/api/time/early.ts';
import { address, queryOf } from '#web/nav/address.ts';
import { BOARD } from './board.ts';

/**
 * The leadership view's board and figures, asked while the page's scripts are on their way: both stand there when it is first drawn. Figures
 * for which the address says something wait for the page, which knows what of that holds.
 */
async function ask(): Promise<void> {
  const definition = await askEarly(ops.loadReport, { cloud: BOARD });
  const query = queryOf(address());
  const isWall = query.get('wall') === '1';
  query.delete('wall');
  if (query.size > 0) return;
  const { hidden } = ((!isWall && definition.data?.data) as { layer?: { hidden?: string[] } } | undefined)?.layer ?? {};
  await askEarly(ops.reportIndex, { cloud: BOARD, page: 1, rows: 10, ...(hidden ? { hidden } : {}) });
}

ask().catch(() => undefined);
// all its scripts at once, not one after what asks for it
import('./LeaderPage.tsx').catch(() => undefined);
