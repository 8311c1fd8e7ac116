import { useEffect, useRef } from 'react';
import { addTexts } from '#web/i18n/catalogue.ts';
import { ACCOUNT_EN, ACCOUNT_ZH } from '#web/i18n/parts/account.ts';
import { inBoth, useText } from '#web/i18n/use-text.ts';
import { nav } from '#web/nav/store.ts';
import { useLabel, useTab, useView } from '#web/nav/use-tab.ts';
import { Icon, type IconName } from '#web/ui/Icon.tsx';
import css from './AccountPage.module.css';
import { Away } from './away/Away.tsx';
import { Look } from './Look.tsx';
import { Me } from './Me.tsx';
import { Security } from './security/Security.tsx';

addTexts(ACCOUNT_ZH, ACCOUNT_EN);

const SECTIONS = ['me', 'security', 'away', 'look'] as const;
type Section = (typeof SECTIONS)[number];
const ICONS: Readonly<Record<Section, IconName>> = { me: 'user', security: 'shield', away: 'calendar', look: 'globe' };
const NAMES = { me: 'account.me', security: 'account.security', away: 'account.away', look: 'account.look' } as const;
const PARTS = { me: Me, security: Security, away: Away, look: Look } as const;
const LABEL = inBoth('account.sections');

/** One's own account (FRAME-13): who one is here, what keeps the account safe, how the product looks. */
export function AccountPage() {
  const { t } = useText();
  const [view, setView] = useView();
  const { key } = useTab();
  useLabel(LABEL, false, LABEL);
  const section = SECTIONS.find((one) => one === view.tab) ?? 'me';
  const Part = PARTS[section];
  // what is typed here is kept, or asked about
  const turn = async (to: Section) => {
    if (await nav.mayTurn(key, LABEL)) setView({ tab: to === 'me' ? '' : to }, 'replace');
  };
  // on a phone they stand in a row that is wider than the screen
  const sections = useRef<HTMLElement>(null);
  useEffect(() => {
    sections.current?.querySelector(`[data-section=${section}]`)?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [section]);
  return (
    <div className={css.page}>
      <nav ref={sections} className={css.nav} aria-label={t('account.sections')}>
        <h1 className={css.title}>{t('account.sections')}</h1>
        {SECTIONS.map((one) => (
          <button
            key={one}
            type="button"
            className={css.link}
            data-section={one}
            aria-current={one === section ? 'page' : undefined}
            onClick={() => void turn(one)}
          >
            <Icon name={ICONS[one]} />
            {t(NAMES[one])}
          </button>
        ))}
      </nav>
      <div className={css.body}>
        <div className={css.column}>
          <h2 className={css.heading}>{t(NAMES[section])}</h2>
          <Part />
        </div>
      </div>
    </div>
  );
}
