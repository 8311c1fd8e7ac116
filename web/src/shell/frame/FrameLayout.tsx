import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { useSession } from '#web/api/use-session.ts';
import { choice, onChoices } from '#web/choices/choices.ts';
import { useText } from '#web/i18n/use-text.ts';
import { address, setMayGo } from '#web/nav/address.ts';
import { isLeader } from '#web/nav/module.ts';
import { segmentOf } from '#web/nav/page.ts';
import { readPlace } from '#web/nav/paths.ts';
import { askBeforeLeaving, followAddress, keepTabs, keptTabs, useNav } from '#web/nav/store.ts';
import { InnerLink } from '#web/ui/InnerLink.tsx';
import { EmptyState, ErrorState } from '#web/ui/states.tsx';
import { useMedia, usePhone } from '#web/ui/use-media.ts';
import css from './FrameLayout.module.css';
import { firstTab, TODO_PAGE } from './first-tab.ts';
import { Header } from './Header.tsx';
import { useFirstMenu } from './menu/first-menu.ts';
import { MenuPanel } from './menu/MenuPanel.tsx';
import { SideMenu } from './menu/SideMenu.tsx';
import { useModules } from './menu/use-modules.ts';
import { useCounts } from './notices/use-live.ts';
import { readAnew } from './read-anew.ts';
import { Stray } from './Stray.tsx';
import { TabSheets } from './tabs/TabSheets.tsx';
import { TabStrip } from './tabs/TabStrip.tsx';
import { useTabName } from './tabs/tab-name.ts';
import { useAppName } from './use-app-name.ts';
import { useGuard } from './use-guard.ts';
import { useLine } from './use-line.ts';

/** What only a phone draws comes to phones alone; its room is kept until then. */
const phoneRoom = () => import('./Phone.tsx');
const ofPhone = <K extends 'PhoneHead' | 'PhoneBar'>(part: K) =>
  lazy(async () => ({ default: (await phoneRoom())[part] as Awaited<ReturnType<typeof phoneRoom>>[K] }));
const PhoneHead = ofPhone('PhoneHead');
const PhoneBar = ofPhone('PhoneBar');

const RECORDS = ['form', 'tabform'];

/** Top bar, menu, tabs, and the sheet on which pages are drawn. */
export function FrameLayout() {
  const { t } = useText();
  const phone = usePhone();
  const narrow = useMedia('(max-width: 1199px)');
  const chosen = useSide(narrow);
  const modules = useModules();
  const { session } = useSession();
  const counts = useCounts();
  // on a phone the bar of a record takes the place of the four ways
  const isRecord = useNav(({ tabs, active }) => RECORDS.includes(segmentOf(tabs.find((tab) => tab.key === active)?.page ?? TODO_PAGE)));
  useFirstMenu(useTabs(), modules.current?.code, modules.menus);
  useGuard();
  useLine();
  useTitle();
  if (modules.error) return <ErrorState why={modules.error.remark} onRetry={modules.retry} />;
  // who has the leadership view alone comes here by its figures, to lists and records, without a menu
  const isBare = !modules.loading && modules.modules.length === 0;
  if (isBare && !isLeader(session?.user)) return <EmptyState title={t('shell.noMenus')} why={t('shell.noMenusWhy')} />;
  const content = (
    <main className={css.main} id="content" tabIndex={-1}>
      {!phone && <TabStrip module={modules.current?.code} menus={modules.menus} />}
      <TabSheets />
    </main>
  );
  const side = isBare ? 'hidden' : chosen;
  const menu = { menus: modules.menus, loading: modules.loading, counts };
  return (
    <div className={phone ? css.phone : `${css.app} ${LOOKS[side]}`}>
      <InnerLink className={css.skip} href="#content" onFollow={() => document.getElementById('content')?.focus()}>
        {t('shell.skip')}
      </InnerLink>
      {phone ? (
        <Suspense fallback={<div className={css.head} />}>
          <PhoneHead modules={modules} />
        </Suspense>
      ) : (
        <Header modules={modules} counts={counts} menu={side === 'hidden' && !isBare && <MenuPanel {...menu} />} />
      )}
      {!phone && side !== 'hidden' && <SideMenu {...menu} folded={side === 'folded'} />}
      {content}
      {phone && !isRecord && (
        <Suspense fallback={<div className={css.bar} />}>
          <PhoneBar modules={modules} counts={counts} />
        </Suspense>
      )}
      <Stray />
    </div>
  );
}

/** Tabs of this user and domain come back after a reload; the address says which of them is on screen. Answers whether there was nothing to come back to. */
function useTabs(): boolean {
  const { session } = useSession();
  // another window may switch the domain: what stands here stays that of the domain in which it was opened (Stray)
  const [owner] = useState(() => `${session?.user.id}:${session?.user.domain?.id ?? 0}`);
  const [home] = useState(() => firstTab(session?.user.desktop, address()));
  const [isFresh] = useState(() => keptTabs(owner) === null && readPlace(address())?.page === null);
  useEffect(() => {
    const kept = keptTabs(owner);
    if (kept) useNav.setState(kept);
    else useNav.getState().dispatch({ type: 'start', home });
    const stops = [keepTabs(owner), followAddress(), readAnew()];
    setMayGo(askBeforeLeaving);
    return () => {
      setMayGo(() => null);
      for (const stop of stops) stop();
    };
  }, [owner, home]);
  return isFresh;
}

/** The document is called as its page, for the browser's own tabs and history. */
function useTitle(): void {
  const app = useAppName();
  const name = useTabName(useNav((state) => state.tabs.find((tab) => tab.key === state.active)));
  useEffect(() => {
    document.title = `${name} · ${app}`;
  }, [name, app]);
}

type Side = 'open' | 'folded' | 'hidden';
const LOOKS: Readonly<Record<Side, string | undefined>> = { open: '', folded: css.folded, hidden: css.bare };

/** The menu's place (FRAME-03): as chosen, and icons only where the window is narrow. */
function useSide(narrow: boolean): Side {
  const chosen = (useSyncExternalStore(onChoices, () => choice('side')) ?? 'open') as Side;
  return narrow && chosen === 'open' ? 'folded' : chosen;
}
