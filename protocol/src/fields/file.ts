import { listed } from '#protocol/meta/listed.ts';
import { listItems } from '#protocol/wire/lists.ts';
import type { FieldKind, FieldSpec, Parsed, Value } from './kind.ts';
import { asTyped, fault, isEmpty, malformed } from './kind.ts';

const KEY = /^[A-Za-z0-9_-]{22,64}$/;
const MOST = 100;

/** Key names by comma, or the wire's list of files. */
function keysOf(input: unknown): unknown[] | null {
  if (typeof input === 'string') return listItems(input, MOST);
  if (!Array.isArray(input) || input.length > MOST) return null;
  return input.map((one) => (one !== null && typeof one === 'object' ? (one as { key_name?: unknown }).key_name : one));
}

function parse(input: unknown, field: FieldSpec): Parsed {
  if (isEmpty(input) || input === ',') return { value: null };
  const keys = keysOf(input);
  if (!keys || keys.length > MOST || !keys.every((key) => typeof key === 'string' && KEY.test(key))) return malformed(field);
  return { value: [...new Set(keys as string[])] };
}

/** Uploaded files by their key names, at most `max` of them (FIELD-08). */
export const file: FieldKind = {
  read: asTyped,
  parse,
  check(value: Value, field) {
    const most = field.def.max === undefined ? MOST : Number(field.def.max);
    return Array.isArray(value) && value.length > most ? fault(305, 'fieldFiles', field, { bound: most }) : null;
  },
  encode: (value) => (Array.isArray(value) ? value.join(',') : ''),
  show: (wire, _, locale) =>
    Array.isArray(wire)
      ? listed(
          wire.map((one) => String((one as { file_name?: unknown }).file_name ?? '')),
          locale,
        )
      : '',
  sample: () => null,
};
