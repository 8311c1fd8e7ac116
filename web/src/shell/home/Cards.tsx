import type { TextKey } from '#web/i18n/catalogue.ts';
import { useText } from '#web/i18n/use-text.ts';
import { go } from '#web/nav/address.ts';
import { Icon, type IconName } from '#web/ui/Icon.tsx';
import { InnerLink } from '#web/ui/InnerLink.tsx';
import { grantedModules, type ModuleFlag } from '../signin/landing.ts';
import { Notice } from '../signin/Notice.tsx';
import css from './HomePage.module.css';

const LOOKS: Record<ModuleFlag, { icon: IconName; name: TextKey; why: TextKey }> = {
  zb: { icon: 'building', name: 'home.zb', why: 'home.zbWhy' },
  SYS: { icon: 'settings', name: 'home.SYS', why: 'home.SYSWhy' },
};

export function Cards({ flags }: { flags: Record<string, unknown> }) {
  const { t } = useText();
  const granted = grantedModules(flags);
  if (granted.length === 0) return <Notice kind="info" title={t('home.none')} text={t('home.noneWhy')} />;
  return (
    <nav className={css.cards} aria-label={t('home.choose')}>
      {granted.map(({ flag, to }) => (
        <InnerLink key={flag} className={css.card} href={to} onFollow={() => go(to)}>
          <Icon name={LOOKS[flag].icon} size={24} />
          <strong>{t(LOOKS[flag].name)}</strong>
          <span>{t(LOOKS[flag].why)}</span>
        </InnerLink>
      ))}
    </nav>
  );
}
