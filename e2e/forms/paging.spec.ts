import { expect, type Page } from '@playwright/test';
import { isReachable } from '../support/axe.ts';
import { pasteInto } from '../support/paste.ts';
import { windowFor } from '../support/people.ts';
import { samples } from '../support/samples.ts';
import { test } from '../support/test.ts';

const shown = samples();
const WORDS = {
  zh_CN: {
    ...{ planned: '计划工序', pages: '计划工序分页', step: '工序', hours: '工时', add: '添加计划工序', save: '保存' },
    ...{ second: '第 2 页', third: '第 3 页', next: '下一页', size: '20 条/页', smallest: '10 条/页', wrong: /第 3 行/ },
  },
  en_US: {
    ...{
      planned: 'Steps planned',
      pages: 'Pages of Steps planned',
      step: 'Step',
      hours: 'Hours',
      add: 'Add to Steps planned',
      save: 'Save',
    },
    ...{ second: 'Page 2', third: 'Page 3', next: 'Next page', size: '20 / page', smallest: '10 / page', wrong: /Record: 3 / },
  },
} as const;
type Words = (typeof WORDS)[keyof typeof WORDS];

const rowsOf = (page: Page) => page.locator('[data-place="planned.visit_entity"] tbody tr');
const pagerOf = (page: Page, words: Words) => page.getByRole('navigation', { name: words.pages, exact: true });
const stepOf = (page: Page, words: Words, n: number) => page.getByRole('textbox', { name: `${words.step} ${n}`, exact: true });
const hoursOf = (page: Page, words: Words, n: number) => page.getByRole('textbox', { name: `${words.hours} ${n}`, exact: true });

/** An inspection with so many steps planned, by the wire. */
async function visitWith(n: number, name: string): Promise<number> {
  const add = async (cloud: string, fields: Record<string, unknown>) => {
    const answer = await shown.apart.call('/app', 'Add', { cloud, ...fields });
    expect(answer.code, answer.remark).toBe(200);
    return Number(answer.data?.id);
  };
  const site = await add('sample_site', { key_name: `分页站 ${name}`, code: `PG-${name}` });
  const planned = Array.from({ length: n }, (_, at) => ({ op: 'Add', key_name: `工序${at + 1}`, hours: '1' }));
  const visit = { key_name: `分页 ${name}`, site_entity: site, day: '2026-10-01', hours: '1' };
  return add('sample_visit', { ...visit, _subtables: { 'planned.visit_entity': planned } });
}

for (const locale of ['zh_CN', 'en_US'] as const)
  test(`SUB-01 SUB-04 the rows of a form stand by ten, and all of them count, ${locale}`, async ({ browser }) => {
    const words = WORDS[locale];
    const id = await visitWith(23, locale);
    const page = await windowFor(browser, shown.apart, locale);
    await page.goto(`/main/form/sample_visit/Modify/${id}`);
    const [rows, pager] = [rowsOf(page), pagerOf(page, words)];
    await expect(rows).toHaveCount(10);
    await expect(pager).toContainText('23');
    await expect(page.getByRole('region', { name: words.planned, exact: true }).locator('tfoot')).toContainText('23');
    await isReachable(page, 'rows by pages');

    await test.step('the keyboard goes over the ends of pages, and what was typed stays', async () => {
      await stepOf(page, words, 10).fill('末行');
      await stepOf(page, words, 10).press('Control+ArrowDown');
      await expect(stepOf(page, words, 11)).toBeFocused();
      await expect(pager.getByRole('button', { name: words.second })).toHaveAttribute('aria-current', 'page');
      await page.keyboard.press('Control+ArrowUp');
      await expect(stepOf(page, words, 10)).toBeFocused();
      await expect(stepOf(page, words, 10)).toHaveValue('末行');
      await pager.getByRole('button', { name: words.third }).click();
      await expect(rows).toHaveCount(3);
      await hoursOf(page, words, 23).press('Control+ArrowDown');
      await expect(hoursOf(page, words, 24)).toBeFocused();
      await expect(rows).toHaveCount(4);
    });

    await test.step('a save that is refused opens the page of the row that is wrong first', async () => {
      await stepOf(page, words, 24).fill('新工序');
      await pager.getByRole('button', { name: words.second }).click();
      await page.getByRole('button', { name: words.add }).click();
      await expect(stepOf(page, words, 25)).toBeFocused();
      await stepOf(page, words, 25).fill('又一');
      await pager.getByRole('button', { name: /1/ }).first().click();
      await stepOf(page, words, 3).fill('');
      await pager.getByRole('button', { name: words.next }).click();
      await expect(stepOf(page, words, 11)).toBeVisible();
      await page.getByRole('button', { name: words.save, exact: true }).click();
      await expect(stepOf(page, words, 3)).toBeFocused();
      await pager.getByRole('button', { name: words.third }).click();
      await page.locator('[data-place="planned.visit_entity"]').getByRole('button', { name: words.wrong }).click();
      await expect(stepOf(page, words, 3)).toBeFocused();
      await isReachable(page, 'a row that is wrong');
      await stepOf(page, words, 3).fill('补上');
    });

    await test.step('rows that are pasted over the end of a page lie on the next', async () => {
      await pasteInto(stepOf(page, words, 10), [['贴一'], ['贴二']]);
      await expect(stepOf(page, words, 10)).toHaveValue('贴一');
      await pager.getByRole('button', { name: words.next }).click();
      await expect(stepOf(page, words, 11)).toHaveValue('贴二');
    });

    const saved = page.waitForResponse(/op=Modify/);
    await page.getByRole('button', { name: words.save, exact: true }).click();
    await saved;
    const { rows: steps } = await shown.apart.call('/app', 'List', { cloud: 'sample_step', filters: { fields: { visit_entity: id } } });
    expect(steps.map(({ key_name }) => key_name)).toEqual(expect.arrayContaining(['补上', '贴一', '贴二', '工序23', '新工序', '又一']));
    expect(steps).toHaveLength(25);
    await page.context().close();
  });

test('SUB-01 rows are read by pages too, on a phone as well; paper has all of them', async ({ browser }) => {
  const words = WORDS.zh_CN;
  const id = await visitWith(23, 'read');
  const page = await windowFor(browser, shown.apart, 'zh_CN');
  await page.goto(`/main/form/sample_visit/Show/${id}`);
  const [rows, pager] = [rowsOf(page), pagerOf(page, words)];
  await expect(rows).toHaveCount(10);
  await pager.getByRole('button', { name: words.third }).click();
  await expect(rows).toHaveCount(3);
  await expect(rows.first()).toContainText('工序21');
  await pager.getByRole('combobox').click();
  await page.getByTitle(words.size, { exact: true }).click();
  await expect(rows.first()).toContainText('工序21');
  await pager.getByRole('button', { name: '上一页' }).click();
  await expect(rows).toHaveCount(20);
  // of another size one goes on looking at the rows that stood there
  const chooseSize = async (size: string) => {
    await pager.getByRole('combobox').click();
    await page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden)').getByTitle(size, { exact: true }).click();
  };
  await chooseSize(words.smallest);
  await pager.getByRole('button', { name: words.second }).click();
  await expect(rows.first()).toContainText('工序11');
  await chooseSize(words.size);
  await expect(rows).toHaveCount(20);
  await expect(rows.nth(10)).toContainText('工序11');
  for (const nth of [10, 12, 14]) await expect(rows.nth(nth)).toBeInViewport();
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await expect(rows).toHaveCount(23);
  await expect(pager).toHaveCount(0);
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await expect(rows).toHaveCount(20);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(pager.getByRole('combobox')).toHaveCount(0);
  await pager.getByRole('button', { name: words.next }).click();
  await expect(rows).toHaveCount(3);
  await expect(rows.first()).toBeInViewport();
  // the head of a narrow page comes in a piece of its own
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await isReachable(page, 'rows by pages on a phone');
  await page.context().close();
});
