import type { Compare as By } from '#protocol/meta/report/periods.ts';
import { dated, periodOf } from '#protocol/rules/report/ask.ts';
import { today } from '#web/i18n/clock.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Segments } from '#web/ui/Segments.tsx';
import css from './ReportPage.module.css';
import type { LoadedReport, ReportController } from './use-report.ts';

interface CompareProps {
  control: Pick<ReportController, 'asked' | 'setCompare'>;
  report: Pick<LoadedReport, 'targets' | 'compare'>;
}

/** What the days are laid beside. Where none were chosen it is this year, or this month of days. */
export function Compare({ control, report }: CompareProps) {
  const { t } = useText();
  const target = dated(report);
  const period = target && periodOf(report, target, control.asked);
  if (!report.compare || !period || period === 'YEAR') return null;
  const now = (control.asked.today ?? today()).slice(0, period === 'DAILY' ? 7 : 4);
  const items = (['', ...report.compare] as const).map((key) => ({ key, label: t(key === '' ? 'report.alone' : `report.by_${key}`) }));
  return (
    <Segments
      quiet
      label={t('report.compare')}
      active={control.asked.compare ?? ''}
      items={items}
      onChange={(by: By | '') => control.setCompare(by, control.asked.value ?? (by ? now : ''))}
    />
  );
}

/** Which days are laid beside which, and as far as what differs is told of both. */
export function Compared({ compared }: { compared: NonNullable<ReportController['compared']> }) {
  const { t } = useText();
  const days = ([from, to]: readonly [string, string]): string => t('report.days', { from, to });
  const { by, range, due } = compared;
  const said = t('report.comparedTo', { by: t(`report.by_${by}`), days: days(range) });
  return (
    <p className={css.note}>
      {said} {due ? t('report.due', { now: days(due[0]), was: days(due[1]) }) : t('report.notBegun')}
    </p>
  );
}
