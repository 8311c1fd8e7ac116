import { type ComponentType, type LazyExoticComponent, use, useEffect, useMemo, useRef } from 'react';
import type { LoadedSubtable, LoadedTable } from '#protocol/rules/form/locked.ts';
import { subtableKey } from '#protocol/rules/form/rows-name.ts';
import { isSubtableVisible } from '#protocol/rules/form/subtable.ts';
import type { PageDescriptor, PageView } from '#web/nav/page.ts';
import { nav, useNav } from '#web/nav/store.ts';
import { TabContext } from '#web/nav/use-tab.ts';
import type { FormPage } from '../control/use-form-page.ts';

/** The tabs of a record: its form, and a list of each sub-table that does not stand in it. */
export interface SubTabs {
  items: readonly LoadedSubtable[];
  /** null: the form */
  shown: LoadedSubtable | null;
  /** '' goes to the form */
  select(key: string): void;
}

/** What draws the list of one of them: it is handed to the form, which knows no lists. */
export interface TabRowsProps {
  def: LoadedSubtable;
  page: FormPage;
  /** of the record; 0: it is not saved yet */
  id: number;
  /** what the record is called */
  name: string;
  toForm(): void;
  onCount(key: string, total: number): void;
  /** it is the panel of its tab */
  panel: { role: string; id: string; 'aria-labelledby': string };
}
export type DrawRows = ComponentType<TabRowsProps> | LazyExoticComponent<ComponentType<TabRowsProps>>;

const NONE: PageView = {};

/**
 * What stands in tabs beside the form (PAGES-01); null where nothing does, and in a part of another page. The address says which is open
 * (`tab`, or `index` as the specification counts them, the form being 0); each list keeps what was set on it while another is looked at.
 */
export function useSubTabs({ table, typing }: FormPage, page: PageDescriptor, isDrawn: boolean): SubTabs | null {
  const place = use(TabContext);
  const isWhole = isDrawn && place !== null && !place.part && table?.tabs === 1;
  const items = useMemo(
    () => (isWhole && table && typing ? tabsOf(table, (sub) => isSubtableVisible(sub, typing.formAt(typing.store.getState().values))) : []),
    [isWhole, table, typing],
  );
  const { key = '', view = NONE } = place ?? {};
  useTabAddress(key, page, items.length > 0);
  const shown = items.find((sub) => subtableKey(sub) === view.tab) ?? items[Number(view.index) - 1] ?? null;
  const kept = useRef(new Map<string, PageView>());
  const select = (to: string) => {
    const { tab: _, index: __, ...here } = view;
    kept.current.set(shown ? subtableKey(shown) : '', here);
    nav.setView(key, { ...kept.current.get(to), ...(to ? { tab: to } : {}) }, 'push');
  };
  return items.length > 0 ? { items, shown, select } : null;
}

/** Those of a table that stand in tabs and are seen. */
const tabsOf = (table: LoadedTable, isSeen: (sub: LoadedSubtable) => boolean): readonly LoadedSubtable[] =>
  (table.subtables ?? []).filter((sub) => sub.inline !== 1 && isSeen(sub));

/** However the record was opened, its address is that of a tab form. */
function useTabAddress(key: string, page: PageDescriptor, isTabbed: boolean): void {
  const isSaid = page.mode === 'TAB';
  useEffect(() => {
    const tab = useNav.getState().tabs.find((each) => each.key === key);
    if (isTabbed && !isSaid && tab) nav.turn(key, { ...tab.page, mode: 'TAB' }, tab.label, 'replace');
  }, [key, isTabbed, isSaid]);
}
