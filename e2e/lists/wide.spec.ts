import { expect, type Page } from '@playwright/test';
import { openLarge } from '../support/large.ts';
import { windowOf } from '../support/people.ts';
import { test } from '../support/test.ts';

const PASSWORD = process.env.JOURNEYS_PASSWORD ?? '';
const further = (page: Page) => page.getByRole('button', { name: /^更多列/ });
/** How many shades the cells have that stay at the right edge, in the head and in a row. */
const shades = (page: Page) =>
  page.evaluate(() =>
    [document.querySelector('[role=columnheader]:last-child'), document.querySelector('[role=row][id] [role=gridcell]:last-child')].map(
      (cell) => (getComputedStyle(cell!).boxShadow.match(/-\d+px 0px 0px 0px/g) ?? []).length,
    ),
  );
/** Scrolls the list sideways, by so much or to its end. */
const scroll = (page: Page, to: number) =>
  page.getByRole('grid').evaluate((grid, left) => {
    const box = [grid, ...grid.querySelectorAll('*')].find(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 400)!;
    box.scrollTo({ left });
  }, to);

test('LIST-04 the edge of a list says that columns lie beyond it, as long as some do, and a press brings them', async ({
  browser,
  baseURL,
}) => {
  const page = await windowOf(browser, baseURL!, 'applicant', PASSWORD);
  await openLarge(page, { rows: 50 });
  await expect(further(page)).toBeVisible();
  const beyond = await shades(page);
  expect(Math.min(...beyond)).toBeGreaterThan(1);
  // the last column that was whole in sight is in sight still
  const edge = (await page.getByRole('columnheader').last().boundingBox())!.x;
  const whole = await page
    .getByRole('columnheader')
    .evaluateAll(
      (all, at) => all.filter((head) => head.textContent && head.getBoundingClientRect().right <= at + 1).at(-1)!.textContent,
      edge,
    );
  await further(page).click();
  const stays = page.getByRole('columnheader', { name: whole!, exact: true });
  await expect.poll(async () => (await stays.boundingBox())!.x).toBeLessThan(edge - 200);
  expect((await stays.boundingBox())!.x).toBeGreaterThan(0);
  await expect(further(page)).toBeVisible();
  await scroll(page, 1_000_000);
  await expect(further(page)).toBeHidden();
  expect(await shades(page)).toEqual([1, 1]);
  await scroll(page, 0);
  await expect(further(page)).toBeVisible();
  expect(await shades(page)).toEqual(beyond);
  await page.context().close();
});

test('LIST-04 a list that has room for all its columns says nothing of others', async ({ browser, baseURL }) => {
  const page = await windowOf(browser, baseURL!, 'applicant', PASSWORD);
  await page.setViewportSize({ width: 2400, height: 900 });
  await page.goto('/main/list/initiation?myCode=zb');
  await page.locator('[role=row][id]').first().waitFor();
  await expect(further(page)).toBeHidden();
  await page.setViewportSize({ width: 900, height: 900 });
  await expect(further(page)).toBeVisible();
  await page.setViewportSize({ width: 2400, height: 900 });
  await expect(further(page)).toBeHidden();
  await page.context().close();
});
