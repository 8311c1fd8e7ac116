import { lazy, Suspense, useState } from 'react';
import { addTexts } from '#web/i18n/catalogue.ts';
import { REGISTER_EN, REGISTER_ZH } from '#web/i18n/parts/threshold/register.ts';
import { useText } from '#web/i18n/use-text.ts';
import { go } from '#web/nav/address.ts';
import type { AppPlace } from '#web/proof/host.ts';
import { Button } from '#web/ui/Button.tsx';
import css from './Beside.module.css';

addTexts(REGISTER_ZH, REGISTER_EN);

const AppCodes = lazy(() => import('./AppCodes.tsx').then((room) => ({ default: room.AppCodes })));

/** Ways that lead past the sign-in, where there are any (AUTH-02): the app for phones, a company of one's own. */
export function Beside({ apps, registers }: { apps: readonly AppPlace[]; registers: boolean }) {
  const { t } = useText();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <div className={css.beside}>
        {apps.length > 0 && (
          <Button kind="link" size="medium" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {t('register.apps')}
          </Button>
        )}
        {registers && (
          <Button kind="link" size="medium" onClick={() => go('/register')}>
            {t('register.link')}
          </Button>
        )}
      </div>
      {isOpen && (
        <Suspense fallback={<div className={css.room} />}>
          <AppCodes apps={apps} />
        </Suspense>
      )}
    </>
  );
}
