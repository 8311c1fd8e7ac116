import { useTable } from '#web/api/use-table.ts';
import { useText } from '#web/i18n/use-text.ts';
import type { PageDescriptor } from '#web/nav/page.ts';
import { ErrorState } from '#web/ui/states.tsx';

/** One page of a table, found, filtered and sorted. */
export function ListPage({ page }: { page: PageDescriptor }) {
  const { label, t } = useText();
  const { table, query } = useTable(page.cloud ?? '');
  if (query.error) return <ErrorState why={query.error.remark} onRetry={() => query.refetch()} />;
  return (
    <h1>
      {label(table)} {t('list.total', { n: 0 })}
    </h1>
  );
}
