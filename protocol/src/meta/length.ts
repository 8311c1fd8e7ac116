import { dataType } from './data-types.ts';
import type { FieldDef } from './field.ts';

/** Precision and scale of an amount where its definition gives none. */
const AMOUNT = { precision: 18, scale: 6 } as const;

/** The most characters (code points) a text value may have; null for data types whose form bounds them. */
export function maxLength(field: FieldDef): number | null {
  const most = dataType(field.data_type).length;
  return most === undefined ? null : Number(field.length ?? most);
}

/** Digits of a numeric field: `length` is 'n,m' or 'n.m', n digits of which m stand behind the point; absent is 18,6. */
export function numericLength(field: Pick<FieldDef, 'length'>): { precision: number; scale: number } {
  if (field.length === undefined) return AMOUNT;
  const [precision, scale = '0'] = String(field.length).split(/[.,]/);
  return { precision: Number(precision), scale: Number(scale) };
}
