import { useEffect, useState } from 'react';
import { type ClientSession, keepSession } from '#web/api/session.ts';
import { addTexts } from '#web/i18n/catalogue.ts';
import { EYES_EN, EYES_ZH } from '#web/i18n/parts/eyes.ts';
import { useText } from '#web/i18n/use-text.ts';
import { go } from '#web/nav/address.ts';
import { isGiven, READY } from '#web/nav/eyes-window.ts';
import { Button } from '#web/ui/Button.tsx';
import { Threshold } from '../signin/Threshold.tsx';
import { useHostPage } from '../signin/use-host-page.ts';

addTexts(EYES_ZH, EYES_EN);

/** So long this window waits for the page that opened it. */
const PATIENCE = 10_000;

/**
 * /eyes: a window in which somebody looks through somebody's eyes begins here, with what the page that opened it hands over, once, and says
 * here when it is over.
 */
export function EyesPage() {
  const { t } = useText();
  const host = useHostPage();
  const [waits, setWaits] = useState(() => window.opener !== null);
  useEffect(() => {
    const opener = window.opener as Window | null;
    if (!opener) return;
    const take = ({ origin, source, data }: MessageEvent) => {
      if (origin !== location.origin || source !== opener || !isGiven<ClientSession>(data)) return;
      // nothing of the page that opened this window can reach it any more, nor the other way round
      window.opener = null;
      go('/main', 'replace');
      keepSession(data.give);
    };
    addEventListener('message', take);
    opener.postMessage(READY, location.origin);
    const timer = setTimeout(() => setWaits(false), PATIENCE);
    return () => {
      removeEventListener('message', take);
      clearTimeout(timer);
    };
  }, []);
  if (waits)
    return (
      <Threshold {...host} heading={t('eyes.opening')} about={t('eyes.openingWhy')}>
        <div role="status" aria-label={t('ui.loading')} />
      </Threshold>
    );
  return (
    <Threshold {...host} heading={t('eyes.over')} about={t('eyes.overWhy')}>
      {/* a page of its own: from there on this window is one as any other */}
      <Button size="medium" onClick={() => location.assign('/')}>
        {t('eyes.home')}
      </Button>
    </Threshold>
  );
}
