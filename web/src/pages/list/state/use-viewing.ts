import { useMemo } from 'react';
import type { Layout } from '#protocol/meta/layout.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import type { LoadedTable } from '#protocol/rules/form/locked.ts';
import { layoutOf } from '#protocol/rules/layout.ts';
import { askedBy, defaultView } from '#protocol/rules/view.ts';
import type { View, Views } from '#protocol/wire/view.ts';
import { useTab, useTabKept } from '#web/nav/use-tab.ts';
import { type Begin, PLAIN, saysOf } from './view.ts';

/** The named views of a list, and the one that it is seen by (docs/decisions/233). */
export interface Viewing {
  views: Views;
  now: View | undefined;
  /** what the list begins with by it */
  begin: Begin;
  /** columns that were changed since; the tab keeps them (docs/decisions/302) */
  columns: Layout | undefined;
  setColumns: (columns: Layout | undefined) => void;
}

/** Columns that are not saved in the view of this id. */
interface Changed {
  of?: number | undefined;
  columns?: Layout | undefined;
}

/** Of a page of its own. The address names the view; where it says nothing the list opens with its default. */
export function useViewing(cloud: string, isPage: boolean, declared: TableDef | undefined): Viewing | undefined {
  const { view: address } = useTab();
  const [changed, setChanged] = useTabKept<Changed | undefined>(`columns ${cloud}`, undefined);
  const table = declared as LoadedTable | undefined;
  return useMemo(() => {
    const { views } = table ?? {};
    if (!isPage || !table || !views) return undefined;
    const first = defaultView(views);
    const { view: named } = address;
    const now = named === undefined ? (saysOf(address) ? undefined : first) : views.rows.find(({ id }) => String(id) === named);
    const without = { ...PLAIN, view: first ? NO_VIEW : '' };
    return {
      views,
      now,
      begin: now ? { ...askedBy(table, now.content), view: String(now.id) } : without,
      columns: changed?.of === now?.id ? changed?.columns : undefined,
      setColumns: (columns) => setChanged(() => ({ of: now?.id, columns })),
    };
  }, [isPage, table, address, changed, setChanged]);
}

/** In an address: without a view, where the list would open with one. */
export const NO_VIEW = 'none';

/** How the list lies: as was changed since, as its view says, else as without one. */
export const layoutIn = ({ layouts }: LoadedTable, viewing: Viewing | undefined): Layout | undefined =>
  viewing?.columns ?? viewing?.now?.content.columns ?? layoutOf(layouts);
