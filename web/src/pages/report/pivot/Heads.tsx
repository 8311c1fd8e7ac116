import { memo } from 'react';
import { useUnits } from '#web/fields/amounts.tsx';
import { useText } from '#web/i18n/use-text.ts';
import { headOf, keyText } from '../figures.ts';
import type { LoadedReport, ReportController } from '../use-report.ts';
import { columnsOf, groupsAt, type HeadGroup, type PivotFigure, rowsOf } from './figures.ts';
import css from './Pivot.module.css';

interface HeadsProps {
  control: ReportController;
  report: LoadedReport;
  figures: readonly PivotFigure[];
  /** those that are drawn */
  from: number;
  to: number;
}

/** The heads of the columns, a row for each target that stands across, and below them the figures' own. */
export const Heads = memo(function Heads({ control, report, figures: all, from, to }: HeadsProps) {
  const { label } = useText();
  const columns = columnsOf(report);
  const [before, after] = [from > 0, to < all.length];
  const figures = all.slice(from, to);
  return (
    <thead>
      {columns.map((target, level) => (
        <tr key={target.name} aria-rowindex={level + 1}>
          {level === 0 && (
            <th scope="col" rowSpan={columns.length + 1} aria-colindex={1} className={`${css.name} ${css.corner}`}>
              {rowsOf(report)
                .map((one) => label(one))
                .join(' / ')}
            </th>
          )}
          {before && <td aria-hidden="true" className={css.unseen} />}
          {groupsAt(figures, columns, level).map((group) => (
            <Group key={group.first.place} {...{ group, target, level, height: columns.length }} />
          ))}
          {after && <td aria-hidden="true" className={css.unseen} />}
        </tr>
      ))}
      <tr aria-rowindex={columns.length + 1}>
        {before && <td aria-hidden="true" className={css.unseen} />}
        {figures.map((figure) => (
          <Measure key={figure.place} {...{ figure, control, report }} />
        ))}
        {after && <td aria-hidden="true" className={css.unseen} />}
      </tr>
    </thead>
  );
});

interface GroupProps {
  group: HeadGroup;
  target: LoadedReport['targets'][number];
  level: number;
  height: number;
}

/** A value above its columns; of a subtotal and of the total one head down to the figures. */
function Group({ group: { first, span }, target, level, height }: GroupProps) {
  const texts = useText();
  const depth = first.column?.depth ?? 0;
  if (depth < level) return null;
  const isWhole = depth === level;
  const said = !first.column
    ? texts.t('report.total')
    : isWhole
      ? texts.t('report.sub')
      : keyText(first.column.keys[target.name], target, texts);
  return (
    <th
      scope="colgroup"
      aria-colindex={first.place + 2}
      colSpan={span}
      {...(isWhole ? { rowSpan: height - level } : {})}
      className={first.column ? undefined : css.whole}
      title={said}
    >
      <span className={css.above}>{said}</span>
    </th>
  );
}

/** A figure's name with its unit; in the columns of all together lines are sorted by it. */
const Measure = memo(function Measure({
  figure: { measure, column, place, isFirst },
  control,
  report,
}: {
  figure: PivotFigure;
  control: ReportController;
  report: LoadedReport;
}) {
  const texts = useText();
  const units = useUnits();
  const sort = control.asked.sort ?? report.order;
  const isDown = sort === `-${measure.name}`;
  const isUp = sort === measure.name;
  const name = headOf(measure, texts, units);
  const isSorting = !column && measure.kind !== 'share';
  return (
    <th
      scope="col"
      aria-colindex={place + 2}
      className={[css.measure, column ? '' : css.whole, isFirst ? css.first : ''].filter(Boolean).join(' ')}
      title={name}
      {...(isSorting ? { 'aria-sort': isDown ? 'descending' : isUp ? 'ascending' : 'none' } : {})}
    >
      {isSorting ? (
        <button type="button" className={css.sort} onClick={() => control.setSort(isDown ? measure.name : isUp ? '' : `-${measure.name}`)}>
          {name}
          {(isDown || isUp) && <span aria-hidden="true">{isDown ? ' ↓' : ' ↑'}</span>}
        </button>
      ) : (
        name
      )}
      {measure.partial && <small className={css.partial}>{texts.t('report.partial')}</small>}
    </th>
  );
});
