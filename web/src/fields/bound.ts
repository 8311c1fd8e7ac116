import type { FieldDef } from '#protocol/meta/field.ts';
import type { Texts } from '#web/i18n/use-text.ts';

/** What an end of a range says in its box, and what it is called beside others: two boxes stand under one name. */
export const boundOf =
  (field: FieldDef, { t, label }: Pick<Texts, 't' | 'label'>) =>
  (end: 'from' | 'to'): { placeholder: string; name: string } => {
    const placeholder = t(end === 'from' ? 'fields.from' : 'fields.to');
    return { placeholder, name: t('fields.boundOf', { name: label(field), bound: placeholder }) };
  };
