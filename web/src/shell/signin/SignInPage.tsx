import { useEffect, useState } from 'react';
import { type ClientSession, keepSession } from '#web/api/session.ts';
import { useSession } from '#web/api/use-session.ts';
import { type Farewell, farewell, forgetFarewell } from '#web/entry/farewell.ts';
import { Notice } from '#web/entry/Notice.tsx';
import { OfflineNotice } from '#web/entry/OfflineNotice.tsx';
import type { TextKey } from '#web/i18n/catalogue.ts';
import { useText } from '#web/i18n/use-text.ts';
import { address, go, queryOf } from '#web/nav/address.ts';
import { foresee } from './foresee.ts';
import { SignInForm } from './form/SignInForm.tsx';
import { landing } from './landing.ts';
import { takeChoices } from './own-choices.ts';
import { Threshold } from './Threshold.tsx';
import { useHostPage } from './use-host-page.ts';

/** /login. Loads nothing of the application. While nobody can sign in because nobody exists, the place to be is /setup. */
export function SignInPage() {
  const { t } = useText();
  const { page, offline } = useHostPage();
  const isEmpty = page?.set_up === 1;
  useEffect(() => {
    if (isEmpty) go('/setup', 'replace');
  }, [isEmpty]);
  const preset = page?.subname || queryOf(address()).get('subname') || '';
  return (
    <Threshold page={page} offline={offline} heading={t('signin.title')} about={t('signin.office')}>
      <Entry preset={preset} offline={offline} />
    </Threshold>
  );
}

/** The form and what happens after it; somebody who is signed in, here or just now in another window, goes straight on. */
function Entry({ preset, offline }: { preset: string; offline: boolean }) {
  const { t } = useText();
  const [isRefused, setRefused] = useState(false);
  const enter = (session: ClientSession) => {
    const to = landing(session.user, address());
    if (!to) return setRefused(true);
    forgetFarewell();
    keepSession(session);
    takeChoices(session.user);
    go(to, 'replace');
  };
  const { session } = useSession();
  useEffect(() => {
    const to = session && landing(session.user, address());
    if (to) go(to, 'replace');
  }, [session]);
  return (
    <SignInForm
      key={preset}
      begin={{ subname: preset, username: queryOf(address()).get('username') ?? '' }}
      fixed={preset ? ['subname'] : []}
      go={t('signin.go')}
      onSignedIn={enter}
      foresee={foresee}
      remembers
      notice={<Said offline={offline} isRefused={isRefused} />}
    />
  );
}

const WHY: Readonly<Record<Farewell, TextKey>> = { idle: 'signin.idle', expired: 'signin.expired', changed: 'signin.changed' };

function Said({ offline, isRefused }: { offline: boolean; isRefused: boolean }) {
  const { t } = useText();
  if (offline) return <OfflineNotice />;
  if (isRefused) return <Notice kind="failure" title={t('signin.noPermission')} text={t('signin.noPermissionWhy')} />;
  const why = farewell();
  return why && <Notice kind="info" text={t(WHY[why])} />;
}
