import type { MouseEvent } from 'react';
import { Notice } from '#web/entry/Notice.tsx';
import { useText } from '#web/i18n/use-text.ts';
import { go } from '#web/nav/address.ts';
import { type Module, moduleAddress, perFlag } from '#web/nav/module.ts';
import { Icon, isIcon } from '#web/ui/Icon.tsx';
import css from './Cards.module.css';

/** A card for each desktop permission, as the installed suites describe their modules. */
export function Cards({ modules }: { modules: readonly Module[] }) {
  const { t, label } = useText();
  if (modules.length === 0) return <Notice kind="info" title={t('home.none')} text={t('home.noneWhy')} />;
  return (
    <nav className={css.cards} aria-label={t('home.choose')}>
      {perFlag(modules).map((module) => {
        const to = moduleAddress(module.code);
        return (
          <a key={module.flag} className={css.card} href={to} onClick={(event) => follow(event, to)}>
            <Icon name={isIcon(module.icon) ? module.icon : 'folder'} size={24} />
            <strong>{label(module)}</strong>
            <span>{label(module, 'remark')}</span>
          </a>
        );
      })}
    </nav>
  );
}

/** A plain click stays in this window; any other is the browser's. */
function follow(event: MouseEvent, to: string): void {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  go(to);
}
