import { type KeyboardEvent, useId, useState } from 'react';
import { useText } from '#web/i18n/use-text.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { FieldNote, FieldNotes } from './FieldNote.tsx';
import css from './PasswordField.module.css';
import line from './TextField.module.css';
import type { TextFieldProps } from './TextField.tsx';

interface PasswordFieldProps extends TextFieldProps {
  /** id of what says more of it elsewhere */
  about?: string;
}

/** A password with its eye and the caps-lock warning (AUTH-07). */
export function PasswordField(props: PasswordFieldProps) {
  const { input, name, label, autoComplete, maxLength, value, readOnly, fault, about = '', onType } = props;
  const { t } = useText();
  const id = useId();
  const [isShown, setShown] = useState(false);
  const [isCaps, setCaps] = useState(false);
  const watchCaps = (event: KeyboardEvent) => setCaps(event.getModifierState('CapsLock'));
  return (
    <div>
      <label className={line.label} htmlFor={id}>
        {label}
      </label>
      <div className={css.password}>
        <input
          ref={input}
          id={id}
          className={line.input}
          name={name}
          type={isShown ? 'text' : 'password'}
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
          maxLength={maxLength}
          value={value}
          readOnly={readOnly}
          aria-invalid={fault !== ''}
          aria-describedby={`${id}-fault ${id}-caps ${about}`}
          onChange={(event) => onType(event.target.value)}
          onKeyDown={watchCaps}
          onKeyUp={watchCaps}
          onBlur={() => setCaps(false)}
        />
        <button
          type="button"
          className={css.eye}
          aria-pressed={isShown}
          aria-label={t('signin.showPassword')}
          title={isShown ? t('signin.hidePassword') : t('signin.showPassword')}
          onClick={() => setShown(!isShown)}
        >
          <Icon name={isShown ? 'eye-off' : 'eye'} />
        </button>
      </div>
      <FieldNotes>
        <FieldNote id={`${id}-fault`} kind="fault" text={fault} />
        <FieldNote id={`${id}-caps`} kind="warning" text={isCaps ? t('signin.capsLock') : ''} />
      </FieldNotes>
    </div>
  );
}
