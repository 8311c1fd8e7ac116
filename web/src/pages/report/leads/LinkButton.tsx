import { useText } from '#web/i18n/use-text.ts';
import { IconButton } from '#web/ui/Button.tsx';
import { type LoadedMeasure, openList, type ReportController } from '../use-report.ts';
import css from './LinkButton.module.css';
import { linkedList } from './leads.ts';

/** Beside the name of a figure: the list of the records that set it, for who has it. */
export function LinkButton({ measure, control }: { measure: LoadedMeasure; control: ReportController }) {
  const { t, label } = useText();
  const list = measure.link ? linkedList(control, measure, []) : null;
  if (!list) return null;
  return (
    <span className={`${css.link} no-print`}>
      <IconButton
        icon="open"
        label={t('report.linkTo', { name: label(measure), to: label(measure.link) })}
        onClick={() => openList(list)}
      />
    </span>
  );
}
