import type { Locale } from '#protocol/codes.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { asText } from '#web/fields/values.ts';
import { type Texts, textsIn } from '#web/i18n/use-text.ts';
import { dataLabel, type TabLabel } from '#web/nav/page.ts';

type Values = Readonly<Record<string, unknown>>;

/** What a record is called: its name, or what stands in for one in the language on screen. A draft may be saved before it has a name. */
export const recordName = (record: Values, table: TableDef | undefined, { t, label }: Pick<Texts, 't' | 'label'>): string =>
  label(namesIn(record, table)).trim() || t('form.unnamed', { name: label(table) });

/** The same as the words of its tab. */
export const tabNameOf = (record: Values, table: TableDef | undefined): TabLabel =>
  dataLabel(recordName(record, table, textsIn('zh_CN')), recordName(record, table, textsIn('en_US')));

/** A new record, in the language on screen and in those of its tab. */
export const newName = (table: TableDef | undefined, { t, label }: Pick<Texts, 't' | 'label'>): string =>
  t('form.newRecord', { name: label(table) });
const newTabName = (table: TableDef): TabLabel => dataLabel(newName(table, textsIn('zh_CN')), newName(table, textsIn('en_US')));

/** What a tab is called that an address opened: by its record, once that is there. */
export const openedName = (id: number, record: Values | null, table: TableDef): TabLabel | undefined =>
  id === 0 ? newTabName(table) : record ? tabNameOf(record, table) : undefined;

/** Fields that the title of a record's page says: the one it is called by, and its number. They need not be shown once more. */
export function titled(record: Values, table: TableDef, locale: Locale): ReadonlySet<string> {
  const { key_name_en } = namesIn(record, table);
  const { english_name = '' } = table;
  const name = locale === 'en_US' && key_name_en ? english_name : 'key_name';
  return new Set([name, 'code'].filter((each) => asText(record[each]) !== ''));
}

/** Its names as they stand in a form: in English what is typed there, else what the record is called. */
function namesIn(record: Values, table: TableDef | undefined) {
  const { english_name: english = '' } = table ?? {};
  return { key_name: asText(record.key_name), key_name_en: asText(english in record ? record[english] : record.key_name_en).trim() };
}
