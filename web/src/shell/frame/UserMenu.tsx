import { ops } from '#web/api/ops.ts';
import { isLooking, type SessionUser } from '#web/api/session.ts';
import { useOp } from '#web/api/use-op.ts';
import { useSession } from '#web/api/use-session.ts';
import { foreignZone } from '#web/i18n/clock.ts';
import { useText } from '#web/i18n/use-text.ts';
import { go } from '#web/nav/address.ts';
import { isLeader, LEADER } from '#web/nav/module.ts';
import { Dropdown } from '#web/ui/controls.ts';
import { Icon, isIcon } from '#web/ui/Icon.tsx';
import { Avatar } from '#web/ui/marks/Avatar.tsx';
import { menuIcon } from '#web/ui/menu-icon.tsx';
import { OuterLink } from '#web/ui/OuterLink.tsx';
import { useThemeChoice } from '#web/ui/ThemeProvider.tsx';
import { ownPicture } from '../own-picture.ts';
import { openAccount, openChanges, openContacts, openMessages, signOut, switchDomain } from './account.ts';
import css from './UserMenu.module.css';

/** Names of the signed-in person in the language on screen, and his picture. */
export function useMe() {
  const { label } = useText();
  const { session } = useSession();
  const user = session?.user;
  const domain = user?.domain;
  // asked for by the frame, and again when the person changes it
  const known = useOp(ops.loadNav, {}, { enabled: false });
  return {
    name: label(user),
    picture: ownPicture(known.data?.data?.user as SessionUser | undefined),
    links: (known.data?.data?.links ?? []) as readonly HomeLink[],
    place: [label(domain), label(user?.department_entity)].filter(Boolean).join(' / '),
    leads: isLeader(user),
    domain,
    domains: (user?.domains ?? []).map((each) => ({ id: each.id, name: label(each) })),
  };
}

/** An address outside that the company's administrators put into everybody's own menu (FRAME-01). */
export interface HomeLink {
  uid: string;
  key_name: string;
  key_name_en: string;
  icon?: string;
  link: string;
}

/** `brief`: on a line that holds much else his unit gives way sooner. */
export function UserMenu({ brief = false }: { brief?: boolean }) {
  const { t } = useText();
  const me = useMe();
  const items = useAccountItems();
  return (
    <Dropdown trigger={['click']} menu={items} placement="bottomRight">
      <button type="button" className={brief ? `${css.user} ${css.brief}` : css.user}>
        <Avatar name={me.name} picture={me.picture} />
        <span>{me.name}</span>
        <span className={css.place}>{me.place}</span>
        <span className="sr">{t('shell.account')}</span>
        <Icon name="down" />
      </button>
    </Dropdown>
  );
}

function useAccountItems() {
  const { t, label } = useText();
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
                disabled: isLooking(),
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
      { key: 'messages', label: t('shell.messageCentre'), icon: menuIcon('bell'), onClick: openMessages },
      { key: 'changes', label: t('shell.myChanges'), icon: menuIcon('edit'), onClick: openChanges },
      { key: 'contacts', label: t('shell.contacts'), icon: menuIcon('users'), onClick: openContacts },
      ...(me.leads ? [{ key: 'leader', label: t('shell.leader'), icon: menuIcon('chart'), onClick: () => go(LEADER) }] : []),
      { key: 'account', label: t('shell.myAccount'), icon: menuIcon('user'), onClick: openAccount },
      ...me.links.map((link) => ({
        key: link.uid,
        label: <OuterLink href={link.link}>{label(link)}</OuterLink>,
        icon: menuIcon(isIcon(link.icon) ? link.icon : 'open'),
      })),
      { key: 'password', label: t('shell.password'), icon: menuIcon('lock'), disabled: isLooking(), onClick: () => go('/password') },
      { key: 'out', label: t(isLooking() ? 'shell.endLook' : 'shell.signOut'), icon: menuIcon('power'), onClick: () => void signOut() },
    ],
  };
}
