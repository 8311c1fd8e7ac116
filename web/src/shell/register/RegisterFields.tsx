import { useEffect } from 'react';
import { type Asked, AskedField } from '#web/entry/AskedField.tsx';
import { accountLine, nameLine, userLine } from '#web/entry/asked-lines.ts';
import { EntryForm, EntryGroup, EntryPair } from '#web/entry/EntryForm.tsx';
import { NewPassword } from '#web/entry/NewPassword.tsx';
import { Notice } from '#web/entry/Notice.tsx';
import type { TypedTwice } from '#web/entry/new-password.ts';
import { OfflineNotice } from '#web/entry/OfflineNotice.tsx';
import { useText } from '#web/i18n/use-text.ts';
import { BackToSignIn } from './BackToSignIn.tsx';
import { Captcha } from './Captcha.tsx';
import { type Fault, type Field, zoneHere } from './register.ts';
import { type RegisterForm, useRegister } from './use-register.ts';

type Line = Exclude<Field, keyof TypedTwice | 'captcha'>;

/** What is asked for each line, and what is said when it is wrong. */
const ASKED: Readonly<Record<Line, Asked<Fault>>> = {
  login_name: accountLine('register.loginName', 'register.loginNameHint'),
  key_name: nameLine('register.keyName', 'register.keyNameEmpty', 'organization'),
  person: nameLine('register.person', 'register.personEmpty', 'name'),
  username: userLine(),
};

/** The form on which a company registers. */
export function RegisterFields({ onMade }: { onMade: (names: { subname: string; username: string }) => void }) {
  const { t } = useText();
  const form = useRegister(onMade);
  const of = (field: Line) => ({ form, field, asked: ASKED[field], refused: form.refused[field] ?? '' });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus is set once, when the form appears
  useEffect(() => form.inputs.login_name.current?.focus(), []);
  return (
    <EntryForm form={form} go={t('register.go')} busy={t('register.busy')} foot={<BackToSignIn />}>
      <Failure form={form} />
      <EntryGroup title={t('register.company')}>
        <AskedField {...of('login_name')} />
        <AskedField {...of('key_name')} hint={t('register.zone', { zone: zoneHere() })} />
      </EntryGroup>
      <EntryGroup title={t('register.administrator')}>
        <EntryPair>
          <AskedField {...of('person')} />
          <AskedField {...of('username')} />
        </EntryPair>
        <NewPassword entry={form} names={[form.typed.login_name, form.typed.username]} />
      </EntryGroup>
      <Captcha form={form} />
    </EntryForm>
  );
}

const DAY_LONG = 3600;

/** What is wrong with a field stands there; what is wrong with none stands above all. */
function Failure({ form: { general: failure } }: { form: RegisterForm }) {
  const { t } = useText();
  if (!failure) return null;
  if (failure.network) return <OfflineNotice />;
  return <Notice kind="failure" text={failure.retryAfter > DAY_LONG ? t('register.tooMany') : failure.remark} />;
}
