import { type FocusEvent, type ReactNode, useEffect } from 'react';
import type { ClientSession } from '#web/api/session.ts';
import { OfflineNotice } from '#web/entry/OfflineNotice.tsx';
import { PasswordField } from '#web/entry/PasswordField.tsx';
import { TextField } from '#web/entry/TextField.tsx';
import type { TextKey } from '#web/i18n/catalogue.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Button } from '#web/ui/Button.tsx';
import css from './SignInForm.module.css';
import type { Typed } from './sign-in.ts';
import { FIELDS, type Field, type RememberingForm, type SignIn, useSignIn } from './use-sign-in.ts';

const FAULTS: Record<Field, { empty: TextKey; format: TextKey }> = {
  subname: { empty: 'signin.subnameEmpty', format: 'signin.subnameFormat' },
  username: { empty: 'signin.usernameEmpty', format: 'signin.usernameFormat' },
  password: { empty: 'signin.passwordEmpty', format: 'signin.passwordEmpty' },
};

export interface SignInFormProps {
  /** what is known already; a field in `fixed` is not asked for */
  begin: Partial<Typed>;
  fixed: readonly Field[];
  /** what the button says */
  go: string;
  onSignedIn: (session: ClientSession) => void;
  /** who is remembered here is filled in, and may ask for it (AUTH-09) */
  remembers?: boolean;
  /** beside that */
  aside?: ReactNode;
  /** said above the fields until a new attempt */
  notice?: ReactNode;
  /** called as soon as somebody is about to sign in, more than once */
  foresee?: () => void;
  children?: ReactNode;
}

/** Names and password with their messages: on the page, and in the dialog over unsaved work. */
export function SignInForm({ begin, fixed, go, onSignedIn, remembers = false, aside, notice, foresee, children }: SignInFormProps) {
  const { t } = useText();
  const form = useSignIn(begin, onSignedIn, remembers);
  const isAsking = form.asking !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus is set once, when the form appears
  useEffect(() => {
    if (isAsking) return;
    const first = FIELDS.find((field) => !fixed.includes(field) && !form.typed[field]);
    form.inputs[first ?? 'password'].current?.focus();
  }, [isAsking]);
  if (form.asking) {
    const { Answer, question } = form.asking;
    // who is let in and may go nowhere is told so above the names
    const enter = (session: ClientSession) => {
      form.leave();
      onSignedIn(session);
    };
    return <Answer question={question} onSignedIn={enter} onLeave={form.leave} />;
  }
  return (
    <form
      className={css.form}
      noValidate
      onFocus={({ target }: FocusEvent) => target === form.inputs.password.current && foresee?.()}
      onSubmit={(event) => {
        event.preventDefault();
        foresee?.();
        void form.submit();
      }}
    >
      {form.failure?.network ? <OfflineNotice /> : !form.failure && !form.busy && notice}
      {!fixed.includes('subname') && <NameField form={form} field="subname" label={t('signin.subname')} autoComplete="organization" />}
      {!fixed.includes('username') && <NameField form={form} field="username" label={t('signin.username')} autoComplete="username" />}
      <PasswordField
        input={form.inputs.password}
        name="password"
        label={t('signin.password')}
        autoComplete="current-password"
        maxLength={200}
        value={form.typed.password}
        readOnly={form.busy}
        fault={faultText(form, 'password', t) || refusedText(form)}
        onType={(value) => form.type('password', value)}
      />
      {remembers && (
        <div className={css.row}>
          <Remember form={form} />
          {aside}
        </div>
      )}
      <Button type="submit" kind="primary" busy={form.busy} className={css.go}>
        {form.busy ? t('signin.busy') : go}
      </Button>
      {children}
    </form>
  );
}

function Remember({ form }: { form: RememberingForm }) {
  const { t } = useText();
  return (
    <label className={css.remember}>
      <input type="checkbox" checked={form.remember} disabled={form.busy} onChange={({ target }) => form.setRemember(target.checked)} />
      {t('signin.remember')}
    </label>
  );
}

/** Why nobody was let in stands where the password is typed again. */
const refusedText = ({ failure }: SignIn): string => (failure && !failure.network ? failure.remark : '');

const faultText = (form: SignIn, field: Field, t: (key: TextKey) => string): string => {
  const fault = form.faults[field];
  return fault ? t(FAULTS[field][fault]) : '';
};

function NameField({ form, field, label, autoComplete }: { form: SignIn; field: Field; label: string; autoComplete: string }) {
  const { t } = useText();
  return (
    <TextField
      input={form.inputs[field]}
      name={field}
      label={label}
      autoComplete={autoComplete}
      maxLength={60}
      value={form.typed[field]}
      readOnly={form.busy}
      fault={faultText(form, field, t)}
      onType={(value) => form.type(field, value)}
    />
  );
}
