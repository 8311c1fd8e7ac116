import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';

interface Found {
  id: string;
  nodes: { html: string }[];
}

/** Lists and dialogs that open or close. */
const MOVING = ['appear', 'enter', 'leave'].map((way) => `[class*="-${way}-active"]`).join();

/**
 * What a screen reader or a keyboard would stumble over, by axe; `what` is said where something is found. What is being asked anew
 * stands pale for a moment and says so (aria-busy): it is looked at when the answer is there. So is what comes and goes, when it has come or gone.
 * `waiting`: so many wait for what is asked in a dialog.
 */
export async function isReachable(page: Page, what: string, waiting = 0): Promise<void> {
  let found = await look(page, waiting);
  // what is asked anew in the midst of it (another window saved) is pale: what is wrong is so at a second look too
  if (found.length > 0) found = await look(page, waiting);
  expect(
    found.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`),
    what,
  ).toEqual([]);
}

async function look(page: Page, waiting: number): Promise<Found[]> {
  await expect(page.locator('[aria-busy="true"]').filter({ visible: true })).toHaveCount(waiting);
  // what goes on moving is looked at as it is
  await expect(page.locator(MOVING).filter({ visible: true }))
    .toHaveCount(0, { timeout: 3_000 })
    .catch(() => undefined);
  await page.evaluate(axe.source);
  return (await page.evaluate(`axe.run(document, { resultTypes: ['violations'] }).then((told) => told.violations)`)) as Found[];
}
