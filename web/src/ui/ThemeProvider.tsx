import { ConfigProvider } from 'antd';
import enUS from 'antd/locale/en_US';
import zhCN from 'antd/locale/zh_CN';
import { type ReactNode, useLayoutEffect, useMemo, useSyncExternalStore } from 'react';
import { useLocale } from '#web/i18n/use-text.ts';
import { antdTheme } from '#web/theme/antd.ts';
import { chooseTheme, onTheme, prefersStill, standIn, type ThemeChoice, themeChoice, themeName } from '#web/theme/mode.ts';
import { Icon } from './Icon.tsx';
import { Questions } from './overlay/Dialog.tsx';
import { Toasts } from './overlay/Toasts.tsx';
import { usePhone } from './use-media.ts';

/** Dresses antd, and holds the one place for toasts and questions. Stands around the whole application. */
export function ThemeProvider({ children }: { children: ReactNode }) {
  const locale = useLocale();
  const name = useSyncExternalStore(onTheme, themeName);
  const touch = usePhone();
  const theme = useMemo(() => antdTheme(name, { still: prefersStill(), touch }), [name, touch]);
  return (
    <ConfigProvider theme={theme} locale={locale === 'en_US' ? enUS : zhCN} {...AS_OURS}>
      {children}
      <Questions />
      <Toasts />
    </ConfigProvider>
  );
}

/** What antd draws in its own way unless it is told. */
const AS_OURS = {
  button: { autoInsertSpace: false },
  wave: { disabled: true },
  select: { suffixIcon: <Icon name="down" size={14} /> },
  datePicker: { suffixIcon: <Icon name="calendar" size={14} /> },
  timePicker: { suffixIcon: <Icon name="history" size={14} /> },
};

export function useThemeChoice(): [ThemeChoice, (choice: ThemeChoice) => void] {
  return [useSyncExternalStore(onTheme, themeChoice), chooseTheme];
}

/** While this is on screen it is dark, whatever was chosen: a wall is. */
export function useDark(isDark: boolean): void {
  useLayoutEffect(() => {
    if (!isDark) return;
    standIn('dark');
    return () => standIn(null);
  }, [isDark]);
}
