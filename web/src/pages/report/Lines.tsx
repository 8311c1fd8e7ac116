import { lackingTo } from '#protocol/fields/figure.ts';
import { isOf } from '#protocol/meta/data-types.ts';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { Key } from '#protocol/rules/report/drill.ts';
import { keyIn } from '#protocol/rules/report/said.ts';
import { Amounts, useUnits } from '#web/fields/amounts.tsx';
import { useText } from '#web/i18n/use-text.ts';
import { type Column, columnsOf, columnText, type Decimals, decimalsIn } from './beside.ts';
import { attrsOf, attrText, depthsOf, headOf, lineText, periodText, saidFrom } from './figures.ts';
import css from './Lines.module.css';
import { LinkButton } from './leads/LinkButton.tsx';
import { leadsOf } from './leads/leads.ts';
import { type Go, useLeads } from './leads/use-leads.tsx';
import type { LoadedMeasure, LoadedReport, ReportController, ReportLine } from './use-report.ts';

/** The lines of a report, each above those that stand below it, and the total. */
export function Lines({ control, report }: { control: ReportController; report: LoadedReport }) {
  const leads = useLeads();
  return (
    <Amounts of={control.currency}>
      {leads.menu}
      <table
        className={control.isBusy ? `${css.lines} ${css.stale}` : css.lines}
        data-compared={control.compared ? '' : undefined}
        aria-busy={control.isBusy}
      >
        <Head control={control} report={report} />
        <Body control={control} report={report} go={leads.go} />
      </table>
    </Amounts>
  );
}

/** Lines and their total, figures of a column point below point. */
function Body({ control, report, go }: { control: ReportController; report: LoadedReport; go: Go }) {
  const texts = useText();
  const units = useUnits();
  const { lines } = control;
  const total: ReportLine = { ...control.total, off: control.off, depth: 0, keys: {} };
  const places = decimalsIn(columns(control, report), [...lines, total], units, texts);
  const shared = { control, report, go, places };
  return (
    <>
      <tbody>
        {lines.map((line, at) => (
          <Line key={lineKey(line)} line={line} isFirst={at === 0} {...shared} />
        ))}
      </tbody>
      <Total line={total} {...shared} />
    </>
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
        <AttrHeads report={report} span={isCompared ? 2 : 1} />
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

/** What stands beside the names of records. */
export function AttrHeads({ report, span = 1 }: { report: LoadedReport; span?: number }) {
  const units = useUnits();
  return attrsOf(report).map(({ at, field }) => (
    <th key={`${at} ${field.field_name}`} scope="col" rowSpan={span} className={lookOf(field)}>
      {units.measured(field)}
    </th>
  ));
}

/** Further fields of the records that a line names, those alone that it says itself. */
export function AttrCells({ line, report, from = 0 }: { line?: ReportLine; report: LoadedReport; from?: number }) {
  const { locale } = useText();
  const units = useUnits();
  return attrsOf(report).map((attr) => {
    const text = line && attr.at >= from ? attrText(attr, line, report, units, locale) : '';
    return (
      <td key={`${attr.at} ${attr.field.field_name}`} className={lookOf(attr.field)} title={text || undefined}>
        {text}
      </td>
    );
  });
}

const lookOf = ({ data_type }: FieldDef): string | undefined => (isOf(data_type, 'number') ? css.number : css.attr);

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
  const dated = periodText(measure, control.periods, texts);
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
      <LinkButton measure={measure} control={control} />
      {dated && <small className={css.partial}>{dated}</small>}
      {measure.partial && <small className={css.partial}>{texts.t('report.partial')}</small>}
    </th>
  );
}

interface LineProps extends Pick<FigureProps, 'go' | 'control' | 'places'> {
  line: ReportLine;
  isFirst: boolean;
  report: LoadedReport;
}

function Line({ line, isFirst, control, report, go, places }: LineProps) {
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
      <AttrCells line={line} report={report} from={saidFrom(line, report, isFirst)} />
      {columns(control, report).map((column) => (
        <Figure
          key={column.measure.name + column.end}
          {...{ column, line, control, go, places }}
          of={name}
          keys={line.rest ? null : keys}
        />
      ))}
    </tr>
  );
}

function Total({ line, control, report, go, places }: Omit<LineProps, 'isFirst'>) {
  const { t } = useText();
  return (
    <tfoot>
      <tr className={css.total}>
        <th scope="row" className={`${css.name} ${css.corner}`}>
          {t('report.total')}
        </th>
        <AttrCells report={report} />
        {columns(control, report).map((column) => (
          <Figure key={column.measure.name + column.end} {...{ column, line, control, go, places }} of={t('report.total')} keys={[]} />
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
  go: Go;
  places: Decimals;
}

/** A figure in its column, with room for what it lacks behind its point. */
function Figure(props: FigureProps) {
  const { column, line, places } = props;
  const name = column.measure.name + column.end;
  const text = columnText(column, line[name], useUnits(), useText());
  return (
    <td data-lacking={line.off?.includes(name) ? undefined : lackingTo(text, places.get(name))}>
      <FigureText {...props} text={text} />
    </td>
  );
}

/** A figure, which leads to the records that it counts; one that is reckoned, to those of what it is made of. */
function FigureText({ column, line, of, keys, control, go, text }: FigureProps & { text: string }) {
  const texts = useText();
  const { t, label } = texts;
  const { measure, end } = column;
  const value = line[measure.name + end];
  if (line.off?.includes(measure.name + end)) return <span className={css.off}>{t('report.off')}</span>;
  const isCounted = keys !== null && value !== null && value !== undefined && (end === '' || end === '_c');
  const leads = isCounted ? leadsOf(control, measure, { keys, beside: end === '_c' }, texts) : [];
  if (leads.length === 0) return text;
  const said = end === '' ? label(measure) : t('report.beside', { name: label(measure), by: t(`report.by_${control.compared!.by}`) });
  return (
    <button
      type="button"
      className={css.figure}
      aria-label={t('report.open', { line: of, name: said, figure: text })}
      aria-haspopup={leads.length > 1 ? 'menu' : undefined}
      onClick={(event) => go(leads, event.currentTarget)}
    >
      {text}
    </button>
  );
}
