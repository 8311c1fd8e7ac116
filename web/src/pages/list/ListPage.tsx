import { useMemo } from 'react';
import type { FieldFilter } from '#protocol/wire/filters.ts';
import type { PageDescriptor } from '#web/nav/page.ts';
import { ListView } from './ListView.tsx';
import { useListPage } from './state/use-list-page.ts';

/** Finding, sorting and opening the records of a table. What the address narrows (`query`) stays narrowed. */
export function ListPage({ page }: { page: PageDescriptor }) {
  const fixed = useMemo<Readonly<Record<string, FieldFilter>> | undefined>(() => page.query && { ...page.query }, [page.query]);
  const list = useListPage({ cloud: page.cloud ?? '', mode: 'LIST', ...(fixed ? { fixed } : {}) });
  return <ListView list={list} />;
}
