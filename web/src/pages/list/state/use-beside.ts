import { type RefObject, useMemo, useRef } from 'react';
import type { TableDef } from '#protocol/meta/table.ts';
import type { WireRow } from '#protocol/wire/envelope.ts';
import { tabLabelOf } from '#web/actions/run-action.ts';
import { dataLabel, type PageDescriptor } from '#web/nav/page.ts';
import { type Entering, nav } from '#web/nav/store.ts';
import { type TabPart, useView } from '#web/nav/use-tab.ts';
import { usePhone } from '#web/ui/use-media.ts';

/** The record that stands beside the list, over its right side. */
export interface Beside {
  page: PageDescriptor;
  part: TabPart;
  box: RefObject<HTMLElement | null>;
  /** its place among the rows of this page, -1 where it is none of them */
  at: number;
  rows: readonly WireRow[];
  go: (row: WireRow) => void;
  close: () => void;
  /** as a page of its own */
  open: () => void;
}

export interface BesideController {
  /** null while none stands there */
  shown: Beside | null;
  /** opens a record there; null where records open as pages */
  open: ((row: WireRow) => void) | null;
}

/** What stands beside a list whose table asks for it (`drawer`); the address says which. On a phone a record takes the screen, as a page. */
export function useBeside(cloud: string, table: TableDef | undefined, isPage: boolean, rows: readonly WireRow[]): BesideController {
  const [view, setView] = useView();
  const phone = usePhone();
  const mayStand = isPage && table?.drawer === 1 && !phone;
  const id = mayStand ? Number(view.record) || 0 : 0;
  const set = (to: number, how: Entering) => setView({ record: to > 0 ? String(to) : '' }, how);
  const asPage = (page: PageDescriptor) => {
    const row = rows.find((each) => each.id === page.id);
    nav.open(page, row ? tabLabelOf(row) : dataLabel(table?.key_name ?? '', table?.key_name_en));
  };
  const box = useRef<HTMLElement>(null);
  const now = useRef({ set, asPage, id });
  now.current = { set, asPage, id };
  const hand = useMemo(() => {
    const close = () => now.current.set(0, 'settle');
    const part: TabPart = {
      // what needs more room than to be read is a page
      turnTo: (page, how) => (page.op === 'Show' ? now.current.set(page.id ?? 0, how) : now.current.asPage(page)),
      close: async () => {
        close();
        return true;
      },
    };
    // a walk through the rows is one page, not a page a row
    const go = (row: WireRow) => now.current.set(row.id, now.current.id > 0 ? 'replace' : 'push');
    return { part, go, close };
  }, []);
  const page = useMemo<PageDescriptor>(() => ({ cloud, op: 'Show', id }), [cloud, id]);
  const shown = id > 0 ? { ...hand, page, box, rows, at: rows.findIndex((row) => row.id === id), open: () => asPage(page) } : null;
  return { shown, open: mayStand ? hand.go : null };
}
