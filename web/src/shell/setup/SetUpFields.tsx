import { type ComponentType, useEffect } from 'react';
import type { TextKey } from '#web/i18n/catalogue.ts';
import { useText } from '#web/i18n/use-text.ts';
import { go } from '#web/nav/address.ts';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '../signin/form/Notice.tsx';
import { OfflineNotice } from '../signin/form/OfflineNotice.tsx';
import { PasswordField } from '../signin/form/PasswordField.tsx';
import { TextField, type TextFieldProps } from '../signin/form/TextField.tsx';
import css from './SetUpPage.module.css';
import type { Fault, Field } from './set-up.ts';
import { type SetUpForm, useSetUp } from './use-set-up.ts';

interface Asked {
  label: TextKey;
  hint?: TextKey;
  faults: Partial<Record<Fault, TextKey>>;
  most: number;
  complete: string;
  as: ComponentType<TextFieldProps>;
}

/** What is asked for each field, and what is said when it is wrong. */
const ASKED: Readonly<Record<Field, Asked>> = {
  code: {
    label: 'setup.code',
    hint: 'setup.codeHint',
    faults: { empty: 'setup.codeEmpty', format: 'setup.codeFormat' },
    most: 60,
    complete: 'one-time-code',
    as: TextField,
  },
  company: {
    label: 'setup.companyName',
    faults: { empty: 'setup.companyNameEmpty' },
    most: 60,
    complete: 'organization',
    as: TextField,
  },
  subname: {
    label: 'signin.subname',
    hint: 'setup.subnameHint',
    faults: { empty: 'signin.subnameEmpty', format: 'signin.subnameFormat' },
    most: 60,
    complete: 'off',
    as: TextField,
  },
  person: { label: 'setup.person', faults: { empty: 'setup.personEmpty' }, most: 40, complete: 'name', as: TextField },
  username: {
    label: 'signin.username',
    hint: 'setup.usernameHint',
    faults: { empty: 'signin.usernameEmpty', format: 'signin.usernameFormat' },
    most: 60,
    complete: 'username',
    as: TextField,
  },
  password: {
    label: 'signin.password',
    hint: 'setup.passwordHint',
    faults: {
      empty: 'signin.passwordEmpty',
      format: 'setup.passwordFormat',
      length: 'setup.passwordLength',
      common: 'setup.passwordCommon',
    },
    most: 200,
    complete: 'new-password',
    as: PasswordField,
  },
  again: {
    label: 'setup.again',
    faults: { empty: 'setup.againEmpty', differs: 'setup.againDiffers' },
    most: 200,
    complete: 'new-password',
    as: PasswordField,
  },
};

/** The form of the set-up page. */
export function SetUpFields({ onMade }: { onMade: (names: { subname: string; username: string }) => void }) {
  const { t } = useText();
  const form = useSetUp(onMade);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus is set once, when the form appears
  useEffect(() => form.inputs.code.current?.focus(), []);
  return (
    <form
      className={css.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void form.submit();
      }}
    >
      <Failure form={form} />
      <Asking form={form} field="code" />
      <fieldset className={css.group}>
        <legend>{t('setup.company')}</legend>
        <Asking form={form} field="company" />
        <Asking form={form} field="subname" />
      </fieldset>
      <fieldset className={css.group}>
        <legend>{t('setup.administrator')}</legend>
        <div className={css.pair}>
          <Asking form={form} field="person" />
          <Asking form={form} field="username" />
        </div>
        <Asking form={form} field="password" />
        <Asking form={form} field="again" />
      </fieldset>
      <Button type="submit" kind="primary" busy={form.busy} className={css.go}>
        {form.busy ? t('setup.busy') : t('setup.go')}
      </Button>
    </form>
  );
}

function Asking({ form, field }: { form: SetUpForm; field: Field }) {
  const { t } = useText();
  const { label, hint, faults, most, complete, as: Input } = ASKED[field];
  const fault = form.faults[field];
  const said = fault && faults[fault];
  return (
    <Input
      input={form.inputs[field]}
      name={field}
      label={t(label)}
      autoComplete={complete}
      maxLength={most}
      value={form.typed[field]}
      readOnly={form.busy}
      fault={said ? t(said) : ''}
      {...(hint ? { hint: t(hint) } : {})}
      onType={(value) => form.type(field, value)}
    />
  );
}

/** 403: somebody else was first, and the op is gone. 311: this very code has set up the platform already. */
function Failure({ form: { failure } }: { form: SetUpForm }) {
  const { t } = useText();
  if (!failure) return null;
  if (failure.network) return <OfflineNotice />;
  if (failure.code !== 403 && failure.code !== 311) return <Notice kind="failure" text={failure.remark} />;
  const { subname } = failure.data;
  return (
    <Notice kind="failure" title={t('setup.taken')} text={failure.code === 311 ? failure.remark : t('setup.takenWhy')}>
      <Button size="medium" onClick={() => go(typeof subname === 'string' ? `/login?subname=${subname}` : '/login', 'replace')}>
        {t('setup.signIn')}
      </Button>
    </Notice>
  );
}
