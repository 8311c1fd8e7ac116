import type { Locale } from '#protocol/codes.ts';
import { isOf } from '#protocol/meta/data-types.ts';
import type { ItemDef } from '#protocol/meta/field.ts';
import { listed } from '#protocol/meta/listed.ts';
import { label } from '#protocol/meta/naming.ts';
import type { EntityValue } from '#protocol/wire/envelope.ts';
import { idList, listItems, MAX_ID } from '#protocol/wire/lists.ts';
import type { FieldSpec, Parsed, Value } from './kind.ts';
import { isEmpty, malformed } from './kind.ts';
import { UNAUTHORIZED } from './unauthorized.ts';

const ID = /^(0|[1-9][0-9]{0,15})$/;
const LONGEST_LIST = 1000;

/** One id: a number, its digits, or `{id}` as the wire showed it; at least `least`. Null when it is none. */
export function oneId(input: unknown, least: number): number | null {
  const plain = input !== null && typeof input === 'object' && !Array.isArray(input) ? (input as { id?: unknown }).id : input;
  const id = typeof plain === 'string' && ID.test(plain) ? Number(plain) : plain;
  return typeof id === 'number' && Number.isSafeInteger(id) && id >= least && id <= MAX_ID && !Object.is(id, -0) ? id : null;
}

export function parseId(input: unknown, field: FieldSpec, least: number): Parsed {
  if (isEmpty(input)) return { value: null };
  const id = oneId(input, least);
  return id === null ? malformed(field) : { value: id };
}

/** `,1,2,`, `1,2`, `[1, 2]` or `[{id: 1}, …]`: ids in order without repeats. */
export function parseIds(input: unknown, field: FieldSpec, least: number): Parsed {
  if (isEmpty(input) || input === ',') return { value: null };
  if (typeof input !== 'string' && typeof input !== 'number' && !Array.isArray(input)) return malformed(field);
  const parts: unknown[] = Array.isArray(input) ? input : listItems(String(input), LONGEST_LIST);
  const ids = parts.length > LONGEST_LIST ? [null] : parts.map((part) => oneId(part, least));
  return ids.includes(null) ? malformed(field) : { value: [...new Set(ids as number[])] };
}

export const encodeIds = (value: Value): string => (Array.isArray(value) ? idList(value as number[]) : '');

const has = (field: FieldSpec, id: number): boolean => (field.items ?? []).some((item) => item.id === id);

/** Refuses ids that are no choices of the field. */
export function amongItems(parsed: Parsed, field: FieldSpec): Parsed {
  if (parsed.fault || parsed.value === null || parsed.value === undefined) return parsed;
  const ids = Array.isArray(parsed.value) ? (parsed.value as number[]) : [parsed.value as number];
  return ids.every((id) => has(field, id)) ? parsed : malformed(field);
}

/** Of a field's choices those that a new value may be: not those that are kept for the records that have them. */
export const offered = <Item extends ItemDef>(items: readonly Item[]): Item[] => items.filter((item) => item.hidden !== 1);

/** The first choice of a value that is offered no more and that the value of before did not have. */
export function choiceGone({ items = [] }: FieldSpec, value: Value, before: Value): ItemDef | undefined {
  const had = new Set([before].flat());
  const chosen = new Set([value].flat());
  return items.find((item) => item.hidden === 1 && chosen.has(item.id) && !had.has(item.id));
}

/** The names of a wire value of choices or references, in the reader's language and as it separates them. */
export function showNames(wire: unknown, field: FieldSpec, locale: Locale): string {
  if (isEmpty(wire)) return '';
  return listed(
    (Array.isArray(wire) ? wire : [wire]).map((one) => nameOf(one, field, locale)),
    locale,
  );
}

/** A choice by the definition, one that is gone as the wire calls it, at last by its id; a reference by its own name. */
function nameOf(one: unknown, { def, items }: FieldSpec, locale: Locale): string {
  const id = oneId(one, 0);
  const item = items?.find((choice) => choice.id === id);
  if (item) return label(item, locale);
  if (one === null || typeof one !== 'object') return String(one);
  if ((one as Partial<EntityValue>).unauthorized) return UNAUTHORIZED[locale];
  return label(one, locale) || (isOf(def.data_type, 'choice', 'choices') && id !== null ? String(id) : '');
}
