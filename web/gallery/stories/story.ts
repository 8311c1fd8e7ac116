import type { Locale } from '#protocol/codes.ts';
import type { DataType } from '#protocol/meta/data-types.ts';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { FieldFilter } from '#protocol/wire/filters.ts';

/** What stands in a field, as the wire has it: a reader of English sees an English one. */
export type Told<T = unknown> = (locale: Locale) => T;

/** One field with all that may stand in it. A type has one story at least, and one more for each look that definitions may ask for. */
export interface Story {
  /** the field as a definition says it, without what the gallery gives it: uid, name and type */
  field: Omit<FieldDef, 'uid' | 'field_name' | 'data_type'>;
  sample: Told;
  /** more than there is room for */
  long: Told;
  /** what may stand in the form and is refused when it is left; `NOTHING`: nothing, where something must stand */
  wrong: Told;
  /** what a list is searched by; absent: by its values nobody searches */
  filter?: { sample: Told<FieldFilter>; long: Told<FieldFilter>; wrong?: Told<FieldFilter> };
}

/** The stories of some types. */
export type Stories<Type extends DataType> = Readonly<Record<Type, readonly [Story, ...Story[]]>>;

export const both =
  <T>(zh: T, en: T): Told<T> =>
  (locale) =>
    locale === 'zh_CN' ? zh : en;
export const same =
  <T>(value: T): Told<T> =>
  () =>
    value;
export const NOTHING: Told<null> = () => null;

export const like = (zh: string, en: string): Told<FieldFilter> => both({ op: 'like', value: zh }, { op: 'like', value: en });
export const oneOf = (...values: (number | string)[]): Told<FieldFilter> => same({ op: 'in', value: values });
export const between = (from: string, to: string): Told<FieldFilter> => same([from, to]);

/** So much of a text that no line holds it. */
export const times = (text: string, n: number): string => Array.from({ length: n }, () => text).join('');
