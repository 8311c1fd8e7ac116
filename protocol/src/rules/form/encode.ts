import { fieldKind } from '#protocol/fields/fields.ts';
import { type Form, type FormFields, isEditable } from './form.ts';

/**
 * FORM-09: what a form submits, by field name: ids for entity, select and radio, key names for files, comma-wrapped ids for
 * checkbox and entities, '' for empty; fields that may not be edited are left out. A value that cannot be read is sent as typed,
 * for the server to refuse.
 */
export function encodeForm(fields: FormFields, form: Form, value: (field_name: string) => unknown): Record<string, string> {
  const sent: Record<string, string> = {};
  for (const field of fields) {
    if (!isEditable(field.def, form)) continue;
    const kind = fieldKind(field.def.data_type);
    const parsed = kind.parse(value(field.def.field_name), field);
    sent[field.def.field_name] = parsed.fault ? String(value(field.def.field_name)) : kind.encode(parsed.value);
  }
  return sent;
}
