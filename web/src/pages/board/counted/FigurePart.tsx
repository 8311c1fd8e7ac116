import type { ReactNode } from 'react';
import { useUnits } from '#web/fields/amounts.tsx';
import { useText } from '#web/i18n/use-text.ts';
import type { LoadedMeasure, ReportLine } from '../../report/use-report.ts';
import { partsOf } from './bars.ts';
import css from './FigurePart.module.css';
import { type CountedProps, Figure, figuresOf, totalOf } from './figures.tsx';

/** A figure of a report over all that it counts; below it those that it is made of, or that stand beside it. */
export function FigurePart({ widget, shown, report, told, asked }: CountedProps) {
  const { label } = useText();
  const units = useUnits();
  const [first, ...others] = figuresOf(report, shown);
  if (!first) return null;
  const line = totalOf(told);
  const figure = (measure: LoadedMeasure): ReactNode => <Figure {...{ measure, report, asked, line }} of={label(widget)} keys={[]} />;
  return (
    <div className={css.part}>
      <p className={css.figure}>
        {figure(first)} <small>{units.unitOf({ ...first.field_def, ...first })}</small>
      </p>
      {widget.bar === 1 && <Bar line={line} whole={first} parts={others} />}
      {others.length === 0 ? (
        <small className={css.about}>{label(first)}</small>
      ) : (
        <ul className={css.others}>
          {others.map((measure, at) => (
            <li key={measure.name}>
              {widget.bar === 1 && <i className={css.key} data-at={at} aria-hidden="true" />}
              {label(measure)} <b>{figure(measure)}</b>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** How much of the whole its parts are; what is left stays empty. */
function Bar({ line, whole, parts }: { line: ReportLine; whole: LoadedMeasure; parts: readonly LoadedMeasure[] }) {
  return (
    <svg className={css.bar} aria-hidden="true">
      {partsOf(
        line[whole.name],
        parts.map(({ name }) => line[name]),
      ).map(({ from, wide }, at) => (
        <rect key={parts[at]!.name} data-at={at} x={`${from}%`} width={`${wide}%`} height="100%" />
      ))}
    </svg>
  );
}
