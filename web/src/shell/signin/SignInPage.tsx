import { useEffect, useState } from 'react';
import { type ClientSession, keepSession, sessionState } from '#web/api/session.ts';
import { useText } from '#web/i18n/use-text.ts';
import { address, go, queryOf } from '#web/nav/address.ts';
import { Brand } from './Brand.tsx';
import { Drawing } from './Drawing.tsx';
import { farewell, forgetFarewell } from './farewell.ts';
import { LanguageSwitch } from './LanguageSwitch.tsx';
import { landing } from './landing.ts';
import { Notice } from './Notice.tsx';
import { OfflineNotice } from './OfflineNotice.tsx';
import { SignInForm } from './SignInForm.tsx';
import css from './SignInPage.module.css';
import type { HostPage } from './sign-in.ts';
import { useHostPage } from './use-host-page.ts';

/** /login: the form beside the drawing; on a phone the form alone. Loads nothing of the application. */
export function SignInPage() {
  const { t, locale } = useText();
  const { page, offline } = useHostPage();
  const english = locale === 'en_US';
  const known = page ?? (offline ? ({ app_name: '' } as HostPage) : null);
  const title = (english ? page?.app_name_en || page?.app_name : page?.app_name) || (known ? t('signin.appName') : '\u00a0');
  const company = (english ? page?.company_en || page?.company : page?.company) || 'Formwork';
  useEffect(() => {
    document.title = `${t('signin.title')} · ${title.trim() || 'Formwork'}`;
  }, [t, title]);
  return (
    <div className={css.page}>
      <header className={css.art}>
        <Drawing />
        <Brand logo={page?.logo} name={company} />
        <h1 className={css.title}>{title}</h1>
        <p className={css.slogan}>{t('signin.slogan')}</p>
      </header>
      <div className={css.side}>
        <main className={css.main}>
          <div className={css.tools}>
            <LanguageSwitch />
          </div>
          <div className={css.box}>
            <h2 className={css.heading}>{t('signin.title')}</h2>
            <p className={css.office}>{t('signin.office')}</p>
            {known ? <Entry page={known} offline={offline} /> : <div className={css.waiting} role="status" aria-label={t('ui.loading')} />}
          </div>
        </main>
        <footer className={css.foot}>{copyright((english && page?.copyright_en) || page?.copyright)}</footer>
      </div>
    </div>
  );
}

const copyright = (said: string | undefined): string => (said?.includes('©') ? said : `© ${said ?? '2015-2019'}`);

/** The form and what happens after it; somebody who is signed in already goes straight on. */
function Entry({ page, offline }: { page: HostPage; offline: boolean }) {
  const { t } = useText();
  const [isRefused, setRefused] = useState(false);
  const preset = page.subname || queryOf(address()).get('subname') || '';
  const enter = (session: ClientSession) => {
    const to = landing(session.user, address());
    if (!to) return setRefused(true);
    forgetFarewell();
    keepSession(session);
    go(to, 'replace');
  };
  useEffect(() => {
    const { session } = sessionState();
    const to = session && landing(session.user, address());
    if (to) go(to, 'replace');
  }, []);
  return (
    <SignInForm
      key={preset}
      begin={{ subname: preset }}
      fixed={preset ? ['subname'] : []}
      go={t('signin.go')}
      onSignedIn={enter}
      notice={<Said offline={offline} isRefused={isRefused} />}
    />
  );
}

function Said({ offline, isRefused }: { offline: boolean; isRefused: boolean }) {
  const { t } = useText();
  if (offline) return <OfflineNotice />;
  if (isRefused) return <Notice kind="failure" title={t('signin.noPermission')} text={t('signin.noPermissionWhy')} />;
  if (!farewell()) return null;
  return <Notice kind="info" text={farewell() === 'idle' ? t('signin.idle') : t('signin.expired')} />;
}
