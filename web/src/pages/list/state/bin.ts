import type { TableDef } from '#protocol/meta/table.ts';
import { hasBin } from '#protocol/rules/actions.ts';
import { textsIn } from '#web/i18n/use-text.ts';
import type { TabLabel } from '#web/nav/page.ts';
import { nav } from '#web/nav/store.ts';

/** What the recycle bin of a table is called. */
export const binTitle = (table: TableDef): TabLabel => ({ key_name: titleIn('zh_CN', table), key_name_en: titleIn('en_US', table) });

function titleIn(locale: 'zh_CN' | 'en_US', table: TableDef): string {
  const { t, label } = textsIn(locale);
  return t('list.binOf', { name: label(table) });
}

/** Opens what was deleted from a table. The definition offers what its reader may do: who may delete nowhere has no bin. */
export function binOf(cloud: string, table: TableDef): (() => void) | undefined {
  return hasBin(table) ? () => nav.open({ cloud, op: 'Recycle' }, binTitle(table)) : undefined;
}
