import { periodsOf, typeOfTarget } from '#protocol/meta/report/kinds.ts';
import type { Compare, Period } from '#protocol/meta/report/periods.ts';
import type { ReportDef, ReportSearchDef, ReportSourceDef, ReportTargetDef } from '#protocol/meta/report.ts';
import type { FieldFilter, OneFilter } from '#protocol/wire/filters.ts';
import { type Days, daysAsked, daysOf } from './ranges.ts';
import { pathIn } from './sources.ts';
import { type Asked, askedBy } from './where.ts';

/** What both ends know of a report: its definition, or what LoadReport told of it. */
export type Report = Pick<ReportDef, 'type' | 'sources' | 'searchs' | 'targets' | 'indexs' | 'order' | 'top'>;

/** What a reader asks of a report. */
export interface ReportAsk {
  /** by the names of its searches */
  fields?: Readonly<Record<string, FieldFilter>> | undefined;
  /** of its first target of dates */
  period?: Period | undefined;
  /** the month of its days, the year of its months or quarters, or two buckets with a comma */
  value?: string | undefined;
  /** by which of its targets, in which order; absent: all */
  targets?: readonly string[] | undefined;
  sort?: string | undefined;
  /** by names of its targets, of each value alone: what stands under these keys is asked */
  within?: Readonly<Record<string, string | number | null>> | undefined;
  /** what its days are laid beside */
  compare?: Compare | undefined;
  /** the month (yyyy-MM) at whose end it is told how things stood; absent: now */
  as_of?: string | undefined;
  /** the day on which it is asked, of a month of the past its last one (`dayAsked`): what is told as far as things have come ends there */
  today?: string | undefined;
}

/** The targets that are asked for, in that order: those whose values stand below each other, then those whose values stand beside each other. */
export function targetsAsked(report: Pick<Report, 'targets'>, ask: ReportAsk): readonly ReportTargetDef[] {
  const { rows, columns } = axesAsked(report, ask);
  return [...rows, ...columns];
}

/** The same by where their values stand: `columns` are of a pivot. */
export function axesAsked({ targets }: Pick<Report, 'targets'>, ask: ReportAsk) {
  const asked = ask.targets?.flatMap((name) => targets.find((one) => one.name === name) ?? []) ?? targets;
  const isAcross = ({ axis }: ReportTargetDef): boolean => axis === 'column';
  return { rows: asked.filter((one) => !isAcross(one)), columns: asked.filter(isAcross) };
}

/** How many keys lines have: none on the total, those of targets with lines of their own, and all. */
export const levelsOf = (targets: readonly ReportTargetDef[]): readonly number[] => [
  ...new Set([0, ...targets.flatMap(({ sub }, at) => (sub === 1 ? [at + 1] : [])), targets.length]),
];

/** The target whose period a reader switches. */
export const dated = ({ targets }: Pick<Report, 'targets'>): ReportTargetDef | undefined =>
  targets.find((one) => typeOfTarget(one) === 'DATE');

/** How long the buckets of a target of dates are. */
export function periodOf(report: Pick<Report, 'targets'>, target: ReportTargetDef, { period }: ReportAsk): Period {
  const own = periodsOf(target);
  return period && target.name === dated(report)?.name && own.includes(period) ? period : own[0]!;
}

/** What the days begin with where nothing is said of them; undefined: all. */
export function firstValue(report: Pick<Report, 'targets'>, ask: ReportAsk, today: string): string | undefined {
  const target = dated(report);
  const period = target && periodOf(report, target, ask);
  if (target?.value !== 'now' || period === 'YEAR') return undefined;
  return today.slice(0, period === 'DAILY' ? 7 : 4);
}

/** The days that are asked for; null for all. */
export function daysIn(report: Pick<Report, 'targets'>, ask: ReportAsk): Days | null {
  const target = dated(report);
  return target && ask.value ? daysAsked(periodOf(report, target, ask), ask.value) : null;
}

/** All that bounds the rows of a source that a report counts, in these days. */
export function rowsAsked(report: Report, ask: ReportAsk, source: ReportSourceDef, days: Days | null): readonly Asked[] {
  return [
    ...askedBy(source.where),
    ...(report.searchs?.fields ?? []).flatMap((search) => searched(search, source, ask.fields)),
    ...Object.entries(ask.within ?? {}).flatMap(([name, key]) => withinOf(report, source, name, key)),
    ...(days ? [[pathIn(dated(report)!.fields, source.name), [...days]] as Asked] : []),
    ...comeBy(report, ask, source),
  ];
}

/** Of what tells what has come, what had come by the month that is asked for. */
function comeBy(report: Report, { as_of }: ReportAsk, { name, past }: ReportSourceDef): readonly Asked[] {
  const target = dated(report);
  return as_of !== undefined && past === 'until' && target ? [[pathIn(target.fields, name), [null, daysOf(as_of)[1]]]] : [];
}

/** The rows under one value of a target, by the filter of the list that its figure opens. */
function withinOf({ targets }: Report, source: ReportSourceDef, name: string, key: string | number | null): readonly Asked[] {
  const target = targets.find((one) => one.name === name);
  return target ? [[pathIn(target.fields, source.name), key === null ? { op: 'empty' } : { op: '=', value: key }]] : [];
}

/** What a search asks of a source: what was sent, else what it begins with. */
function searched(search: ReportSearchDef, source: ReportSourceDef, fields: ReportAsk['fields']): readonly Asked[] {
  const sent = fields && Object.hasOwn(fields, search.name) ? fields[search.name]! : (search.value ?? null);
  const all: readonly OneFilter[] = sent !== null && typeof sent === 'object' && 'all' in sent ? sent.all : [sent];
  const path = pathIn(search.fields, source.name);
  return all.filter((one) => !isNothing(one)).map((one): Asked => [path, meant(search, one)]);
}

/** A value that is sent alone is compared as the search says. */
function meant({ op }: ReportSearchDef, one: OneFilter): OneFilter {
  if (op === 'below' && one !== null && typeof one === 'object' && 'op' in one && one.op === 'in') return { ...one, op };
  if (one === null || typeof one === 'object') return one;
  if (op === 'below' || op === 'like' || op === '=') return { op, value: one };
  return one;
}

/** Nothing chosen, nothing typed. */
export const isNothing = (filter: FieldFilter | undefined): boolean =>
  filter === undefined ||
  filter === null ||
  filter === '' ||
  (Array.isArray(filter) && filter.every((one) => one === null || one === '')) ||
  (typeof filter === 'object' && 'all' in filter && filter.all.every(isNothing));
