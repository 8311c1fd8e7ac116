import { maxLength } from '#protocol/meta/length.ts';
import type { FieldKind, FieldSpec, Parsed, Value } from './kind.ts';
import { asTyped, fault, isEmpty, malformed } from './kind.ts';
import { withoutMarks } from './writing.ts';

/** No NUL and no half of a surrogate pair: the database could not hold it, or would give back something else. */
export const isStorable = (text: string): boolean => !text.includes('\0') && !/\p{Surrogate}/u.test(text);

/** A line break or another control character; a tab is let pass. */
const hasControl = (text: string): boolean => /[\p{Cc}\u2028\u2029]/u.test(text.replaceAll('\t', ' '));

/** Longest length of a text, in characters, as PostgreSQL counts them. */
export const lengthOf = (field: FieldSpec): number => maxLength(field.def) ?? 200;

/** Letters beside four times its length that are read of a text, in which marks that are taken out may stand. */
const READ_BESIDE = 10_000;

/** A text of at most `length` characters, without marks that mislead; one line is trimmed at both ends and holds no control characters, several lines stay as they are. */
export function parseText(input: unknown, field: FieldSpec, lines: 'one' | 'many'): Parsed {
  if (isEmpty(input)) return { value: null };
  if (typeof input !== 'string' && !(typeof input === 'number' && Number.isSafeInteger(input))) return malformed(field);
  const limit = lengthOf(field);
  const tooLong = (): Parsed => ({ fault: fault(316, 'fieldTooLong', field, { limit }) });
  const typed = String(input);
  // what is much longer is not read at all: to clean it would take as long as it is
  if (typed.length > limit * 4 + READ_BESIDE) return tooLong();
  const plain = withoutMarks(typed);
  const text = lines === 'one' ? plain.trim() : plain;
  if (!isStorable(text) || (lines === 'one' && hasControl(text))) return malformed(field);
  if (text.length > limit && [...text].length > limit) return tooLong();
  return { value: text === '' ? null : text };
}

export const encodeText = (value: Value): string => (value === null ? '' : String(value));
export const showText = (wire: unknown): string => (typeof wire === 'string' || typeof wire === 'number' ? String(wire) : '');

/** A type whose values are one line of text; `fits` is its format, refused with the text `wrong`; `read` takes what people type for it. */
export const lineKind = (
  sample: FieldKind['sample'],
  fits: (text: string) => boolean = () => true,
  wrong = 'fieldFormat',
  read: (typed: string) => string = asTyped,
): FieldKind => ({
  read,
  parse: (input, field) => parseText(input, field, 'one'),
  check: (value, field) => (value === null || fits(String(value)) ? null : fault(305, wrong, field)),
  encode: encodeText,
  show: showText,
  sample,
});
