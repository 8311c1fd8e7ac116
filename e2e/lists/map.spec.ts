import { type Browser, expect, type Page } from '@playwright/test';
import type { ToldMap } from '#protocol/rules/report/map.ts';
import type { Person } from '#protocol/testing-person.ts';
import { isReachable } from '../support/axe.ts';
import { signIn } from '../support/beside.ts';
import { windowFor } from '../support/people.ts';
import { test } from '../support/test.ts';

const WORDS = {
  zh_CN: {
    ...{ map: '地图', bars: '柱', picture: '存为图片', title: '地区分布', parts: '按回车看其中各项', open: '打开明细', none: '无数据' },
    way: '当前位置',
    ...{ byProvince: /（按所在省份）$/, byCity: /（按所在市）$/ },
    up: '返回上级',
    records: (n: number) => `共 ${n} 条`,
  },
  en_US: {
    ...{ map: 'Map', bars: 'Bars', picture: 'Save as picture', title: 'By region', parts: 'press Enter for its parts' },
    ...{ open: 'Open records', none: 'no figures' },
    way: 'Where you are',
    ...{ byProvince: / by Province$/, byCity: / by City$/ },
    up: 'Back',
    records: (n: number) => `${n} records`,
  },
} as const;

interface Line {
  num: number;
  keys: { province?: { id: number }; city?: { id: number } };
}

/** The lists that figures lead to show just the number that they are. */
async function opens(page: Page, press: () => Promise<void>, records: string): Promise<void> {
  await press();
  await expect(page).toHaveURL(/\/main\/list\/project/);
  await expect(page.getByText(records, { exact: true })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('application').locator('svg')).toBeVisible();
}

async function mapped(browser: Browser, person: Person, locale: keyof typeof WORDS): Promise<void> {
  const words = WORDS[locale];
  const told = await person.call('/report', 'Chart', { cloud: 'project_map', targets: 'province', sort: '-num' });
  const lines = told.rows as unknown as Line[];
  const { places } = told.data!.map as ToldMap;
  // of several that are the highest the first from the north
  const place = places.find(({ id }) => lines.some(({ num, keys }) => keys.province?.id === id && num === lines[0]!.num))!;
  const most = lines[0];
  const name = locale === 'en_US' ? place.key_name_en! : place.key_name;
  const under = await person.call('/report', 'Chart', {
    cloud: 'project_map',
    targets: 'city',
    within: { province: Number(place.id) },
    sort: '-num',
  });
  const [part] = under.rows as unknown as Line[];
  const cities = (under.data!.map as ToldMap).places;
  const city = cities.find(({ id }) => id === part!.keys.city?.id)!;
  const cityName = locale === 'en_US' ? city.key_name_en! : city.key_name;
  const page = await windowFor(browser, person, locale);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/main/report/project_map');
  const map = page.getByRole('application');
  await expect(map.locator('path[data-tile]')).toHaveCount(34);
  await expect(map.locator(`[data-of="${place.id}"]`)).toContainText(String(most!.num));
  await expect(map.locator(`[data-tile="${place.id}"]`)).toHaveAttribute('data-step', '4');
  await isReachable(page, `map ${locale}`);
  // by the keyboard: the highest first, read out, then a neighbour; Escape leaves
  await map.focus();
  await page.keyboard.press('ArrowRight');
  const said = page.getByRole('status').filter({ hasText: words.parts });
  await expect(said).toContainText(name);
  await page.keyboard.press('Home');
  await expect(page.getByRole('status').filter({ hasText: words.none })).toBeAttached();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('status').filter({ hasText: words.none })).toHaveCount(0);
  // Enter leads to its own map, whose head says so and where the keyboard goes on; each of its places opens what it counts, as does the whole
  const way = page.getByRole('navigation', { name: words.way });
  const head = (name: RegExp) => page.getByRole('heading', { level: 2, name });
  await expect(head(words.byProvince)).toBeVisible();
  await map.focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(way).toContainText(name);
  await expect(head(words.byCity)).toBeVisible();
  await expect(head(words.byProvince)).toHaveCount(0);
  await expect(map).toBeFocused();
  await expect(map.locator('path[data-tile]')).toHaveCount(cities.length);
  await isReachable(page, `map of a province ${locale}`);
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('status').filter({ hasText: cityName })).toBeAttached();
  await opens(page, () => page.keyboard.press('Enter'), words.records(part!.num));
  // back from the records one is where one was, also when the page is asked for anew
  await expect(way).toContainText(name);
  await page.reload();
  await expect(way).toContainText(name);
  await opens(page, () => way.getByRole('button', { name: words.open }).click(), words.records(most!.num));
  await map.focus();
  await page.keyboard.press('Escape');
  await expect(way).toHaveCount(0);
  await expect(head(words.byProvince)).toBeVisible();
  await expect(map.locator('path[data-tile]')).toHaveCount(34);
  // a press leads down too, and the way back is one
  await map.locator(`path[data-tile="${place.id}"]`).first().click();
  await way.getByRole('button', { name: words.up }).click();
  await expect(map.locator('path[data-tile]')).toHaveCount(34);
  // its picture, and bars of the same lines
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: words.picture }).click();
  expect((await saved).suggestedFilename()).toBe(`${words.title}.png`);
  await page.getByRole('radio', { name: words.bars, exact: true }).click();
  await expect(page).toHaveURL(/chart=bar/);
  await expect(map.locator('[data-tile]')).toHaveCount(0);
  await page.getByRole('radio', { name: words.map, exact: true }).click();
  // on a phone it fits below the table
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(map.locator('path[data-tile]')).toHaveCount(34);
  const sheet = (await map.locator('svg').boundingBox())!;
  expect([sheet.x >= 0, sheet.x + sheet.width <= 390]).toEqual([true, true]);
  // its head comes in a piece of its own
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await isReachable(page, `map on a phone ${locale}`);
}

test('CAPEX-02 PAGES-07 A11Y a map is walked through by the keyboard, goes down to parts and to just the records that it counts, in both languages', async ({
  browser,
  baseURL,
}) => {
  const person = await signIn(baseURL!, 'investmgr');
  await mapped(browser, person, 'zh_CN');
  await mapped(browser, person, 'en_US');
});
