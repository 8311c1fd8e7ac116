import { lazy, Suspense } from 'react';
import { useText } from '#web/i18n/use-text.ts';
import { PageBoundary } from '#web/ui/PageBoundary.tsx';
import { SkeletonRows } from '#web/ui/states.tsx';
import { isCharted } from '../../report/use-report.ts';
import { BarsPart } from './BarsPart.tsx';
import css from './CountedPart.module.css';
import { FigurePart } from './FigurePart.tsx';
import type { CountedProps } from './figures.tsx';
import { TablePart } from './TablePart.tsx';

/** Drawing comes when a part first has a chart. */
const DrawnPart = lazy(() => import('./DrawnPart.tsx').then((room) => ({ default: room.DrawnPart })));

/** What a part shows of a report, as it says: one figure, lines with bars, columns, its chart. */
export function CountedPart(props: CountedProps) {
  const { t } = useText();
  const { widget, shown, report } = props;
  if (widget.kind === 'figure') return <FigurePart {...props} />;
  if (shown.look === 'table') return <TablePart {...props} />;
  if (shown.look !== 'chart' || !isCharted(report)) return <BarsPart {...props} />;
  return (
    <PageBoundary instead={<p className={css.note}>{t('ui.brokenWhy')}</p>}>
      <Suspense fallback={<SkeletonRows rows={4} columns={[0]} />}>
        <DrawnPart {...props} report={report} />
      </Suspense>
    </PageBoundary>
  );
}
