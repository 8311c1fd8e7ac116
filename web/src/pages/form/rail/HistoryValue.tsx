import type { ReactNode } from 'react';
import { isOf } from '#protocol/meta/data-types.ts';
import type { FieldDef } from '#protocol/meta/field.ts';
import { widgetOf } from '#web/fields/registry.ts';
import { asFiles } from '#web/fields/values.ts';
import { useText } from '#web/i18n/use-text.ts';

/** A value of a version, as lists write it; files by their names. */
export function Value({ field, value }: { field: FieldDef; value: unknown }): ReactNode {
  const { locale, listed } = useText();
  const { Read } = widgetOf(field);
  if (isOf(field.data_type, 'files')) return listed(asFiles(value).map((file) => file.file_name));
  return <Read field={field} value={value} locale={locale} place="list" />;
}
