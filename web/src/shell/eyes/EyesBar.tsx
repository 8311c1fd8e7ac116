import { useEffect } from 'react';
import type { SessionUser } from '#web/api/session.ts';
import { addTexts } from '#web/i18n/catalogue.ts';
import { EYES_EN, EYES_ZH } from '#web/i18n/parts/eyes.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { usePhone } from '#web/ui/use-media.ts';
import { useNow } from '#web/ui/use-now.ts';
import css from './EyesBar.module.css';
import { endLook } from './end-look.ts';

addTexts(EYES_ZH, EYES_EN);

const MINUTE = 60_000;

/** Stands over everything as long as this window looks through somebody's eyes: whose, for how long, and the way out. */
export function EyesBar({ of, until }: { of: SessionUser; until: number }) {
  const { t, label } = useText();
  const phone = usePhone();
  const left = until - useNow();
  useEffect(() => {
    document.documentElement.dataset.eyes = '';
    return () => {
      delete document.documentElement.dataset.eyes;
    };
  }, []);
  useEffect(() => {
    const timer = setTimeout(endLook, Math.max(0, until - Date.now()));
    return () => clearTimeout(timer);
  }, [until]);
  return (
    <section className={css.bar} aria-label={t('eyes.as', { name: label(of) })}>
      <Icon name="eye" size={16} />
      <b className="ellipsis">{t(phone ? 'eyes.short' : 'eyes.as', { name: label(of) })}</b>
      <span className={css.only}>{t('eyes.only')}</span>
      <span className={css.left} role="timer">
        {t('eyes.left', { n: Math.max(0, Math.ceil(left / MINUTE)) })}
      </span>
      <Button className={css.end} onClick={endLook}>
        {t('eyes.end')}
      </Button>
    </section>
  );
}
