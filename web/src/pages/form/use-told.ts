import { useEffect, useRef } from 'react';
import { onTold } from '#web/api/told.ts';
import { invalidateRecord } from '#web/api/use-op.ts';
import { useReturn, useTab } from '#web/nav/use-tab.ts';

/**
 * What others do with the record is seen as it happens: asked again when the channel tells of it, or begins to, and when the tab comes back. While nobody
 * looks (another tab, another window before it) nothing is asked, because opening a record reads its notices.
 */
export function useTold(cloud: string, id: number): void {
  const { active } = useTab();
  const late = useRef(false);
  useReturn(() => id > 0 && invalidateRecord(cloud, id));
  useEffect(() => {
    if (id === 0 || !active) return;
    const look = () => {
      if (document.visibilityState !== 'visible') late.current = true;
      else {
        late.current = false;
        void invalidateRecord(cloud, id);
      }
    };
    const again = () => late.current && look();
    const stop = onTold((of) => (of === null || (of.cloud === cloud && of.id === id)) && look());
    document.addEventListener('visibilitychange', again);
    return () => {
      stop();
      document.removeEventListener('visibilitychange', again);
    };
  }, [cloud, id, active]);
}
