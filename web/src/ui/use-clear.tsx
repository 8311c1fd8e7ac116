import { useText } from '#web/i18n/use-text.ts';
import { Icon } from './Icon.tsx';

/** `allowClear` of a text box: what antd draws there itself is called by an English name, whatever the language. */
export function useClear(): { clearIcon: React.ReactNode } {
  const { t } = useText();
  return {
    clearIcon: (
      <span role="img" aria-label={t('fields.clear')}>
        <Icon name="close" size={14} />
      </span>
    ),
  };
}

/** The same of a list of choices, `false` where it cannot be emptied. */
export function useClearLabel(may = true): false | { label: string } {
  const { t } = useText();
  return may && { label: t('fields.clear') };
}
