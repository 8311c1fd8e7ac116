import { useEffect, useSyncExternalStore } from 'react';
import { callsInLine, onCallsInLine } from '#web/api/busy.ts';
import { useText } from '#web/i18n/use-text.ts';
import { closeToasts, toast } from '#web/ui/overlay/toast.ts';

const LINE = 'line of calls';

/** Says that the server is busy for as long as something waits to be sent again. */
export function useLine(): void {
  const { t } = useText();
  const waits = useSyncExternalStore(onCallsInLine, callsInLine) > 0;
  useEffect(() => {
    if (!waits) return;
    toast.info(t('shell.inLine'), { about: LINE, lasts: 0 });
    return () => closeToasts(LINE);
  }, [waits, t]);
}
