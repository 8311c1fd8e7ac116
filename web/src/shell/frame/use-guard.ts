import { useEffect } from 'react';
import { label as labelOf } from '#protocol/meta/naming.ts';
import { locale } from '#web/i18n/locale.ts';
import { say, sayList } from '#web/i18n/use-text.ts';
import { setAskLeave, useNav } from '#web/nav/store.ts';
import { ask } from '#web/ui/dialog.ts';

/** Nothing typed is lost unasked: closing a tab with unsaved work asks, and so does leaving the page. */
export function useGuard(): void {
  useEffect(() => {
    setAskLeave((tabs) =>
      ask({
        title: say('shell.leaveTitle'),
        body: say('shell.leaveBody', { names: sayList(tabs.map((tab) => labelOf(tab.label, locale()))) }),
        ok: say('shell.leave'),
        cancel: say('shell.stay'),
        danger: true,
      }),
    );
    const leaving = (event: BeforeUnloadEvent) => {
      if (useNav.getState().tabs.some((tab) => tab.dirty)) event.preventDefault();
    };
    addEventListener('beforeunload', leaving);
    return () => removeEventListener('beforeunload', leaving);
  }, []);
}
