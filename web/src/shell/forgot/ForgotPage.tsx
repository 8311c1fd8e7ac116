import { useEffect, useState } from 'react';
import { type NameFault, nameFault } from '#protocol/signin/names.ts';
import { mailing } from '#protocol/texts/mailing.ts';
import { call } from '#web/api/call.ts';
import { addRemarks } from '#web/api/error.ts';
import { ops } from '#web/api/ops.ts';
import { EntryForm, GoButton } from '#web/entry/EntryForm.tsx';
import { Notice } from '#web/entry/Notice.tsx';
import { OfflineNotice } from '#web/entry/OfflineNotice.tsx';
import { TextField } from '#web/entry/TextField.tsx';
import { useEntry } from '#web/entry/use-entry.ts';
import { addTexts } from '#web/i18n/catalogue.ts';
import { locale } from '#web/i18n/locale.ts';
import { FORGOT_EN, FORGOT_ZH } from '#web/i18n/parts/threshold/forgot.ts';
import { useText } from '#web/i18n/use-text.ts';
import { address, go, queryOf } from '#web/nav/address.ts';
import { Threshold } from '../signin/Threshold.tsx';
import { useHostPage } from '../signin/use-host-page.ts';
import css from './ForgotPage.module.css';

addTexts(FORGOT_ZH, FORGOT_EN);
addRemarks(mailing);

const FIELDS = ['subname', 'username'] as const;
type Field = (typeof FIELDS)[number];
type Names = Record<Field, string>;

/** /forgot: who forgot his password has a link mailed. What is told afterwards is the same whoever was named. */
export function ForgotPage() {
  const { t } = useText();
  const host = useHostPage();
  const [names, setNames] = useState<Names>(() => {
    const query = queryOf(address());
    return { subname: query.get('subname') ?? '', username: query.get('username') ?? '' };
  });
  const [isDone, setDone] = useState(false);
  const preset = host.page?.subname ?? '';
  if (isDone)
    return (
      <Threshold {...host} heading={t('forgot.done')} about={t('forgot.doneWhy')}>
        <p className={css.next}>{t('forgot.doneNext')}</p>
        <div className={css.ways}>
          <GoButton kind="primary" onClick={() => toSignIn(names)}>
            {t('forgot.back')}
          </GoButton>
          <GoButton onClick={() => setDone(false)}>{t('forgot.again')}</GoButton>
        </div>
      </Threshold>
    );
  // where no mail is sent, somebody else helps
  if (host.page && host.page.mail !== 1)
    return (
      <Threshold {...host} heading={t('forgot.title')} about={t('forgot.ask')}>
        <p className={css.next}>{t('forgot.askWhy')}</p>
        <GoButton kind="primary" onClick={() => toSignIn(names)}>
          {t('forgot.back')}
        </GoButton>
      </Threshold>
    );
  const done = (sent: Names) => {
    setNames(sent);
    setDone(true);
  };
  return (
    <Threshold {...host} heading={t('forgot.title')} about={t('forgot.about')}>
      <Form
        key={preset}
        begin={preset ? { ...names, subname: preset } : names}
        fixed={preset !== ''}
        offline={host.offline}
        onDone={done}
      />
    </Threshold>
  );
}

const toSignIn = (names: Names): void => go(`/login?${new URLSearchParams(names)}`);

const LABELS = { subname: 'signin.subname', username: 'signin.username' } as const;
const FAULTS = {
  subname: { empty: 'signin.subnameEmpty', format: 'signin.subnameFormat' },
  username: { empty: 'signin.usernameEmpty', format: 'signin.usernameFormat' },
} as const;

function faultsOf(typed: Names): Partial<Record<Field, NameFault>> {
  return Object.fromEntries(
    FIELDS.flatMap((field) => {
      const fault = nameFault(typed[field]);
      return fault ? [[field, fault]] : [];
    }),
  );
}

interface FormProps {
  begin: Names;
  /** the host says the company: it is not asked for */
  fixed: boolean;
  offline: boolean;
  onDone: (sent: Names) => void;
}

function Form({ begin, fixed, offline, onDone }: FormProps) {
  const { t } = useText();
  const form = useEntry<Field, NameFault>({
    fields: FIELDS,
    begin,
    faultsOf,
    send: async (typed) => {
      await call(ops.forgot, { ...typed, locale: locale() });
      onDone(typed);
    },
  });
  const asked = fixed ? FIELDS.slice(1) : FIELDS;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus is set once, when the form appears
  useEffect(() => form.inputs[asked.find((field) => !form.typed[field]) ?? 'username'].current?.focus(), []);
  const { failure } = form;
  return (
    <EntryForm
      form={form}
      go={t('forgot.go')}
      busy={t('forgot.busy')}
      foot={<GoButton onClick={() => toSignIn(form.typed)}>{t('forgot.back')}</GoButton>}
    >
      {failure ? failure.network ? <OfflineNotice /> : <Notice kind="failure" text={failure.remark} /> : offline && <OfflineNotice />}
      {asked.map((field) => {
        const fault = form.faults[field];
        return (
          <TextField
            key={field}
            input={form.inputs[field]}
            name={field}
            label={t(LABELS[field])}
            autoComplete={field === 'subname' ? 'organization' : 'username'}
            maxLength={60}
            value={form.typed[field]}
            readOnly={form.busy}
            fault={fault ? t(FAULTS[field][fault]) : ''}
            onType={(value) => form.type(field, value)}
          />
        );
      })}
    </EntryForm>
  );
}
