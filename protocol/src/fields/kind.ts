import type { Code, Locale } from '#protocol/codes.ts';
import type { FieldDef, ItemDef } from '#protocol/meta/field.ts';

/**
 * A value inside the house: texts, dates and exact decimals are strings, int and ids numbers, lists are arrays (ids; for files
 * the key names), an empty one is null. Never a float, never an instant: a datetime is the company's own clock.
 */
export type Value = string | number | readonly number[] | readonly string[] | null;

/** What a field type needs to know of its field; the server's ResolvedField is one. */
export interface FieldSpec {
  def: FieldDef;
  /** choices of select, radio, checkbox */
  items?: readonly ItemDef[];
  /** what an amount of the reader's domain is counted in; the definition's own unit is another domain's perhaps */
  unit?: Label;
}

/** A text in both languages, as data of a refusal: the reader's is drawn. */
export interface Label {
  zh_CN: string;
  en_US: string;
}

/** Why a value is not taken. `text` is a key of protocol/src/texts; its `<{field}>` is the field's label in both languages. */
export interface Fault {
  code: Code;
  text: string;
  data: Readonly<Record<string, unknown>>;
}
export type Parsed = { value: Value; fault?: undefined } | { fault: Fault; value?: undefined };

/** How one data type behaves; what else is known of it stands in `meta/data-types.ts`. Every file of this folder fills the same slots in the same order. */
export interface FieldKind {
  /** What a person typed, in the forms that people use, as the writing that `parse` takes; what is not understood comes back as typed. */
  read(typed: string, field: FieldSpec): string;
  /** What came over the wire (a form's text or a JSON value) to a value: type, length, precision, items. 317, or 316 when too long. */
  parse(input: unknown, field: FieldSpec): Parsed;
  /** What a well formed value must still keep: the type's format, min and max (`today` is yyyy-MM-dd). 305. */
  check(value: Value, field: FieldSpec, today: string): Fault | null;
  /** The submitted form of a value (FORM-09); parse takes it back. */
  encode(value: Value): string;
  /** The text a reader sees of a wire value (`{id, key_name}` for references); '' when empty. */
  show(wire: unknown, field: FieldSpec, locale: Locale): string;
  /** Some valid value, for the gallery, tests and generators; `random` answers 0 to 1. */
  sample(random: () => number, field: FieldSpec): Value;
}

/** A field's label as a text's data, so that the remark is in the reader's language. */
export const fieldLabel = (field: FieldSpec): Label => ({
  zh_CN: field.def.key_name,
  en_US: field.def.key_name_en,
});

export const fault = (code: Code, text: string, field: FieldSpec, data: Readonly<Record<string, unknown>> = {}): Fault => ({
  code,
  text,
  data: { field: fieldLabel(field), field_name: field.def.field_name, ...data },
});

export const malformed = (field: FieldSpec, text = 'fieldFormat', data: Readonly<Record<string, unknown>> = {}): { fault: Fault } => ({
  fault: fault(317, text, field, data),
});

/** The slot `read` of types that are chosen, or kept letter for letter. */
export const asTyped = (typed: string): string => typed;
export const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
export const between = (random: () => number, low: number, high: number): number => low + Math.floor(random() * (high - low + 1));
