import { memo } from 'react';
import { placesOf } from '#web/fields/number.tsx';
import { asText } from '#web/fields/values.ts';
import { formatDecimal } from '#web/i18n/format.ts';
import { useText } from '#web/i18n/use-text.ts';
import type { Column } from './columns.ts';
import css from './Table.module.css';
import { totalText } from './total.ts';
import type { ListController } from './use-list-page.ts';

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
  const first = columns.findIndex((column) => column.field.stat === 'SUM');
  if (first < 0 || rows.length === 0) return null;
  return (
    <div className={css.sum} role="row" style={{ gridTemplateColumns: template }}>
      <div className={`${css.cell} ${css.sumName}`} role="rowheader" style={{ gridColumn: `2 / ${Math.max(3, first + 2)}` }}>
        {t('list.sum')}
        <span className={css.sumOf}>{t('list.sumOf', { total: totalText(t, list) })}</span>
      </div>
      {columns.slice(Math.max(1, first)).map((column) => (
        <div key={column.name} className={column.align === 'right' ? `${css.cell} ${css.right}` : css.cell} role="gridcell">
          {column.field.stat === 'SUM' && formatDecimal(asText(sums[column.name]), placesOf(column.field))}
        </div>
      ))}
    </div>
  );
});
