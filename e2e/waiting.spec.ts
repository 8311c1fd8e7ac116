import { expect, type Page, type Route } from '@playwright/test';
import { Person } from '#protocol/testing-person.ts';
import { applyFor } from './support/initiation.ts';
import { windowFor } from './support/people.ts';
import { test } from './support/test.ts';

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

/** From now on what a page asks of a list comes to nothing: nobody answers, or it is refused. */
const cutOff = (page: Page, cloud: string, refusal?: number) =>
  page.route(asksPage, (route) => {
    if (new URLSearchParams(route.request().postData() ?? '').get('cloud') !== cloud) return route.fallback();
    if (!refusal) return route.abort();
    return route.fulfill({ json: { code: refusal, remark: '', data: {}, rows: [], total: 0 } });
  });
const asksPage = (url: URL) => url.searchParams.get('op') === 'Page';

const menu = (page: Page, name: string) => page.getByRole('navigation', { name: '菜单' }).getByText(name);

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

test('LIST-01 DESK-03 rows that are known stay while the server cannot be reached, under a line that says so; refused, they go', async ({
  browser,
  baseURL,
}) => {
  const name = `离线的泊位${Date.now() % 100_000}`;
  await applyFor(await signIn(baseURL!, 'applicant'), name, '460.00');
  const page = await windowFor(browser, await signIn(baseURL!, 'depthead'));
  await page.goto('/main?myCode=zb');
  const todo = page.getByRole('listitem').filter({ hasText: name });
  await expect(todo).toBeVisible();
  await menu(page, '立项审批').click();
  const row = page.locator('[role=row][id]').filter({ hasText: name });
  await expect(row).toBeVisible();

  const line = page.getByRole('status').filter({ hasText: '未能刷新', visible: true });
  for (const [to, cloud, known] of [
    ['待办', 'todo', todo],
    ['立项审批', 'initiation', row],
  ] as const) {
    await cutOff(page, cloud);
    await menu(page, to).click();
    await expect(line).toContainText('网络无法连接');
    await expect(known).toBeVisible();
    await page.unroute(asksPage);
    // it asks again by itself too, where it hears that something was done
    await Promise.race([line.getByRole('button', { name: '重试' }).click(), expect(line).toHaveCount(0)]);
    await expect(line).toHaveCount(0);
    await expect(known).toBeVisible();
  }
  const desk = await windowFor(browser, await signIn(baseURL!, 'depthead'));
  for (const [query, kept] of [
    ['', false],
    ['&_key=离线', true],
  ] as const) {
    await cutOff(desk, 'initiation');
    await desk.goto(`/main/list/initiation?myCode=zb${query}`);
    const why = desk.getByRole('alert').filter({ hasText: '重试', visible: true });
    await expect(why).toContainText('网络无法连接');
    await expect(why).not.toContainText(/[。.]{2}/);
    await expect(why.getByText('筛选条件已保留')).toHaveCount(kept ? 1 : 0);
    await desk.unroute(asksPage);
  }
  await desk.context().close();
  await menu(page, '待办').click();
  await expect(todo).toBeVisible();
  await cutOff(page, 'initiation', 312);
  await menu(page, '立项审批').click();
  await expect(page.getByRole('heading', { name: '没有权限查看这个列表' })).toBeVisible();
  await expect(row).toHaveCount(0);
  await page.context().close();
});

test('DESK-02 nobody is told that there is nothing about his applications before that is known', async ({ browser, baseURL }) => {
  const name = `退回的道路${Date.now() % 100_000}`;
  const applicant = await signIn(baseURL!, 'applicant');
  const id = await applyFor(applicant, name, '460.00');
  const head = await signIn(baseURL!, 'depthead');
  const told = await head.call('/app', 'Modify', { cloud: 'initiation', id, _event: 22, remark: '请补充' });
  expect(told).toMatchObject({ code: 200 });
  const page = await windowFor(browser, applicant);
  await page.goto('/main?myCode=zb');
  const mine = page.getByRole('region', { name: '我的消息' });
  const none = page.getByText('还没有关于您的申请的消息');

  const release = await hold(page, 'notice');
  await page.getByRole('button', { name: /^提醒/ }).click();
  await expect(mine.getByRole('status', { name: '正在加载' })).toBeVisible();
  await expect(none).toHaveCount(0);
  await release();
  await expect(mine.getByText(name)).toBeVisible();

  await page.reload();
  await cutOff(page, 'notice');
  await page.getByRole('button', { name: /^提醒/ }).click();
  await expect(mine.getByRole('alert')).toContainText('网络无法连接');
  await expect(none).toHaveCount(0);
  await page.unroute(asksPage);
  await mine.getByRole('button', { name: '重试' }).click();
  await expect(mine.getByText(name)).toBeVisible();
  await page.context().close();
});
