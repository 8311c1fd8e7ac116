import { lazy, Suspense } from 'react';
import { knowsPast } from '#protocol/rules/report/past/past.ts';
import { addTexts } from '#web/i18n/catalogue.ts';
import { formatCount } from '#web/i18n/format.ts';
import { REPORT_EN, REPORT_ZH } from '#web/i18n/parts/records/report.ts';
import { useText } from '#web/i18n/use-text.ts';
import { fullTime } from '#web/i18n/when.ts';
import type { PageDescriptor } from '#web/nav/page.ts';
import { useLabel } from '#web/nav/use-tab.ts';
import { Button, IconButton } from '#web/ui/Button.tsx';
import { Select } from '#web/ui/controls.ts';
import { EmptyState, ErrorState, Outdated, SkeletonRows, useLate } from '#web/ui/states.tsx';
import { usePhone } from '#web/ui/use-media.ts';
import { NOT_OPENED } from '../not-opened.ts';
import { MonthPicker } from '../past/MonthPicker.tsx';
import { PastBar } from '../past/PastBar.tsx';
import { ReadingHead } from '../reading/ReadingHead.tsx';
import { Compared } from './Compare.tsx';
import { ChartPart } from './chart/ChartPart.tsx';
import { Lines } from './Lines.tsx';
import css from './ReportPage.module.css';
import { Searches } from './Searches.tsx';
import { TakeAway } from './TakeAway.tsx';
import { isCharted, isWhole, type LoadedReport, type ReportController, SIZES, useReport } from './use-report.ts';

const Pivot = lazy(() => import('./pivot/Pivot.tsx').then((room) => ({ default: room.Pivot })));
const Tree = lazy(() => import('./tree/Tree.tsx').then((room) => ({ default: room.Tree })));
addTexts(REPORT_ZH, REPORT_EN);

/** A report as a table (PAGES-07): what it is narrowed by, its lines with subtotals, the total; each figure leads to the records that it counts. */
export function ReportPage({ page }: { page: PageDescriptor }) {
  const { t, label } = useText();
  const control = useReport(page.cloud ?? '');
  const { report } = control;
  useLabel(report, control.error !== null, NOT_OPENED);
  return (
    <div className={css.page} data-wide={control.compared || report?.type === 'PIVOT' ? '' : undefined}>
      <ReadingHead title={report ? label(report) : t('report.report')}>
        {control.made && <span className={css.made}>{t('report.made', { at: fullTime(control.made) })}</span>}
        <span className={`${css.acts} no-print`}>
          {report && knowsPast(report) && <MonthPicker cloud={control.cloud} month={control.asked.as_of} onChange={control.setMonth} />}
          {report?.export === 1 && <TakeAway control={control} />}
          <IconButton icon="refresh" label={t('list.refresh')} onClick={control.retry} />
        </span>
      </ReadingHead>
      {control.asked.as_of && <PastBar month={control.asked.as_of} of="counted" since={control.since} onNow={() => control.setMonth('')} />}
      {report && <Searches control={control} report={report} />}
      {control.compared && <Compared compared={control.compared} />}
      <Outdated why={control.outdated?.remark} onRetry={control.retry} />
      <div className={css.body}>
        <Body control={control} />
      </div>
      {report && report.left_out.length > 0 && <p className={css.note}>{t('report.leftOut', { n: report.left_out.length })}</p>}
      <Pages control={control} />
    </div>
  );
}

function Body({ control }: { control: ReportController }) {
  const { t, label, listed } = useText();
  const late = useLate(control.isPending);
  const { error, report, missing } = control;
  if (error?.code === 312 || error?.code === 403) return <EmptyState title={t('report.forbidden')} why={t('report.forbiddenWhy')} />;
  // what is too much stays so until something else is asked for
  if (error?.code === 341) return <EmptyState title={t('report.much')} why={error.remark} />;
  if (error) return <ErrorState why={error.remark} onRetry={control.retry} />;
  if (missing.length > 0)
    return <EmptyState title={t('report.choose')} why={t('report.chooseWhy', { names: listed(missing.map((one) => label(one))) })} />;
  if (control.isPending || !report) return late ? <SkeletonRows rows={8} columns={[0, 110, 110, 110]} /> : null;
  if (control.count === 0 && report.targets.length > 0)
    return (
      <EmptyState title={t('report.nothing')} why={t('report.nothingWhy')}>
        {Object.keys(control.asked.fields ?? {}).length > 0 && <Button onClick={() => control.setFields({})}>{t('list.reset')}</Button>}
      </EmptyState>
    );
  if (control.lines.length === 0 && control.page > 1)
    return (
      <EmptyState title={t('list.pastEnd')} why={t('list.pastEndWhy')}>
        <Button onClick={() => control.setPage(1)}>{t('list.firstPage')}</Button>
      </EmptyState>
    );
  return <Whole control={control} report={report} />;
}

/** The chart above its table; on a phone the table comes first. */
function Whole({ control, report }: { control: ReportController; report: LoadedReport }) {
  const isPhone = usePhone();
  const Grid = report.type === 'PIVOT' ? Pivot : report.type === 'TREE' ? Tree : null;
  if (Grid)
    return (
      <Suspense fallback={<SkeletonRows rows={8} columns={[0, 110, 110, 110]} />}>
        <Grid control={control} report={report} />
      </Suspense>
    );
  const lines = <Lines control={control} report={report} />;
  if (!isCharted(report)) return lines;
  const chart = (
    <div className={css.chart}>
      <ChartPart control={control} report={report} />
    </div>
  );
  return (
    <>
      {!isPhone && chart}
      {lines}
      {isPhone && chart}
    </>
  );
}

/** Which page of the lines, and how many stand on one. */
function Pages({ control }: { control: ReportController }) {
  const { t } = useText();
  const { page, rows, count } = control;
  const isGrid = isWhole(control.report);
  if (control.error || count <= (isGrid ? rows : SIZES[0])) return null;
  const last = Math.max(1, Math.ceil(count / rows));
  return (
    <nav className={css.pages} data-bar="" aria-label={t('report.pages')}>
      <span>{t('report.lines', { n: formatCount(count) })}</span>
      <span className={css.grow} />
      {!isGrid && (
        <Select
          aria-label={t('list.pageSize')}
          value={rows}
          options={SIZES.map((size) => ({ value: size, label: t('list.perPage', { n: size }) }))}
          popupMatchSelectWidth={false}
          onChange={control.setRows}
        />
      )}
      <IconButton icon="left" label={t('list.previous')} disabled={page <= 1} onClick={() => control.setPage(page - 1)} />
      <span>
        {formatCount(page)} / {formatCount(last)}
      </span>
      <IconButton icon="right" label={t('list.next')} disabled={page >= last} onClick={() => control.setPage(page + 1)} />
    </nav>
  );
}
