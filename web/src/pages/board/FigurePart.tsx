import { useUnits } from '#web/fields/amounts.tsx';
import { useText } from '#web/i18n/use-text.ts';
import { headOf } from '../report/figures.ts';
import css from './FigurePart.module.css';
import { type CountedProps, Figure, totalOf } from './ReportPart.tsx';

/** One figure of a report over all that it counts. */
export function FigurePart({ widget, report, told, asked }: CountedProps) {
  const texts = useText();
  const units = useUnits();
  const measure = report.indexs.find(({ name }) => name === widget.index?.[0]);
  if (!measure) return null;
  return (
    <p className={css.figure}>
      <Figure {...{ measure, report, asked }} line={totalOf(told)} of={texts.label(widget)} keys={[]} />
      <small>{headOf(measure, texts, units)}</small>
    </p>
  );
}
