import { useEffect, useRef } from 'react';
import { tableOf } from '#web/api/table-of.ts';
import { DEFINED, onTold, type RecordRef } from '#web/api/told.ts';
import { invalidateRecord } from '#web/api/use-op.ts';
import { useReturn, useTab } from '#web/nav/use-tab.ts';
import { gather } from './gather.ts';

/** ms between two askings for what the channel tells: it may tell of twenty decisions in a row. */
const REST = 2_000;

/**
 * What stands on screen follows what others do: `ask` is called when the channel tells of a record that `shows` here, when more may have
 * happened than was told, and when the tab or the window comes back, which is all that reaches whom nothing is told. While nobody looks nothing
 * is asked: opening a record reads its notices, and what comes back asks anyway.
 */
export function useFollow(shows: (of: RecordRef) => boolean, ask: () => unknown): void {
  useTold((of) => of === null || (of !== DEFINED && shows(of)), ask);
}

/** The same for what shows who may do what: that changes with a role, and with who has it. */
export function useFollowRights(ask: () => unknown): void {
  useTold((of) => of === null || of === DEFINED || of.cloud === 'role' || of.cloud === 'user', ask);
}

type Told = Parameters<Parameters<typeof onTold>[0]>[0];

function useTold(concerns: (of: Told) => boolean, ask: () => unknown): void {
  const { active } = useTab();
  const now = useRef({ concerns, ask });
  now.current = { concerns, ask };
  useReturn(ask);
  useEffect(() => {
    if (!active) return;
    const { call, stop } = gather(() => now.current.ask(), REST);
    const isSeen = () => document.visibilityState === 'visible';
    const hear = onTold((of) => isSeen() && now.current.concerns(of) && call());
    const comeBack = () => isSeen() && call();
    document.addEventListener('visibilitychange', comeBack);
    return () => {
      hear();
      stop();
      document.removeEventListener('visibilitychange', comeBack);
    };
  }, [active]);
}

/** The same for one record, with all that is shown of it; one that is not saved yet (0) is nobody else's. */
export function useFollowRecord(cloud: string, id: number): void {
  useFollow(
    (of) => id > 0 && of.id === id && tableOf(of.cloud) === tableOf(cloud),
    () => id > 0 && invalidateRecord(cloud, id),
  );
}
