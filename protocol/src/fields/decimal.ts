import { Decimal as Library } from 'decimal.js';
import type { FieldDef } from '#protocol/meta/field.ts';
import { numericLength } from '#protocol/meta/length.ts';
import type { Fault, FieldSpec } from './kind.ts';
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

/** Rounds half up to the field's scale and writes every decimal of it, as the database gives it back; null when it has too many digits. */
export function fitDecimal(value: Decimal, def: FieldDef): string | null {
  const { precision, scale } = precisionOf(def);
  const rounded = value.toDecimalPlaces(scale);
  if (!rounded.isFinite() || rounded.abs().gte(Decimal.pow(10, precision - scale))) return null;
  return (rounded.isZero() ? new Decimal(0) : rounded).toFixed(scale);
}

/** FORM-07: above max or below min. */
export function checkBounds(value: string | number, field: FieldSpec): Fault | null {
  const { min, max } = field.def;
  if (max !== undefined && new Decimal(value).gt(String(max))) return fault(305, 'fieldMax', field, { bound: String(max) });
  if (min !== undefined && new Decimal(value).lt(String(min))) return fault(305, 'fieldMin', field, { bound: String(min) });
  return null;
}
