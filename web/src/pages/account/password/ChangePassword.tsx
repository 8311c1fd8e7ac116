import { useEffect } from 'react';
import { NewPassword } from '#web/entry/NewPassword.tsx';
import { Notice } from '#web/entry/Notice.tsx';
import { OfflineNotice } from '#web/entry/OfflineNotice.tsx';
import { PasswordField } from '#web/entry/PasswordField.tsx';
import { useText } from '#web/i18n/use-text.ts';
import { Button } from '#web/ui/Button.tsx';
import css from './ChangePassword.module.css';
import { type ChangePasswordForm, ownNames, useChangePassword } from './use-change-password.ts';

interface ChangePasswordProps {
  /** asked before anything is sent: what lies unsaved elsewhere may be lost */
  mayLeave?: () => Promise<boolean>;
  /** beside each other, where the page has room for it */
  wide?: boolean;
}
const letGo = async (): Promise<boolean> => true;

/** Old password, new password and the new one again (AUTH-15). */
export function ChangePassword({ mayLeave = letGo, wide = false }: ChangePasswordProps) {
  const { t } = useText();
  const form = useChangePassword(mayLeave);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus is set once, when the form appears
  useEffect(() => form.inputs.old.current?.focus(), []);
  return (
    <form
      className={wide ? `${css.form} ${css.wide}` : css.form}
      noValidate
      aria-label={t('password.change')}
      onSubmit={(event) => {
        event.preventDefault();
        void form.submit();
      }}
    >
      <Failure form={form} />
      <div className={css.fields}>
        <PasswordField
          input={form.inputs.old}
          name="old"
          label={t('password.old')}
          autoComplete="current-password"
          maxLength={200}
          value={form.typed.old}
          readOnly={form.busy}
          fault={form.faults.old ? t('password.oldEmpty') : form.failure?.code === 304 ? t('password.oldWrong') : ''}
          onType={(value) => form.type('old', value)}
        />
        <NewPassword entry={form} names={ownNames()} old={form.typed.old} label="password.new" />
      </div>
      <div className={css.foot}>
        <Button type="submit" kind="primary" size="medium" busy={form.busy}>
          {t(form.busy ? 'password.changing' : 'password.change')}
        </Button>
        <span className={css.why}>{t('password.changeWhy')}</span>
      </div>
    </form>
  );
}

/** What no field is to blame for. */
function Failure({ form: { failure } }: { form: ChangePasswordForm }) {
  const { t } = useText();
  if (!failure || failure.code === 304) return null;
  return failure.network ? <OfflineNotice /> : <Notice kind="failure" text={failure.remark || t('password.failed')} />;
}
