import { type ReactNode, type RefObject, useEffect } from 'react';
import { call } from '#web/api/call.ts';
import { ops } from '#web/api/ops.ts';
import type { ClientSession } from '#web/api/session.ts';
import type { WholeCodeEntry } from '#web/entry/factor/use-code.ts';
import { Notice } from '#web/entry/Notice.tsx';
import { OfflineNotice } from '#web/entry/OfflineNotice.tsx';
import { useText } from '#web/i18n/use-text.ts';
import { Button } from '#web/ui/Button.tsx';
import type { Question } from '../form/sign-in.ts';
import css from './Answer.module.css';

export interface AnswerProps {
  question: Question;
  onSignedIn: (session: ClientSession) => void;
  /** back to the password */
  onLeave: () => void;
}

/** Sends the code; what comes back is the session. */
export const answer = async ({ ticket, finish }: Question, code: string): Promise<ClientSession> =>
  finish((await call(ops.factor, { ticket, code })).data);

/** A code and what becomes of it. Where the ticket is over nothing is left but the way back. */
export function AnswerForm(props: {
  entry: WholeCodeEntry;
  go: string;
  onLeave: () => void;
  /** what has the focus first, if not the code */
  begin?: RefObject<HTMLElement | null>;
  children: ReactNode;
}) {
  const { entry, go, onLeave, begin = entry.inputs.code, children } = props;
  const { t } = useText();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus is set once, when the form appears
  useEffect(() => begin.current?.focus(), []);
  const { failure } = entry;
  return (
    <form
      className={css.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void entry.submit();
      }}
    >
      {failure?.network && <OfflineNotice />}
      {failure && !failure.network && failure.code !== 301 && <Notice kind="failure" text={failure.remark} />}
      {children}
      {failure?.code !== 401 && (
        <Button type="submit" kind="primary" busy={entry.busy} className={css.go}>
          {go}
        </Button>
      )}
      <Button kind="quiet" size="medium" icon="left" className={css.back} onClick={onLeave}>
        {t('factor.back')}
      </Button>
    </form>
  );
}
