import { useMemo } from 'react';
import type { ReportAsk } from '#protocol/rules/report/ask.ts';
import { isInOrder } from '#protocol/rules/report/chart.ts';
import type { Key } from '#protocol/rules/report/drill.ts';
import { ops } from '#web/api/ops.ts';
import { failureOf, useOp } from '#web/api/use-op.ts';
import { useUnits } from '#web/fields/amounts.tsx';
import { useText } from '#web/i18n/use-text.ts';
import { Button } from '#web/ui/Button.tsx';
import { useFollow } from '../../../use-follow.ts';
import { keyText } from '../../figures.ts';
import { type ChartedReport, type LoadedReport, type ReportLine, wired } from '../../use-report.ts';
import { figuresOf } from '../series.ts';
import { MapList } from './MapList.tsx';
import { listedOf } from './map-of.ts';
import css from './Parts.module.css';

interface PartsProps {
  report: ChartedReport;
  asked: ReportAsk;
  next: LoadedReport['targets'][number];
  /** that of the place */
  line: ReportLine;
  within: Key;
  onOpen: () => void;
}

/** Lines of parts at most. */
const MOST = 6;
/** What is drawn counts what others write. */
const ANY = () => true;

/** What stands under a place: the same report, asked by the next target with the place's key. */
export function Parts({ report, asked, next, line, within, onOpen }: PartsProps) {
  const texts = useText();
  const { t } = texts;
  const units = useUnits();
  const { x = '' } = report.chart;
  const figures = figuresOf(report);
  const ask = useMemo(() => partsAsk(report, asked, next.name, within), [report, asked, next, within]);
  const answer = useOp(ops.reportChart, { cloud: report.report_name ?? '', ...wired(ask) }, { fresh: 0 });
  useFollow(ANY, () => answer.refetch());
  const { error } = failureOf(answer);
  const lines = (answer.data?.rows ?? []) as unknown as readonly ReportLine[];
  const place = report.targets.find(({ name }) => name === x)!;
  const title = t('charts.under', { name: keyText(line.keys[x], place, texts), by: texts.label(next) });
  return (
    <section className={css.parts} aria-label={title} aria-busy={!answer.data}>
      <header className={css.head}>
        <h3 className={css.title}>{title}</h3>
        <Button kind="link" size="small" onClick={onOpen}>
          {t('charts.openAll')}
        </Button>
      </header>
      {error && <p className={css.note}>{error.remark}</p>}
      {answer.data && (
        <MapList by={texts.label(next)} figures={figures} lines={listedOf({ report, lines, asked: ask }, MOST, texts, units)} />
      )}
    </section>
  );
}

/** The largest first; days and bands in their order. */
export function partsAsk(report: ChartedReport, asked: ReportAsk, next: string, within: Key): ReportAsk {
  const { x = '' } = report.chart;
  const [first] = figuresOf(report);
  const sort = isInOrder(report, next) || first?.kind === 'share' ? next : `-${first!.name}`;
  return { ...asked, targets: [next], within: { [x]: within }, sort };
}
