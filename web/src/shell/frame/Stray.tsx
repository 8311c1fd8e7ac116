import { useEffect, useState } from 'react';
import { useSession } from '#web/api/use-session.ts';
import { useText } from '#web/i18n/use-text.ts';
import { useNav } from '#web/nav/store.ts';
import { isUnsaved } from '#web/nav/tabs.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/overlay/Dialog.tsx';
import { enterDomain, isEntering, switchBack } from './account.ts';
import { namesOf } from './use-guard.ts';

/**
 * The domain was switched in another window. One that holds nothing unsaved goes along; one that does says what happened, and its work
 * can be saved once the domain is back.
 */
export function Stray() {
  const { t, label } = useText();
  const { session, expired } = useSession();
  const [own] = useState(session?.user.domain);
  const tabs = useNav((state) => state.tabs);
  const [isBusy, setBusy] = useState(false);
  const now = session?.user.domain;
  const isAway = own !== undefined && now !== undefined && own.id !== now.id && !expired && !isEntering();
  const unsaved = tabs.filter(isUnsaved);
  const goesAlong = isAway && unsaved.length === 0;
  useEffect(() => {
    if (goesAlong) enterDomain();
  }, [goesAlong]);
  if (!isAway || goesAlong) return null;
  const back = async () => {
    setBusy(true);
    await switchBack(own.id);
    setBusy(false);
  };
  return (
    <Dialog
      open
      title={t('shell.strayTitle', { now: label(now) })}
      onClose={() => undefined}
      footer={
        <>
          <Button size="medium" disabled={isBusy} onClick={enterDomain}>
            {t('shell.strayFollow', { now: label(now) })}
          </Button>
          <Button size="medium" kind="primary" busy={isBusy} onClick={back}>
            {t('shell.strayBack', { own: label(own) })}
          </Button>
        </>
      }
    >
      {t('shell.strayBody', { own: label(own), names: namesOf(unsaved.map((tab) => tab.label)) })}
    </Dialog>
  );
}
