import type { ReportAsk } from '#protocol/rules/report/ask.ts';
import { drillOf, type Key } from '#protocol/rules/report/drill.ts';
import type { Shown } from '#protocol/rules/report/parts.ts';
import { keyIn, type NamedKey } from '#protocol/rules/report/said.ts';
import { useUnits } from '#web/fields/amounts.tsx';
import { type Texts, useText } from '#web/i18n/use-text.ts';
import { figureText, headOf } from '../../report/figures.ts';
import {
  type LoadedMeasure,
  type LoadedReport,
  listOf,
  openList,
  type ReportLine,
  shownBy,
  type ToldTotal,
  totalOf as totalIn,
} from '../../report/use-report.ts';
import type { LoadedWidget, Told } from '../use-board.ts';
import css from './figures.module.css';

export interface CountedProps {
  widget: LoadedWidget;
  /** of its reports the one that is seen */
  shown: Shown;
  report: LoadedReport;
  told: Told;
  asked: ReportAsk;
  /** a chart: its reader asked for the same figures as a table */
  isTable: boolean;
}

/** Figures that stand beside a bar where a part names none. */
const FIRST_FIGURES = 2;
/** Columns of a table where a part names none. */
const FIRST_COLUMNS = 6;

/** What a line stands for in its target, for the list of its figures; null: no list shows it. */
export const keysOf = (key: NamedKey | undefined): readonly Key[] | null => (key ? [keyIn(key)] : null);

/** The list of all records that a line counts; of several sources those of the first. Null where no list can show them. */
export const recordsOf = ({ report, asked }: Pick<CountedProps, 'report' | 'asked'>, keys: readonly Key[]) =>
  shownBy(drillOf(report, asked, keys));

/** The figures of a part: those that it names, else the first. */
export const figuresOf = (report: LoadedReport, { index, look }: Pick<Shown, 'index' | 'look'>): readonly LoadedMeasure[] =>
  index
    ? index.flatMap((name) => report.indexs.find((one) => one.name === name) ?? [])
    : report.indexs.slice(0, look === 'table' ? FIRST_COLUMNS : FIRST_FIGURES);

/** The figure that says how far bars should be; none where they are no rates. */
export function markOf(report: LoadedReport, shown: Shown): LoadedMeasure | undefined {
  const isRate = figuresOf(report, shown)[0]?.percent === 1;
  return isRate && shown.mark !== undefined ? report.indexs.find(({ name }) => name === shown.mark) : undefined;
}

export const linesOf = ({ rows = [] }: Told): readonly ReportLine[] => rows as unknown as readonly ReportLine[];

/** What the line of those is called that have no line of their own. */
export const restName = ({ others }: ReportLine, { t }: Pick<Texts, 't'>): string =>
  typeof others === 'number' ? t('board.others', { n: others }) : t('report.rest');

export function NoLines() {
  const { t } = useText();
  return <p className={css.none}>{t('board.nothing')}</p>;
}

/** Beside its name, or below it: what bars are drawn of and what they are counted in, how many records a figure counts. A table and a chart say it themselves. */
export function Counted({ widget, shown, report, told, asked, isBelow = false }: CountedProps & { isBelow?: boolean }) {
  const texts = useText();
  const units = useUnits();
  const count = report.indexs.find(({ name }) => name === widget.count);
  if (count)
    return (
      <small className={isBelow ? css.below : css.counted}>
        <Figure {...{ measure: count, report, asked }} line={totalOf(told)} of={texts.label(widget)} keys={[]} /> {units.unitOf(count)}
      </small>
    );
  if (widget.kind === 'figure' || (shown.look ?? 'bars') !== 'bars') return null;
  const mark = markOf(report, shown);
  const said = texts.listed(figuresOf(report, shown).map((measure) => headOf(measure, texts, units)));
  return (
    <small className={isBelow ? css.below : css.counted}>
      {mark ? texts.t('board.marked', { figures: said, mark: texts.label(mark) }) : said}
    </small>
  );
}

/** All that the report counts, as a line. */
export const totalOf = ({ data }: Pick<Told, 'data'>): ReportLine => totalIn(data as ToldTotal | undefined);

interface FigureProps {
  measure: LoadedMeasure;
  line: ReportLine;
  report: LoadedReport;
  asked: ReportAsk;
  /** what the line is called */
  of: string;
  /** null: no list shows what the line counts */
  keys: readonly Key[] | null;
}

/** A figure, which leads to the records that it counts. */
export function Figure({ measure, line, report, asked, of, keys }: FigureProps) {
  const { t, label } = useText();
  const units = useUnits();
  const value = line[measure.name];
  if (line.off?.includes(measure.name)) return <span className={css.off}>{t('report.off')}</span>;
  const text = figureText(measure, value, units);
  const list = keys !== null && value !== null && value !== undefined ? listOf({ report, asked }, keys, measure) : null;
  if (!list) return text;
  return (
    <button
      type="button"
      className={css.figure}
      aria-label={t('report.open', { line: of, name: label(measure), figure: text })}
      onClick={() => openList(list)}
    >
      {text}
    </button>
  );
}
