import { lazy, Suspense, useEffect } from 'react';
import { useSession } from '#web/api/use-session.ts';
import { useText } from '#web/i18n/use-text.ts';
import { FRAME, go, isInFrame, pathOf, signInAddress, useAddress } from '#web/nav/address.ts';
import { Broken, PageBoundary } from '#web/ui/PageBoundary.tsx';
import { ADDRESSES, SessionGuard } from './addresses.ts';
import { NotFound } from './NotFound.tsx';
import css from './Root.module.css';

const EyesBar = lazy(() => import('./eyes/EyesBar.tsx').then((room) => ({ default: room.EyesBar })));

/** Chooses by address, and sends to the sign-in page who has to sign in first. Nothing here needs antd. */
export function Root() {
  const at = useAddress();
  const { session } = useSession();
  const path = isInFrame(at) ? FRAME : pathOf(at);
  const known = Object.hasOwn(ADDRESSES, path) ? ADDRESSES[path]! : undefined;
  const must = known !== undefined && !known.free && !session;
  useEffect(() => {
    if (must) go(signInAddress(at), 'replace');
    else if (path === '/') go('/login', 'replace');
  }, [must, at, path]);
  if (must || path === '/') return null;
  if (!known)
    return (
      <main className={css.missing}>
        <NotFound onHome={() => go('/', 'replace')} />
      </main>
    );
  const { page: Page } = known;
  return (
    <PageBoundary
      key={path}
      instead={
        <main className={css.missing}>
          <Broken />
        </main>
      }
    >
      <Suspense fallback={<Waiting />}>
        {session?.eyes && <EyesBar of={session.user} until={session.eyes.until} />}
        <Page />
        {!known.free && <SessionGuard />}
      </Suspense>
    </PageBoundary>
  );
}

function Waiting() {
  const { t } = useText();
  return <div className={css.waiting} role="status" aria-label={t('ui.loading')} />;
}
