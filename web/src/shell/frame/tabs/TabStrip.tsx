import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useText } from '#web/i18n/use-text.ts';
import type { MenuItem } from '#web/nav/menu.ts';
import { shortLabel } from '#web/nav/page.ts';
import { nav, useNav } from '#web/nav/store.ts';
import { closableKeys, isUnsaved, type Tab } from '#web/nav/tabs.ts';
import { IconButton } from '#web/ui/Button.tsx';
import { Dropdown } from '#web/ui/controls.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { useFirstChoice } from '../menu/first-menu.ts';
import css from './TabStrip.module.css';
import { sheetId, tabId } from './tab-ids.ts';
import { useTabName } from './tab-name.ts';

interface MenuOnScreen {
  module: string | undefined;
  menus: readonly MenuItem[];
}

/** The open pages (FRAME-06). Arrow keys move, Delete closes; the menu at the right closes more. */
export function TabStrip(menu: MenuOnScreen) {
  const { t } = useText();
  const tabs = useNav((state) => state.tabs);
  const active = useNav((state) => state.active);
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a newly active tab is scrolled into sight
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [active, tabs.length]);
  const standOnActive = () => requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('[aria-selected=true]')?.focus());
  const press = (event: KeyboardEvent) => {
    const at = tabs.findIndex((tab) => tab.key === active);
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step !== 0) {
      nav.select(tabs[(at + step + tabs.length) % tabs.length]!.key, 'replace');
      standOnActive();
    } else if (event.key === 'Delete') void nav.close([active]).then(standOnActive);
    else return;
    event.preventDefault();
  };
  return (
    <div className={css.strip}>
      <div className={css.tabs} role="tablist" aria-label={t('shell.openTabs')} ref={list} onKeyDown={press}>
        {tabs.map((tab) => (
          <TabButton key={tab.key} tab={tab} active={tab.key === active} />
        ))}
      </div>
      <TabActions {...menu} />
    </div>
  );
}

function TabButton({ tab, active }: { tab: Tab; active: boolean }) {
  const { t } = useText();
  const name = useTabName(tab);
  return (
    <div
      className={css.tab}
      role="tab"
      id={tabId(tab.key)}
      aria-controls={sheetId(tab.key)}
      aria-selected={active}
      aria-label={isUnsaved(tab) ? `${name} (${t('shell.unsaved')})` : name}
      aria-keyshortcuts={tab.home ? undefined : 'Delete'}
      tabIndex={active ? 0 : -1}
      title={name}
      onClick={() => nav.select(tab.key)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return;
        event.preventDefault();
        nav.select(tab.key);
      }}
      onAuxClick={(event) => event.button === 1 && !tab.home && nav.close([tab.key])}
    >
      {tab.home ? <Icon name="home" size={14} /> : <span aria-hidden="true">{shortLabel(name)}</span>}
      {isUnsaved(tab) && <span className={css.dirty} />}
      {!tab.home && (
        // the keyboard's way is Delete; a button may not stand inside a tab
        // biome-ignore lint/a11y/useKeyWithClickEvents: see above
        // biome-ignore lint/a11y/noStaticElementInteractions: see above
        <span
          className={css.close}
          title={t('shell.closeNamed', { name })}
          onClick={(event) => {
            event.stopPropagation();
            nav.close([tab.key]);
          }}
        >
          <Icon name="close" size={12} />
        </span>
      )}
    </div>
  );
}

function TabActions({ module, menus }: MenuOnScreen) {
  const { t } = useText();
  const first = useFirstChoice(module, menus);
  const active = useNav((state) => state.active);
  const closable = useNav((state) => closableKeys(state).length);
  const isHome = useNav((state) => state.tabs.find((tab) => tab.key === state.active)?.home === true);
  const others = () => nav.close(closableKeys(useNav.getState()).filter((key) => key !== active));
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: [
          ...(first ? [{ key: 'first', label: t(first.isFirst ? 'shell.notFirstPage' : 'shell.firstPage'), onClick: first.toggle }] : []),
          { key: 'one', label: t('shell.closeTab'), disabled: isHome, onClick: () => void nav.close([active]) },
          { key: 'others', label: t('shell.closeOthers'), disabled: closable < (isHome ? 1 : 2), onClick: () => void others() },
          { key: 'all', label: t('shell.closeAll'), disabled: closable === 0, onClick: () => void nav.closeAll() },
        ],
      }}
    >
      <IconButton icon="more" label={t('shell.tabActions')} />
    </Dropdown>
  );
}
