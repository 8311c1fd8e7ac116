import { useMemo, useRef, useState } from 'react';
import type { ReportAsk } from '#protocol/rules/report/ask.ts';
import { chartAsk } from '#protocol/rules/report/chart.ts';
import type { Key } from '#protocol/rules/report/drill.ts';
import type { ToldMap } from '#protocol/rules/report/map.ts';
import { MapSheet } from '#web/charts/map/MapSheet.tsx';
import { useBox } from '#web/charts/use-box.ts';
import { useUnits } from '#web/fields/amounts.tsx';
import { type Texts, useLocale, useText } from '#web/i18n/use-text.ts';
import { type ChartedReport, type LoadedMeasure, openList, type ReportLine } from '../../use-report.ts';
import { figuresOf } from '../series.ts';
import { MapList } from './MapList.tsx';
import { leadsTo, listedOf, mapOf } from './map-of.ts';
import { Parts } from './Parts.tsx';
import css from './ReportMap.module.css';

interface MapProps {
  report: ChartedReport;
  lines: readonly ReportLine[];
  map: ToldMap;
  asked: ReportAsk;
  open?: ((line: ReportLine, measure: LoadedMeasure) => void) | undefined;
}

/** Lines beside the map at most: with those under a place, and alone. */
const [FEW, MANY] = [7, 12];
/** px: narrower than this the list stands below; what it takes beside, at least and at most; between both. */
const [NARROW, LIST_LEAST, LIST_MOST, BETWEEN] = [540, 216, 360, 16];

const sharesOf = ({ width, height }: { width: number; height: number }) => {
  const isNarrow = width < NARROW;
  const list = isNarrow ? width : Math.min(LIST_MOST, Math.max(LIST_LEAST, Math.round(width * 0.38)));
  return { isNarrow, list, room: { width: isNarrow ? width : width - list - BETWEEN, height: isNarrow ? null : height } };
};

/** The place whose parts stand beside the map, and what a press came to, for who does not see it. */
function useChosen(by: string, { t }: Texts) {
  const [chosen, setChosen] = useState<{ key: Key } | null>(null);
  const [said, setSaid] = useState('');
  const press = (key: Key, name: string) => {
    const isOpen = chosen?.key === key;
    setChosen(isOpen ? null : { key });
    setSaid(isOpen ? t('charts.closed', { name }) : t('charts.opened', { name, by }));
  };
  return { chosen, said, press };
}

/** A report on a map, with its largest places beside it; a place that is pressed opens its records, or shows first what stands under it. */
export function ReportMap({ report, lines, map, asked, open }: MapProps) {
  const texts = useText();
  const [locale, units] = [useLocale(), useUnits()];
  const root = useRef<HTMLDivElement>(null);
  const box = useBox(root);
  const { isNarrow, list, room } = sharesOf(box);
  const ask = useMemo(() => chartAsk(report, report.chart, 'map', asked), [report, asked]);
  const { places, review } = map;
  const mapped = useMemo(
    () => mapOf({ report, lines, places, asked }, locale, texts, units),
    [report, lines, places, asked, locale, texts, units],
  );
  const { x = '' } = report.chart;
  const figures = figuresOf(report);
  const next = report.drill ? report.targets.find(({ name }) => report.drill && name === report.drill.path[1]) : undefined;
  const choosing = useChosen(texts.label(next), texts);
  const { chosen } = choosing;
  const lineOf = (key: Key): ReportLine | undefined => lines.find((line) => line.rest !== 1 && (line.keys[x]?.id ?? null) === key);
  const under = next && chosen ? lineOf(chosen.key) : undefined;
  const choose = (key: Key) => choosing.press(key, texts.label(places.find(({ id }) => id === key) ?? lineOf(key)?.keys[x]));
  const openLine = (key: Key) => {
    const line = lineOf(key);
    const to = line && leadsTo({ report, asked: ask }, line, figures[0]!);
    if (to) open ? open(line, figures[0]!) : openList(to);
  };
  const listed = listedOf({ report, lines, asked: ask }, under ? FEW : MANY, texts, units);
  return (
    <div ref={root} className={css.root} data-narrow={isNarrow ? '' : undefined}>
      {box.width > 0 && (
        <MapSheet
          {...{ mapped, room }}
          shapes={map.shapes === 1}
          review={review ? texts.t('charts.review', { number: review }) : ''}
          chosen={chosen && under ? Number(chosen.key) : null}
          hint={texts.t(next ? 'charts.parts' : 'charts.enter')}
          onOpen={next ? choose : openLine}
        />
      )}
      <span className="sr" role="status">
        {choosing.said}
      </span>
      <div className={css.beside} style={box.width > 0 ? { width: list } : undefined}>
        <MapList
          by={texts.label(report.targets.find(({ name }) => name === x))}
          {...{ figures, open }}
          lines={listed}
          chosen={under && chosen?.key}
          onChoose={next && choose}
        />
        {next && under && chosen && (
          <Parts {...{ report, asked, next, line: under, onOpen: () => openLine(chosen.key) }} within={chosen.key} />
        )}
      </div>
    </div>
  );
}
