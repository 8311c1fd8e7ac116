import { useMemo, useRef, useState } from 'react';
import type { ClientSession } from '#web/api/session.ts';
import { Authenticator } from '#web/entry/factor/Authenticator.tsx';
import { CodeField } from '#web/entry/factor/CodeField.tsx';
import { RecoveryCodes } from '#web/entry/factor/RecoveryCodes.tsx';
import { useCode } from '#web/entry/factor/use-code.ts';
import { useText } from '#web/i18n/use-text.ts';
import { setUpOf } from '#web/proof/factor.ts';
import css from './Answer.module.css';
import { AnswerForm, type AnswerProps, answer } from './AnswerForm.tsx';

/** A role demands a second factor: it is set up before anything else, and its recovery codes are shown before the session begins. */
export function Begin({ question, onSignedIn, onLeave }: AnswerProps) {
  const { t } = useText();
  const setUp = useMemo(() => setUpOf(question, question.setUp, question, location.hostname), [question]);
  const title = useRef<HTMLHeadingElement>(null);
  const [session, setSession] = useState<ClientSession | null>(null);
  const entry = useCode('digits', async (code) => setSession(await answer(question, code)));
  if (session)
    return (
      <>
        <h3 className={css.title}>{t('factor.codesTitle')}</h3>
        <RecoveryCodes codes={setUp.codes} go={t('factor.kept')} onKept={() => onSignedIn(session)} />
      </>
    );
  return (
    <AnswerForm entry={entry} go={t(entry.busy ? 'factor.confirmBusy' : 'factor.confirm')} onLeave={onLeave} begin={title}>
      <h3 ref={title} tabIndex={-1} className={css.title}>
        {t('factor.setUpTitle')}
      </h3>
      <p className={css.about}>{t('factor.setUpAbout', { name: question.username })}</p>
      <Authenticator address={setUp.address} secret={setUp.key} />
      <h3 className={css.title}>{t('factor.enter')}</h3>
      <CodeField entry={entry} kind="digits" wrong="factor.setUpWrong" />
    </AnswerForm>
  );
}
