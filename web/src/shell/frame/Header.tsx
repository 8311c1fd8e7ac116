import type { ReactNode } from 'react';
import { chooseLocale } from '#web/i18n/locale.ts';
import { useText } from '#web/i18n/use-text.ts';
import { type Module, moduleAddress } from '#web/nav/module.ts';
import { nav } from '#web/nav/store.ts';
import { IconButton } from '#web/ui/Button.tsx';
import { InnerLink } from '#web/ui/InnerLink.tsx';
import { Brand } from './Brand.tsx';
import css from './Header.module.css';
import { Search } from './menu/Search.tsx';
import type { useModules } from './menu/use-modules.ts';
import { Messages } from './notices/Messages.tsx';
import { Notices } from './notices/Notices.tsx';
import type { Counts } from './notices/use-live.ts';
import { UserMenu } from './UserMenu.tsx';

type Modules = ReturnType<typeof useModules>;

/** `menu` stands first: where no menu is at the side. */
export function Header({ modules, counts, menu }: { modules: Modules; counts: Counts; menu: ReactNode }) {
  const { t, locale } = useText();
  return (
    <header className={css.top}>
      {menu}
      <Brand />
      <ModuleMenu modules={modules.modules} current={modules.current?.code} />
      <Messages />
      <Search modules={modules.modules} />
      <Notices counts={counts} />
      <IconButton
        icon="globe"
        size="medium"
        label={`${t('shell.language')}: ${locale === 'zh_CN' ? 'English' : '简体中文'}`}
        onClick={() => chooseLocale(locale === 'zh_CN' ? 'en_US' : 'zh_CN')}
      />
      <UserMenu />
    </header>
  );
}

function ModuleMenu({ modules, current }: { modules: readonly Module[]; current: string | undefined }) {
  const { t, label } = useText();
  return (
    <nav className={css.modules} aria-label={t('shell.modules')}>
      {modules.map((module) => (
        <InnerLink
          key={module.code}
          href={moduleAddress(module.code)}
          aria-current={module.code === current ? 'page' : undefined}
          onFollow={() => nav.setModule(module.code)}
        >
          {label(module)}
        </InnerLink>
      ))}
    </nav>
  );
}
