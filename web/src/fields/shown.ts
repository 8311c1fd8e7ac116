import type { Locale } from '#protocol/codes.ts';
import { fieldKind } from '#protocol/fields/fields.ts';
import { placeOf } from '#protocol/fields/place/place.ts';
import type { FieldDef, ItemDef } from '#protocol/meta/field.ts';
import { label } from '#protocol/meta/naming.ts';
import { text } from '#web/i18n/catalogue.ts';
import { asEntities, asText } from './values.ts';

/** A field's choices, as LoadTable writes them. */
export const itemsOf = (field: FieldDef): readonly ItemDef[] => (Array.isArray(field.items) ? field.items : []);

/** A value of the wire as its type writes it for readers, on screen and on paper as in messages; '' where there is none. */
export function shown(field: FieldDef, value: unknown, locale: Locale): string {
  const table = field.tables?.find(({ code }) => code === value);
  return table ? label(table, locale) : fieldKind(field.data_type).show(value, { def: field, items: itemsOf(field) }, locale);
}

/** `base` or `base_en` of what carries texts in both languages, by the reader's. */
export type Label = (of: object | null | undefined, base?: string) => string;

/** A row's value of a field: names, and texts that are said in English too, in the reader's language. */
export const cellValue = ({ field_name: name, english }: FieldDef, row: Readonly<Record<string, unknown>>, label: Label): unknown =>
  name === 'key_name' || (english === 1 && row[name]) ? label(row, name) : row[name];

/** A line has room for two names: of more, the first stands for all. */
const MOST_NAMES = 2;

/** What a line of a list has room for: names of records, the address of a place. */
export function shownInLine(field: FieldDef, value: unknown, locale: Locale): string {
  if (field.data_type === 'location') return placeOf(asText(value)).address;
  const all = asEntities(value);
  if (all.length <= MOST_NAMES) return shown(field, value, locale);
  return text(locale, 'fields.several', { first: shown(field, [all[0]], locale), n: all.length });
}
