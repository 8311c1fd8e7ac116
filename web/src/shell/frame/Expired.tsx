import { dropSession } from '#web/api/session.ts';
import { useSession } from '#web/api/use-session.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';

/** The session ended while the person was away: what is on screen stays until they decide. */
export function Expired() {
  const { t } = useText();
  const { expired } = useSession();
  return (
    <Dialog
      open={expired}
      title={t('shell.expired')}
      onClose={dropSession}
      footer={
        <Button kind="primary" size="medium" autoFocus onClick={dropSession}>
          {t('shell.signInAgain')}
        </Button>
      }
    >
      {t('shell.expiredWhy')}
    </Dialog>
  );
}
