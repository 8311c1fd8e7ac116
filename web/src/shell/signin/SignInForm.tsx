import { type ReactNode, useEffect, useId } from 'react';
import type { ClientSession } from '#web/api/session.ts';
import type { TextKey } from '#web/i18n/catalogue.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { FieldNote } from './FieldNote.tsx';
import { OfflineNotice } from './OfflineNotice.tsx';
import { PasswordField } from './PasswordField.tsx';
import css from './SignInForm.module.css';
import type { Typed } from './sign-in.ts';
import { FIELDS, type Field, type SignIn, useSignIn } from './use-sign-in.ts';

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
  /** said above the fields until a new attempt */
  notice?: ReactNode;
  children?: ReactNode;
}

/** Names and password with their messages: on the page, and in the dialog over unsaved work. */
export function SignInForm({ begin, fixed, go, onSignedIn, notice, children }: SignInFormProps) {
  const { t } = useText();
  const form = useSignIn(begin, onSignedIn);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus is set once, when the form appears
  useEffect(() => {
    const first = FIELDS.find((field) => !fixed.includes(field) && !begin[field]);
    form.inputs[first ?? 'password'].current?.focus();
  }, []);
  return (
    <form
      className={css.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void form.submit();
      }}
    >
      {form.failure ? <Failure form={form} /> : !form.busy && notice}
      {!fixed.includes('subname') && <NameField form={form} field="subname" label={t('signin.subname')} autoComplete="organization" />}
      {!fixed.includes('username') && <NameField form={form} field="username" label={t('signin.username')} autoComplete="username" />}
      <PasswordField form={form} fault={faultText(form, 'password', t)} />
      <Button type="submit" kind="primary" busy={form.busy} className={css.go}>
        {form.busy ? t('signin.busy') : go}
      </Button>
      {children}
    </form>
  );
}

function Failure({ form }: { form: SignIn }) {
  if (form.failure?.network) return <OfflineNotice />;
  return (
    <div className={css.failure} role="alert">
      <Icon name="alert" />
      <span>{form.failure?.remark}</span>
    </div>
  );
}

const faultText = (form: SignIn, field: Field, t: (key: TextKey) => string): string => {
  const fault = form.faults[field];
  return fault ? t(FAULTS[field][fault]) : '';
};

function NameField({ form, field, label, autoComplete }: { form: SignIn; field: Field; label: string; autoComplete: string }) {
  const { t } = useText();
  const id = useId();
  const fault = faultText(form, field, t);
  return (
    <div>
      <label className={css.label} htmlFor={id}>
        {label}
      </label>
      <input
        ref={form.inputs[field]}
        id={id}
        className={css.input}
        name={field}
        autoComplete={autoComplete}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={60}
        value={form.typed[field]}
        readOnly={form.busy}
        aria-invalid={fault !== ''}
        aria-describedby={`${id}-fault`}
        onChange={(event) => form.type(field, event.target.value)}
      />
      <FieldNote id={`${id}-fault`} kind="fault" text={fault} />
    </div>
  );
}
