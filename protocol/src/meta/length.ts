import type { FieldDef } from './field.ts';

/** Where a definition gives none: characters of a text, precision and scale of an amount. */
const TEXT = 200;
const TEXTAREA = 4000;
const AMOUNT = { precision: 18, scale: 6 } as const;

/** The most characters (code points) a text value may have; null for data types whose form bounds them. */
export function maxLength(field: FieldDef): number | null {
  switch (field.data_type) {
    case 'text':
    case 'telephone':
    case 'mobile':
    case 'email':
    case 'address':
    case 'password':
    case 'icon':
    case 'location':
      return typeof field.length === 'number' ? field.length : Number(field.length ?? TEXT);
    case 'textarea':
    case 'html':
    case 'markdown':
      return Number(field.length ?? TEXTAREA);
    default:
      return null;
  }
}

/** Digits of a numeric field: `length` is 'n,m' or 'n.m', n digits of which m stand behind the point; absent is 18,6. */
export function numericLength(field: Pick<FieldDef, 'length'>): { precision: number; scale: number } {
  if (field.length === undefined) return AMOUNT;
  const [precision, scale = '0'] = String(field.length).split(/[.,]/);
  return { precision: Number(precision), scale: Number(scale) };
}
