import type { Tab } from './tabs.ts';

/** How a tab came to its end whose opener names what follows: 200 where something was done in it, 100 where it was only closed (FRAME-12). */
export interface Closed {
  code: 200 | 100;
  url: string;
}

/** What follows the tabs that close: of one that is closed by itself. Who closes several leaves them. */
export function closedOf(tabs: readonly Tab[], keys: readonly string[]): Closed | null {
  const [tab, ...more] = tabs.filter(({ key, home }) => !home && keys.includes(key));
  return tab?.follow && more.length === 0 ? { code: tab.done ? 200 : 100, url: tab.follow } : null;
}
