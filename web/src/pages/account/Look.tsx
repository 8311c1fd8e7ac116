import { useId, useSyncExternalStore } from 'react';
import { choice, choose, onChoices } from '#web/choices/choices.ts';
import { chooseLocale } from '#web/i18n/locale.ts';
import { useText } from '#web/i18n/use-text.ts';
import { Radio } from '#web/ui/controls.ts';
import { useThemeChoice } from '#web/ui/ThemeProvider.tsx';
import { Line } from './Line.tsx';
import css from './Look.module.css';

/** Language, theme, density of lists and side menu: kept by the server, the same on every machine. */
export function Look() {
  const { t, locale } = useText();
  const [theme, chooseTheme] = useThemeChoice();
  const side = useSyncExternalStore(onChoices, () => choice('side')) ?? 'open';
  const density = useSyncExternalStore(onChoices, () => choice('density')) ?? 'normal';
  return (
    <>
      <p className={css.why}>{t('account.lookWhy')}</p>
      <Choice
        label={t('account.language')}
        value={locale}
        options={[
          ['zh_CN', '简体中文'],
          ['en_US', 'English'],
        ]}
        onChoose={chooseLocale}
      />
      <Choice
        label={t('account.theme')}
        value={theme}
        options={[
          ['system', t('account.themeSystem')],
          ['light', t('account.themeLight')],
          ['dark', t('account.themeDark')],
        ]}
        onChoose={chooseTheme}
      />
      <Choice
        label={t('account.density')}
        value={density}
        options={[
          ['dense', t('account.dense')],
          ['normal', t('account.normal')],
          ['roomy', t('account.roomy')],
        ]}
        onChoose={(value) => choose('density', value)}
      />
      <Choice
        label={t('account.side')}
        value={side}
        options={[
          ['open', t('account.sideOpen')],
          ['folded', t('account.sideFolded')],
          ['hidden', t('account.sideHidden')],
        ]}
        onChoose={(value) => choose('side', value)}
      />
    </>
  );
}

interface ChoiceProps<V extends string> {
  label: string;
  value: V;
  options: readonly (readonly [V, string])[];
  onChoose: (value: V) => void;
}

function Choice<V extends string>({ label, value, options, onChoose }: ChoiceProps<V>) {
  const name = useId();
  return (
    <Line label={label}>
      <Radio.Group
        name={name}
        aria-label={label}
        value={value}
        options={options.map(([id, words]) => ({ value: id, label: words }))}
        onChange={(event) => onChoose(event.target.value as V)}
      />
    </Line>
  );
}
