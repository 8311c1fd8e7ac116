import { addDays, isDay } from '#protocol/fields/calendar.ts';
import { Decimal, NUMBER, writeDecimal } from '#protocol/fields/decimal.ts';
import type { Value } from '#protocol/fields/kind.ts';
import { isDecimal, isWhole } from '#protocol/meta/data-types.ts';
import type { FieldDef } from '#protocol/meta/field.ts';
import { type BinaryOp, type Calc, calcNamesOf } from './calc.ts';
import { parseCalc } from './calc-parse.ts';

/** What an expression is run on. Values as on the wire, as typed or as parsed; `rows` are a sub-table's rows as they will stand. */
export interface CalcOn {
  value(name: string): unknown;
  rows(table: string): readonly ((name: string) => unknown)[];
  /** yyyy-MM-dd on the company's clock */
  today: string;
}

type Result = Decimal | string | boolean | null;

/**
 * The value of a `calc` field, rounded half up to its scale. An empty number counts as 0, an expression whose fields are all
 * empty is empty, and so are a division by zero and a day that is none. A result with more digits than the field has stays what it is:
 * what is calculated from it is right, and `calculatedFault` keeps it from being saved.
 */
export const calculate = (field: FieldDef, on: CalcOn): Value => evaluated(parseCalc(field.calc ?? ''), field, on);

/** What an expression gives a field that may be typed as well: the same rules. */
export function evaluated(calc: Calc, field: FieldDef, on: CalcOn): Value {
  if (isBlank(calc, on)) return null;
  const result = run(calc, on);
  if (!(result instanceof Decimal)) return typeof result === 'boolean' ? (result ? 1 : 0) : result;
  if (result.isNaN()) return null;
  return numberOf(Decimal.max(LARGEST.neg(), Decimal.min(LARGEST, result)), field);
}

/** No field holds as much: what is beyond is written no longer than this. */
const LARGEST = Decimal.pow(10, 100);

/** A whole number beyond the largest is a text: no field takes it, and no digit of it is lost. */
function numberOf(result: Decimal, field: FieldDef): Value {
  if (isDecimal(field.data_type)) return writeDecimal(result, field);
  if (!isWhole(field.data_type)) return result.toFixed();
  const whole = result.toDecimalPlaces(0);
  // there is one zero
  return Number.isSafeInteger(whole.toNumber()) ? whole.toNumber() + 0 : whole.toFixed();
}

function isBlank(calc: Calc, on: CalcOn): boolean {
  const names = calcNamesOf(calc);
  return (
    names.length > 0 &&
    names.every((name) => (name.includes('.') ? on.rows(name.split('.')[0]!).length === 0 : plain(on.value(name)) === ''))
  );
}

/** A value as text: the id of a reference, '' when empty. */
export function plain(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? plain((value as { id?: unknown }).id) : String(value);
}

const decimalOf = (value: unknown): Decimal => new Decimal(NUMBER.test(plain(value)) ? plain(value) : 0);

function run(calc: Calc, on: CalcOn): Result {
  switch (calc.kind) {
    case 'number':
      return new Decimal(calc.text);
    case 'text':
      return calc.text;
    case 'today':
      return on.today;
    case 'field':
      return fieldValue(plain(on.value(calc.name)));
    case 'rows':
      return runRows(calc, on);
    case 'minus':
      return numbers([run(calc.of, on)], ([of]) => of!.neg());
    case 'binary':
      return runBinary(calc.op, run(calc.left, on), run(calc.right, on));
    case 'call':
      return CALLS[calc.name](calc.args.map((arg) => () => run(arg, on)));
  }
}

/** A number, a day, or a text, told by its writing: the definition was typed when it was loaded. */
function fieldValue(text: string): Result {
  if (text === '') return null;
  if (NUMBER.test(text)) return new Decimal(text);
  return isDay(text.slice(0, 10)) ? text.slice(0, 10) : text;
}

function runRows({ of, table, field }: Extract<Calc, { kind: 'rows' }>, on: CalcOn): Decimal {
  const rows = on.rows(table);
  return of === 'count' ? new Decimal(rows.length) : rows.reduce((sum, value) => sum.plus(decimalOf(value(field))), new Decimal(0));
}

/** Applies `work` to numbers; an empty field is 0, a failed part (NaN) stays failed. */
function numbers(values: readonly Result[], work: (all: readonly Decimal[]) => Decimal | null): Result {
  const all = values.map((value) => (value instanceof Decimal ? value : new Decimal(value === null ? 0 : Number.NaN)));
  return all.some((one) => one.isNaN()) ? new Decimal(Number.NaN) : work(all);
}

function runBinary(op: BinaryOp, left: Result, right: Result): Result {
  if (op === '+') return numbers([left, right], ([a, b]) => a!.plus(b!));
  if (op === '-') return numbers([left, right], ([a, b]) => a!.minus(b!));
  if (op === '*') return numbers([left, right], ([a, b]) => a!.times(b!));
  if (op === '/') return numbers([left, right], ([a, b]) => (b!.isZero() ? new Decimal(Number.NaN) : a!.div(b!)));
  return compared(op, left, right);
}

function compared(op: BinaryOp, left: Result, right: Result): boolean {
  if (op === '=' || op === '!=') return equal(left, right) === (op === '=');
  if (left === null || right === null) return false;
  const order =
    left instanceof Decimal && right instanceof Decimal
      ? left.comparedTo(right)
      : String(left) < String(right)
        ? -1
        : Number(left !== right);
  if (op === '>') return order > 0;
  if (op === '>=') return order >= 0;
  return op === '<' ? order < 0 : order <= 0;
}

const equal = (left: Result, right: Result): boolean =>
  left instanceof Decimal && right instanceof Decimal ? left.eq(right) : left === right && left !== null;

type Arg = () => Result;
const first = (args: readonly Arg[]): Result => args[0]!();
const all = (args: readonly Arg[]): Result[] => args.map((arg) => arg());
const day = (value: Result): string | null => (typeof value === 'string' && isDay(value) ? value : null);

const CALLS: Record<Extract<Calc, { kind: 'call' }>['name'], (args: readonly Arg[]) => Result> = {
  abs: (args) => numbers(all(args), ([a]) => a!.abs()),
  round: (args) => numbers(all(args), ([a, places]) => a!.toDecimalPlaces(Math.min(20, Math.max(0, places!.trunc().toNumber())))),
  min: (args) => numbers(all(args), (values) => Decimal.min(...values)),
  max: (args) => numbers(all(args), (values) => Decimal.max(...values)),
  if: ([condition, yes, no]) => (condition!() === true ? yes!() : no!()),
  and: (args) => args.every((arg) => arg() === true),
  or: (args) => args.some((arg) => arg() === true),
  not: (args) => first(args) !== true,
  empty: (args) => first(args) === null,
  days: (args) => {
    const [from, to] = all(args).map(day);
    return from && to ? new Decimal((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000) : null;
  },
  adddays: (args) => {
    const [from, count] = all(args);
    const start = day(from ?? null);
    return start && count instanceof Decimal && count.abs().lte(100_000) ? addDays(start, count.trunc().toNumber()) : null;
  },
  year: (args) => part(first(args), 0, 4),
  month: (args) => part(first(args), 5, 7),
};
const part = (value: Result, from: number, to: number): Result => (day(value) ? new Decimal(day(value)!.slice(from, to)) : null);
