import { useId } from 'react';
import type { RuleState } from '#protocol/signin/password.ts';
import { addTexts, type TextKey } from '#web/i18n/catalogue.ts';
import { PASSWORD_EN, PASSWORD_ZH } from '#web/i18n/parts/password.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Icon } from '#web/ui/Icon.tsx';
import css from './NewPassword.module.css';
import { goesAstray, type NewPasswordFault, type TypedTwice, toldRules, type Whose } from './new-password.ts';
import { PasswordField } from './PasswordField.tsx';
import type { Entry } from './use-entry.ts';

addTexts(PASSWORD_ZH, PASSWORD_EN);

const FAULTS: Readonly<Record<NewPasswordFault, TextKey>> = {
  empty: 'password.newEmpty',
  format: 'password.format',
  length: 'password.length',
  common: 'password.common',
  same: 'password.same',
  differs: 'password.differs',
};
const RULES = {
  length: 'password.ruleLength',
  letters: 'password.ruleLetters',
  uncommon: 'password.ruleUncommon',
  other: 'password.ruleOther',
} as const satisfies Record<string, TextKey>;
const STATES: Readonly<Record<RuleState, TextKey>> = { open: 'password.open', met: 'password.met', broken: 'password.broken' };
const MARKS = { met: 'check', broken: 'close' } as const;

interface NewPasswordProps extends Whose {
  /** a form that has these two fields, beside others of its own */
  entry: Pick<Entry<keyof TypedTwice, NewPasswordFault>, 'typed' | 'faults' | 'inputs' | 'busy' | 'type'>;
  /** what the first is called where it is no first password */
  label?: TextKey;
}

/** A new password and the same again, with the rules told while it is typed (AUTH-15). */
export function NewPassword({ entry, names, old, label = 'signin.password' }: NewPasswordProps) {
  const { t } = useText();
  const rules = useId();
  const { typed, faults, inputs, busy, type } = entry;
  const common = { autoComplete: 'new-password', maxLength: 200, readOnly: busy };
  const again = faults.again ?? (goesAstray(typed) ? 'differs' : undefined);
  return (
    <>
      <PasswordField
        {...common}
        input={inputs.password}
        name="password"
        label={t(label)}
        value={typed.password}
        fault={faults.password ? t(FAULTS[faults.password]) : ''}
        about={rules}
        onType={(value) => type('password', value)}
      />
      <PasswordField
        {...common}
        input={inputs.again}
        name="again"
        label={t('password.again')}
        value={typed.again}
        fault={again ? t(again === 'empty' ? 'password.againEmpty' : FAULTS[again]) : ''}
        onType={(value) => type('again', value)}
      />
      <ul id={rules} className={css.rules}>
        {toldRules(typed.password, { names, old }).map(([rule, state]) => (
          <li key={rule} className={css[state]}>
            {state === 'open' ? <span className={css.dot} aria-hidden="true" /> : <Icon name={MARKS[state]} />}
            {t(RULES[rule])}
            <span className="sr">{t(STATES[state])}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
