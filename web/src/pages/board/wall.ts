import { createContext, use, useEffect } from 'react';

/** The board stands on a wall, where nobody presses anything. */
export const Wall = createContext(false);

/** ms that each tab of a part stands on a wall. */
const TURN = 30_000;

/** On a wall tabs come one after the other. */
export function useTurns(tabs: readonly string[], shown: string | undefined, show: (tab: string) => void): void {
  const isWall = use(Wall);
  useEffect(() => {
    if (!isWall || tabs.length < 2) return;
    const timer = setTimeout(() => show(tabs[(tabs.indexOf(shown ?? '') + 1) % tabs.length]!), TURN);
    return () => clearTimeout(timer);
  }, [isWall, tabs, shown, show]);
}
