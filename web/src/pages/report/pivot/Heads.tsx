import { type CSSProperties, memo } from 'react';
import { useUnits } from '#web/fields/amounts.tsx';
import { useText } from '#web/i18n/use-text.ts';
import { attrsOf, headOf, keyText, periodText } from '../figures.ts';
import { LinkButton } from '../leads/LinkButton.tsx';
import type { LoadedReport, ReportController } from '../use-report.ts';
import { columnsOf, groupsAt, type HeadGroup, type PivotFigure, rowsOf } from './figures.ts';
import css from './Pivot.module.css';
import { ON_SCREEN, type Tags } from './tags.ts';

interface HeadsProps {
  control: ReportController;
  report: LoadedReport;
  figures: readonly PivotFigure[];
  /** those that are drawn */
  from: number;
  to: number;
  tags: Tags;
}

/** The heads of the columns, a row for each target that stands across, and below them the figures' own. */
export const Heads = memo(function Heads({ control, report, figures: all, from, to, tags }: HeadsProps) {
  const { label } = useText();
  const units = useUnits();
  const attrs = attrsOf({ targets: rowsOf(report) });
  const columns = columnsOf(report);
  const figures = all.slice(from, to);
  return (
    <tags.heads role="rowgroup" className={css.heads}>
      {columns.map((target, level) => (
        <tags.row key={target.name} role="row" aria-rowindex={level + 1} className={level > 0 ? `${css.row} ${css.under}` : css.row}>
          {level === 0 && (
            <tags.head
              role="columnheader"
              aria-colindex={1}
              className={`${css.cell} ${css.name} ${css.corner}`}
              {...tags.spans(1, columns.length + 1)}
            >
              {rowsOf(report)
                .map((one) => label(one))
                .join(' / ')}
              {attrs.length > 0 && <small className={css.beside}>{attrs.map(({ field }) => units.measured(field)).join(' · ')}</small>}
            </tags.head>
          )}
          <Before tags={tags} figures={from} />
          {groupsAt(figures, columns, level).map((group) => (
            <Group key={group.first.place} {...{ group, target, level, tags, height: columns.length }} />
          ))}
        </tags.row>
      ))}
      <tags.row role="row" aria-rowindex={columns.length + 1} className={`${css.row} ${css.under}`}>
        <Before tags={tags} figures={from} />
        {figures.map((figure) => (
          <Measure key={figure.place} {...{ figure, control, report, tags }} />
        ))}
      </tags.row>
    </tags.heads>
  );
});

/** The room of so many figures that are not drawn; a sheet of paper has no such. */
export const Before = ({ tags, figures }: { tags: Tags; figures: number }) =>
  tags === ON_SCREEN && figures > 0 ? (
    <div aria-hidden="true" className={css.unseen} style={{ '--columns': figures } as CSSProperties} />
  ) : null;

interface GroupProps {
  group: HeadGroup;
  target: LoadedReport['targets'][number];
  level: number;
  height: number;
  tags: Tags;
}

/** A value above its columns; of a subtotal and of the total one head down to the figures. */
function Group({ group: { first, span }, target, level, height, tags }: GroupProps) {
  const texts = useText();
  const depth = first.column?.depth ?? 0;
  if (depth < level) return <Before tags={tags} figures={span} />;
  const isWhole = depth === level;
  const said = !first.column
    ? texts.t('report.total')
    : isWhole
      ? texts.t('report.sub')
      : keyText(first.column.keys[target.name], target, texts);
  return (
    <tags.head
      role="columnheader"
      aria-colindex={first.place + 2}
      {...tags.spans(span, isWhole ? height - level : 1)}
      className={[css.cell, css.group, first.column ? '' : css.whole].filter(Boolean).join(' ')}
      title={said}
    >
      <span className={css.above}>{said}</span>
    </tags.head>
  );
}

/** A figure's name with its unit; in the columns of all together lines are sorted by it. */
const Measure = memo(function Measure({
  figure: { measure, column, place, isFirst },
  control,
  report,
  tags,
}: {
  figure: PivotFigure;
  control: ReportController;
  report: LoadedReport;
  tags: Tags;
}) {
  const texts = useText();
  const units = useUnits();
  const sort = control.asked.sort ?? report.order;
  const isDown = sort === `-${measure.name}`;
  const isUp = sort === measure.name;
  const name = headOf(measure, texts, units);
  const dated = column ? '' : periodText(measure, control.periods, texts);
  const isSorting = !column && measure.kind !== 'share';
  return (
    <tags.head
      role="columnheader"
      aria-colindex={place + 2}
      className={[css.cell, css.measure, column ? '' : css.whole, isFirst ? css.first : ''].filter(Boolean).join(' ')}
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
      {!column && <LinkButton measure={measure} control={control} />}
      {dated && <small className={css.partial}>{dated}</small>}
      {measure.partial && <small className={css.partial}>{texts.t('report.partial')}</small>}
    </tags.head>
  );
});
