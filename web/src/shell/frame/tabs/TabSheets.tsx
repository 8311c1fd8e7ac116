import { memo, type RefObject, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { pageKey } from '#web/nav/page.ts';
import { BEFORE, useNav } from '#web/nav/store.ts';
import type { Tab } from '#web/nav/tabs.ts';
import { TabContext } from '#web/nav/use-tab.ts';
import { kindOf } from '#web/router/kinds.ts';
import { PAGES } from '#web/router/pages.ts';
import { PageBoundary } from '#web/ui/PageBoundary.tsx';
import { SkeletonRows } from '#web/ui/states.tsx';
import { NotFound } from '../../NotFound.tsx';
import css from './TabSheets.module.css';
import { sheetId } from './tab-ids.ts';
import { useTabName } from './tab-name.ts';
import { useKeptFocus } from './use-kept-focus.ts';

/** Every tab that was on screen keeps its page, so that nothing scrolled or asked is lost; one is on screen. After a reload the others wait until they are. */
export function TabSheets() {
  const tabs = useNav((state) => state.tabs);
  const active = useNav((state) => state.active);
  const [seen] = useState(() => new Set<string>());
  seen.add(active);
  useKeptFocus();
  return tabs.filter((tab) => seen.has(tab.key)).map((tab) => <Sheet key={tab.key} tab={tab} active={tab.key === active} />);
}

/** A tab that nothing happened to is not drawn again when another one opens, closes or changes. */
const Sheet = memo(function Sheet({ tab, active }: { tab: Tab; active: boolean }) {
  const { key, view, turn, page } = tab;
  const place = useMemo(() => ({ key, active, view, turn }), [key, active, view, turn]);
  const name = useTabName(tab);
  const box = useRef<HTMLElement>(null);
  const shown = pageKey(page);
  const keep = useFocus(box, active, shown);
  useEffect(() => {
    useNav.getState().dispatch({ type: 'unsaved', key, source: BEFORE, unsaved: null });
  }, [key]);
  return (
    <TabContext value={place}>
      <section
        ref={box}
        className={css.sheet}
        hidden={!active}
        role="tabpanel"
        id={sheetId(key)}
        aria-label={name}
        tabIndex={-1}
        onFocus={keep}
      >
        <Content key={shown} tab={tab} />
      </section>
    </TabContext>
  );
});

/** Drawn again for another page alone: a page that stands gets what changes through its tab's context. */
const Content = memo(
  function Content({ tab: { page } }: { tab: Tab }) {
    const kind = kindOf(page);
    if (kind === 'missing') return <NotFound />;
    const Page = PAGES[kind];
    return (
      <PageBoundary>
        <Suspense fallback={<SkeletonRows rows={12} columns={[0]} />}>
          <Page page={page} />
        </Suspense>
      </PageBoundary>
    );
  },
  (one, other) => one.tab.page === other.tab.page,
);

/**
 * Where the keyboard stands when a page comes on screen: where it stood on that page, else at its beginning. Among the tabs and in a
 * dialog it stays. Answers what keeps the place.
 */
function useFocus(box: RefObject<HTMLElement | null>, active: boolean, shown: string) {
  const last = useRef<Element | null>(null);
  const isFirst = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page in the tab is a page that comes on screen
  useEffect(() => {
    const isLoad = isFirst.current && useNav.getState().tabs.every((tab) => tab.turn === 0) && document.activeElement === document.body;
    isFirst.current = false;
    if (!active || isLoad || document.activeElement?.closest('[role=tablist], [role=dialog]')) return;
    const there = last.current?.isConnected && box.current?.contains(last.current) ? (last.current as HTMLElement) : box.current;
    there?.focus({ preventScroll: true });
  }, [active, shown, box]);
  return ({ target }: { target: EventTarget }) => {
    if (target !== box.current) last.current = target as Element;
  };
}
