import { type Browser, expect, type Page } from '@playwright/test';
import type { Person } from '#protocol/testing-person.ts';
import { isReachable } from '../support/axe.ts';
import { signIn } from '../support/beside.ts';
import { windowFor } from '../support/people.ts';
import { test } from '../support/test.ts';

const WORDS = {
  zh_CN: {
    ...{ title: '领导驾驶舱', total: '项目总投资', classes: ['A 类', 'B 类', 'C 类'], stage: '各阶段项目', map: '地区分布', more: '更多' },
    ...{
      table: '项目明细',
      byUnit: '按单位',
      view: '查看',
      year: '年度执行',
      viewOf: (name: string) => `查看 ${name}`,
      records: (n: string) => `共 ${n} 条`,
      wall: '大屏模式',
      unwall: '退出大屏',
    },
  },
  en_US: {
    ...{ title: 'Leadership view', total: 'Total investment', classes: ['Class A', 'Class B', 'Class C'], stage: 'Projects by stage' },
    ...{ map: 'By region', more: 'More', table: 'Projects in detail', byUnit: 'By unit', view: 'View', year: 'The year' },
    viewOf: (name: string) => `View ${name}`,
    ...{ records: (n: string) => `${n} record${n === '1' ? '' : 's'}`, wall: 'Wall screen', unwall: 'Leave the wall screen' },
  },
} as const;

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** A leader's morning: from the whole to a class, a stage, the records, one of them, and back. */
async function morning(browser: Browser, person: Person, locale: keyof typeof WORDS): Promise<void> {
  const words = WORDS[locale];
  const page = await windowFor(browser, person, locale);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/EI');
  await expect(page.getByRole('heading', { level: 1, name: words.title })).toBeVisible();
  for (const name of [words.total, ...words.classes, words.stage, words.map, words.table, words.year])
    await expect(part(page, name)).toBeVisible();
  await isReachable(page, `leadership view ${locale}`);
  const counted = await part(page, words.stage).locator('tfoot td button').first().textContent();
  await part(page, words.stage).locator('tfoot td button').first().click();
  await expect(page).toHaveURL(/\/main\/list\/project/);
  await expect(page.getByText(words.records(counted!), { exact: true })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/EI$/);
  // a stage is pressed where it is called, and on its bar
  const stage = part(page, words.stage).locator('tbody tr').first();
  const [name, of] = await Promise.all([stage.getByRole('rowheader').textContent(), stage.locator('td').nth(1).textContent()]);
  const press = [
    () => stage.getByRole('button', { name: words.viewOf(name!), exact: true }).click(),
    async () => {
      const bar = (await stage.locator('td').first().boundingBox())!;
      await page.mouse.click(bar.x + bar.width / 2, bar.y + bar.height / 2);
    },
  ];
  for (const one of press) {
    await one();
    await expect(page).toHaveURL(/\/main\/list\/project\?/);
    await expect(page.getByText(words.records(of!), { exact: true })).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL(/\/EI$/);
    await expect(stage).toBeVisible();
  }
  // a line of the table leads to the records of that line
  const table = part(page, words.table);
  await table.getByRole('tab', { name: words.byUnit, exact: true }).click();
  const line = table.locator('tbody tr').first();
  const number = await line.getByRole('button').first().textContent();
  await line.locator('td').last().getByRole('button').click();
  await expect(page.getByText(words.records(number!), { exact: true })).toBeVisible();
  // one of them, and back to where all began
  await page.getByRole('row').nth(1).click();
  await expect(page).toHaveURL(/\/main\/form\/project\/Show\/\d+/);
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL(/\/EI$/);
  await expect(part(page, words.total)).toBeVisible();
  // the wall: dark, nothing to press but the way back
  await page.getByRole('button', { name: words.wall }).click();
  await expect(page).toHaveURL(/\/EI\?wall=1$/);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(page.getByRole('button', { name: words.more })).toHaveCount(0);
  await page.getByRole('button', { name: words.unwall }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await page.context().close();
}

test('CAPEX-02 CAPEX-10 AUTH-10 a leader’s morning in both languages: figures lead to their records and back, a wall shows them', async ({
  browser,
  baseURL,
}) => {
  const leader = await signIn(baseURL!, 'leader');
  await morning(browser, leader, 'zh_CN');
  await morning(browser, leader, 'en_US');
});

test('CAPEX-02 a leader’s board and figures are asked for once each while the page’s scripts come, by who is signed in', async ({
  browser,
  baseURL,
}) => {
  const leader = await signIn(baseURL!, 'leader');
  const page = await windowFor(browser, leader, 'zh_CN');
  const asked: string[] = [];
  const scripts: string[] = [];
  page.on('request', (request) => {
    const op = /op=(LoadReport|Index)$/.exec(request.url())?.[1];
    if (op) asked.push(`${op} ${request.headers().token ? 'by a session' : 'by nobody'}`);
  });
  // the file with all that pages share is held back: what is asked does not wait for it
  await page.route(/\/assets\/frame-[^/]*\.js$/, async (route) => {
    await expect.poll(() => asked, { timeout: 90_000 }).toEqual(['LoadReport by a session', 'Index by a session']);
    scripts.push('frame');
    await route.continue();
  });
  await page.goto('/EI');
  await expect(part(page, WORDS.zh_CN.total)).toBeVisible();
  expect([...scripts, ...asked]).toEqual(['frame', 'LoadReport by a session', 'Index by a session']);
  // what an address says is read by the page: its figures are asked when it is there
  await page.unrouteAll({ behavior: 'wait' });
  asked.length = 0;
  await page.goto('/EI?as_of=2020-01');
  await expect(page.getByRole('heading', { level: 1, name: WORDS.zh_CN.title })).toBeVisible();
  await expect.poll(() => asked.length).toBeGreaterThanOrEqual(2);
  expect(asked.slice(0, 2)).toEqual(['LoadReport by a session', 'Index by a session']);
  await page.context().close();
  // nobody is signed in: nothing is asked
  const stranger = await (await browser.newContext({ baseURL: baseURL! })).newPage();
  stranger.on('request', (request) => /op=(LoadReport|Index)$/.test(request.url()) && asked.push('a stranger'));
  await stranger.goto('/EI');
  await expect(stranger).toHaveURL(/\/login/);
  expect(asked).not.toContain('a stranger');
  await stranger.context().close();
});

interface Line {
  num: number;
  keys: { province?: { id: number }; city?: { id: number } };
}
const PLACES = {
  zh_CN: { picture: '存为图片', way: '当前位置', records: (n: number) => `共 ${n} 条` },
  en_US: { picture: 'Save as picture', way: 'Where you are', records: (n: number) => `${n} records` },
} as const;

/** The saved picture of a map has below it the figures that are listed beside it: it is as much higher. */
async function picturesAll(page: Page, words: string): Promise<void> {
  const drawn = Number(await page.locator('[data-sheet] svg').first().getAttribute('height'));
  const listed = await page.locator('table[data-listed] tr').count();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: words }).click();
  const bytes: Buffer[] = [];
  for await (const some of await (await saved).createReadStream()) bytes.push(some as Buffer);
  // the height stands in the head of a PNG; it has two pixels for one of the screen
  const height = Buffer.concat(bytes).readUInt32BE(20) / 2;
  expect(listed).toBeGreaterThan(1);
  // four lines say what it is
  expect(height - drawn).toBeGreaterThanOrEqual((4 + listed) * 18);
}

/** From class A to a province, a city of it, its projects, one of them, and the whole way back. */
async function toOnePlace(browser: Browser, person: Person, locale: keyof typeof WORDS): Promise<void> {
  const [words, places] = [WORDS[locale], PLACES[locale]];
  const first = async (targets: string, within?: object) => {
    const asked = { cloud: 'project_map', filters: { fields: { type: '1' } }, targets, sort: '-num', ...(within ? { within } : {}) };
    const { code, rows } = await person.call('/report', 'Chart', asked);
    expect(code).toBe(200);
    return (rows as unknown as Line[]).find(({ keys }) => (within ? keys.city : keys.province))!;
  };
  const most = await first('province');
  const province = most.keys.province!.id;
  const part1 = await first('city', { province });
  const page = await windowFor(browser, person, locale);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/EI');
  await part(page, words.classes[0]!).getByRole('button', { name: words.more }).click();
  await expect(page).toHaveURL(/\/main\/report\/project_map\?.*type/);
  await expect(page.getByRole('main').locator('form').getByText(words.classes[0]!)).toBeVisible();
  const map = page.getByRole('application');
  await expect(map.locator(`[data-of="${province}"]`)).toContainText(String(most.num));
  await map.locator(`path[data-tile="${province}"]`).first().click();
  await expect(page.getByRole('navigation', { name: places.way })).toBeVisible();
  const city = part1.keys.city!.id;
  await expect(map.locator(`[data-of="${city}"]`)).toContainText(String(part1.num));
  await picturesAll(page, places.picture);
  await map.locator(`path[data-tile="${city}"]`).first().click();
  await expect(page).toHaveURL(/\/main\/list\/project/);
  await expect(page.getByText(places.records(part1.num), { exact: true })).toBeVisible();
  await page.getByRole('row').nth(1).click();
  await expect(page).toHaveURL(/\/main\/form\/project\/Show\/\d+/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  for (const at of [/\/main\/list\/project/, /\/main\/report\/project_map/]) {
    await page.goBack();
    await expect(page).toHaveURL(at);
  }
  await expect(page.getByRole('navigation', { name: places.way })).toBeVisible();
  await expect
    .poll(async () => {
      if (!/\/EI$/.test(page.url())) await page.goBack();
      return page.url();
    })
    .toMatch(/\/EI$/);
  await expect(part(page, words.total)).toBeVisible();
  // on a wall and on paper the place has its name, and nothing to press
  const way = page.getByRole('navigation', { name: places.way });
  await page.goto(`/EI?wall=1&places=${encodeURIComponent(JSON.stringify({ 'capex.b.ei.map': Number(province) }))}`);
  await expect(way.locator('b')).toHaveText(/\S/);
  await expect(way.getByRole('button')).toHaveCount(0);
  await page.getByRole('button', { name: words.unwall }).click();
  await expect(way.getByRole('button').first()).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(way.locator('b')).toBeVisible();
  await expect(way.getByRole('button')).toHaveCount(0);
  await page.context().close();
}

test('CAPEX-02 PAGES-07 a leader goes from class A to a province, a city, its projects, one of them and back, in both languages', async ({
  browser,
  baseURL,
}) => {
  const leader = await signIn(baseURL!, 'leader');
  await toOnePlace(browser, leader, 'zh_CN');
  await toOnePlace(browser, leader, 'en_US');
});

test('CAPEX-02 B2 who has not the leadership view is told so, and is offered it nowhere', async ({ browser, baseURL }) => {
  const person = await signIn(baseURL!, 'investmgr');
  expect((await person.call('/sys', 'LoadReport', { cloud: 'EI' })).code).toBe(312);
  expect((await person.call('/report', 'Index', { cloud: 'EI' })).code).toBe(312);
  const page = await windowFor(browser, person);
  await page.goto('/EI');
  await expect(page.getByText('没有查看此看板的权限')).toBeVisible();
  await page.goto('/Home');
  await expect(page.getByRole('link', { name: /资本性项目/ })).toBeVisible();
  await expect(page.getByRole('link', { name: /领导驾驶舱/ })).toHaveCount(0);
});

test('CAPEX-01 CAPEX-02 on a phone the parts stand below each other; the chooser of an administrator has three cards', async ({
  browser,
  baseURL,
}) => {
  const page = await windowFor(browser, await signIn(baseURL!, 'admin'));
  await page.goto('/Home');
  await page.getByRole('link', { name: /领导驾驶舱/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: '领导驾驶舱' })).toBeVisible();
  await page.getByRole('button', { name: '返回' }).click();
  await expect(page).toHaveURL(/\/Home$/);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/EI');
  await expect(part(page, '项目总投资')).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await isReachable(page, 'leadership view on a phone');
});

test('CAPEX-02 WIRE-05 a view that stands open is asked again each minute by what it shows, and keeps it', async ({ browser, baseURL }) => {
  const page = await windowFor(browser, await signIn(baseURL!, 'leader'));
  await page.clock.install();
  await page.goto('/EI');
  const total = part(page, WORDS.zh_CN.total);
  await expect(total).toBeVisible();
  const shown = await total.textContent();
  const answer = page.waitForResponse(
    (one) => one.url().endsWith('/report?op=Index') && /\bversion=[\w-]{24}\b/.test(one.request().postData() ?? ''),
  );
  await page.clock.fastForward(61_000);
  const told = await (await answer).json();
  expect(told).toMatchObject({ code: 200, data: { same: 1 } });
  expect(told.rows).toBeUndefined();
  await expect(total).toHaveText(shown!);
  await page.context().close();
});
