import type { Key } from '#protocol/rules/report/drill.ts';
import { keyIn } from '#protocol/rules/report/said.ts';
import { Amounts, useUnits } from '#web/fields/amounts.tsx';
import { useText } from '#web/i18n/use-text.ts';
import { type Column, columnsOf, columnText } from './beside.ts';
import { depthsOf, headOf, lineText } from './figures.ts';
import css from './Lines.module.css';
import { type LoadedMeasure, type LoadedReport, listOf, openList, type ReportController, type ReportLine } from './use-report.ts';

/** The lines of a report, each above those that stand below it, and the total. */
export function Lines({ control, report }: { control: ReportController; report: LoadedReport }) {
  return (
    <Amounts of={control.currency}>
      <table className={control.isBusy ? `${css.lines} ${css.stale}` : css.lines} aria-busy={control.isBusy}>
        <Head control={control} report={report} />
        <tbody>
          {control.lines.map((line, at) => (
            <Line key={lineKey(line)} line={line} isFirst={at === 0} control={control} report={report} />
          ))}
        </tbody>
        <Total control={control} report={report} />
      </table>
    </Amounts>
  );
}

const lineKey = ({ keys, rest }: ReportLine): string => (rest ? 'rest' : JSON.stringify(Object.values(keys).map(keyIn)));

function Head({ control, report }: { control: ReportController; report: LoadedReport }) {
  const { t, label } = useText();
  const isCompared = control.compared !== null;
  return (
    <thead>
      <tr>
        <th scope="col" rowSpan={isCompared ? 2 : 1} className={`${css.name} ${css.corner}`}>
          {report.targets.map((target) => label(target)).join(' / ') || t('report.all')}
        </th>
        {report.indexs.map((measure) => (
          <MeasureHead key={measure.name} measure={measure} control={control} report={report} />
        ))}
      </tr>
      {isCompared && (
        <tr>
          {report.indexs
            .flatMap((measure) => columnsOf(measure, true))
            .map(({ measure, end }) => (
              <BesideHead key={measure.name + end} measure={measure} end={end} control={control} report={report} />
            ))}
        </tr>
      )}
    </thead>
  );
}

/** What a column of a comparison tells, by which lines are sorted too. */
function BesideHead({ measure, end, control, report }: Column & { control: ReportController; report: LoadedReport }) {
  const { t, label } = useText();
  if (measure.kind === 'share') return <th scope="col" className={css.part} />;
  const said = t(end === '' ? 'report.now' : end === '_c' ? `report.by_${control.compared!.by}` : `report.end${end}`);
  const sort = sortOf(control, report, measure.name + end);
  return (
    <th scope="col" className={css.part} aria-sort={sort.aria}>
      <button type="button" className={css.sort} aria-label={t('report.sortBy', { name: label(measure), end: said })} onClick={sort.next}>
        {said}
        {sort.arrow && <span aria-hidden="true">{sort.arrow}</span>}
      </button>
    </th>
  );
}

/** How a column is sorted by, and what a press does: from the largest, from the least, not by it. */
function sortOf({ asked, setSort }: ReportController, { order }: LoadedReport, name: string) {
  const sort = asked.sort ?? order;
  const [isDown, isUp] = [sort === `-${name}`, sort === name];
  return {
    aria: isDown ? ('descending' as const) : isUp ? ('ascending' as const) : ('none' as const),
    arrow: isDown ? ' ↓' : isUp ? ' ↑' : '',
    next: () => setSort(isDown ? name : isUp ? '' : `-${name}`),
  };
}

/** The name of a figure, by which lines are sorted; above its columns where it is laid beside another. */
export function MeasureHead({ measure, control, report }: { measure: LoadedMeasure; control: ReportController; report: LoadedReport }) {
  const texts = useText();
  const units = useUnits();
  const sort = sortOf(control, report, measure.name);
  const name = headOf(measure, texts, units);
  const span = columnsOf(measure, control.compared !== null).length;
  return (
    <th scope={span > 1 ? 'colgroup' : 'col'} colSpan={span} aria-sort={sort.aria}>
      {measure.kind === 'share' ? (
        name
      ) : (
        <button type="button" className={css.sort} onClick={sort.next}>
          {name}
          {sort.arrow && <span aria-hidden="true">{sort.arrow}</span>}
        </button>
      )}
      {measure.partial && <small className={css.partial}>{texts.t('report.partial')}</small>}
    </th>
  );
}

interface LineProps {
  line: ReportLine;
  isFirst: boolean;
  control: ReportController;
  report: LoadedReport;
}

function Line({ line, isFirst, control, report }: LineProps) {
  const texts = useText();
  const depths = depthsOf(report);
  const level = line.rest ? 0 : depths.indexOf(line.depth);
  const name = lineText(line, report, isFirst, texts);
  const isSub = !line.rest && level < depths.length - 1;
  const keys = report.targets.slice(0, line.depth).map((target): Key => keyIn(line.keys[target.name]));
  return (
    <tr className={isSub ? `${css.line} ${css.sub}` : css.line}>
      <th scope="row" className={css.name} title={name} style={{ '--level': isFirst ? 0 : level } as React.CSSProperties}>
        <span>{name}</span>
      </th>
      {columns(control, report).map((column) => (
        <td key={column.measure.name + column.end}>
          <Figure column={column} line={line} of={name} keys={line.rest ? null : keys} control={control} />
        </td>
      ))}
    </tr>
  );
}

function Total({ control, report }: { control: ReportController; report: LoadedReport }) {
  const { t } = useText();
  const line = { ...control.total, off: control.off, depth: 0, keys: {} };
  return (
    <tfoot>
      <tr className={css.total}>
        <th scope="row" className={`${css.name} ${css.corner}`}>
          {t('report.total')}
        </th>
        {columns(control, report).map((column) => (
          <td key={column.measure.name + column.end}>
            <Figure column={column} line={line} of={t('report.total')} keys={[]} control={control} />
          </td>
        ))}
      </tr>
    </tfoot>
  );
}

const columns = ({ compared }: ReportController, { indexs }: LoadedReport): readonly Column[] =>
  indexs.flatMap((measure) => columnsOf(measure, compared !== null));

interface FigureProps {
  column: Column;
  line: ReportLine;
  /** what the line is called */
  of: string;
  /** null: no list shows what the line counts */
  keys: readonly Key[] | null;
  control: ReportController;
}

/** A figure, which leads to the records that it counts. */
function Figure({ column, line, of, keys, control }: FigureProps) {
  const texts = useText();
  const { t, label } = texts;
  const units = useUnits();
  const { measure, end } = column;
  const value = line[measure.name + end];
  if (line.off?.includes(measure.name + end)) return <span className={css.off}>{t('report.off')}</span>;
  const text = columnText(column, value, units, texts);
  const isCounted = keys !== null && value !== null && value !== undefined && (end === '' || end === '_c');
  const list = isCounted ? listOf(control, keys, measure, end === '_c') : null;
  if (!list) return text;
  const said = end === '' ? label(measure) : t('report.beside', { name: label(measure), by: t(`report.by_${control.compared!.by}`) });
  return (
    <button
      type="button"
      className={css.figure}
      aria-label={t('report.open', { line: of, name: said, figure: text })}
      onClick={() => openList(list)}
    >
      {text}
    </button>
  );
}
