import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';

interface Found {
  id: string;
  nodes: { html: string }[];
}

/** What a screen reader or a keyboard would stumble over, by axe; `what` is said where something is found. */
export async function isReachable(page: Page, what: string): Promise<void> {
  await page.evaluate(axe.source);
  const found = (await page.evaluate(`axe.run(document, { resultTypes: ['violations'] }).then((told) => told.violations)`)) as Found[];
  expect(
    found.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`),
    what,
  ).toEqual([]);
}
