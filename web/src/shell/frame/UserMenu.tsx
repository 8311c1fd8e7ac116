import { useSession } from '#web/api/use-session.ts';
import { foreignZone } from '#web/i18n/clock.ts';
import { useText } from '#web/i18n/use-text.ts';
import { go } from '#web/nav/address.ts';
import { Dropdown } from '#web/ui/controls.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { Avatar } from '#web/ui/marks/Avatar.tsx';
import { menuIcon } from '#web/ui/menu-icon.tsx';
import { useThemeChoice } from '#web/ui/ThemeProvider.tsx';
import { openAccount, signOut, switchDomain } from './account.ts';
import css from './UserMenu.module.css';

/** Names of the signed-in person in the language on screen. */
export function useMe() {
  const { label } = useText();
  const { session } = useSession();
  const user = session?.user;
  const domain = user?.domain;
  return {
    name: label(user),
    place: [label(domain), label(user?.department_entity)].filter(Boolean).join(' / '),
    domain,
    domains: (user?.domains ?? []).map((each) => ({ id: each.id, name: label(each) })),
  };
}

export function UserMenu() {
  const { t } = useText();
  const me = useMe();
  const items = useAccountItems();
  return (
    <Dropdown trigger={['click']} menu={items} placement="bottomRight">
      <button type="button" className={css.user}>
        <Avatar name={me.name} />
        <span>{me.name}</span>
        <span className={css.place}>{me.place}</span>
        <span className="sr">{t('shell.account')}</span>
        <Icon name="down" />
      </button>
    </Dropdown>
  );
}

function useAccountItems() {
  const { t } = useText();
  const me = useMe();
  const [theme, chooseTheme] = useThemeChoice();
  const domains = me.domain && me.domains.length > 1 ? me.domains : [];
  const zone = foreignZone();
  const themes = { system: t('shell.themeSystem'), light: t('shell.themeLight'), dark: t('shell.themeDark') } as const;
  return {
    selectedKeys: [`domain-${me.domain?.id}`, `theme-${theme}`],
    items: [
      ...(domains.length
        ? [
            {
              key: 'domains',
              type: 'group' as const,
              label: t('shell.domain'),
              children: domains.map((domain) => ({
                key: `domain-${domain.id}`,
                label: domain.name,
                onClick: () => void (domain.id !== me.domain?.id && switchDomain(domain.id)),
              })),
            },
            { type: 'divider' as const },
          ]
        : []),
      {
        key: 'themes',
        type: 'group' as const,
        label: t('shell.theme'),
        children: (['system', 'light', 'dark'] as const).map((choice) => ({
          key: `theme-${choice}`,
          label: themes[choice],
          onClick: () => chooseTheme(choice),
        })),
      },
      { type: 'divider' as const },
      ...(zone ? [{ key: 'zone', disabled: true, icon: menuIcon('history'), label: t('shell.zone', { zone }) }] : []),
      { key: 'account', label: t('shell.myAccount'), icon: menuIcon('user'), onClick: openAccount },
      { key: 'password', label: t('shell.password'), icon: menuIcon('lock'), onClick: () => go('/password') },
      { key: 'out', label: t('shell.signOut'), icon: menuIcon('power'), onClick: () => void signOut() },
    ],
  };
}
