import { useEffect, useState, useSyncExternalStore } from 'react';
import { choice, choose, onChoices } from '#web/choices/choices.ts';
import { type MenuItem, menuLabel, menuLeaves, menuPage } from '#web/nav/menu.ts';
import { tabKey } from '#web/nav/page.ts';
import { nav, useNav } from '#web/nav/store.ts';

const NONE = 'none';

/** The entry of a menu that the person chose to stand first (FRAME-03, `defmenu`): its module, and its uid. */
export function firstMenu(): { module: string; uid: string } | null {
  const [module = NONE, uid = ''] = (choice('defmenu') ?? NONE).split(' ');
  return module === NONE ? null : { module, uid };
}

const pages = (menus: readonly MenuItem[]): MenuItem[] => menuLeaves(menus).flatMap(({ item }) => (item.link === undefined ? [item] : []));

/** Opens it, once, where the frame began with nothing else to show; one that is not there any more opens nothing. */
export function useFirstMenu(isDue: boolean, module: string | undefined, menus: readonly MenuItem[]): void {
  const [done, setDone] = useState(false);
  useEffect(() => {
    if (!isDue || done || module === undefined || menus.length === 0) return;
    setDone(true);
    const first = firstMenu();
    const item = first?.module === module ? pages(menus).find(({ uid }) => uid === first.uid) : undefined;
    if (item) nav.open(menuPage(item), menuLabel(item), module);
  }, [isDue, done, module, menus]);
}

/** Whether the page on screen stands in the menu, whether it is the first one, and how that changes; null for any other page. */
export function useFirstChoice(module: string | undefined, menus: readonly MenuItem[]): { isFirst: boolean; toggle: () => void } | null {
  const active = useNav((state) => state.active);
  const chosen = useSyncExternalStore(onChoices, () => choice('defmenu') ?? NONE);
  const item = pages(menus).find((each) => tabKey(menuPage(each)) === active);
  if (!item || module === undefined) return null;
  const mine = `${module} ${item.uid}`;
  return { isFirst: chosen === mine, toggle: () => choose('defmenu', chosen === mine ? NONE : mine) };
}
