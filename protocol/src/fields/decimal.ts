import { Decimal as Library } from 'decimal.js';
import type { FieldDef } from '#protocol/meta/field.ts';
import { numericLength } from '#protocol/meta/length.ts';
import { decimalsOf, withUnit, writeExact } from './figure.ts';
import type { Fault, FieldSpec, Label } from './kind.ts';
import { fault } from './kind.ts';

/** The house's decimals: exact to 80 digits, half away from zero as PostgreSQL rounds. */
export const Decimal = Library.clone({ precision: 80, rounding: Library.ROUND_HALF_UP, toExpNeg: -100, toExpPos: 100 });
export type Decimal = Library;

/** Optional sign, digits, optional decimals (FORM-07); ASCII only. */
export const NUMBER = /^[+-]?[0-9]+(\.[0-9]+)?$/;

/** Digits in all and after the point; a calculated field without a length has 2 decimals (FORM-08). */
export function precisionOf(def: FieldDef): { precision: number; scale: number } {
  const digits = numericLength(def);
  return def.calc !== undefined && def.length === undefined ? { ...digits, scale: 2 } : digits;
}

/** Rounds half up to the field's scale and writes every decimal of it, as the database gives it back, however many digits that are. */
export function writeDecimal(value: Decimal, def: FieldDef): string {
  const { scale } = precisionOf(def);
  const rounded = value.toDecimalPlaces(scale);
  return (rounded.isZero() ? new Decimal(0) : rounded).toFixed(scale);
}

const powers = new Map<number, Decimal>();
function tenTo(digits: number): Decimal {
  const known = powers.get(digits) ?? Decimal.pow(10, digits);
  powers.set(digits, known);
  return known;
}

/** The same; null when it has too many digits. */
export function fitDecimal(value: Decimal, def: FieldDef): string | null {
  const { precision, scale } = precisionOf(def);
  const rounded = value.toDecimalPlaces(scale);
  if (!rounded.isFinite() || rounded.abs().gte(tenTo(precision - scale))) return null;
  return writeDecimal(rounded, def);
}

/** FORM-07: above max or below min. */
export function checkBounds(value: string | number, field: FieldSpec): Fault | null {
  const { min, max } = field.def;
  const beyond = (text: string, bound: string | number) => fault(305, text, field, { bound: String(bound), shown: amountOf(bound, field) });
  if (max !== undefined && new Decimal(value).gt(String(max))) return beyond('fieldMax', max);
  if (min !== undefined && new Decimal(value).lt(String(min))) return beyond('fieldMin', min);
  return null;
}

/** A number as its field shows it, no decimal lost, with its unit: 1,000.00 万元. Of a field that says nothing of decimals no zeros. */
export function amountOf(value: string | number, { def, unit }: FieldSpec): Label {
  const said = def.format !== undefined || def.length !== undefined || def.calc !== undefined;
  const shown = writeExact(value, said ? decimalsOf(def) : 0);
  const of = unit ?? (def.money ? { zh_CN: '', en_US: '' } : { zh_CN: def.unit ?? '', en_US: def.unit_en ?? def.unit ?? '' });
  return { zh_CN: withUnit(shown, of.zh_CN), en_US: withUnit(shown, of.en_US) };
}
