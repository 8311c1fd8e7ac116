import { Decimal } from '#protocol/fields/decimal.ts';
import { kindOf } from '#protocol/meta/report/kinds.ts';
import type { ReportMeasureDef } from '#protocol/meta/report.ts';
import { dated, type Report, type ReportAsk, targetsAsked } from './ask.ts';
import { begun } from './compare.ts';
import type { Key } from './drill.ts';
import type { Counted, Figure, Figures } from './line.ts';

/** The sets of figures that a line may have: what was asked, what it is laid beside, both as far as they have come. */
export const SETS = ['figures', 'was', 'due', 'wasDue'] as const;
export type SetName = (typeof SETS)[number];
export const isCompared = (set: SetName): boolean => set === 'was' || set === 'wasDue';

/**
 * Running totals: on a line of a period what came up to it, among the lines that differ from it by the period alone; on a line above, and in the
 * total, what came at all. Of figures that end with the day on which they are asked (`until`) later periods have none.
 */
export function withRuns<T extends Counted>(
  report: Report,
  ask: ReportAsk,
  measures: readonly ReportMeasureDef[],
  lines: readonly T[],
): readonly T[] {
  const runs = measures.filter(({ run }) => run !== undefined);
  if (runs.length === 0) return lines;
  const targets = targetsAsked(report, ask);
  const along = targets.findIndex(({ name }) => name === dated(report)?.name);
  const made = SETS.map(
    (set) =>
      [
        set,
        lines.some((line) => line[set]) ? running(lines, set, runs, along, targets.length, begun(report, ask, isCompared(set))) : null,
      ] as const,
  );
  return lines.map((line, at) => ({
    ...line,
    ...Object.fromEntries(made.flatMap(([set, of]) => (of && line[set] ? [[set, { ...line[set], ...of[at] }]] : []))),
  }));
}

function running(
  lines: readonly Counted[],
  set: SetName,
  runs: readonly ReportMeasureDef[],
  along: number,
  width: number,
  last: string | undefined,
): readonly Figures[] {
  const told = lines.map((): Record<string, Figure> => ({}));
  for (const { name, run, until } of runs) {
    const of = (line: Counted): Figure => line[set]?.[run!] ?? null;
    const isEnded = (key: Key | undefined): boolean => until !== undefined && last !== undefined && String(key) > last;
    const counts = (line: Counted): boolean => line.keys[along] !== null && !isEnded(line.keys[along]);
    for (const { at: beside } of along < 0 ? [] : rowsAlong(lines, along)) {
      let sum: Figure = null;
      for (const at of beside) {
        const line = lines[at]!;
        if (counts(line)) sum = plus(sum, of(line));
        told[at]![name] = counts(line) ? sum : null;
      }
    }
    const above = sumsAbove(
      lines.filter((line) => line.keys.length === width && counts(line)),
      along,
      of,
    );
    for (const [at, line] of lines.entries()) {
      // where no periods are asked for, the whole
      if (along < 0) told[at]![name] = of(line);
      else if (line.keys.length <= along) told[at]![name] = above.get(JSON.stringify(line.keys)) ?? null;
    }
  }
  return told;
}

/** What lines come to by the keys that stand before their period. */
function sumsAbove(lines: readonly Counted[], along: number, of: (line: Counted) => Figure): ReadonlyMap<string, Figure> {
  const sums = new Map<string, Figure>();
  for (const line of lines)
    for (let depth = 0; depth <= along; depth += 1) {
      const key = JSON.stringify(line.keys.slice(0, depth));
      sums.set(key, plus(sums.get(key) ?? null, of(line)));
    }
  return sums;
}

/** Lines that differ by the period alone, in the order of the calendar. */
function rowsAlong(lines: readonly Counted[], along: number): readonly { at: number[] }[] {
  const by = new Map<string, { at: number[] }>();
  for (const [at, { keys }] of lines.entries()) {
    if (keys.length <= along) continue;
    const key = JSON.stringify(keys.map((one, nth) => (nth === along ? null : one)));
    const beside = by.get(key);
    if (beside) beside.at.push(at);
    else by.set(key, { at: [at] });
  }
  const calendar = (at: number): string => String(lines[at]!.keys[along] ?? '');
  for (const { at } of by.values()) at.sort((a, b) => (calendar(a) < calendar(b) ? -1 : 1));
  return [...by.values()];
}

/** Exact, with the decimals of the longer; nothing to add leaves what was there. */
export function plus(a: Figure, b: Figure): Figure {
  if (a === null || b === null) return a ?? b;
  if (typeof a === 'number' && typeof b === 'number') return a + b;
  const sum = new Decimal(a).plus(b);
  return (sum.isZero() ? sum.abs() : sum).toFixed(Math.max(decimals(a), decimals(b)));
}
export const decimals = (figure: Figure): number => String(figure).split('.')[1]?.length ?? 0;

/** What a period without rows has: figures that add up are 0, but for those that end before it. */
export function nothing(measures: readonly ReportMeasureDef[], key: string, last: string | undefined): Figures {
  const ended = new Set(last !== undefined && key > last ? measures.flatMap(({ until, run }) => (until ? [run] : [])) : []);
  const isLater = ({ until }: ReportMeasureDef): boolean => until !== undefined && last !== undefined && key > last;
  const of = (one: ReportMeasureDef): Figure => {
    if (ended.has(one.name) || isLater(one)) return null;
    const kind = kindOf(one);
    // a balance that nobody wrote down is not 0
    if (kind === 'last') return one.of === 'count' ? 0 : null;
    return kind !== 'add' ? null : one.of === 'count' ? 0 : '0';
  };
  return Object.fromEntries(measures.map((one) => [one.name, of(one)]));
}
