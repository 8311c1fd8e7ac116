import { useState } from 'react';
import { isLooking } from '#web/api/session.ts';
import { foreignZone } from '#web/i18n/clock.ts';
import { chooseLocale } from '#web/i18n/locale.ts';
import { useText } from '#web/i18n/use-text.ts';
import { go as goTo } from '#web/nav/address.ts';
import { LEADER } from '#web/nav/module.ts';
import { nav, useNav } from '#web/nav/store.ts';
import { isUnsaved, type Tab } from '#web/nav/tabs.ts';
import { Button, Count, IconButton } from '#web/ui/Button.tsx';
import { Icon, type IconName, isIcon } from '#web/ui/Icon.tsx';
import { Avatar } from '#web/ui/marks/Avatar.tsx';
import { OuterLink } from '#web/ui/OuterLink.tsx';
import { LazySheet } from '#web/ui/overlay/LazySheet.tsx';
import { useThemeChoice } from '#web/ui/ThemeProvider.tsx';
import { openAccount, openChanges, openContacts, signOut, switchDomain } from './account.ts';
import { Search } from './menu/Search.tsx';
import { MenuItems } from './menu/SideMenu.tsx';
import type { useModules } from './menu/use-modules.ts';
import { LatestNotices } from './notices/LatestNotices.tsx';
import { MessageList } from './notices/Messages.tsx';
import type { Counts } from './notices/use-live.ts';
import css from './Phone.module.css';
import { useTabName } from './tabs/tab-name.ts';
import { useMe } from './UserMenu.tsx';

type Modules = ReturnType<typeof useModules>;

/** The page's name, and the search over everything. */
export function PhoneHead({ modules }: { modules: Modules }) {
  const { t } = useText();
  const tab = useNav((state) => state.tabs.find((each) => each.key === state.active));
  const name = useTabName(tab);
  return (
    <header className={css.head}>
      {tab && !tab.home && <IconButton icon="left" size="touch" label={t('shell.back')} onClick={nav.back} />}
      <h1 className={`${css.title} ellipsis`}>{name}</h1>
      <Search touch modules={modules.modules} />
    </header>
  );
}

type Sheet = 'menu' | 'tabs' | 'me' | null;

/** Four places within the thumb's reach. */
export function PhoneBar({ modules, counts }: { modules: Modules; counts: Counts }) {
  const { t, label } = useText();
  const [sheet, setSheet] = useState<Sheet>(null);
  const home = useNav((state) => state.tabs.find((tab) => tab.home));
  const isHome = useNav((state) => state.active === home?.key);
  const isDesktop = home !== undefined && home.page.url === undefined;
  const places: readonly [IconName, string, boolean, () => void, number][] = [
    [
      isDesktop ? 'home' : 'inbox',
      isDesktop ? label(home?.label) : t('shell.home'),
      isHome && !sheet,
      () => home && nav.select(home.key),
      counts.todo,
    ],
    ['menu', t('shell.menu'), sheet === 'menu', () => setSheet('menu'), 0],
    ['copy', t('shell.openTabs'), sheet === 'tabs', () => setSheet('tabs'), 0],
    ['user', t('shell.me'), sheet === 'me', () => setSheet('me'), counts.notices],
  ];
  const close = () => setSheet(null);
  const shared = { size: '72%', className: css.sheet, onClose: close };
  return (
    <>
      <nav className={css.bar} aria-label={t('shell.modules')}>
        {places.map(([icon, name, on, press, count]) => (
          <button key={icon} type="button" className={on ? css.on : undefined} aria-current={on ? 'page' : undefined} onClick={press}>
            <span className={css.icon}>
              <Icon name={icon} size={20} />
              <Count value={count} corner />
            </span>
            {name}
            {count > 0 && <span className="sr"> {count}</span>}
          </button>
        ))}
      </nav>
      <LazySheet {...shared} title={t('shell.menu')} open={sheet === 'menu'}>
        <ModuleTabs modules={modules} />
        <MenuItems menus={modules.menus} loading={modules.loading} counts={counts} onOpen={close} />
      </LazySheet>
      <LazySheet {...shared} title={t('shell.openTabs')} open={sheet === 'tabs'}>
        <OpenTabs onLeave={close} />
      </LazySheet>
      <LazySheet {...shared} title={t('shell.me')} open={sheet === 'me'}>
        <Me counts={counts} onLeave={close} />
      </LazySheet>
    </>
  );
}

function ModuleTabs({ modules }: { modules: Modules }) {
  const { label } = useText();
  return (
    <div className={css.modules}>
      {modules.modules.map((module) => (
        <Button
          key={module.code}
          kind="quiet"
          size="touch"
          aria-pressed={module.code === modules.current?.code}
          onClick={() => nav.setModule(module.code)}
        >
          {label(module)}
        </Button>
      ))}
    </div>
  );
}

function OpenTabs({ onLeave }: { onLeave: () => void }) {
  const tabs = useNav((state) => state.tabs);
  return (
    <ul className={css.list}>
      {tabs.map((tab) => (
        <OpenTab key={tab.key} tab={tab} onLeave={onLeave} />
      ))}
    </ul>
  );
}

function OpenTab({ tab, onLeave }: { tab: Tab; onLeave: () => void }) {
  const { t } = useText();
  const name = useTabName(tab);
  const active = useNav((state) => state.active);
  return (
    <li>
      <button
        type="button"
        aria-current={tab.key === active ? 'page' : undefined}
        onClick={() => {
          nav.select(tab.key);
          onLeave();
        }}
      >
        <Icon name={tab.home ? 'home' : 'file'} />
        <span className="ellipsis">{name}</span>
        {isUnsaved(tab) && <span className={css.dirty}>{t('shell.unsaved')}</span>}
      </button>
      {!tab.home && <IconButton icon="close" size="touch" label={t('shell.closeNamed', { name })} onClick={() => nav.close([tab.key])} />}
    </li>
  );
}

function Me({ counts, onLeave }: { counts: Counts; onLeave: () => void }) {
  const { t } = useText();
  const me = useMe();
  const [theme, chooseTheme] = useThemeChoice();
  return (
    <div className={css.me}>
      <div className={css.person}>
        <Avatar name={me.name} size={44} picture={me.picture} />
        <span>
          <b>{me.name}</b>
          <small>{me.place}</small>
        </span>
      </div>
      {me.domain && me.domains.length > 1 && (
        <fieldset>
          <legend>{t('shell.domain')}</legend>
          {me.domains.map((domain) => (
            <Button
              key={domain.id}
              kind="quiet"
              size="touch"
              aria-pressed={domain.id === me.domain?.id}
              disabled={isLooking()}
              onClick={() => void (domain.id !== me.domain?.id && switchDomain(domain.id))}
            >
              {domain.name}
            </Button>
          ))}
        </fieldset>
      )}
      <LatestNotices unread={counts.notices} onLeave={onLeave} />
      <fieldset>
        <legend>{t('shell.theme')}</legend>
        {(['system', 'light', 'dark'] as const).map((choice) => (
          <Button key={choice} kind="quiet" size="touch" aria-pressed={theme === choice} onClick={() => chooseTheme(choice)}>
            {t(({ system: 'shell.themeSystem', light: 'shell.themeLight', dark: 'shell.themeDark' } as const)[choice])}
          </Button>
        ))}
      </fieldset>
      <MessageList />
      <Ways onLeave={onLeave} />
    </div>
  );
}

/** What one can do from here: the language, the pages of one's own, and leave. */
function Ways({ onLeave }: { onLeave: () => void }) {
  const { t, label, locale } = useText();
  const me = useMe();
  const zone = foreignZone();
  const go = (open: () => void) => () => {
    open();
    onLeave();
  };
  return (
    <>
      {zone && <small>{t('shell.zone', { zone })}</small>}
      <Button size="touch" icon="globe" onClick={() => chooseLocale(locale === 'zh_CN' ? 'en_US' : 'zh_CN')}>
        {locale === 'zh_CN' ? 'English' : '简体中文'}
      </Button>
      <Button size="touch" icon="edit" onClick={go(openChanges)}>
        {t('shell.myChanges')}
      </Button>
      <Button size="touch" icon="users" onClick={go(openContacts)}>
        {t('shell.contacts')}
      </Button>
      {me.links.map((link) => (
        <OuterLink key={link.uid} href={link.link} className={css.outside}>
          <Icon name={isIcon(link.icon) ? link.icon : 'open'} />
          {label(link)}
        </OuterLink>
      ))}
      {me.leads && (
        <Button size="touch" icon="chart" onClick={go(() => goTo(LEADER))}>
          {t('shell.leader')}
        </Button>
      )}
      <Button size="touch" icon="user" onClick={go(openAccount)}>
        {t('shell.myAccount')}
      </Button>
      <Button size="touch" icon="power" onClick={() => void signOut()}>
        {t(isLooking() ? 'shell.endLook' : 'shell.signOut')}
      </Button>
    </>
  );
}
