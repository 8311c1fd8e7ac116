import type { ReportAsk } from '#protocol/rules/report/ask.ts';
import type { Key } from '#protocol/rules/report/drill.ts';
import { useUnits } from '#web/fields/amounts.tsx';
import { useText } from '#web/i18n/use-text.ts';
import { figureText, headOf, keyText } from '../report/figures.ts';
import { type LoadedMeasure, type LoadedReport, listOf, openList, type ReportLine } from '../report/use-report.ts';
import css from './ReportPart.module.css';
import type { LoadedWidget, Told } from './use-board.ts';

export interface CountedProps {
  widget: LoadedWidget;
  report: LoadedReport;
  told: Told;
  asked: ReportAsk;
}

/** Figures that stand beside a bar at most. */
const MOST_FIGURES = 2;

/** The figures of a part: those that it names, else the first. */
const figuresOf = (report: LoadedReport, { index }: LoadedWidget): readonly LoadedMeasure[] =>
  index ? index.flatMap((name) => report.indexs.find((one) => one.name === name) ?? []) : report.indexs.slice(0, MOST_FIGURES);

/** What they are and what they are counted in. */
export function Counted({ widget, report }: CountedProps) {
  const texts = useText();
  const units = useUnits();
  return <small className={css.counted}>{texts.listed(figuresOf(report, widget).map((measure) => headOf(measure, texts, units)))}</small>;
}

/** The lines of a report with a bar each, and the total; each figure leads to the records that it counts. A chart of it would stand here, above its lines. */
export function ReportPart({ widget, report, told, asked }: CountedProps) {
  const texts = useText();
  const { t, label } = texts;
  const figures = figuresOf(report, widget);
  const [target] = report.targets;
  const lines = (told.rows ?? []) as unknown as readonly ReportLine[];
  if (lines.length === 0) return <p className={css.none}>{t('board.nothing')}</p>;
  const first = figures[0]?.name ?? '';
  const longest = Math.max(...lines.map((line) => Number(line[first] ?? 0)));
  return (
    <table className={css.lines}>
      <colgroup>
        <col className={css.called} />
        <col className={css.drawn} />
      </colgroup>
      <thead className="sr">
        <tr>
          <th scope="col">{label(target)}</th>
          <td />
          {figures.map((measure) => (
            <th key={measure.name} scope="col">
              {label(measure)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => {
          const key = target && line.keys[target.name];
          const name = key && target ? keyText(key, target, texts) : t('report.rest');
          const part = longest > 0 ? Math.max(0, Number(line[first] ?? 0)) / longest : 0;
          return <Row key={key ? String(key.id) : 'rest'} {...{ figures, report, asked, line, name, part }} keys={key ? [key.id] : null} />;
        })}
      </tbody>
      <tfoot>
        <Row {...{ figures, report, asked }} line={totalOf(told)} name={t('report.total')} part={null} keys={[]} />
      </tfoot>
    </table>
  );
}

interface RowProps extends Pick<FigureProps, 'line' | 'report' | 'asked' | 'keys'> {
  figures: readonly LoadedMeasure[];
  name: string;
  /** how long its bar is, of 1; null: it has none */
  part: number | null;
}

const Row = ({ figures, name, part, ...line }: RowProps) => (
  <tr>
    <th scope="row" title={name}>
      {name}
    </th>
    <td aria-hidden="true">{part !== null && <Bar part={part} />}</td>
    {figures.map((measure) => (
      <td key={measure.name}>
        <Figure {...line} measure={measure} of={name} />
      </td>
    ))}
  </tr>
);

/** All that the report counts, as a line. */
export const totalOf = ({ data }: Pick<Told, 'data'>): ReportLine =>
  ({
    ...(data?.total as object | undefined),
    off: data?.off as readonly string[] | undefined,
    depth: 0,
    keys: {},
  }) as ReportLine;

const Bar = ({ part }: { part: number }) => (
  <svg className={css.track} role="presentation">
    <rect width={`${(part * 100).toFixed(2)}%`} height="100%" />
  </svg>
);

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
