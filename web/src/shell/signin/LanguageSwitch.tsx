import type { Locale } from '#protocol/codes.ts';
import { chooseLocale } from '#web/i18n/locale.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Icon } from '#web/ui/Icon.tsx';
import css from './LanguageSwitch.module.css';

/** Each language in its own words. */
const LANGUAGES: Record<Locale, string> = { zh_CN: '简体中文', en_US: 'English' };

export function LanguageSwitch() {
  const { t, locale } = useText();
  return (
    <label className={css.switch}>
      <Icon name="globe" />
      <span aria-hidden="true">{LANGUAGES[locale]}</span>
      <Icon name="down" />
      <select aria-label={t('signin.language')} value={locale} onChange={(event) => chooseLocale(event.target.value as Locale)}>
        {Object.entries(LANGUAGES).map(([id, name]) => (
          <option key={id} value={id} lang={id === 'zh_CN' ? 'zh-CN' : 'en'}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
