import { useText } from '#web/i18n/use-text.ts';
import { Check } from '#web/ui/Check.tsx';
import { flagsNow, withFlag } from './draft.ts';
import css from './Flags.module.css';
import type { RolesController } from './use-roles.ts';

/** The modules that a role opens: without one nobody comes to its tables by the menu. */
export function Flags({ it }: { it: RolesController }) {
  const { t, label } = useText();
  const { flags, own } = it.role!;
  const now = flagsNow(flags, it.draft);
  return (
    <fieldset className={css.flags}>
      <legend>{t('roles.modules')}</legend>
      {flags.map((flag) => {
        const on = now.includes(flag.code);
        return (
          // biome-ignore lint/a11y/noLabelWithoutControl: Check is one, and says its name itself
          <label key={flag.code} className={on === (flag.checked === 1) ? css.flag : `${css.flag} ${css.changed}`}>
            <Check
              label={label(flag)}
              checked={on}
              disabled={own === 1}
              onChange={({ target }) => it.change(withFlag(it.draft, flags, flag.code, target.checked))}
            />
            {label(flag)}
          </label>
        );
      })}
    </fieldset>
  );
}
