import { type KeyboardEvent, useId, useState } from 'react';
import { useText } from '#web/i18n/use-text.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { FieldNote, FieldNotes } from './FieldNote.tsx';
import css from './SignInForm.module.css';
import type { TextFieldProps } from './TextField.tsx';

/** A password with its eye and the caps-lock warning (AUTH-07). */
export function PasswordField({ input, name, label, autoComplete, maxLength, value, readOnly, fault, hint, onType }: TextFieldProps) {
  const { t } = useText();
  const id = useId();
  const [isShown, setShown] = useState(false);
  const [isCaps, setCaps] = useState(false);
  const watchCaps = (event: KeyboardEvent) => setCaps(event.getModifierState('CapsLock'));
  return (
    <div>
      <label className={css.label} htmlFor={id}>
        {label}
      </label>
      <div className={css.password}>
        <input
          ref={input}
          id={id}
          className={css.input}
          name={name}
          type={isShown ? 'text' : 'password'}
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
          maxLength={maxLength}
          value={value}
          readOnly={readOnly}
          aria-invalid={fault !== ''}
          aria-describedby={`${id}-fault ${id}-caps ${id}-hint`}
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
      <FieldNotes hint={hint}>
        <FieldNote id={`${id}-fault`} kind="fault" text={fault} />
        <FieldNote id={`${id}-caps`} kind="warning" text={isCaps ? t('signin.capsLock') : ''} />
      </FieldNotes>
      {hint && (
        <p id={`${id}-hint`} className={css.hint} hidden={fault !== ''}>
          {hint}
        </p>
      )}
    </div>
  );
}
