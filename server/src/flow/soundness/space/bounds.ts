import { Decimal, precisionOf } from '#protocol/fields/decimal.ts';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import type { Calc } from '#protocol/rules/calc/calc.ts';
import { gridOf } from './grid.ts';

/** The numbers between which a value lies, both among them; what is not known is unbounded. */
export interface Range {
  low: Decimal;
  high: Decimal;
}

/** What an expression reads. */
export interface Read {
  /** the field of this name, with the numbers that it may have where it is filled; undefined of what has no number of its own */
  range(name: string): Range | undefined;
  full(name: string): boolean;
  empty(name: string): boolean;
  /** the definition of a sub-table's rows, where it is known */
  rows(table: string): TableDef | undefined;
}

const ZERO = new Decimal(0);
const ANY: Range = { low: new Decimal(-Infinity), high: new Decimal(Infinity) };
const POSITIVE: Range = { low: ZERO, high: ANY.high };
const at = (value: Decimal): Range => ({ low: value, high: value });
export const NOUGHT = at(ZERO);

export const hasZero = ({ low, high }: Range): boolean => low.lte(0) && high.gte(0);
const either = (...all: readonly Range[]): Range => ({
  low: Decimal.min(...all.map(({ low }) => low)),
  high: Decimal.max(...all.map(({ high }) => high)),
});

/** The numbers that a typed field may have; undefined of a type without. */
export function typedRange(field: FieldDef): Range | undefined {
  const grid = field.data_type === 'int' || field.data_type === 'numeric' ? gridOf(field) : null;
  return grid ? { low: new Decimal(grid.text(grid.low)), high: new Decimal(grid.text(grid.high)) } : undefined;
}

/** A calculated value as its field keeps it: rounded, within the digits and bounds of the field. */
export function kept(field: FieldDef, { low, high }: Range = ANY): Range {
  const typed = typedRange(field);
  if (!typed) return ANY;
  const places = field.data_type === 'int' ? 0 : precisionOf(field).scale;
  const to = (value: Decimal) => (value.isFinite() ? value.toDecimalPlaces(places) : value);
  return { low: Decimal.max(typed.low, to(low)), high: Decimal.min(typed.high, to(high)) };
}

/** The numbers that an expression may come to, by its own rules: an empty number counts as 0, a failure as no number at all. */
export function rangeOf(calc: Calc, read: Read): Range {
  switch (calc.kind) {
    case 'number':
      return at(new Decimal(calc.text));
    case 'field':
      return filled(calc.name, read, read.range(calc.name) ?? ANY);
    case 'rows':
      return filled(`${calc.table}.${calc.field}`, read, calc.of === 'count' ? { low: new Decimal(1), high: ANY.high } : sumOf(calc, read));
    case 'minus':
      return minus(rangeOf(calc.of, read));
    case 'binary':
      return binary(calc.op, rangeOf(calc.left, read), rangeOf(calc.right, read));
    case 'call':
      return call(calc, read);
    default:
      return ANY;
  }
}

function filled(name: string, read: Read, own: Range): Range {
  if (!read.full(name)) return NOUGHT;
  return read.empty(name) ? either(own, NOUGHT) : own;
}

/** Of rows whose number is not known the sign: each may be empty. */
function sumOf({ table, field }: Extract<Calc, { kind: 'rows' }>, read: Read): Range {
  const def = read.rows(table)?.fields.find((one) => one.field_name === field);
  const own = (def && def.calc === undefined && typedRange(def)) || ANY;
  return { low: own.low.gte(0) ? ZERO : ANY.low, high: own.high.lte(0) ? ZERO : ANY.high };
}

const minus = ({ low, high }: Range): Range => ({ low: high.neg(), high: low.neg() });

function binary(op: string, left: Range, right: Range): Range {
  if (op === '+') return { low: left.low.plus(right.low), high: left.high.plus(right.high) };
  if (op === '-') return binary('+', left, minus(right));
  if (op === '*') return product(left, right);
  if (op === '/') return quotient(left, right);
  return FLAG;
}

const FLAG: Range = { low: ZERO, high: new Decimal(1) };

const product = (left: Range, right: Range): Range =>
  ends(left, right, (one, other) => (one.isZero() || other.isZero() ? ZERO : one.times(other)));

/** Near zero a divisor makes anything of a number but its sign. */
function quotient(left: Range, right: Range): Range {
  if (right.low.lt(0) && right.high.gt(0)) return ANY;
  if (hasZero(right)) return product(left, right.low.lt(0) ? minus(POSITIVE) : POSITIVE);
  const over = (one: Decimal, other: Decimal) => (other.isFinite() ? one.div(other) : ZERO);
  return ends(left, right, over);
}

function ends(left: Range, right: Range, of: (one: Decimal, other: Decimal) => Decimal): Range {
  const all = [left.low, left.high].flatMap((one) => [of(one, right.low), of(one, right.high)]);
  return { low: Decimal.min(...all), high: Decimal.max(...all) };
}

function call({ name, args }: Extract<Calc, { kind: 'call' }>, read: Read): Range {
  const parts = args.map((one) => rangeOf(one, read));
  const [first, second] = parts as [Range, Range];
  switch (name) {
    case 'abs':
      return {
        low: hasZero(first) ? ZERO : Decimal.min(first.low.abs(), first.high.abs()),
        high: Decimal.max(first.low.abs(), first.high.abs()),
      };
    case 'round':
      return rounded(first, second);
    case 'min':
      return { low: either(...parts).low, high: Decimal.min(...parts.map(({ high }) => high)) };
    case 'max':
      return { low: Decimal.max(...parts.map(({ low }) => low)), high: either(...parts).high };
    case 'if':
      return either(second, parts[2]!);
    case 'year':
      return { low: ZERO, high: new Decimal(9999) };
    case 'month':
      return { low: ZERO, high: new Decimal(12) };
    case 'days':
    case 'adddays':
      return ANY;
    default:
      return FLAG;
  }
}

/** To so many decimals; where that is no one number, to whole ones at the most. */
function rounded({ low, high }: Range, places: Range): Range {
  if (!places.low.eq(places.high)) return { low: low.floor(), high: high.ceil() };
  const to = (value: Decimal) =>
    value.isFinite() ? value.toDecimalPlaces(Math.min(20, Math.max(0, places.low.trunc().toNumber()))) : value;
  return { low: to(low), high: to(high) };
}
