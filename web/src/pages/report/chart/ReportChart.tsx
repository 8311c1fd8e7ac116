import { lazy, Suspense, useMemo } from 'react';
import type { ChartKind } from '#protocol/meta/report/chart.ts';
import type { ReportAsk } from '#protocol/rules/report/ask.ts';
import type { ToldMap } from '#protocol/rules/report/map.ts';
import type { Currency } from '#protocol/wire/envelope.ts';
import { Chart } from '#web/charts/Chart.tsx';
import type { PlotKind } from '#web/charts/drawing.ts';
import { bring as bringPlot } from '#web/charts/use-drawn.ts';
import { Amounts, useUnits } from '#web/fields/amounts.tsx';
import { addTexts } from '#web/i18n/catalogue.ts';
import { REPORT_EN, REPORT_ZH } from '#web/i18n/parts/records/report.ts';
import { useText } from '#web/i18n/use-text.ts';
import { type ChartedReport, type LoadedMeasure, listOf, openList, type ReportLine } from '../use-report.ts';
import { OWN } from './own/own.ts';
import css from './ReportChart.module.css';
import { drawnOf, MOST_PARTS, MOST_PLACES } from './series.ts';

addTexts(REPORT_ZH, REPORT_EN);

export interface ReportChartProps {
  report: ChartedReport;
  /** those of `/report?op=Chart`, asked for by `chartAsk` (protocol/rules/report/chart.ts) */
  lines: readonly ReportLine[];
  /** what they come to, of the same answer: `totalOf` */
  total: ReportLine;
  /** of a map `data.map` of the same answer; without it bars are drawn */
  map?: ToldMap | undefined;
  /** as the report has it, or as the reader has switched it */
  kind?: ChartKind;
  /** by what the lines were asked for, without targets and order */
  asked?: ReportAsk;
  /** what amounts are in; absent: as around it */
  currency?: Currency | null;
  /** a figure was pressed that leads to its records; absent: their list opens */
  open?: (line: ReportLine, measure: LoadedMeasure) => void;
}

const ALL: ReportAsk = {};
const mapRoom = () => import('./map/ReportMap.tsx');
const ReportMap = lazy(() => mapRoom().then((room) => ({ default: room.ReportMap })));

/** It is drawn as a map: where something stands on it. */
export const isMapped = (kind: ChartKind, map: ToldMap | undefined): map is ToldMap =>
  kind === 'map' && map !== undefined && map.places.length > 0;

/** Begins to bring what draws a kind while its figures are still on their way. */
export const bring = (kind: ChartKind): void => (kind === 'map' ? void mapRoom().catch(() => undefined) : bringPlot(kind));

/** The chart of a report in the box around it, on its page and in a widget. */
export function ReportChart(props: ReportChartProps) {
  if (props.currency === undefined) return <Inside {...props} />;
  return (
    <Amounts of={props.currency}>
      <Inside {...props} />
    </Amounts>
  );
}

function Inside({ map, ...props }: ReportChartProps) {
  const { kind = props.report.chart.kind, asked = ALL } = props;
  const isOver = kind === 'map' && map?.over === 1;
  if (isMapped(kind, map))
    return (
      <Suspense fallback={null}>
        <ReportMap {...props} map={map} asked={asked} />
      </Suspense>
    );
  return <Plot {...props} kind={kind === 'map' ? 'bar' : kind} asked={asked} isOver={isOver} />;
}

type PlotProps = Omit<ReportChartProps, 'map' | 'kind' | 'asked'> & { kind: PlotKind; asked: ReportAsk; isOver: boolean };

function Plot({ report, lines, total, kind, asked, open, isOver }: PlotProps) {
  const texts = useText();
  const units = useUnits();
  const drawn = useMemo(
    () => (OWN[kind] ?? drawnOf)({ report, lines, total, kind, asked }, texts, units),
    [report, lines, total, kind, asked, texts, units],
  );
  const { drawing, note } = drawn;
  if (drawing.names.length === 0) return <p className={css.note}>{texts.t('charts.nothing')}</p>;
  return (
    <div className={css.box}>
      <div className={css.chart}>
        <Chart
          drawing={drawing}
          onOpen={(mark) => {
            const found = drawn.at(mark);
            if (!found) return;
            if (open) return open(found.line, found.measure);
            const list = listOf({ report, asked: drawn.ask }, found.keys, found.measure);
            if (list) openList(list);
          }}
        />
      </div>
      {isOver && <p className={css.note}>{texts.t('charts.over')}</p>}
      {note && (
        <p className={css.note}>
          {note.is === 'noPie' ? texts.t('charts.noPie', { most: MOST_PARTS }) : texts.t('charts.cut', { n: MOST_PLACES, all: note.all })}
        </p>
      )}
    </div>
  );
}
