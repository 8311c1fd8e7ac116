import type { TableDef } from '#protocol/meta/table.ts';
import type { Texts } from '#web/i18n/use-text.ts';

/** What a record is called: its name, or what stands in for one in the language on screen. A draft may be saved before it has a name. */
export const recordName = (name: unknown, table: TableDef | undefined, { t, label }: Pick<Texts, 't' | 'label'>): string =>
  (typeof name === 'string' && name.trim()) || t('form.unnamed', { name: label(table) });
