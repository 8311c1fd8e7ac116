import { useState } from 'react';
import { factor } from '#protocol/texts/factor.ts';
import { addRemarks } from '#web/api/error.ts';
import { CodeField } from '#web/entry/factor/CodeField.tsx';
import { useCode } from '#web/entry/factor/use-code.ts';
import { addTexts } from '#web/i18n/catalogue.ts';
import { FACTOR_EN, FACTOR_ZH } from '#web/i18n/parts/factor.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Button } from '#web/ui/Button.tsx';
import css from './Answer.module.css';
import { AnswerForm, type AnswerProps, answer } from './AnswerForm.tsx';
import { Begin } from './Begin.tsx';

addTexts(FACTOR_ZH, FACTOR_EN);
addRemarks(factor);

/** After the password: the second factor, or its set-up where a role demands it. */
export function Answer(props: AnswerProps) {
  return props.question.setUp ? <Begin {...props} /> : <Ask {...props} />;
}

type Kind = 'digits' | 'recovery';

function Ask(props: AnswerProps) {
  const [kind, setKind] = useState<Kind>('digits');
  return <AskFor key={kind} {...props} kind={kind} onOther={() => setKind(kind === 'digits' ? 'recovery' : 'digits')} />;
}

function AskFor({ question, onSignedIn, onLeave, kind, onOther }: AnswerProps & { kind: Kind; onOther: () => void }) {
  const { t } = useText();
  const isDigits = kind === 'digits';
  const entry = useCode(kind, async (code) => onSignedIn(await answer(question, code)));
  return (
    <AnswerForm entry={entry} go={t(entry.busy ? 'factor.busy' : 'factor.go')} onLeave={onLeave}>
      <h3 className={css.title}>{t('factor.title')}</h3>
      <p className={css.about}>{t(isDigits ? 'factor.about' : 'factor.aboutRecovery', { name: question.username })}</p>
      <CodeField entry={entry} kind={kind} />
      <Button kind="link" className={css.other} onClick={onOther}>
        {t(isDigits ? 'factor.byRecovery' : 'factor.byCode')}
      </Button>
      {!isDigits && <p className={css.lost}>{t('factor.lostBoth')}</p>}
    </AnswerForm>
  );
}
