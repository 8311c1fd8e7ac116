import { useEffect } from 'react';
import { label as labelOf } from '#protocol/meta/naming.ts';
import { locale } from '#web/i18n/locale.ts';
import { say, sayList } from '#web/i18n/use-text.ts';
import { COPY_OF, type TabLabel } from '#web/nav/page.ts';
import { setGoOn, setMayLeave, useNav } from '#web/nav/store.ts';
import { isAtRisk, type Tab } from '#web/nav/tabs.ts';
import { ask } from '#web/ui/overlay/dialog.ts';
import { toast } from '#web/ui/overlay/toast.ts';

export const namesOf = (labels: readonly TabLabel[]): string => sayList([...new Set(labels.map((each) => labelOf(each, locale())))]);

/** Where what is kept comes back: a copy only where the same record is copied again, for a new record begins empty. */
export const keptWords = (tabs: readonly Pick<Tab, 'page'>[]): 'shell.kept' | 'shell.keptCopy' =>
  tabs.every(({ page }) => page.query?.[COPY_OF] !== undefined) ? 'shell.keptCopy' : 'shell.kept';

/** What is typed is kept whatever closes its tab, and that is said; only what cannot be kept (a file on its way) is asked about. */
async function mayLeave(tabs: readonly Tab[]): Promise<boolean> {
  const risky = tabs.filter(isAtRisk);
  const names = namesOf((risky.length > 0 ? risky : tabs).map((tab) => tab.label));
  if (risky.length > 0)
    return ask({
      title: say('shell.leaveTitle'),
      body: say('shell.leaveBody', { names }),
      ok: say('shell.leave'),
      cancel: say('shell.stay'),
      danger: true,
    });
  toast.info(say(keptWords(tabs), { names }));
  return true;
}

export function useGuard(): void {
  useEffect(() => {
    setMayLeave(mayLeave);
    setGoOn(
      (closed) =>
        void import('./tabs/follow.ts').then(
          (room) => room.follow(closed),
          () => toast.error(say('ui.brokenWhy')),
        ),
    );
    const leaving = (event: BeforeUnloadEvent) => {
      if (useNav.getState().tabs.some(isAtRisk)) event.preventDefault();
    };
    addEventListener('beforeunload', leaving);
    return () => removeEventListener('beforeunload', leaving);
  }, []);
}
