import { type MouseEvent, memo } from 'react';
import { useUnits } from '#web/fields/amounts.tsx';
import { useText } from '#web/i18n/use-text.ts';
import { Check } from '#web/ui/Check.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { type Column, sharedUnit, staysAt } from '../state/columns.ts';
import type { ListController } from '../state/use-list-page.ts';
import { Border, movingOf } from './borders.tsx';
import css from './Table.module.css';

/** Names of the columns; a sortable one is a button. */
export const Head = memo(function Head({
  list,
  columns,
  template,
}: {
  list: ListController;
  columns: readonly Column[];
  template: string;
}) {
  const { t } = useText();
  const { unitOf } = useUnits();
  const { rows, selection, mode, boxes } = list;
  const chosen = rows.filter((row) => selection.has(row.id)).length;
  const shared = list.mixed ? null : sharedUnit(columns, unitOf);
  return (
    <div className={css.heads} role="presentation">
      <div className={css.head} role="row" aria-rowindex={1} style={{ gridTemplateColumns: template }}>
        {boxes ? (
          <div className={`${css.cell} ${css.check}`} role="columnheader" aria-label={t('list.selectAll')}>
            {mode !== 'SELECT' && (
              <Check
                label={t('list.selectAll')}
                checked={chosen > 0 && chosen === rows.length}
                some={chosen > 0 && chosen < rows.length}
                disabled={rows.length === 0}
                onChange={() => selection.toggleAll(rows)}
              />
            )}
          </div>
        ) : (
          <i className={css.edge} aria-hidden="true" />
        )}
        {columns.map((column) => (
          <HeadCell key={column.name} column={column} list={list} unit={shared === null || unitOf(column.field) !== shared.unit} />
        ))}
        {mode === 'LIST' && (
          <div className={`${css.cell} ${css.last}`} role="columnheader">
            <span className="sr">{t('list.actions')}</span>
            <button type="button" className={css.further} title={t('list.furtherWhy')} onClick={onward}>
              {t('list.further')} ›
            </button>
          </div>
        )}
      </div>
    </div>
  );
});

/** Most of what the sheet shows further on: what stood at its edge stays in sight. */
function onward({ currentTarget }: MouseEvent): void {
  const box = currentTarget.closest('[data-more]');
  box?.scrollBy({ left: box.clientWidth * 0.6, behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth' });
}

function HeadCell(props: { column: Column; list: ListController; unit: boolean }) {
  return props.column.own ? props.column.own.head : <FieldHead {...props} />;
}

function FieldHead({ column, list, unit }: { column: Column; list: ListController; unit: boolean }) {
  const { label } = useText();
  const units = useUnits();
  const { sort } = list.state;
  const direction = sort?.[0] === column.name ? sort[1] : null;
  const measured = unit ? units.measured(column.field) : label(column.field);
  const look = [css.cell, column.align === 'right' && css.right, column.apart && css.apart, column.frozen && css.frozen]
    .filter(Boolean)
    .join(' ');
  const moving = movingOf(list, column);
  const border = list.laying && <Border column={column} laying={list.laying} />;
  const style = column.frozen ? staysAt(column.left) : undefined;
  if (!column.sortable)
    return (
      <div className={look} role="columnheader" style={style} title={measured} {...moving}>
        <span className="ellipsis">{measured}</span>
        {border}
      </div>
    );
  return (
    <div
      className={look}
      role="columnheader"
      style={style}
      {...moving}
      aria-sort={direction === 'asc' ? 'ascending' : direction === 'desc' ? 'descending' : 'none'}
    >
      <button type="button" className={css.sort} title={measured} onClick={() => list.dispatch({ type: 'sort', field: column.name })}>
        <span className="ellipsis">{measured}</span>
        <span className={direction ? css.sorted : css.unsorted}>
          <Icon name={direction === 'desc' ? 'down' : 'up'} size={12} />
        </span>
      </button>
      {border}
    </div>
  );
}
