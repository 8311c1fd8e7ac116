import { lazy, Suspense, useCallback, useState } from 'react';
import { openList } from '../use-report.ts';
import type { Lead } from './leads.ts';

const LeadMenu = lazy(() => import('./LeadMenu.tsx').then((room) => ({ default: room.LeadMenu })));

/** Where a press on a figure leads: to its one list; of several the reader chooses, in a menu below what was pressed. */
export function useLeads() {
  const [asked, setAsked] = useState<{ leads: readonly Lead[]; from: HTMLElement } | null>(null);
  const go = useCallback((leads: readonly Lead[], from: HTMLElement) => {
    const [first, ...others] = leads;
    if (first && others.length === 0) openList(first.list);
    else if (first) setAsked({ leads, from });
  }, []);
  const menu = asked && (
    <Suspense fallback={null}>
      <LeadMenu {...asked} onClose={() => setAsked(null)} />
    </Suspense>
  );
  return { go, menu };
}
export type Go = ReturnType<typeof useLeads>['go'];
