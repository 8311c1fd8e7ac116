import { keyIn } from '#protocol/rules/report/said.ts';
import { useUnits } from '#web/fields/amounts.tsx';
import { useText } from '#web/i18n/use-text.ts';
import { figureText, keyText } from '../../report/figures.ts';
import { type LoadedMeasure, openList, type ReportLine } from '../../report/use-report.ts';
import css from './BarsPart.module.css';
import { lengthOf, longestOf } from './bars.ts';
import { type CountedProps, Figure, figuresOf, keysOf, linesOf, markOf, NoLines, recordsOf, restName, totalOf } from './figures.tsx';

/** The lines of a report with a bar each, and the total; a line leads to its records, each figure to those that it counts. */
export function BarsPart({ shown, report, told, asked }: CountedProps) {
  const texts = useText();
  const { t, label } = texts;
  const figures = figuresOf(report, shown);
  const mark = markOf(report, shown);
  const [target] = report.targets;
  const lines = linesOf(told);
  if (lines.length === 0) return <NoLines />;
  const [first] = figures;
  const longest = longestOf(lines.filter(({ rest }) => rest !== 1).map((line) => line[first?.name ?? '']));
  return (
    <table className={css.lines}>
      <colgroup>
        <col className={css.called} />
        <col className={css.drawn} />
      </colgroup>
      <thead className="sr">
        <tr>
          <th scope="col">{label(target)}</th>
          {mark ? <th scope="col">{label(mark)}</th> : <td />}
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
          const name = key && target ? keyText(key, target, texts) : restName(line, texts);
          return (
            <Row key={key ? String(keyIn(key)) : 'rest'} {...{ figures, report, asked, line, name }} keys={keysOf(key)}>
              {first && (line.rest !== 1 || first.percent === 1) && <Bar {...{ line, first, mark, longest }} />}
            </Row>
          );
        })}
      </tbody>
      <tfoot>
        <Row {...{ figures, report, asked }} line={totalOf(told)} name={t('report.total')} keys={[]} />
      </tfoot>
    </table>
  );
}

interface RowProps extends Omit<Parameters<typeof Figure>[0], 'measure' | 'of'> {
  figures: readonly LoadedMeasure[];
  name: string;
  /** its bar */
  children?: React.ReactNode;
}

const Row = ({ figures, name, children, ...line }: RowProps) => (
  <tr>
    <th scope="row" title={name}>
      <Name {...line} of={name} />
    </th>
    <td>{children}</td>
    {figures.map((measure) => (
      <td key={measure.name}>
        <Figure {...line} measure={measure} of={name} />
      </td>
    ))}
  </tr>
);

/** What a line is called, pressed wherever no figure of its own stands. */
function Name({ of, report, asked, keys }: Pick<Parameters<typeof Figure>[0], 'of' | 'report' | 'asked' | 'keys'>) {
  const { t } = useText();
  const list = keys && report.drill !== 0 ? recordsOf({ report, asked }, keys) : null;
  if (!list) return of;
  return (
    <button type="button" className={css.name} aria-label={t('board.viewOf', { name: of })} onClick={() => openList(list)}>
      {of}
    </button>
  );
}

interface BarProps {
  line: ReportLine;
  first: LoadedMeasure;
  /** how far it should be */
  mark: LoadedMeasure | undefined;
  longest: number;
}

/** A bar; of a rate with a line where it should be, and otherwise coloured where it is not that far. */
function Bar({ line, first, mark, longest }: BarProps) {
  const units = useUnits();
  const isRate = first.percent === 1;
  const due = mark && line[mark.name];
  const isDue = due !== undefined && due !== null;
  const isBehind = isDue && Number(line[first.name] ?? 0) < Number(due);
  return (
    <>
      <svg className={css.track} data-behind={isBehind ? '' : undefined} aria-hidden="true">
        <rect width={percent(lengthOf(line[first.name], isRate, longest))} y="3" height="6" />
        {isDue && <line x1={percent(lengthOf(due, true, 1))} x2={percent(lengthOf(due, true, 1))} y2="100%" />}
      </svg>
      {isDue && <span className="sr">{figureText(mark!, due, units)}</span>}
    </>
  );
}

const percent = (part: number): string => `${(part * 100).toFixed(2)}%`;
