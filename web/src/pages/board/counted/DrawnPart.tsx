import { useEffect, useMemo } from 'react';
import { chartAsk, isAlong } from '#protocol/rules/report/chart.ts';
import type { ToldMap } from '#protocol/rules/report/map.ts';
import { useUnits } from '#web/fields/amounts.tsx';
import { addTexts } from '#web/i18n/catalogue.ts';
import { CHARTS_EN, CHARTS_ZH } from '#web/i18n/parts/records/charts.ts';
import { useText } from '#web/i18n/use-text.ts';
import { bring, isMapped, ReportChart } from '../../report/chart/ReportChart.tsx';
import { keysOf } from '../../report/chart/series.ts';
import { headOf, keyText } from '../../report/figures.ts';
import type { ChartedReport, LoadedMeasure, LoadedReport } from '../../report/use-report.ts';
import css from './DrawnPart.module.css';
import { type CountedProps, Figure, linesOf, NoLines, totalOf } from './figures.tsx';
import table from './TablePart.module.css';

addTexts(CHARTS_ZH, CHARTS_EN);

type DrawnProps = CountedProps & { report: ChartedReport };

/** The chart of a report in its part, or the same figures as a table for who asked for them. */
export function DrawnPart(props: DrawnProps) {
  const { report, told, asked, isTable } = props;
  const { kind } = report.chart;
  useEffect(() => bring(kind), [kind]);
  const lines = linesOf(told);
  const total = useMemo(() => totalOf(told), [told]);
  if (lines.length === 0 && isAlong(report.chart)) return <NoLines />;
  if (isTable) return <Lines {...props} />;
  const map = told.data?.map as ToldMap | undefined;
  return (
    <div className={css.chart} data-map={isMapped(kind, map) ? '' : undefined}>
      <ReportChart {...{ report, lines, total, map, asked }} />
    </div>
  );
}

/** What is drawn, as lines: by the targets of the chart, with its figures. */
function Lines({ report, told, asked }: DrawnProps) {
  const texts = useText();
  const { t, label } = texts;
  const units = useUnits();
  const { chart } = report;
  const ask = useMemo(() => chartAsk(report, chart, chart.kind, asked), [report, chart, asked]);
  const targets = (ask.targets ?? []).flatMap((name) => report.targets.find((one) => one.name === name) ?? []);
  const figures = chart.y.flatMap((name) => report.indexs.find((one) => one.name === name) ?? []);
  const cells = (line: Line, name: string, keys: Keys) =>
    figures.map((measure: LoadedMeasure) => (
      <td key={measure.name}>
        <Figure {...{ measure, line, report, keys }} asked={ask} of={name} />
      </td>
    ));
  return (
    <div className={table.scroll}>
      <table className={table.lines}>
        <thead>
          <tr>
            <th scope="col">{targets.map((target) => label(target)).join(' / ')}</th>
            {figures.map((measure) => (
              <th key={measure.name} scope="col">
                {headOf(measure, texts, units)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {linesOf(told)
            .filter((line) => line.rest === 1 || line.depth === targets.length)
            .map((line) => {
              const name = line.rest ? t('report.rest') : calledIn(line, targets, texts);
              return (
                <tr key={line.rest ? 'rest' : JSON.stringify(keysOf(line, ask))}>
                  <th scope="row" title={name}>
                    {name}
                  </th>
                  {cells(line, name, line.rest ? null : keysOf(line, ask))}
                </tr>
              );
            })}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('report.total')}</th>
            {cells(totalOf(told), t('report.total'), [])}
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

type Line = ReturnType<typeof totalOf>;
type Keys = Parameters<typeof Figure>[0]['keys'];

const calledIn = (line: Line, targets: LoadedReport['targets'], texts: Parameters<typeof keyText>[2]): string =>
  targets.map((target) => keyText(line.keys[target.name], target, texts)).join(' / ');
