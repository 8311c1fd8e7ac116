import { type Asked, AskedField } from '#web/entry/AskedField.tsx';
import { useText } from '#web/i18n/use-text.ts';
import { IconButton } from '#web/ui/Button.tsx';
import css from './Captcha.module.css';
import type { Fault } from './register.ts';
import type { RegisterForm } from './use-register.ts';

const ASKED: Asked<Fault> = {
  label: 'register.captcha',
  hint: 'register.captchaHint',
  faults: { empty: 'register.captchaEmpty', differs: 'register.captchaWrong' },
  most: 8,
  complete: 'off',
};

/** Four digits to be typed, beside where they are typed. */
export function Captcha({ form }: { form: RegisterForm }) {
  const { t } = useText();
  return (
    <div className={css.captcha}>
      <AskedField form={form} field="captcha" asked={ASKED} refused={form.refused.captcha ?? ''} />
      <output className={css.digits} aria-label={t('register.captchaShown', { digits: form.digits })}>
        {form.digits}
      </output>
      <IconButton icon="refresh" size="touch" label={t('register.captchaAgain')} onClick={form.drawAgain} />
    </div>
  );
}
