import { useMemo, useRef, useState } from 'react';
import type { ReportAsk } from '#protocol/rules/report/ask.ts';
import { chartAsk } from '#protocol/rules/report/chart.ts';
import type { Key } from '#protocol/rules/report/drill.ts';
import type { ToldMap } from '#protocol/rules/report/map.ts';
import { MapSheet } from '#web/charts/map/MapSheet.tsx';
import { useBox } from '#web/charts/use-box.ts';
import { useUnits } from '#web/fields/amounts.tsx';
import { useLocale, useText } from '#web/i18n/use-text.ts';
import { type ChartedReport, type LoadedMeasure, type LoadedReport, openList, type ReportLine } from '../../use-report.ts';
import { figuresOf, titleOf } from '../series.ts';
import { Crumb, Lower } from './Lower.tsx';
import { MapList } from './MapList.tsx';
import { leadsTo, listedOf, mapOf } from './map-of.ts';
import { Parts } from './Parts.tsx';
import { usePlace, useTitle } from './place.ts';
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
const [NARROW, LIST_LEAST, LIST_MOST, BETWEEN] = [540, 264, 360, 16];

const sharesOf = ({ width, height }: { width: number; height: number }) => {
  const isNarrow = width < NARROW;
  const list = isNarrow ? width : Math.min(LIST_MOST, Math.max(LIST_LEAST, Math.round(width * 0.38)));
  return { isNarrow, list, room: { width: isNarrow ? width : width - list - BETWEEN, height: isNarrow ? null : height } };
};

/** A report on a map, with its largest places beside it; a place that is pressed opens its records, or shows first what stands under it: on a map of its own where that has places too. */
export function ReportMap(props: MapProps) {
  const { report, lines, map, asked } = props;
  const texts = useText();
  const { chosen, choose } = usePlace();
  const { x = '', below } = report.chart;
  const next = report.drill ? report.targets.find(({ name }) => report.drill && name === report.drill.path[1]) : undefined;
  const line = chosen && lines.find((one) => one.rest !== 1 && (one.keys[x]?.id ?? null) === chosen.key);
  const under = next && chosen && line ? { next, line, key: chosen.key } : undefined;
  const { onChoose, said, moved } = useWay(choose, chosen?.key, (key) => ({
    name: texts.label(map.places.find(({ id }) => id === key) ?? line?.keys[x]),
    by: texts.label(next),
  }));
  const level = (of: Pick<LevelProps, 'under' | 'chosen'>) => (
    <Level {...props} {...of} {...(next ? { onChoose } : {})} takesFocus={moved} />
  );
  return (
    <>
      {under && below && typeof under.key === 'number' ? (
        <Lower
          {...{ report, asked }}
          {...under}
          within={under.key}
          pending={level({ chosen: under.key })}
          instead={level({ under })}
          onUp={() => onChoose(under.key)}
        >
          {(lower, onUp) => <Level {...lower} open={props.open} onUp={onUp} above={under.line} takesFocus={moved} />}
        </Lower>
      ) : (
        level({ under })
      )}
      <span className="sr" role="status">
        {said}
      </span>
    </>
  );
}

/** What a press came to, for who does not see it; whoever pressed goes on by the keyboard where he came to. */
function useWay(choose: (key: Key) => void, chosen: Key | undefined, namesOf: (key: Key) => { name: string; by: string }) {
  const { t } = useText();
  const [said, setSaid] = useState('');
  const onChoose = (key: Key) => {
    const { name, by } = namesOf(key);
    setSaid(chosen === key ? t('charts.closed', { name }) : t('charts.opened', { name, by }));
    choose(key);
  };
  return { onChoose, said, moved: said !== '' };
}

interface LevelProps extends MapProps {
  /** a place was pressed that something stands under; absent: places open their records */
  onChoose?: (key: Key) => void;
  /** the place that was pressed */
  under?: { next: LoadedReport['targets'][number]; line: ReportLine; key: Key } | undefined;
  /** the place that was pressed, whose map is on its way */
  chosen?: number;
  /** it stands under a place */
  onUp?: () => void;
  above?: ReportLine;
  takesFocus: boolean;
}

/** One map with its list. */
function Level({ report, lines, map, asked, open, onChoose, under, chosen, onUp, above, takesFocus }: LevelProps) {
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
  const openLine = (key: Key) => {
    const line = lines.find((one) => one.rest !== 1 && (one.keys[x]?.id ?? null) === key);
    const to = line && leadsTo({ report, asked: ask }, line, figures[0]!);
    if (to) open ? open(line, figures[0]!) : openList(to);
  };
  const title = titleOf({ report, kind: 'map' }, texts, units);
  useTitle(title);
  const by = texts.label(report.targets.find(({ name }) => name === x));
  return (
    <div ref={root} className={css.root} data-narrow={isNarrow ? '' : undefined} data-drawn={title}>
      {box.width > 0 && (
        <MapSheet
          {...{ mapped, room, onUp, takesFocus }}
          shapes={map.shapes === 1}
          review={review ? texts.t('charts.review', { number: review }) : ''}
          chosen={under ? Number(under.key) : (chosen ?? null)}
          hint={texts.t(onChoose ? 'charts.parts' : 'charts.enter')}
          onOpen={onChoose ?? openLine}
        />
      )}
      <div className={css.beside} style={box.width > 0 ? { width: list } : undefined}>
        {onUp && above && <Crumb {...{ report, asked, onUp }} line={above} />}
        <MapList
          {...{ by, figures, open, onChoose }}
          lines={listedOf({ report, lines, asked: ask }, under ? FEW : MANY, texts, units)}
          chosen={under?.key}
        />
        {under && (
          <Parts {...{ report, asked, next: under.next, line: under.line, within: under.key }} onOpen={() => openLine(under.key)} />
        )}
      </div>
    </div>
  );
}
