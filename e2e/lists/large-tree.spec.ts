import { expect, type Page } from '@playwright/test';
import { isReachable } from '../support/axe.ts';
import { windowOf } from '../support/people.ts';
import { test } from '../support/test.ts';

const PASSWORD = process.env.JOURNEYS_PASSWORD ?? '';
/** What stands whole on the first page of the demonstration is refused here as a tree of over 5,000 nodes is. */
async function asIfLarge(page: Page): Promise<string[]> {
  const asked: string[] = [];
  await page.route('**/app?op=Tree', async (route) => {
    const form = new URLSearchParams(route.request().postData() ?? '');
    asked.push(form.has('id') ? `below ${form.get('id')}` : form.has('way') ? 'way' : 'whole');
    const isWhole = !form.has('id') && !form.has('way');
    await (isWhole ? route.fulfill({ json: { code: 341, remark: '记录超过限制' } }) : route.continue());
  });
  return asked;
}
const node = (page: Page, name: string | RegExp) => page.getByRole('treeitem', { name });

for (const locale of ['zh_CN', 'en_US'] as const) {
  const words =
    locale === 'zh_CN'
      ? { large: '节点很多，逐级展开', none: '没有找到', add: '新建下级', all: '全部展开' }
      : { large: 'Large tree', none: 'Nothing found', add: 'New below', all: 'Expand all' };
  test(`PAGES-03 a tree of more nodes than are read at once opens level by level, is searched by the server and found by its address: ${locale}`, async ({
    browser,
    baseURL,
  }) => {
    const page = await windowOf(browser, baseURL!, 'admin', PASSWORD, locale);
    const asked = await asIfLarge(page);
    await page.goto('/main/tree/department?myCode=SYS');
    await expect(page.getByText(words.large)).toBeVisible();
    const top = page.getByRole('treeitem').first();
    await expect(top).toHaveAttribute('aria-expanded', 'true');
    const second = page.locator('[role=treeitem][aria-level="2"][aria-expanded="false"]').first();
    await expect(second).toBeVisible();
    await expect(page.locator('[role=treeitem][aria-level="3"]')).toHaveCount(0);
    await expect(page.getByRole('button', { name: words.all })).toHaveCount(0);
    await isReachable(page, 'a tree read by levels');

    await second.click();
    await page.keyboard.press('ArrowRight');
    await expect(page.locator('[role=treeitem][aria-level="3"]').first()).toBeVisible();
    expect(asked.filter((one) => one.startsWith('below')).length).toBeGreaterThanOrEqual(3);

    const seek = page.getByRole('search').getByRole('textbox');
    await seek.fill('010102');
    await expect(node(page, /010102/)).toHaveAttribute('aria-level', '3');
    await expect(page.getByRole('treeitem')).toHaveCount(3);
    await node(page, /010102/).click();
    await expect(page).toHaveURL(/_at=\d+/);
    const address = page.url();
    await seek.fill('no such node 没有');
    await expect(page.getByRole('heading', { name: words.none })).toBeVisible();
    await seek.fill('');
    await expect(node(page, /./).first()).toBeVisible();

    const other = await page.context().newPage();
    await asIfLarge(other);
    await other.goto(address);
    await expect(other.locator('[role=treeitem][aria-selected=true]')).toHaveAttribute('aria-level', '3');
    await expect(other.locator('[role=treeitem][aria-selected=true]')).toBeInViewport();
  });
}
