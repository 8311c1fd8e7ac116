import { useEffect, useRef } from 'react';
import { keepSession, type SessionUser } from '#web/api/session.ts';
import { addTexts } from '#web/i18n/catalogue.ts';
import { SESSION_EN, SESSION_ZH } from '#web/i18n/parts/session.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Button } from '#web/ui/Button.tsx';
import { SignInForm } from '../form/SignInForm.tsx';
import { signOut } from './farewell.ts';
import css from './SignInDialog.module.css';

addTexts(SESSION_ZH, SESSION_EN);

/** Signs the same person in again over what he was writing; nothing behind it moves. `isCovering`: nor can anybody else read it. */
export function SignInDialog({ user, isCovering }: { user: SessionUser; isCovering: boolean }) {
  const { t, label } = useText();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  useEffect(() => {
    if (!isCovering) return;
    document.documentElement.dataset.covered = '';
    return () => {
      delete document.documentElement.dataset.covered;
    };
  }, [isCovering]);
  const name = label(user);
  return (
    <dialog ref={dialog} className={css.dialog} aria-labelledby="sign-in-again" onCancel={(event) => event.preventDefault()}>
      <h2 id="sign-in-again" className={css.title}>
        {t(isCovering ? 'session.left' : 'session.again')}
      </h2>
      <p className={css.why}>{t(isCovering ? 'session.leftWhy' : 'session.againWhy', { name })}</p>
      <SignInForm
        begin={{ subname: user.subname ?? '', username: user.login_name ?? '' }}
        fixed={['subname', 'username']}
        go={t('session.againGo')}
        onSignedIn={keepSession}
      >
        <Button kind="quiet" size="medium" onClick={signOut}>
          {t('signin.leave')}
        </Button>
      </SignInForm>
    </dialog>
  );
}
