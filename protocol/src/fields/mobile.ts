import { between, type FieldKind } from './kind.ts';
import { lineKind, showText } from './line.ts';
import { plainWriting } from './writing.ts';

/** FIELD-09: 11 digits, the first 1, the second one of 3, 4, 5, 7, 8. */
export const isMobile = (text: string): boolean => /^1[34578][0-9]{9}$/.test(text);

/** A number as it stands on cards and in address books: 138 0000 2617, +86 138-0000-2617, １３８… */
export function readMobile(typed: string): string {
  const digits =
    plainWriting(typed)
      ?.replace(/^(\+86|0086)/, '')
      .replace(/[- ]/g, '') ?? '';
  return isMobile(digits) ? digits : typed;
}

/** 138 0000 2617: as it is read out. */
const grouped = (wire: unknown): string => showText(wire).replace(/^(\d{3})(\d{4})(\d{4})$/, '$1 $2 $3');

const line = lineKind(
  (random) => `1${'34578'[between(random, 0, 4)]}${String(between(random, 0, 999_999_999)).padStart(9, '0')}`,
  isMobile,
  'fieldMobile',
  readMobile,
);

export const mobile: FieldKind = { ...line, show: grouped };
