import { ACCOUNT_EN, ACCOUNT_ZH } from '#web/i18n/account.ts';
import { addTexts } from '#web/i18n/catalogue.ts';
import { inBoth, useText } from '#web/i18n/use-text.ts';
import { useLabel, useView } from '#web/nav/use-tab.ts';
import { Icon, type IconName } from '#web/ui/Icon.tsx';
import css from './AccountPage.module.css';
import { Look } from './Look.tsx';
import { Me } from './Me.tsx';
import { Security } from './security/Security.tsx';

addTexts(ACCOUNT_ZH, ACCOUNT_EN);

const SECTIONS = ['me', 'security', 'look'] as const;
type Section = (typeof SECTIONS)[number];
const ICONS: Readonly<Record<Section, IconName>> = { me: 'user', security: 'shield', look: 'globe' };
const NAMES = { me: 'account.me', security: 'account.security', look: 'account.look' } as const;
const PARTS = { me: Me, security: Security, look: Look } as const;
const LABEL = inBoth('account.sections');

/** One's own account (FRAME-13): who one is here, what keeps the account safe, how the product looks. */
export function AccountPage() {
  const { t } = useText();
  const [view, setView] = useView();
  useLabel(LABEL, false, LABEL);
  const section = SECTIONS.find((one) => one === view.tab) ?? 'me';
  const Part = PARTS[section];
  return (
    <div className={css.page}>
      <nav className={css.nav} aria-label={t('account.sections')}>
        <h1 className={css.title}>{t('account.sections')}</h1>
        {SECTIONS.map((one) => (
          <button
            key={one}
            type="button"
            className={css.link}
            aria-current={one === section ? 'page' : undefined}
            onClick={() => setView({ tab: one === 'me' ? '' : one }, 'replace')}
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
