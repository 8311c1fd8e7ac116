import { BESIDE, endsOf, kindOf } from '#protocol/meta/report/kinds.ts';
import type { ReportMeasureDef } from '#protocol/meta/report.ts';
import { dated, daysIn, periodOf, type Report, type ReportAsk, targetsAsked } from './ask.ts';
import { type Move, movedBack, movedOn, moveOf } from './move.ts';
import { bucketOf, type Days } from './ranges.ts';

/** What is laid beside what was asked: these days, so much later. */
export interface Compared {
  readonly move: Move;
  readonly days: Days;
}

/** The days that a report is compared with; null where it is compared with none. */
export function comparedIn(report: Pick<Report, 'targets'>, ask: ReportAsk): Compared | null {
  const days = daysIn(report, ask);
  if (!ask.compare || !days) return null;
  const move = moveOf(periodOf(report, dated(report)!, ask), ask.value!, ask.compare);
  const back = move && movedBack(days, move);
  return back && { move: move!, days: back };
}

/** As far as both have come: what differs is told of the same stretch of both, from their begin. Null: what was asked has not begun. */
export interface Due {
  readonly now: Days;
  readonly was: Days;
  /** all of both */
  readonly whole: boolean;
}

export function dueIn(report: Pick<Report, 'targets'>, ask: ReportAsk, { move, days }: Compared): Due | null {
  const asked = daysIn(report, ask)!;
  const today = ask.today ?? asked[1];
  if (today >= asked[1]) return { now: asked, was: days, whole: true };
  if (today < asked[0]) return null;
  const now: Days = [asked[0], today];
  const was = movedBack(now, move);
  return was && { now, was, whole: false };
}

/** The last bucket that has begun, of what was asked and of what is laid beside it. */
export function begun(report: Pick<Report, 'targets'>, ask: ReportAsk, isCompared: boolean): string | undefined {
  const target = dated(report);
  if (!target || ask.today === undefined) return undefined;
  const move = isCompared ? comparedIn(report, ask)?.move : undefined;
  return bucketOf(periodOf(report, target, ask), move ? movedOn(ask.today, move) : ask.today);
}

/** The figures by which lines are sorted, with what stands beside each where it is compared; a share stands in the order of its whole. */
export const figuresSorted = ({ indexs }: Pick<Report, 'indexs'>, { compare }: ReportAsk): readonly string[] =>
  indexs.flatMap((measure) => {
    const kind = kindOf(measure);
    return kind === 'share' ? [] : endsOf(kind, compare !== undefined).map((end) => measure.name + end);
  });

/** All by which lines are sorted: these, and the targets that are asked for. */
export const sortsOf = (report: Pick<Report, 'targets' | 'indexs'>, ask: ReportAsk): readonly string[] => [
  ...targetsAsked(report, ask).map(({ name }) => name),
  ...figuresSorted(report, ask),
];

/** It names a column of a comparison: what a figure was, the difference, its rate. */
export const isBeside = (measures: readonly ReportMeasureDef[], name: string, { compare }: ReportAsk): boolean =>
  compare !== undefined && BESIDE.some((end) => measures.some((one) => one.name + end === name));
