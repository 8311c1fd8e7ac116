import { lazy, type MouseEvent, Suspense, useEffect, useState } from 'react';
import { type ClientSession, keepSession } from '#web/api/session.ts';
import { useSession } from '#web/api/use-session.ts';
import { type Farewell, farewell, forgetFarewell } from '#web/entry/farewell.ts';
import { Notice } from '#web/entry/Notice.tsx';
import { OfflineNotice } from '#web/entry/OfflineNotice.tsx';
import type { TextKey } from '#web/i18n/catalogue.ts';
import { useText } from '#web/i18n/use-text.ts';
import { address, go, queryOf } from '#web/nav/address.ts';
import type { HostPage } from '#web/proof/host.ts';
import { foresee } from './foresee.ts';
import { SignInForm } from './form/SignInForm.tsx';
import { landing } from './landing.ts';
import { takeChoices } from './own-choices.ts';
import css from './SignInPage.module.css';
import { Threshold } from './Threshold.tsx';
import { type HostLookup, useHostPage } from './use-host-page.ts';

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
    <Threshold page={page} offline={offline} heading={t('signin.title')}>
      <Entry preset={preset} offline={offline} page={page} />
    </Threshold>
  );
}

/** The form and what happens after it; somebody who is signed in, here or just now in another window, goes straight on. */
function Entry({ preset, offline, page }: HostLookup & { preset: string }) {
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
      aside={page && <Forgot preset={preset} />}
      notice={<Said offline={offline} isRefused={isRefused} />}
    >
      <Ways apps={page?.apps} registers={page?.register === 1 && !preset} />
    </SignInForm>
  );
}

const Beside = lazy(() => import('./Beside.tsx').then((room) => ({ default: room.Beside })));

/** What leads past the sign-in is fetched where there is any. Who is told his company makes none. */
function Ways({ apps = [], registers }: { apps?: HostPage['apps']; registers: boolean }) {
  if (apps.length === 0 && !registers) return null;
  return (
    <Suspense fallback={null}>
      <Beside apps={apps} registers={registers} />
    </Suspense>
  );
}

/** The names go along: what was typed, and a company account that is not asked for. */
function Forgot({ preset }: { preset: string }) {
  const { t } = useText();
  const open = (event: MouseEvent<HTMLButtonElement>) => {
    const typed = new FormData(event.currentTarget.form!);
    typed.delete('password');
    if (preset) typed.set('subname', preset);
    go(`/forgot?${new URLSearchParams(typed as unknown as Record<string, string>)}`);
  };
  return (
    <button type="button" className={css.forgot} onClick={open}>
      {t('signin.forgot')}
    </button>
  );
}

const WHY: Readonly<Record<Farewell, TextKey>> = {
  idle: 'signin.idle',
  expired: 'signin.expired',
  changed: 'signin.changed',
  registered: 'signin.registered',
};

function Said({ offline, isRefused }: { offline: boolean; isRefused: boolean }) {
  const { t } = useText();
  if (offline) return <OfflineNotice />;
  if (isRefused) return <Notice kind="failure" title={t('signin.noPermission')} text={t('signin.noPermissionWhy')} />;
  const why = farewell();
  return why && <Notice kind="info" text={t(WHY[why])} />;
}
