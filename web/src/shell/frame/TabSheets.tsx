import { memo, Suspense, useMemo } from 'react';
import { useText } from '#web/i18n/use-text.ts';
import { useNav } from '#web/nav/store.ts';
import type { Tab } from '#web/nav/tabs.ts';
import { TabContext } from '#web/nav/use-tab.ts';
import { kindOf } from '#web/router/kinds.ts';
import { PAGES } from '#web/router/pages.ts';
import { SkeletonRows } from '#web/ui/states.tsx';
import { NotFound } from '../NotFound.tsx';
import css from './TabSheets.module.css';
import { sheetId } from './tab-ids.ts';

/** Every open tab keeps its page, so that nothing typed or scrolled is lost; one is on screen. */
export function TabSheets() {
  const tabs = useNav((state) => state.tabs);
  const active = useNav((state) => state.active);
  return tabs.map((tab) => <Sheet key={tab.key} tab={tab} active={tab.key === active} />);
}

/** A tab that nothing happened to is not drawn again when another one opens, closes or changes. */
const Sheet = memo(function Sheet({ tab, active }: { tab: Tab; active: boolean }) {
  const place = useMemo(() => ({ key: tab.key, active, turn: tab.turn }), [tab.key, active, tab.turn]);
  const { label } = useText();
  const kind = kindOf(tab.page);
  const Page = kind === 'missing' ? null : PAGES[kind];
  return (
    <TabContext value={place}>
      <section className={css.sheet} hidden={!active} role="tabpanel" id={sheetId(tab.key)} aria-label={label(tab.label)}>
        {Page ? (
          <Suspense fallback={<SkeletonRows rows={12} columns={[0]} />}>
            <Page page={tab.page} />
          </Suspense>
        ) : (
          <NotFound />
        )}
      </section>
    </TabContext>
  );
});
