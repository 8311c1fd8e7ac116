import { type Browser, expect, type Page } from '@playwright/test';
import { isReachable } from '../support/axe.ts';
import { windowFor } from '../support/people.ts';
import { samples } from '../support/samples.ts';
import { test } from '../support/test.ts';

const shown = samples();

const WORDS = {
  zh_CN: {
    ...{ place: '位置', address: '位置：地址', longitude: '位置：经度', latitude: '位置：纬度', save: '保存' },
    ...{
      missing: '地址、经度和纬度都要填写',
      range: '纬度在 -90 到 90 之间',
      icon: '图标',
      shield: '盾',
      copy: '复制经纬度 120.15507, 30.274085',
    },
  },
  en_US: {
    ...{ place: 'Place', address: 'Place: address', longitude: 'Place: longitude', latitude: 'Place: latitude', save: 'Save' },
    ...{
      missing: 'needs an address, a longitude and a latitude',
      range: 'the latitude lies between -90 and 90',
      icon: 'Icon',
      shield: 'Shield',
    },
    copy: 'Copy the coordinates 120.15507, 30.274085',
  },
} as const;
type Words = (typeof WORDS)[keyof typeof WORDS];

const stored = async (id: number) => (await shown.admin.call('/app', 'Show', { cloud: 'sample_type', id })).data as Record<string, unknown>;
const placeOf = (page: Page, name: string) => page.locator(`[data-place="${name}"]`);

/** As a clipboard brings it to the box that has the focus. */
const paste = (page: Page, text: string) =>
  page.evaluate((pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    document.activeElement!.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);

async function typesPlace(page: Page, words: Words): Promise<void> {
  const [address, longitude, latitude] = [words.address, words.longitude, words.latitude].map((name) =>
    page.getByRole('textbox', { name }),
  );
  await expect(address!).toBeFocused();
  await page.keyboard.type('Bund 1, <b>east</b>');
  await page.keyboard.press('Tab');
  await expect(longitude!).toBeFocused();
  // nothing is told while one is still inside of it
  await expect(placeOf(page, 'place')).not.toContainText(words.missing);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(placeOf(page, 'place')).toContainText(words.missing);
  await longitude!.fill('121.490');
  await latitude!.fill('91');
  await page.keyboard.press('Tab');
  await expect(placeOf(page, 'place')).toContainText(words.range);
  await latitude!.focus();
  await paste(page, '30.274085, 120.15507');
  await expect(longitude!).toHaveValue('120.15507');
  await expect(latitude!).toHaveValue('30.274085');
  await expect(address!).toHaveValue('Bund 1, <b>east</b>');
  await expect(placeOf(page, 'place')).not.toContainText(words.range);
  await isReachable(page, 'a place');
}

async function kinds(browser: Browser, locale: keyof typeof WORDS): Promise<void> {
  const words = WORDS[locale];
  const { id } = (await shown.admin.call('/app', 'Add', { cloud: 'sample_type', key_name: `kinds ${locale}`, urgent: 0 })).data as {
    id: number;
  };
  const page = await windowFor(browser, shown.admin, locale);
  // the boxes come in a file of their own: who presses a name before that writes in it once it is there
  let come = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    come = resolve;
  });
  await page.route(/\/assets\/room-/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`/main/form/sample_type/Modify/${id}`);
  await placeOf(page, 'place').getByText(words.place, { exact: true }).click();
  come();
  await typesPlace(page, words);
  const icon = page.getByRole('combobox', { name: words.icon, exact: true });
  await icon.focus();
  await page.keyboard.type(words.shield);
  await page.keyboard.press('Enter');
  await expect(placeOf(page, 'mark').locator('.ant-select')).toContainText(words.shield);
  await page
    .getByRole('button', { name: new RegExp(`^${words.save}`) })
    .first()
    .click();
  await expect.poll(async () => (await stored(id)).place, { timeout: 10_000 }).toBe('120.15507,30.274085,Bund 1, <b>east</b>');
  expect((await stored(id)).mark).toBe('shield');
  await page.goto(`/main/form/sample_type/Show/${id}`);
  await expect(placeOf(page, 'place')).toContainText('Bund 1, <b>east</b> (120.15507, 30.274085)');
  await expect(placeOf(page, 'mark')).toContainText(words.shield);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: words.copy }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('120.15507,30.274085');
  await page.goto('/main/list/sample_type?_key=Bund');
  const row = page.getByRole('row').filter({ hasText: `kinds ${locale}` });
  await expect(row).toContainText('Bund 1, <b>east</b>');
  await expect(row).toContainText(words.shield);
}

for (const locale of ['zh_CN', 'en_US'] as const)
  test(`FIELD-01 FIELD-06 a place is typed and pasted, an icon chosen by keyboard, both are read (${locale})`, ({ browser }) =>
    kinds(browser, locale));
