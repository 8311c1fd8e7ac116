import { useEffect, useMemo, useRef, useState } from 'react';
import { chartAsk, kindsOf } from '#protocol/rules/report/chart.ts';
import type { ToldMap } from '#protocol/rules/report/map.ts';
import { monthSaid } from '#protocol/rules/report/past/month.ts';
import { ops } from '#web/api/ops.ts';
import { failureOf, useOp } from '#web/api/use-op.ts';
import { Amounts, useUnits } from '#web/fields/amounts.tsx';
import { addTexts } from '#web/i18n/catalogue.ts';
import { CHARTS_EN, CHARTS_ZH } from '#web/i18n/parts/records/charts.ts';
import { useText } from '#web/i18n/use-text.ts';
import { fullTime } from '#web/i18n/when.ts';
import { IconButton } from '#web/ui/Button.tsx';
import { PageBoundary } from '#web/ui/PageBoundary.tsx';
import { Segments } from '#web/ui/Segments.tsx';
import { useFollow } from '../../use-follow.ts';
import { type ChartedReport, type ReportController, type ReportLine, type ToldTotal, totalOf, wired } from '../use-report.ts';
import { Asked } from './Asked.tsx';
import css from './ChartPart.module.css';
import { PlaceOf, TitleOf } from './map/place.ts';
import { bring, isMapped, ReportChart } from './ReportChart.tsx';
import { savePicture } from './save-picture.ts';
import { titleOf } from './series.ts';

addTexts(CHARTS_ZH, CHARTS_EN);

interface PartProps {
  control: ReportController;
  report: ChartedReport;
}

/** The chart of a report with how it is drawn, and its picture. */
export function ChartPart(props: PartProps) {
  return (
    <Amounts of={props.control.currency}>
      <Part {...props} />
    </Amounts>
  );
}

const NONE: readonly ReportLine[] = [];
const LABELS = {
  bar: 'charts.bar',
  line: 'charts.line',
  pie: 'charts.pie',
  map: 'charts.map',
  gauge: 'charts.gauge',
  curve: 'charts.curve',
  waterfall: 'charts.waterfall',
  none: 'charts.none',
} as const;

function Part({ control, report }: PartProps) {
  const texts = useText();
  const { t } = texts;
  const units = useUnits();
  const root = useRef<HTMLElement>(null);
  const kind = control.drawn;
  const [drawn, setDrawn] = useState<string | null>(null);
  const title = drawn ?? titleOf({ report, kind: kind === 'none' ? report.chart.kind : kind }, texts, units);
  const picked = useMemo(() => ({ key: control.place, pick: control.setPlace }), [control.place, control.setPlace]);
  return (
    <section ref={root} className={css.part} aria-label={title}>
      <header className={css.head}>
        <h2 className={css.title}>{title}</h2>
        <span className={`${css.acts} no-print`}>
          {kind !== 'none' && (
            <Picture root={root} title={texts.label(report)} about={title} made={control.made} month={control.asked.as_of} />
          )}
          <Segments
            quiet
            label={t('charts.kind')}
            active={kind}
            onChange={control.setDrawn}
            items={[...kindsOf(report.chart), 'none' as const].map((key) => ({ key, label: t(LABELS[key]) }))}
          />
        </span>
      </header>
      <Asked control={control} report={report} />
      {kind !== 'none' && (
        <PageBoundary key={kind} instead={<p className={css.note}>{t('ui.brokenWhy')}</p>}>
          <PlaceOf value={picked}>
            <TitleOf value={setDrawn}>
              <Drawn control={control} report={report} />
            </TitleOf>
          </PlaceOf>
        </PageBoundary>
      )}
    </section>
  );
}

/** Asks for the figures that are drawn, and draws them. */
function Drawn({ control, report }: PartProps) {
  const { t } = useText();
  const kind = control.drawn === 'none' ? report.chart.kind : control.drawn;
  const { cloud, asked } = control;
  const request = useMemo(() => ({ cloud, ...wired(chartAsk(report, report.chart, kind, asked)) }), [cloud, report, kind, asked]);
  useEffect(() => bring(kind), [kind]);
  const answer = useOp(ops.reportChart, request, { fresh: 0, keepPrevious: (before) => before.targets === request.targets });
  useFollow(ANY, () => answer.refetch());
  const data = answer.data?.data as (ToldTotal & { map?: ToldMap }) | undefined;
  const total = useMemo(() => totalOf(data), [data]);
  const { error } = failureOf(answer);
  if (error) return <p className={css.note}>{error.code === 341 ? t('charts.tooMany') : error.remark}</p>;
  const rows = (answer.data?.rows ?? NONE) as unknown as readonly ReportLine[];
  const map = data?.map;
  return (
    <div
      className={answer.isPlaceholderData ? `${css.chart} ${css.stale}` : css.chart}
      data-map={isMapped(kind, map) ? '' : undefined}
      aria-busy={!answer.data || answer.isPlaceholderData}
    >
      {answer.data && <ReportChart {...{ report, kind, asked, map, total }} lines={rows} currency={control.currency} />}
    </div>
  );
}

/** What is drawn counts what others write. */
const ANY = () => true;

interface PictureProps {
  root: React.RefObject<HTMLElement | null>;
  title: string;
  about: string;
  made: string | undefined;
  month: string | undefined;
}

function Picture({ root, title, about, made, month }: PictureProps) {
  const { t, locale } = useText();
  const [failed, setFailed] = useState(false);
  const save = async () => {
    if (!root.current) return;
    const asked = [...root.current.querySelectorAll('[data-asked] p')].map((one) => one.textContent ?? '');
    // a map of what stands under a place says by what, and where
    const { drawn = about } = root.current.querySelector<HTMLElement>('[data-drawn]')?.dataset ?? {};
    const { within } = root.current.querySelector<HTMLElement>('[data-within]')?.dataset ?? {};
    const stood = month ? [t('past.asOf', { month: monthSaid(month, locale) })] : [];
    const lines = [drawn, ...stood, ...(within ? [within] : []), ...asked, ...(made ? [t('report.made', { at: fullTime(made) })] : [])];
    setFailed(!(await savePicture(root.current, { title, lines })));
  };
  return (
    <>
      {failed && (
        <small role="alert" className={css.failed}>
          {t('charts.failed')}
        </small>
      )}
      <IconButton icon="save" label={t('charts.picture')} onClick={() => void save()} />
    </>
  );
}
