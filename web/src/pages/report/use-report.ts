import { useMemo } from 'react';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { ChartKind } from '#protocol/meta/report/chart.ts';
import type { MeasureKind } from '#protocol/meta/report/kinds.ts';
import type { Compare, Period } from '#protocol/meta/report/periods.ts';
import type { ReportDef, ReportMeasureDef, ReportSearchDef, ReportTargetDef } from '#protocol/meta/report.ts';
import { dated, firstValue, isNothing, periodOf, type ReportAsk } from '#protocol/rules/report/ask.ts';
import { kindsOf, type ReportChart } from '#protocol/rules/report/chart.ts';
import { comparedIn, sortsOf } from '#protocol/rules/report/compare.ts';
import { type Drill, drillOf, type Key } from '#protocol/rules/report/drill.ts';
import { dayAsked, knowsPast } from '#protocol/rules/report/past/past.ts';
import { type Days, daysAsked } from '#protocol/rules/report/ranges.ts';
import type { NamedKey } from '#protocol/rules/report/said.ts';
import type { Currency } from '#protocol/wire/envelope.ts';
import type { FieldFilter } from '#protocol/wire/filters.ts';
import { ops } from '#web/api/ops.ts';
import { failureOf, useOp } from '#web/api/use-op.ts';
import { today } from '#web/i18n/clock.ts';
import type { PageView, TabLabel } from '#web/nav/page.ts';
import { nav } from '#web/nav/store.ts';
import { useView } from '#web/nav/use-tab.ts';
import { monthIn } from '../past/month.ts';
import { useFollow } from '../use-follow.ts';

export const SIZES = [10, 20, 50, 100] as const;
/** Lines of a pivot or a tree on one page: all, but where there are very many. */
const OF_WHOLE = 1000;

/** A report as LoadReport tells it. */
export interface LoadedReport extends TabLabel, Pick<ReportDef, 'type' | 'order' | 'top' | 'drill' | 'compare'> {
  /** by what it is asked for */
  report_name?: string;
  /** it may be taken away as a file */
  export?: 1;
  left_out: readonly string[];
  chart?: ReportChart;
  sources: ReportDef['sources'];
  searchs: { fields: (ReportSearchDef & TabLabel & { field: FieldDef })[] };
  targets: (ReportTargetDef & TabLabel & { unit?: string; unit_en?: string; attrs?: readonly FieldDef[] })[];
  indexs: LoadedMeasure[];
}
/** What an answer says of all that it counts. */
export interface ToldTotal {
  total?: object;
  off?: readonly string[];
}
/** The same as a line. */
export const totalOf = (data: ToldTotal | undefined): ReportLine => ({ ...data?.total, off: data?.off, depth: 0, keys: {} }) as ReportLine;

/** A report that is drawn. */
export type ChartedReport = LoadedReport & { chart: ReportChart };
export const isCharted = (report: LoadedReport): report is ChartedReport => report.chart !== undefined;
export type LoadedMeasure = Omit<ReportMeasureDef, 'link'> &
  TabLabel & {
    kind: MeasureKind;
    field_def?: FieldDef;
    partial?: 1;
    /** with what that table is called */
    link?: ReportMeasureDef['link'] & TabLabel;
  };

/** What the figures are laid beside: which days, and as far as the differences count, of both. */
export interface ToldCompare {
  by: Compare;
  range: Days;
  due: readonly [now: Days, then: Days] | null;
}

/** The figures of a line in one column of a pivot. */
export type ReportCell = Readonly<Record<string, unknown>> & { off?: readonly string[] };
/** A column of a pivot, fewer keys in that of a subtotal. */
export interface ReportColumn {
  depth: number;
  keys: Readonly<Record<string, NamedKey>>;
}

/** A line as Index tells it, with its figures by their names. */
export type ReportLine = Readonly<Record<string, unknown>> & {
  depth: number;
  keys: Readonly<Record<string, NamedKey>>;
  rest?: 1;
  /** of such a line: how many it stands for; a process of before does not say */
  others?: number;
  /** of a pivot, null where a column has none of its rows */
  cells?: readonly (ReportCell | null)[];
  off?: readonly string[];
};

/** What Index tells of all that it counts. */
interface ToldReport {
  total?: Readonly<Record<string, unknown>>;
  off?: readonly string[];
  made?: string;
  since?: string;
  compare?: ToldCompare;
  /** `period`: of a balance, of which period its whole is */
  indexs?: readonly { name: string; period?: string }[];
  _currency?: Currency;
  /** of a pivot, with what all lines together come to in each */
  columns?: readonly ReportColumn[];
  cells?: NonNullable<ReportLine['cells']>;
}

const toldOf = (data: ToldReport | undefined) => ({
  ...{
    total: data?.total ?? {},
    off: data?.off ?? [],
    made: data?.made,
    since: data?.since,
    compared: data?.compare ?? null,
    currency: data?._currency ?? null,
    periods: new Map((data?.indexs ?? []).flatMap(({ name, period }) => (period === undefined ? [] : [[name, period]]))),
  },
  ...{ columns: data?.columns ?? [], cells: data?.cells ?? [] },
});

/** What a report page decides; ReportPage draws it. The address carries all that is asked. */
export function useReport(cloud: string) {
  const [view, setView] = useView();
  const definition = useOp(ops.loadReport, { cloud }, { fresh: 60_000 });
  const report = definition.data?.data as unknown as LoadedReport | undefined;
  const asked = useMemo(() => askOf(report, view), [report, view]);
  const [page, rows] = [/^[1-9]\d{0,8}$/.test(view.page ?? '') ? Number(view.page) : 1, sizeOf(report, view.rows)];
  const missing = report?.searchs.fields.filter((one) => one.notnull === 1 && isNothing(asked.fields?.[one.name] ?? one.value)) ?? [];
  const answer = useOp(
    ops.reportIndex,
    { cloud, page, rows, ...wired(asked) },
    { enabled: report !== undefined && missing.length === 0, fresh: 0, keepPrevious: () => true },
  );
  // what asks for a filter first is not asked without it
  const again = () => (report && missing.length === 0 ? answer.refetch() : definition.refetch());
  useFollow(ANY, again);
  const set = (change: PageView) => setView({ page: '', ...change }, 'push');
  const [defined, read] = [failureOf(definition), failureOf(answer)];
  return {
    ...{ cloud, report, asked, page, rows, missing },
    lines: (answer.data?.rows ?? []) as unknown as readonly ReportLine[],
    ...toldOf(answer.data?.data as ToldReport | undefined),
    count: Number(answer.data?.total ?? 0),
    /** what is asked, as the wire takes it */
    wired: { cloud, ...wired(asked) },
    /** how it is drawn; none: it is not, by its definition or its reader */
    drawn: drawnAs(report, view),
    setDrawn: (kind: DrawnAs) => setView({ chart: kind === report?.chart?.kind ? '' : kind }, 'push'),
    /** the place of its map that was pressed */
    place: placeIn(view.place),
    setPlace: (key: number | null) => setView({ place: key === null ? '' : String(key) }, 'push'),
    setFields: (fields: Readonly<Record<string, FieldFilter>>) =>
      set({ filters: Object.keys(fields).length ? JSON.stringify(fields) : '' }),
    setPeriod: (period: Period) => set({ period, value: '', compare: '' }),
    setValue: (value: string) => set({ value, ...(value ? {} : { compare: '' }) }),
    setCompare: (compare: Compare | '', value: string) => set({ compare, value }),
    setSort: (sort: string) => set({ sort }),
    setMonth: (as_of: string) => set({ as_of }),
    setPage: (to: number) => setView({ page: to > 1 ? String(to) : '' }, 'push'),
    setRows: (size: number) => set({ rows: size === SIZES[0] ? '' : String(size) }),
    isPending: missing.length === 0 && !defined.error && !read.error && !answer.data,
    isBusy: answer.isPlaceholderData,
    error: defined.error ?? read.error,
    outdated: defined.outdated ?? read.outdated,
    retry: () => void (definition.error ? definition.refetch() : again()),
  };
}
export type ReportController = ReturnType<typeof useReport>;

/** A report counts what others write, and what they wrote is not always told of each record. */
const ANY = () => true;

/** A place that an address names. */
export const placeIn = (said: string | undefined): number | null => (/^[1-9]\d{0,15}$/.test(said ?? '') ? Number(said) : null);

export type DrawnAs = ChartKind | 'none';
/** What the address says of the chart, else what the report does. */
export function drawnAs(report: Pick<LoadedReport, 'chart'> | undefined, view: PageView): DrawnAs {
  if (!report?.chart) return 'none';
  const asked = [...kindsOf(report.chart), 'none' as const].find((kind) => kind === view.chart);
  return asked ?? report.chart.kind;
}

/** Its lines are walked through as one. */
export const isWhole = (report: LoadedReport | undefined): boolean => report?.type === 'PIVOT' || report?.type === 'TREE';
const sizeOf = (report: LoadedReport | undefined, text: string | undefined): number =>
  isWhole(report) ? OF_WHOLE : (SIZES.find((size) => String(size) === text) ?? SIZES[0]);

/** What an address says of a report; what nobody would have written is passed over. */
export function askOf(
  report: Pick<LoadedReport, 'searchs' | 'targets' | 'indexs' | 'compare' | 'sources'> | undefined,
  view: PageView,
): ReportAsk {
  if (!report) return {};
  const past = atMonth(knowsPast(report) ? monthIn(view) : undefined);
  const target = dated(report);
  const period = target?.periods?.find((one) => one === view.period);
  const of = target && periodOf(report, target, { period });
  const value = of && view.value && daysAsked(of, view.value) ? view.value : firstValue(report, { period }, past.today ?? today());
  const compare = report.compare?.find((one) => one === view.compare);
  const isCompared = compare !== undefined && comparedIn(report, { period, value, compare }) !== null;
  const sorted = view.sort?.replace(/^-/, '');
  const isSorted = sorted !== undefined && sortsOf(report, isCompared ? { compare } : {}).includes(sorted);
  const fields = Object.entries(objectIn(view.filters) as Record<string, FieldFilter>).filter(([name]) =>
    report.searchs.fields.some((one) => one.name === name),
  );
  return {
    fields: Object.fromEntries(fields),
    ...(period ? { period } : {}),
    ...(value ? { value } : {}),
    ...(isCompared ? { compare } : {}),
    ...(isSorted ? { sort: view.sort } : {}),
    ...past,
  };
}

/** As of the end of a month, on its last day; of none, now. */
export const atMonth = (as_of: string | undefined): Pick<ReportAsk, 'as_of' | 'today'> =>
  as_of === undefined ? {} : { as_of, today: dayAsked(as_of, today()) };

/** What an address says by names; nothing where it says anything else. */
export function objectIn(text: string | undefined): Record<string, unknown> {
  try {
    const found: unknown = JSON.parse(text ?? '{}');
    return typeof found === 'object' && found !== null && !Array.isArray(found) ? (found as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** What is asked, as the wire has it. */
export const wired = ({ fields = {}, period, value, compare, targets, sort, within, as_of }: ReportAsk) => ({
  ...(Object.keys(fields).length ? { filters: { fields } } : {}),
  ...(period ? { period } : {}),
  ...(value ? { value } : {}),
  ...(compare ? { compare } : {}),
  ...(targets ? { targets: targets.join(',') } : {}),
  ...(sort ? { sort } : {}),
  ...(within ? { within } : {}),
  ...(as_of ? { as_of } : {}),
});

/** The filters of the list that a figure counts; null where no list can show them: what is asked of another record, what is reckoned. */
export function listOf(
  { report, asked }: Pick<ReportController, 'report' | 'asked'>,
  keys: readonly Key[],
  measure: LoadedMeasure,
  beside = false,
  across: readonly Key[] = [],
) {
  if (!report || report.drill === 0 || (measure.of ?? measure.run) === undefined) return null;
  return shownBy(drillOf(report, { today: today(), ...asked }, keys, measure, beside, across));
}

/** A list as its address says it; null where it has no words for a filter. */
export function shownBy({ cloud, filters: { fields }, as_of }: Drill) {
  if (Object.keys(fields).some((path) => path.includes('.'))) return null;
  return { cloud, fields, ...(as_of === undefined ? {} : { as_of }) };
}

export const openList = ({ cloud, fields, as_of }: NonNullable<ReturnType<typeof listOf>>): void =>
  nav.visit({ cloud, op: 'List' }, { filters: JSON.stringify(fields), ...(as_of === undefined ? {} : { as_of }) });
