import { Decimal } from '#protocol/fields/decimal.ts';
import { kindOf, typeOfTarget } from '#protocol/meta/report/kinds.ts';
import type { ReportMeasureDef } from '#protocol/meta/report.ts';
import { daysIn, periodOf, type Report, type ReportAsk, targetsAsked } from './ask.ts';
import { withCompared } from './beside.ts';
import { begun, isBeside } from './compare.ts';
import type { Key } from './drill.ts';
import type { Counted, Figure, Figures, Line } from './line.ts';
import { bucketOf, bucketsBetween } from './ranges.ts';
import { OFF, type Reckoned, reckon, written } from './reckon.ts';
import { decimals, isCompared, nothing, SETS, type SetName, withRuns } from './run.ts';
import { shares, shareText } from './share.ts';

export type { Counted, Figure, Figures, Line } from './line.ts';

export interface Finished {
  /** those of the page */
  readonly lines: readonly Line[];
  readonly total: Line;
  /** how many lines there are on all pages */
  readonly count: number;
}

/** Periods that are filled at most, and over how many years: one day that was mistyped makes no line of each of them for everybody. */
const MOST_FILLED = 5_000;
const MOST_YEARS = 100;

/** Which lines are told; `rest`: of more than have room the first, and what the others add up to as the last. */
export interface LinesAsked {
  readonly from: number;
  readonly to: number;
  readonly rest?: true;
}

/**
 * All that is done with what was counted: order, the rest, periods without rows, shares, what is reckoned, the page. It knows no database and
 * no browser. `measures`: those that the reader has, each after what it is reckoned from.
 */
export function finish(
  report: Report,
  ask: ReportAsk,
  measures: readonly ReportMeasureDef[],
  counted: readonly Counted[],
  page: LinesAsked,
): Finished {
  const total: Line = { ...(counted.find(({ keys }) => keys.length === 0) ?? { keys: [], ranks: [], figures: {} }), depth: 0 };
  const filled = fill(
    report,
    ask,
    measures,
    total,
    counted.filter(({ keys }) => keys.length > 0),
  );
  const [whole, ...run] = withRuns(report, ask, measures, [total, ...filled]);
  const all = run.map((one): Line => ({ ...one, depth: one.keys.length })).sort((a, b) => a.depth - b.depth || byRank(a, b, undefined));
  const shared = withShares(measures, { ...whole!, depth: 0 }, all);
  const beside = withCompared(report, ask, measures, (figures) => valuesOf(measures, { figures }));
  const told = (line: Line): Line => beside(reckoned(measures, line));
  const order = orderOf(report, ask, measures, told);
  const [head, ...rest] = shared;
  const inOrder = sortedLines(rest, order);
  const sorted = cut(topOf(report, page, inOrder.length), measures, head!, inOrder);
  return { lines: sorted.slice(page.from, page.to).map(told), total: told(head!), count: sorted.length };
}

const text = (keys: readonly Key[]): string => JSON.stringify(keys);

/** By what the lines beside each other stand in order: a figure, or the targets, of which one may be turned. */
interface Order {
  figure?: (line: Line) => Reckoned;
  /** place of a target that is turned */
  turned?: number;
  down: boolean;
}

function orderOf(report: Report, ask: ReportAsk, measures: readonly ReportMeasureDef[], told: (line: Line) => Line): Order {
  const [, minus, name = ''] = /^(-?)(.*)$/.exec(ask.sort ?? report.order ?? '') ?? [];
  const down = minus === '-';
  if (measures.some((one) => one.name === name)) return { figure: (line) => valuesOf(measures, line).get(name) ?? null, down };
  if (isBeside(measures, name, ask)) return { figure: (line) => amountIn(told(line), name), down };
  const turned = targetsAsked(report, ask).findIndex((one) => one.name === name);
  return turned >= 0 && down ? { turned, down } : { down };
}

/** A figure as it was told. */
function amountIn({ figures, off }: Line, name: string): Reckoned {
  const value = figures[name] ?? null;
  return off?.includes(name) ? OFF : value === null ? null : new Decimal(value);
}

/** Each line above those that stand below it, with those beside it in order. */
function sortedLines(lines: readonly Line[], order: Order): Line[] {
  const depths = [...new Set(lines.map(({ depth }) => depth))].sort((a, b) => a - b);
  const below = new Map<string, Line[]>();
  for (const line of lines) {
    const above = depths[depths.indexOf(line.depth) - 1] ?? 0;
    const key = text(line.keys.slice(0, above));
    const beside = below.get(key);
    if (beside) beside.push(line);
    else below.set(key, [line]);
  }
  const figures = new Map(order.figure ? lines.map((line) => [line, order.figure!(line)] as const) : []);
  const compare = (a: Line, b: Line): number => byFigure(figures.get(a), figures.get(b), order.down) || byRank(a, b, order.turned);
  const under = (key: string): Line[] =>
    (below.get(key) ?? []).sort(compare).flatMap((line) => [line, ...(isLast(line) ? [] : under(text(line.keys)))]);
  const isLast = ({ depth }: Line): boolean => depth === depths.at(-1);
  return under('[]');
}

/** What is empty or off plan stands last, whichever way. */
function byFigure(a: Reckoned | undefined, b: Reckoned | undefined, down: boolean): number {
  const [one, other] = [a instanceof Decimal, b instanceof Decimal];
  if (!one || !other) return Number(other) - Number(one);
  return (a as Decimal).comparedTo(b as Decimal) * (down ? -1 : 1);
}

/** What has no value stands last, whichever way. */
function byRank(a: Line, b: Line, turned: number | undefined): number {
  for (const [at, rank] of a.ranks.entries()) {
    const differs = rank - b.ranks[at]!;
    const isEmpty = a.keys[at] === null || b.keys[at] === null;
    if (differs !== 0) return at === turned && !isEmpty ? -differs : differs;
  }
  return 0;
}

/** Periods without rows: figures that add up are 0 there, others empty. */
function fill(
  report: Report,
  ask: ReportAsk,
  measures: readonly ReportMeasureDef[],
  total: Counted,
  counted: readonly Counted[],
): readonly Counted[] {
  const [target, ...others] = targetsAsked(report, ask);
  if (!target || others.length > 0 || target.fill !== 1 || typeOfTarget(target) !== 'DATE') return counted;
  const there = counted.flatMap(({ keys: [key] }) => (key === null || key === undefined ? [] : [String(key)])).sort();
  const period = periodOf(report, target, ask);
  const days = daysIn(report, ask);
  const [from, to] = days ? days.map((day) => bucketOf(period, day)) : [there[0], there.at(-1)];
  const all =
    from === undefined || to === undefined ? [] : yearsIn(from, to) > MOST_YEARS ? null : bucketsBetween(period, from, to, MOST_FILLED);
  if (!all) return counted;
  const known = new Map(counted.map((one) => [one.keys[0] ?? null, one]));
  const sets = SETS.filter((set) => total[set]);
  const periods = all.map((key, at): Counted => {
    const there = known.get(key);
    const figures = sets.map((set) => [set, { ...nothing(measures, key, begun(report, ask, isCompared(set))), ...there?.[set] }]);
    return { figures: {}, ...Object.fromEntries(figures), keys: [key], ranks: [at] };
  });
  const empty = known.get(null);
  return empty ? [...periods, { ...empty, ranks: [all.length] }] : periods;
}

/** The years of two buckets and those between. */
const yearsIn = (from: string, to: string): number => Number(to.slice(0, 4)) - Number(from.slice(0, 4)) + 1;

/** The first lines, and what the others add up to: the total without those that are shown, so that all add up to it. */
function cut(top: number | undefined, measures: readonly ReportMeasureDef[], total: Line, lines: readonly Line[]): readonly Line[] {
  if (top === undefined || lines.length <= top) return lines;
  const shown = lines.slice(0, top);
  const sets = SETS.filter((set) => total[set]).map((set) => [set, restOf(measures, set, total, shown, lines)]);
  return [
    ...shown,
    { figures: {}, ...Object.fromEntries(sets), keys: [null], ranks: [lines.length], depth: 1, rest: 1, others: lines.length - top },
  ];
}

/** How many lines stand by themselves: as many as the report says, and no more than have room beside the others. */
function topOf({ top }: Report, { to, rest }: LinesAsked, count: number): number | undefined {
  const isFitting = count <= to || to < 2 || (top !== undefined && top < to);
  return !rest || isFitting ? top : to - 1;
}

function restOf(measures: readonly ReportMeasureDef[], set: SetName, total: Line, shown: readonly Line[], lines: readonly Line[]): Figures {
  const of = (line: Line, name: string): Figure => line[set]?.[name] ?? null;
  const rest = measures.map((measure): [string, Figure] => {
    const { name } = measure;
    const kind = kindOf(measure);
    const parts = shown.map((line) => of(line, name));
    const others = lines.slice(shown.length).map((line) => of(line, name));
    if (kind === 'add') return [name, others.every((one) => one === null) ? null : minus(of(total, name), parts)];
    if (kind !== 'share') return [name, null];
    const told = parts.reduce((all, one) => all.minus(one ?? 0), new Decimal(1));
    return [name, of(total, name) === null ? null : told.toFixed(3)];
  });
  return Object.fromEntries(rest);
}

/** With the decimals of the total. */
function minus(total: Figure, shown: readonly Figure[]): Figure {
  if (total === null) return null;
  const left = shown.reduce<Decimal>((all, one) => all.minus(one ?? 0), new Decimal(total));
  if (typeof total === 'number') return left.toNumber();
  return (left.isZero() ? left.abs() : left).toFixed(decimals(total));
}

/** Shares of the whole, told so that those beside each other add up to that above them. Answers the total first. */
function withShares(measures: readonly ReportMeasureDef[], total: Line, lines: readonly Line[]): readonly Line[] {
  const asked = measures.filter((one) => one.share !== undefined);
  if (asked.length === 0) return [total, ...lines];
  const told = new Map<Line, Record<string, Figure>>([total, ...lines].map((line) => [line, {}]));
  const depths = [...new Set(lines.map(({ depth }) => depth))].sort((a, b) => a - b);
  for (const { name, share } of asked) {
    const figure = (line: Line): Figure => line.figures[share!] ?? null;
    const isWhole = lines.every((line) => !String(figure(line) ?? '').startsWith('-')) && !new Decimal(figure(total) ?? 0).isZero();
    const parts = new Map<string, number>([['[]', 1000]]);
    told.get(total)![name] = isWhole ? shareText(1000) : null;
    for (const [at, depth] of depths.entries()) {
      for (const beside of grouped(
        lines.filter((line) => line.depth === depth),
        depths[at - 1] ?? 0,
      )) {
        const whole = parts.get(text(beside[0]!.keys.slice(0, depths[at - 1] ?? 0))) ?? 0;
        const ofThem = isWhole ? (shares(beside.map(figure), whole) ?? beside.map(() => 0)) : null;
        for (const [nth, line] of beside.entries()) {
          if (ofThem) parts.set(text(line.keys), ofThem[nth]!);
          told.get(line)![name] = ofThem ? shareText(ofThem[nth]!) : null;
        }
      }
    }
  }
  return [total, ...lines].map((line) => ({ ...line, figures: { ...line.figures, ...told.get(line) } }));
}

function grouped(lines: readonly Line[], above: number): Line[][] {
  const by = new Map<string, Line[]>();
  for (const line of lines) {
    const key = text(line.keys.slice(0, above));
    const beside = by.get(key);
    if (beside) beside.push(line);
    else by.set(key, [line]);
  }
  return [...by.values()];
}

/** Figures of a line by their names, counted and reckoned; each stands after what it is reckoned from. */
function valuesOf(measures: readonly ReportMeasureDef[], { figures }: Pick<Line, 'figures'>): ReadonlyMap<string, Reckoned> {
  const values = new Map<string, Reckoned>();
  for (const { name, calc } of measures) {
    const figure = figures[name] ?? null;
    values.set(
      name,
      calc !== undefined ? reckon(calc, (other) => values.get(other) ?? null) : figure === null ? null : new Decimal(figure),
    );
  }
  return values;
}

/** The line with what is reckoned from its figures. */
function reckoned(measures: readonly ReportMeasureDef[], line: Line): Line {
  const values = valuesOf(measures, line);
  const off = measures.flatMap(({ name }) => (values.get(name) === OFF ? [name] : []));
  const figures = measures.map(({ name, calc }): [string, Figure] => {
    const value = values.get(name);
    return [name, calc === undefined ? (line.figures[name] ?? null) : value instanceof Decimal ? written(value) : null];
  });
  return { ...line, figures: Object.fromEntries(figures), ...(off.length ? { off } : {}) };
}
