import { type ReactNode, useMemo } from 'react';
import type { ReportAsk } from '#protocol/rules/report/ask.ts';
import { chartAsk } from '#protocol/rules/report/chart.ts';
import type { Key } from '#protocol/rules/report/drill.ts';
import type { ToldMap } from '#protocol/rules/report/map.ts';
import { ops } from '#web/api/ops.ts';
import { failureOf, useOp } from '#web/api/use-op.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Button } from '#web/ui/Button.tsx';
import { useFollow } from '../../../use-follow.ts';
import { keyText } from '../../figures.ts';
import { type ChartedReport, type LoadedReport, listOf, openList, type ReportLine, wired } from '../../use-report.ts';
import { figuresOf } from '../series.ts';
import css from './Lower.module.css';

/** What stands under a place, drawn as the map above it is. */
export interface LowerMap {
  report: ChartedReport;
  lines: readonly ReportLine[];
  map: ToldMap;
  asked: ReportAsk;
}

interface LowerProps {
  report: ChartedReport;
  asked: ReportAsk;
  next: LoadedReport['targets'][number];
  within: number;
  onUp: () => void;
  /** stands there until it has come */
  pending: ReactNode;
  /** and where nothing under the place has places */
  instead: ReactNode;
  children: (lower: LowerMap, onUp: () => void) => ReactNode;
}

/** What is drawn counts what others write. */
const ANY = () => true;

/** The same report by what stands under a place, with the place's key: a map of its own. */
export function Lower({ report, asked, next, within, onUp, pending, instead, children }: LowerProps) {
  const lower = useMemo(() => lowerOf(report, next.name), [report, next]);
  const inside = useMemo(() => ({ ...asked, within: { ...asked.within, [report.chart.x ?? '']: within } }), [asked, report, within]);
  const ask = useMemo(() => chartAsk(lower, lower.chart, 'map', inside), [lower, inside]);
  const answer = useOp(ops.reportChart, { cloud: report.report_name ?? '', ...wired(ask) }, { fresh: 0 });
  useFollow(ANY, () => answer.refetch());
  const map = (answer.data?.data as { map?: ToldMap } | undefined)?.map;
  if (failureOf(answer).error || (answer.data && !map?.places.length)) return instead;
  if (!answer.data || !map) return pending;
  const lines = answer.data.rows as unknown as readonly ReportLine[];
  return children({ report: lower, lines, map, asked: inside }, onUp);
}

/** The report with its map one level further down. */
function lowerOf({ drill: _, ...report }: ChartedReport, x: string): ChartedReport {
  const { below, ...chart } = report.chart;
  return { ...report, chart: { ...chart, x, ...(below ? { place: below } : {}) } };
}

/** Where one is, the way back, and all records that stand there. */
export function Crumb({ report, asked, line, onUp }: Pick<LowerMap, 'report' | 'asked'> & { line: ReportLine; onUp: () => void }) {
  const texts = useText();
  const { t } = texts;
  const [[above = '', key] = []] = Object.entries(asked.within ?? {}) as [string, Key][];
  const place = report.targets.find(({ name }) => name === above);
  const list = listOf({ report, asked: { ...asked, targets: [] } }, [], figuresOf(report)[0]!);
  if (!place || key === undefined) return null;
  const here = keyText(line.keys[above], place, texts);
  return (
    <nav className={css.crumb} aria-label={t('charts.way')} data-within={t('charts.asked', { name: texts.label(place), value: here })}>
      <span className="no-print">
        <Button kind="link" size="small" icon="left" onClick={onUp}>
          {t('charts.up')}
        </Button>
      </span>
      <b className={css.here}>{here}</b>
      {list && (
        <span className="no-print">
          <Button kind="link" size="small" onClick={() => openList(list)}>
            {t('charts.openAll')}
          </Button>
        </span>
      )}
    </nav>
  );
}
