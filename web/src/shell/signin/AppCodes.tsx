import { QRCodeSVG } from '@rc-component/qrcode';
import { useText } from '#web/i18n/use-text.ts';
import type { AppPlace } from '#web/proof/host.ts';
import css from './AppCodes.module.css';

const NAMES = { ios: 'register.ios', android: 'register.android' } as const;

/** Where the app for phones is had, for their cameras: dark on white in every theme. Who reads it on a phone presses the name. */
export function AppCodes({ apps }: { apps: readonly AppPlace[] }) {
  const { t } = useText();
  return (
    <section className={css.apps} aria-label={t('register.apps')}>
      <p className={css.why}>{t('register.appsWhy')}</p>
      {apps.map(({ system, url }) => (
        <figure key={system} className={css.app}>
          <QRCodeSVG
            className={css.code}
            value={url}
            size={120}
            marginSize={2}
            level="M"
            title={t('register.code', { system: t(NAMES[system]) })}
          />
          <figcaption>
            <a href={url} rel="noreferrer">
              {t(NAMES[system])}
            </a>
          </figcaption>
        </figure>
      ))}
    </section>
  );
}
