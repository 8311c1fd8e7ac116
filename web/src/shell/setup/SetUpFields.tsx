import { useEffect } from 'react';
import { type Asked, AskedField } from '#web/entry/AskedField.tsx';
import { accountLine, nameLine, userLine } from '#web/entry/asked-lines.ts';
import { EntryForm, EntryGroup, EntryPair } from '#web/entry/EntryForm.tsx';
import { NewPassword } from '#web/entry/NewPassword.tsx';
import { Notice } from '#web/entry/Notice.tsx';
import type { TypedTwice } from '#web/entry/new-password.ts';
import { OfflineNotice } from '#web/entry/OfflineNotice.tsx';
import { useText } from '#web/i18n/use-text.ts';
import { go } from '#web/nav/address.ts';
import { Button } from '#web/ui/Button.tsx';
import type { Fault, Field } from './set-up.ts';
import { type SetUpForm, useSetUp } from './use-set-up.ts';

type Line = Exclude<Field, keyof TypedTwice>;

/** What is asked for each line, and what is said when it is wrong. */
const ASKED: Readonly<Record<Line, Asked<Fault>>> = {
  code: {
    label: 'setup.code',
    hint: 'setup.codeHint',
    faults: { empty: 'setup.codeEmpty', format: 'setup.codeFormat' },
    most: 60,
    complete: 'one-time-code',
  },
  company: nameLine('setup.companyName', 'setup.companyNameEmpty', 'organization'),
  subname: accountLine('signin.subname', 'setup.subnameHint'),
  person: nameLine('setup.person', 'setup.personEmpty', 'name'),
  username: userLine('setup.usernameHint'),
};

/** The form of the set-up page. */
export function SetUpFields({ onMade }: { onMade: (names: { subname: string; username: string }) => void }) {
  const { t } = useText();
  const form = useSetUp(onMade);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus is set once, when the form appears
  useEffect(() => form.inputs.code.current?.focus(), []);
  return (
    <EntryForm form={form} go={t('setup.go')} busy={t('setup.busy')}>
      <Failure form={form} />
      <AskedField form={form} field="code" asked={ASKED.code} />
      <EntryGroup title={t('setup.company')}>
        <AskedField form={form} field="company" asked={ASKED.company} />
        <AskedField form={form} field="subname" asked={ASKED.subname} />
      </EntryGroup>
      <EntryGroup title={t('setup.administrator')}>
        <EntryPair>
          <AskedField form={form} field="person" asked={ASKED.person} />
          <AskedField form={form} field="username" asked={ASKED.username} />
        </EntryPair>
        <NewPassword entry={form} names={[form.typed.subname, form.typed.username]} />
      </EntryGroup>
    </EntryForm>
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
