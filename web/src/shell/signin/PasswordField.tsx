import { type KeyboardEvent, useId, useState } from 'react';
import { useText } from '#web/i18n/use-text.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { FieldNote } from './FieldNote.tsx';
import css from './SignInForm.module.css';
import type { SignIn } from './use-sign-in.ts';

/** The password with its eye and the caps-lock warning (AUTH-07). */
export function PasswordField({ form, fault }: { form: SignIn; fault: string }) {
  const { t } = useText();
  const id = useId();
  const [isShown, setShown] = useState(false);
  const [isCaps, setCaps] = useState(false);
  const watchCaps = (event: KeyboardEvent) => setCaps(event.getModifierState('CapsLock'));
  return (
    <div>
      <label className={css.label} htmlFor={id}>
        {t('signin.password')}
      </label>
      <div className={css.password}>
        <input
          ref={form.inputs.password}
          id={id}
          className={css.input}
          name="password"
          type={isShown ? 'text' : 'password'}
          autoComplete="current-password"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={200}
          value={form.typed.password}
          readOnly={form.busy}
          aria-invalid={fault !== ''}
          aria-describedby={`${id}-fault ${id}-caps`}
          onChange={(event) => form.type('password', event.target.value)}
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
      <FieldNote id={`${id}-fault`} kind="fault" text={fault} />
      <FieldNote id={`${id}-caps`} kind="warning" text={isCaps ? t('signin.capsLock') : ''} />
    </div>
  );
}
