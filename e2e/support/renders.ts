import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';

const PROBE = readFileSync(new URL('./renders-probe.mjs', import.meta.url), 'utf8');

export interface Renders {
  /** components drawn again, by the `data-place` (a field) or the row that they stand in; elsewhere 'page', and 'frame' around the pages */
  drawn: Record<string, number>;
  /** components that stand there for the first time, in the same way */
  made: Record<string, number>;
  commits: number;
}

/** Counts, in every page of this window, which components React draws. */
export const countRenders = async (page: Page): Promise<void> => void (await page.addInitScript({ content: `(() => {${PROBE}})()` }));

/** What was drawn since the last time, once the page is at rest. */
export const takeRenders = (page: Page): Promise<Renders> =>
  page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(() => done(takeRenders()), 50)))');
