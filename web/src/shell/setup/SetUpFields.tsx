import { useEffect } from 'react';
import { NewPassword } from '#web/entry/NewPassword.tsx';
import { Notice } from '#web/entry/Notice.tsx';
import type { TypedTwice } from '#web/entry/new-password.ts';
import { OfflineNotice } from '#web/entry/OfflineNotice.tsx';
import { TextField } from '#web/entry/TextField.tsx';
import type { TextKey } from '#web/i18n/catalogue.ts';
import { useText } from '#web/i18n/use-text.ts';
import { go } from '#web/nav/address.ts';
import { Button } from '#web/ui/Button.tsx';
import css from './SetUpPage.module.css';
import type { Fault, Field } from './set-up.ts';
import { type SetUpForm, useSetUp } from './use-set-up.ts';

interface Asked {
  label: TextKey;
  hint?: TextKey;
  faults: Partial<Record<Fault, TextKey>>;
  most: number;
  complete: string;
}

type Line = Exclude<Field, keyof TypedTwice>;

/** What is asked for each line, and what is said when it is wrong. */
const ASKED: Readonly<Record<Line, Asked>> = {
  code: {
    label: 'setup.code',
    hint: 'setup.codeHint',
    faults: { empty: 'setup.codeEmpty', format: 'setup.codeFormat' },
    most: 60,
    complete: 'one-time-code',
  },
  company: {
    label: 'setup.companyName',
    faults: { empty: 'setup.companyNameEmpty' },
    most: 60,
    complete: 'organization',
  },
  subname: {
    label: 'signin.subname',
    hint: 'setup.subnameHint',
    faults: { empty: 'signin.subnameEmpty', format: 'signin.subnameFormat' },
    most: 60,
    complete: 'off',
  },
  person: { label: 'setup.person', faults: { empty: 'setup.personEmpty' }, most: 40, complete: 'name' },
  username: {
    label: 'signin.username',
    hint: 'setup.usernameHint',
    faults: { empty: 'signin.usernameEmpty', format: 'signin.usernameFormat' },
    most: 60,
    complete: 'username',
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
        <NewPassword entry={form} names={[form.typed.subname, form.typed.username]} />
      </fieldset>
      <Button type="submit" kind="primary" busy={form.busy} className={css.go}>
        {form.busy ? t('setup.busy') : t('setup.go')}
      </Button>
    </form>
  );
}

function Asking({ form, field }: { form: SetUpForm; field: Line }) {
  const { t } = useText();
  const { label, hint, faults, most, complete } = ASKED[field];
  const fault = form.faults[field];
  const said = fault && faults[fault];
  return (
    <TextField
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
