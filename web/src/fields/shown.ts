import type { Locale } from '#protocol/codes.ts';
import { fieldKind } from '#protocol/fields/fields.ts';
import type { FieldDef, ItemDef } from '#protocol/meta/field.ts';

/** A field's choices, as LoadTable writes them. */
export const itemsOf = (field: FieldDef): readonly ItemDef[] => (Array.isArray(field.items) ? field.items : []);

/** A value of the wire as its type writes it for readers, on screen and on paper as in messages; '' where there is none. */
export const shown = (field: FieldDef, value: unknown, locale: Locale): string =>
  fieldKind(field.data_type).show(value, { def: field, items: itemsOf(field) }, locale);
