import { Decimal, precisionOf } from '#protocol/fields/decimal.ts';
import type { FieldDef } from '#protocol/meta/field.ts';

/**
 * A type whose values stand in a row, each with a next one: whole numbers, decimals of a scale, days, months, years, clocks. A constant of
 * a guard lies on a place or between two.
 */
export interface Grid {
  low: bigint;
  high: bigint;
  /** the last place that is not after the constant; null where the text is no value of the type */
  place(text: string): { at: bigint; exact: boolean } | null;
  text(at: bigint): string;
}

/** The row of a field's values, within its own min and max; null for a type without one. */
export function gridOf(field: FieldDef): Grid | null {
  switch (field.data_type) {
    case 'int':
      return numbers(field, 0, BigInt(Number.MAX_SAFE_INTEGER));
    case 'numeric': {
      const { precision, scale } = precisionOf(field);
      return numbers(field, scale, 10n ** BigInt(precision) - 1n);
    }
    // min and max of a day count from today: in time every day is possible
    case 'date':
      return {
        low: dayAt('0001-01-01'),
        high: dayAt('9999-12-31'),
        place: (text) => whole(isDay(text) ? dayAt(text) : null),
        text: dayText,
      };
    case 'month':
      return { low: 12n, high: 119_999n, place: (text) => whole(monthAt(text)), text: monthText };
    case 'year':
      return {
        low: 1n,
        high: 9999n,
        place: (text) => whole(/^\d{4}$/.test(text) ? BigInt(text) : null),
        text: (at) => String(at).padStart(4, '0'),
      };
    case 'time':
      return { low: 0n, high: 86_399n, place: (text) => whole(clockAt(text)), text: clockText };
    default:
      return null;
  }
}

const whole = (at: bigint | null): { at: bigint; exact: boolean } | null => (at === null ? null : { at, exact: true });

function numbers({ min, max }: FieldDef, scale: number, most: bigint): Grid {
  const unit = Decimal.pow(10, scale);
  const at = (value: Decimal, up: boolean): bigint => BigInt((up ? value.times(unit).ceil() : value.times(unit).floor()).toFixed(0));
  const place = (text: string) => {
    const value = new Decimal(text);
    return { at: at(value, false), exact: value.times(unit).isInteger() };
  };
  const larger = (one: bigint, other: bigint) => (one > other ? one : other);
  return {
    low: min === undefined ? -most : larger(-most, at(new Decimal(String(min)), true)),
    high: max === undefined ? most : -larger(-most, -at(new Decimal(String(max)), false)),
    place: (text) => (/^[+-]?\d{1,30}(\.\d{1,30})?$/.test(text) ? place(text) : null),
    text: (where) => new Decimal(String(where)).div(unit).toFixed(),
  };
}

const DAY = 86_400_000;
const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));
const dayAt = (text: string): bigint => BigInt(Date.parse(`${text}T00:00:00Z`) / DAY);
const dayText = (at: bigint): string => new Date(Number(at) * DAY).toISOString().slice(0, 10);

function monthAt(text: string): bigint | null {
  const [, year, month] = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(text) ?? [];
  return year ? BigInt(Number(year) * 12 + Number(month) - 1) : null;
}
const monthText = (at: bigint): string => `${String(at / 12n).padStart(4, '0')}-${String((at % 12n) + 1n).padStart(2, '0')}`;

function clockAt(text: string): bigint | null {
  const [, hours, minutes, seconds] = /^([01]\d|2[0-3]):([0-5]\d):([0-5]\d)$/.exec(text) ?? [];
  return hours ? BigInt(Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) : null;
}
function clockText(at: bigint): string {
  const two = (part: bigint) => String(part).padStart(2, '0');
  return `${two(at / 3600n)}:${two((at / 60n) % 60n)}:${two(at % 60n)}`;
}

/** A value in each interval between the constants, each constant that is a value, and both ends: everything the constants can tell apart. */
export function placesOf(grid: Grid, constants: readonly string[]): string[] {
  const found = constants.map(grid.place).filter((one) => one !== null);
  const near = [
    ...found.filter(({ exact }) => exact).map(({ at }) => at),
    ...found.flatMap(({ at, exact }) => (exact ? [at + 1n, at - 1n] : [at, at + 1n])),
  ];
  const inside = [...near, grid.low, grid.high].filter((at) => at >= grid.low && at <= grid.high);
  return [...new Set(inside)].map(grid.text);
}
