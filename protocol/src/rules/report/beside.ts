import { Decimal } from '#protocol/fields/decimal.ts';
import { kindOf } from '#protocol/meta/report/kinds.ts';
import type { ReportMeasureDef } from '#protocol/meta/report.ts';
import { dated, type Report, type ReportAsk, targetsAsked } from './ask.ts';
import { begun, comparedIn, dueIn } from './compare.ts';
import type { Figure, Figures, Line } from './line.ts';
import { OFF, type Reckoned, reckon, written } from './reckon.ts';
import { decimals } from './run.ts';

type Values = ReadonlyMap<string, Reckoned>;

/** Figures that have columns of a comparison: a share says a part of its own whole. */
export const besideOf = <T extends ReportMeasureDef>(measures: readonly T[]): readonly T[] =>
  measures.filter((one) => kindOf(one) !== 'share');

/**
 * Puts beside each figure what it was (`_c`), how much more it is now (`_d`), and how much that is of what it was (`_r`). The difference is that of
 * the same stretch of both, as far as today has come; of what has not begun there is none.
 */
export function withCompared(
  report: Report,
  ask: ReportAsk,
  measures: readonly ReportMeasureDef[],
  valuesOf: (figures: Figures) => Values,
): (line: Line) => Line {
  const compared = comparedIn(report, ask);
  if (!compared) return (line) => line;
  const due = dueIn(report, ask, compared);
  const along = targetsAsked(report, ask).findIndex(({ name }) => name === dated(report)?.name);
  const last = begun(report, ask, false);
  const isLater = ({ keys }: Line): boolean =>
    last !== undefined && along >= 0 && keys.length > along && String(keys[along]) > last && keys[along] !== null;
  return (line) => {
    const was = valuesOf(line.was ?? {});
    const has = due !== null && !isLater(line);
    const [now, then] = !has
      ? [valuesOf({}), valuesOf({})]
      : due.whole
        ? [valuesOf(line.figures), was]
        : [valuesOf(line.due ?? {}), valuesOf(line.wasDue ?? {})];
    const places = due?.whole ? line.figures : line.due;
    const parts = besideOf(measures).map((measure) => columnsOf(measure, line, was, now, then, places));
    const off = [...(line.off ?? []), ...parts.flatMap((part) => part.off)];
    return {
      ...line,
      figures: { ...line.figures, ...Object.fromEntries(parts.flatMap(({ columns }) => columns)) },
      ...(off.length ? { off } : {}),
    };
  };
}

function columnsOf({ name, of, calc }: ReportMeasureDef, line: Line, was: Values, now: Values, then: Values, places: Figures | undefined) {
  const told = (value: Reckoned | undefined): Figure => (value instanceof Decimal ? written(value) : null);
  const pair = { now: now.get(name) ?? null, was: then.get(name) ?? null };
  const more = reckon('now-was', (one) => pair[one as 'now']);
  const rate = reckon('(now-was)/was', (one) => pair[one as 'now']);
  const value = was.get(name) ?? null;
  const counted = line.was?.[name] ?? null;
  const isWhole = of === 'count' || of === 'distinct';
  const digits = Math.max(decimals(places?.[name] ?? ''), decimals(line.wasDue?.[name] ?? counted ?? ''));
  const difference =
    more instanceof Decimal ? (isWhole ? more.toNumber() : calc === undefined ? fixed(more, digits) : written(more)) : null;
  const columns: [string, Figure][] = [
    [`${name}_c`, calc === undefined ? counted : told(value)],
    [`${name}_d`, difference],
    [`${name}_r`, told(signed(rate, pair.was))],
  ];
  return {
    columns,
    off: [...(value === OFF ? [`${name}_c`] : []), ...(rate === OFF && pair.was !== OFF && pair.now !== OFF ? [`${name}_r`] : [])],
  };
}

/** Of a negative one the rate goes by how large it is. */
const signed = (rate: Reckoned, then: Reckoned): Reckoned =>
  rate instanceof Decimal && then instanceof Decimal && then.isNegative() ? rate.neg() : rate;
const fixed = (value: Decimal, digits: number): string => (value.isZero() ? value.abs() : value).toFixed(digits);
