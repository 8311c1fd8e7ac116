import { useText } from '#web/i18n/use-text.ts';
import { Notice } from './Notice.tsx';

/** No answer from the server: what to look at (AUTH-18). What was typed stays. */
export function OfflineNotice() {
  const { t } = useText();
  return (
    <Notice kind="failure" title={t('signin.offline')} text={t('signin.offlineWhy')}>
      <ul>
        <li>{t('signin.offlineCable')}</li>
        <li>{t('signin.offlineWifi')}</li>
        <li>{t('signin.offlineOffice')}</li>
      </ul>
    </Notice>
  );
}
