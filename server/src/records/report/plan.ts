import { isTree, typeOfTarget } from '#protocol/meta/report/kinds.ts';
import type { ReportMeasureDef, ReportTargetDef } from '#protocol/meta/report.ts';
import { axesAsked, dated, daysIn, levelsOf, periodOf, type ReportAsk, rowsAsked, targetsAsked } from '#protocol/rules/report/ask.ts';
import { grainOf, isLast, lastAsked, lastDay, lastOf } from '#protocol/rules/report/balance/last.ts';
import { comparedIn, dueIn } from '#protocol/rules/report/compare.ts';
import type { Key } from '#protocol/rules/report/drill.ts';
import type { Counted, Figure, Figures } from '#protocol/rules/report/finish.ts';
import type { Move } from '#protocol/rules/report/move.ts';
import { stoodAt } from '#protocol/rules/report/past/past.ts';
import { bucketOf, type Days } from '#protocol/rules/report/ranges.ts';
import { pathIn, sourceOf } from '#protocol/rules/report/sources.ts';
import { countedBy } from '#protocol/rules/report/until.ts';
import { merged } from '#protocol/rules/report/where.ts';
import type { Access } from '#server/access/access.ts';
import { keyName, type PlanTarget } from '#server/query/report/keys.ts';
import type { PlanLast, ReportLeg } from '#server/query/report/leg.ts';
import { figureName, legName, type ReportPlan, rankName, UP } from '#server/query/report/statement.ts';
import { instantAsked } from '../read/page.ts';
import type { OpenReport, OpenSource } from './open.ts';

/** Lines that are counted at most, on all levels together. */
export const MOST_COUNTED = 50_000;

export type CountedRow = Readonly<Record<string, unknown>> & { depth: number; across?: number };

/** A set of figures of each line: over these days, its rows so much later than they are. */
interface Range {
  readonly as: 'figures' | 'was' | 'due' | 'wasDue';
  readonly days: Days | null;
  readonly move?: Move;
}

/** What was asked, what it is compared with, and both as far as they have come. */
function rangesOf({ def }: OpenReport, ask: ReportAsk): readonly Range[] {
  const asked: Range = { as: 'figures', days: daysIn(def, ask) };
  const compared = comparedIn(def, ask);
  if (!compared) return [asked];
  const { move } = compared;
  const due = dueIn(def, ask, compared);
  const cut: Range[] =
    due && !due.whole
      ? [
          { as: 'due', days: due.now },
          { as: 'wasDue', days: due.was, move },
        ]
      : [];
  return [asked, { as: 'was', days: compared.days, move }, ...cut];
}

/** Each source over each range is counted for itself. Levels are the total, each target with lines of its own, and all targets together. */
export function planOf(access: Access, report: OpenReport, ask: ReportAsk): ReportPlan {
  const { rows, columns } = axesAsked(report.def, ask);
  return {
    ...{ kind: 'report', limit: MOST_COUNTED + 1 },
    legs: rangesOf(report, ask).flatMap((range, nth) => report.sources.map((source) => legOf(access, report, ask, source, range, nth))),
    levels: levelsOf(rows),
    ...(columns.length ? { across: { width: columns.length, levels: levelsOf(columns) } } : {}),
  };
}

function legOf(access: Access, report: OpenReport, ask: ReportAsk, source: OpenSource, range: Range, nth: number): ReportLeg {
  const { def } = report;
  const counted = countedMeasures(report);
  const compared = range.move ? comparedIn(def, ask) : null;
  const stood = stoodAt(source.def, ask.as_of);
  return {
    ...{ catalogue: access.catalogue, reader: access.reader, gate: source.grant, locale: access.session.locale },
    ...(stood === undefined ? {} : { asOf: instantAsked(access, source.grant, stood) }),
    filters: { fields: merged(rowsAsked(def, ask, source.def, range.days)) },
    targets: targetsAsked(def, ask).map((target) => planTarget(report, ask, target, source, range.move)),
    measures: counted.flatMap((measure, at) => {
      if (sourceOf(def, measure).name !== source.def.name) return [];
      const { of, field, times } = measure;
      const asked = countedBy(def, ask, source.def, measure, compared);
      const read = { ...(field ? { path: field } : {}), ...(times ? { times } : {}), ...(isLast(measure) ? { last: 1 as const } : {}) };
      return [{ at: nth * counted.length + at, of: of!, ...read, asked }];
    }),
    ...lastIn(report, ask, source, range.days),
  };
}

/** Of which periods its balances are, where it has any. */
function lastIn({ def }: OpenReport, ask: ReportAsk, { def: source }: OpenSource, days: Days | null): { last?: PlanLast } {
  const target = dated(def);
  if (!target || !def.indexs.some((one) => isLast(one) && sourceOf(def, one).name === source.name)) return {};
  const ends = [lastDay(days, ask.today), days?.[1]].filter((day) => day !== undefined);
  const asked = lastAsked(def, source, lastOf(def, ask, source, days));
  return { last: { path: pathIn(target.fields, source.name), grain: grainOf(def, source), asked, ends: [...new Set(ends)] } };
}

const countedMeasures = ({ def }: OpenReport): readonly ReportMeasureDef[] => def.indexs.filter(({ of }) => of !== undefined);

function planTarget(report: OpenReport, ask: ReportAsk, target: ReportTargetDef, source: OpenSource, move: Move | undefined): PlanTarget {
  const { def } = report;
  const type = typeOfTarget(target);
  const path = pathIn(target.fields, source.def.name);
  if (type === 'DATE')
    return { path, type, period: periodOf(def, target, ask), ...(move && target.name === dated(def)?.name ? { move } : {}) };
  if (type === 'BAND') return { path, type, bands: target.bands ?? [] };
  const attr = report.attrs(target);
  const beside = attr.length ? { attr: attr.map(({ name }) => name) } : {};
  if (type === 'TIER') return { path, type, tier: target.tier!, ...beside };
  return { path, type: isTree(def) ? 'TREE' : 'VALUE', ...beside };
}

/** A line as it was counted: a leg without rows there counts 0, and has no sum. */
export function countedOf(report: OpenReport, ask: ReportAsk, row: CountedRow): Counted {
  const { rows, columns } = axesAsked(report.def, ask);
  const keyOf = (target: ReportTargetDef, at: number): Key => {
    const key = row[keyName(at)] as Key;
    return key !== null && typeOfTarget(target) === 'DATE' ? bucketOf(periodOf(report.def, target, ask), String(key)) : key;
  };
  const [down, across] = [rows.slice(0, row.depth), columns.slice(0, row.across ?? 0)];
  const rank = (_: unknown, at: number): number => Number(row[rankName(at)]);
  const sets = rangesOf(report, ask).map(({ as }, nth) => [as, figuresOf(report, row, nth)]);
  const beside = (_: unknown, at: number): number => rank(_, rows.length + at);
  return {
    ...{ figures: {}, ...Object.fromEntries(sets), keys: down.map(keyOf), ranks: down.map(rank) },
    ...(isTree(report.def) && row.depth > 0 ? { up: row[UP] as Key } : {}),
    ...(across.length ? { across: across.map((target, at) => keyOf(target, rows.length + at)), acrossRanks: across.map(beside) } : {}),
  };
}

function figuresOf(report: OpenReport, row: CountedRow, nth: number): Figures {
  const counted = countedMeasures(report);
  const { sources, def } = report;
  const isThere = (measure: ReportMeasureDef): boolean => {
    const at = sources.findIndex((source) => source.def.name === sourceOf(def, measure).name);
    return row[legName(nth * sources.length + at)] === true;
  };
  const figures = counted.flatMap((measure, at): [string, Figure][] => {
    if (isThere(measure)) return [[measure.name, row[figureName(nth * counted.length + at)] as Figure]];
    return measure.of === 'count' || measure.of === 'distinct' ? [[measure.name, 0]] : [];
  });
  return Object.fromEntries(figures);
}
