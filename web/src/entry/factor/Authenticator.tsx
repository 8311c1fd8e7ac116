import { QRCodeSVG } from '@rc-component/qrcode';
import { useText } from '#web/i18n/use-text.ts';
import css from './Authenticator.module.css';
import { CopyText } from './CopyText.tsx';

/** What an authenticator is set up with: a picture for its camera, and the key to be typed. Dark on white in every theme: cameras want it so. */
export function Authenticator({ address, secret }: { address: string; secret: string }) {
  const { t } = useText();
  return (
    <div className={css.authenticator}>
      <h3 className={css.step}>{t('factor.scan')}</h3>
      <p className={css.why}>{t('factor.scanWhy')}</p>
      <div className={css.both}>
        <QRCodeSVG className={css.picture} value={address} size={168} marginSize={2} level="M" title={t('factor.picture')} />
        <div className={css.key}>
          <span className={css.label}>{t('factor.key')}</span>
          <code>{secret}</code>
          <CopyText text={secret.replaceAll(' ', '')} />
          <a className={css.open} href={address}>
            {t('factor.openHere')}
          </a>
        </div>
      </div>
    </div>
  );
}
