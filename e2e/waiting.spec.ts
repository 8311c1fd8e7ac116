import { expect, type Page, type Route, test } from '@playwright/test';
import { applyFor } from './support/initiation.ts';
import { windowFor } from './support/people.ts';
import { Person } from './support/wire.ts';

const PASSWORD = process.env.JOURNEYS_PASSWORD ?? '';
const signIn = (url: string, username: string) => Person.signIn(url, username, 'demo', PASSWORD);

/** What a page asks of a list, where its filters say `about`: held until it is let go. */
async function hold(page: Page, cloud: string, about = ''): Promise<() => Promise<void>> {
  const held: Route[] = [];
  await page.route(asksPage, (route) => {
    const asked = new URLSearchParams(route.request().postData() ?? '');
    if (asked.get('cloud') !== cloud || !(asked.get('filters') ?? '').includes(about)) return route.fallback();
    held.push(route);
  });
  return async () => {
    await expect.poll(() => held.length).toBeGreaterThan(0);
    await page.unroute(asksPage);
    for (const route of held) await route.fallback().catch(() => undefined);
  };
}

const asksPage = (url: URL) => url.searchParams.get('op') === 'Page';

test('DESK-03 while the answer is on its way no tab shows the rows of another, and what a keyword finds takes the place of dimmed ones', async ({
  browser,
  baseURL,
}) => {
  const about = Date.now() % 100_000;
  const [waiting, handled] = [`待审的堆场${about}`, `已审的堆场${about}`];
  const applicant = await signIn(baseURL!, 'applicant');
  const head = await signIn(baseURL!, 'depthead');
  await applyFor(applicant, waiting, '460.00');
  const id = await applyFor(applicant, handled, '460.00');
  expect(await head.call('/app', 'Modify', { cloud: 'initiation', id, _event: 21, remark: '同意' })).toMatchObject({ code: 200 });
  const page = await windowFor(browser, head);
  await page.goto('/main?myCode=zb');
  const row = (name: string) => page.getByRole('listitem').filter({ hasText: name });
  await expect(row(waiting)).toBeVisible();

  const release = await hold(page, 'todo', '[3,5]');
  await page.getByRole('tab', { name: /^我已处理/ }).click();
  await expect(page.getByRole('tabpanel').getByRole('status', { name: '正在加载' }).filter({ visible: true })).toBeVisible();
  await expect(row(waiting)).toHaveCount(0);
  await release();
  await expect(row(handled)).toBeVisible();
  await expect(row(waiting)).toHaveCount(0);

  const find = await hold(page, 'todo', '"key_word"');
  const list = page.getByRole('list').filter({ has: page.locator('[data-row]') });
  await expect(list).not.toHaveAttribute('aria-busy', 'true');
  await page.getByRole('textbox', { name: '事项、单号' }).fill(`没有这样的事项${about}`);
  await expect(list).toHaveAttribute('aria-busy', 'true');
  await expect(row(handled)).toBeVisible();
  await find();
  await expect(row(handled)).toHaveCount(0);
  await page.context().close();
});
