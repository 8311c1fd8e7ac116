import { useEffect, useState } from 'react';
import { entry } from '#protocol/texts/entry.ts';
import { addRemarks } from '#web/api/error.ts';
import { EntryForm, GoButton } from '#web/entry/EntryForm.tsx';
import { NewPassword } from '#web/entry/NewPassword.tsx';
import { Notice } from '#web/entry/Notice.tsx';
import { type NewPasswordFault, newPasswordFaults, type TypedTwice } from '#web/entry/new-password.ts';
import { OfflineNotice } from '#web/entry/OfflineNotice.tsx';
import { useEntry } from '#web/entry/use-entry.ts';
import { addTexts } from '#web/i18n/catalogue.ts';
import { ENTER_EN, ENTER_ZH } from '#web/i18n/parts/threshold/enter.ts';
import { useText } from '#web/i18n/use-text.ts';
import { go } from '#web/nav/address.ts';
import { Button } from '#web/ui/Button.tsx';
import { Threshold } from '../signin/Threshold.tsx';
import { useHostPage } from '../signin/use-host-page.ts';
import css from './EnterPage.module.css';
import { enter, type Whose } from './enter.ts';
import { type Found, useWhose } from './use-whose.ts';

addTexts(ENTER_ZH, ENTER_EN);
addRemarks(entry);

const WORDS = {
  invite: { heading: 'enter.invite', about: 'enter.inviteWhy' },
  reset: { heading: 'enter.reset', about: 'enter.resetWhy' },
  forgot: { heading: 'enter.reset', about: 'enter.resetWhy' },
} as const;

/** /enter#link: who was given a one-time link sets his password, then signs in. */
export function EnterPage() {
  const { t } = useText();
  const host = useHostPage();
  const found = useWhose();
  const [isDone, setDone] = useState(false);
  const { whose, over } = found;
  if (isDone && whose)
    return (
      <Threshold {...host} heading={t('enter.done')} about={t('enter.doneWhy')}>
        <Names whose={whose} />
        <SignIn whose={whose} />
      </Threshold>
    );
  if (over)
    return (
      <Threshold {...host} heading={t('enter.over')} about={t('enter.overWhy')}>
        <p className={css.next}>{t('enter.overNext')}</p>
        <SignIn />
      </Threshold>
    );
  const words = WORDS[whose?.purpose ?? 'invite'];
  return (
    <Threshold {...host} heading={t(words.heading)} about={whose ? t(words.about) : '\u00a0'}>
      {whose ? <Form key={found.link} link={found.link} whose={whose} onDone={() => setDone(true)} /> : <Asking found={found} />}
    </Threshold>
  );
}

function Asking({ found: { failure, again } }: { found: Found }) {
  const { t } = useText();
  if (!failure) return <div className={css.waiting} role="status" aria-label={t('ui.loading')} />;
  return (
    <>
      {failure.network ? <OfflineNotice /> : <Notice kind="failure" text={failure.remark} />}
      <Button size="medium" className={css.again} onClick={again}>
        {t('ui.retry')}
      </Button>
    </>
  );
}

const FIELDS = ['password', 'again'] as const satisfies readonly (keyof TypedTwice)[];

function Form({ link, whose, onDone }: { link: string; whose: Whose; onDone: () => void }) {
  const { t } = useText();
  const names = [whose.subname, whose.username];
  const form = useEntry<keyof TypedTwice, NewPasswordFault>({
    fields: FIELDS,
    faultsOf: (typed) => newPasswordFaults(typed, { names }),
    send: async ({ password }) => {
      await enter(link, whose, password);
      onDone();
    },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus is set once, when the form appears
  useEffect(() => form.inputs.password.current?.focus(), []);
  const { failure } = form;
  return (
    <EntryForm form={form} go={t('enter.go')} busy={t('enter.busy')}>
      {failure && (failure.network ? <OfflineNotice /> : <Notice kind="failure" text={failure.remark} />)}
      <Names whose={whose} />
      {/* what keeps passwords learns whose it is */}
      <input type="hidden" name="username" autoComplete="username" value={whose.username} readOnly />
      <NewPassword entry={form} names={names} />
    </EntryForm>
  );
}

function Names({ whose }: { whose: Whose }) {
  const { t, locale } = useText();
  const english = locale === 'en_US';
  return (
    <dl className={css.names}>
      <dt>{t('enter.company')}</dt>
      <dd>{(english && whose.company_en) || whose.company}</dd>
      <dt>{t('enter.person')}</dt>
      <dd>{(english && whose.person_en) || whose.person}</dd>
      <dt>{t('signin.subname')}</dt>
      <dd>{whose.subname}</dd>
      <dt>{t('signin.username')}</dt>
      <dd>{whose.username}</dd>
    </dl>
  );
}

function SignIn({ whose }: { whose?: Whose }) {
  const { t } = useText();
  const to = whose ? `/login?subname=${whose.subname}&username=${whose.username}` : '/login';
  return (
    <GoButton kind="primary" onClick={() => go(to, 'replace')}>
      {t('enter.signIn')}
    </GoButton>
  );
}
