import { OfflineNotice } from '#web/entry/OfflineNotice.tsx';
import { addTexts } from '#web/i18n/catalogue.ts';
import { PASSWORD_EN, PASSWORD_ZH } from '#web/i18n/parts/password.ts';
import { useText } from '#web/i18n/use-text.ts';
import { FRAME, go } from '#web/nav/address.ts';
import { ChangePassword } from '#web/pages/account/password/ChangePassword.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Threshold } from '../signin/Threshold.tsx';
import { useHostPage } from '../signin/use-host-page.ts';
import css from './PasswordPage.module.css';

addTexts(PASSWORD_ZH, PASSWORD_EN);

/** /password: one's own password, outside of the frame; Back returns to it (AUTH-15). */
export function PasswordPage() {
  const { t } = useText();
  const host = useHostPage();
  return (
    <Threshold {...host} heading={t('password.change')}>
      {host.offline ? <OfflineNotice /> : <ChangePassword />}
      <Button size="medium" icon="left" className={css.back} onClick={() => go(FRAME)}>
        {t('password.backToMain')}
      </Button>
    </Threshold>
  );
}
