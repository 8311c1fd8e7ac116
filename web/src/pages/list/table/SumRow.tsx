import { memo } from 'react';
import { useText } from '#web/i18n/use-text.ts';
import { beginningOf, type Column } from '../state/columns.ts';
import { isNarrowed } from '../state/list-state.ts';
import { rangeOf, totalText } from '../state/total.ts';
import type { ListController } from '../state/use-list-page.ts';
import { SumCells } from './SumCells.tsx';
import css from './Table.module.css';

/** Sums over everything that the filter finds (LIST-05); they say so, and never scroll away. */
export const SumRow = memo(function SumRow({
  list,
  columns,
  template,
}: {
  list: ListController;
  columns: readonly Column[];
  template: string;
}) {
  const { t } = useText();
  const { sums, rows } = list;
  // amounts of several domains have no sum
  const first = columns.findIndex((column) => sums[column.name] !== undefined);
  if (first < 0 || rows.length === 0) return null;
  // its word stands below names, not below marks by which rows are opened
  const from = columns[0]?.own && first > 1 ? 1 : 0;
  const range = list.state.groups.length > 0 ? null : rangeOf(list);
  return (
    <div className={css.sum} role="row" data-bar="" style={{ gridTemplateColumns: template }}>
      <div
        className={`${css.cell} ${css.begins} ${css.sumName}`}
        role="rowheader"
        style={beginningOf(columns, list.boxes, 2 + from, first)}
      >
        {t('list.sum')}
        <span className={css.sumOf}>
          {isNarrowed(list.state) ? t('list.sumOf', { total: totalText(t, list) }) : totalText(t, list)}
          {range && <span className="on-paper">{t('list.sumBeside', range)}</span>}
        </span>
      </div>
      <SumCells columns={columns} first={first} sums={sums} />
      {list.mode === 'LIST' && <div className={`${css.cell} ${css.last}`} role="gridcell" style={{ gridRow: 1 }} />}
    </div>
  );
});
