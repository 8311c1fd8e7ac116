import { useMemo } from 'react';
import type { LoadedTable } from '#protocol/rules/form/locked.ts';
import { changes } from '#protocol/texts/changes.ts';
import { addRemarks } from '#web/api/error.ts';
import { sessionState } from '#web/api/session.ts';
import { failureOf } from '#web/api/use-op.ts';
import { useTable } from '#web/api/use-table.ts';
import { Amounts } from '#web/fields/amounts.tsx';
import { addTexts } from '#web/i18n/catalogue.ts';
import { BULK_EN, BULK_ZH } from '#web/i18n/parts/bulk.ts';
import { textsIn, useText } from '#web/i18n/use-text.ts';
import type { PageDescriptor, TabLabel } from '#web/nav/page.ts';
import { nav } from '#web/nav/store.ts';
import { useLabel, useUnsaved } from '#web/nav/use-tab.ts';
import { EmptyState, ErrorState } from '#web/ui/states.tsx';
import { NOT_OPENED } from '../not-opened.ts';
import { ReadingHead } from '../reading/ReadingHead.tsx';
import css from './BulkBody.module.css';
import { BulkBody, BulkFoot } from './BulkBody.tsx';
import { useBulk, useFilling } from './state/use-bulk.ts';

addTexts(BULK_ZH, BULK_EN);
addRemarks(changes);

/** The same as a page: `ids` of its address says which records. */
export function BatchPage({ page }: { page: PageDescriptor }) {
  const { t } = useText();
  const cloud = page.cloud ?? '';
  const { table, query } = useTable(cloud);
  const { error } = failureOf(query);
  const title = useMemo(() => table && titleOf(table), [table]);
  useLabel(title, error !== null, NOT_OPENED);
  if (error?.code === 312 || error?.code === 403) return <EmptyState title={t('list.forbidden')} why={t('list.forbiddenWhy')} />;
  if (error) return <ErrorState why={error.remark} onRetry={() => void query.refetch()} />;
  return table ? <Sheet cloud={cloud} table={table} ids={page.query?.ids ?? ''} /> : null;
}

function Sheet({ cloud, table, ids }: { cloud: string; table: LoadedTable; ids: string }) {
  const { t, label } = useText();
  const asked = useMemo(() => idsIn(ids), [ids]);
  const toList = () => nav.open({ cloud, op: 'List' }, table);
  const bulk = useBulk(cloud, useFilling(table), asked, toList);
  useUnsaved(bulk.isAtRisk && !bulk.progress);
  return (
    <div className={css.page}>
      <ReadingHead title={t('bulk.titleOf', { name: label(table) })} />
      <div className={css.sheet}>
        <Amounts of={sessionState().session?.user.domain}>
          <BulkBody bulk={bulk} asked={asked.length} />
        </Amounts>
      </div>
      <footer className={css.foot} data-bar="">
        <BulkFoot bulk={bulk} onClose={toList} closeWord={t('bulk.toList')} />
      </footer>
    </div>
  );
}

/** `1,2,3`, each once; what is no id is passed over. */
const idsIn = (list: string): readonly number[] => [
  ...new Set(
    list
      .split(',')
      .filter((id) => /^[1-9]\d{0,15}$/.test(id))
      .map(Number)
      .filter(Number.isSafeInteger),
  ),
];

const titleOf = (table: LoadedTable): TabLabel => ({ key_name: titleIn('zh_CN', table), key_name_en: titleIn('en_US', table) });

function titleIn(locale: 'zh_CN' | 'en_US', table: LoadedTable): string {
  const { t, label } = textsIn(locale);
  return t('bulk.titleOf', { name: label(table) });
}
