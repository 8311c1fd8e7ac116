import { expect, type Locator, type Page } from '@playwright/test';
import { Person } from '#protocol/testing-person.ts';
import { applyFor } from './support/initiation.ts';
import { windowFor } from './support/people.ts';
import { test } from './support/test.ts';

const PASSWORD = process.env.JOURNEYS_PASSWORD ?? '';
const CHINESE = /[\u4e00-\u9fff]/;

/** How wide the page draws a character, as a part of its letters' height. */
const widthOf = (page: Page, character: string) =>
  page.evaluate((one) => {
    const ruler = document.body.appendChild(document.createElement('span'));
    ruler.textContent = one;
    const width = ruler.getBoundingClientRect().width / Number.parseFloat(getComputedStyle(ruler).fontSize);
    ruler.remove();
    return width;
  }, character);

/** Words of a place that begin on one line and end on another, and texts that are not seen to their end. */
const cutIn = (where: Locator) =>
  where.evaluate((place) => {
    const cut: string[] = [];
    const texts = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      for (const { 0: word, index } of (text.textContent ?? '').matchAll(/\p{L}+/gu)) {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) cut.push(word);
      }
    }
    for (const element of [place, ...place.querySelectorAll<HTMLElement>('*')])
      if (element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).overflowX === 'hidden')
        cut.push(element.textContent ?? '');
    return cut;
  });

test('FRAME-11 English is as long as it is: no step of eight is cut, no word of a change is broken, the time of an entry stands beside its step', async ({
  browser,
  baseURL,
}) => {
  const [applicant, depthead, investmgr] = await Promise.all(
    ['applicant', 'depthead', 'investmgr'].map((name) => Person.signIn(baseURL!, name, 'demo', PASSWORD)),
  );
  const english = `Quay extension ${Date.now()}`;
  const id = await applyFor(applicant!, english, '12460.00', { name_en: english, _event: undefined });
  const save = async (person: Person, values: Record<string, unknown>) =>
    expect(await person.call('/app', 'Modify', { cloud: 'initiation', id, ...values })).toMatchObject({ code: 200 });
  await save(applicant!, { version: 1, alternatives: 'Refurbishment of the neighbouring container terminal', npv: '1200.00' });
  await save(applicant!, { version: 2, _event: 11 });
  await save(depthead!, { _event: 21 });

  const page = await windowFor(browser, investmgr!, 'en_US');
  await page.goto('/main?myCode=zb');
  const item = page.getByRole('listitem').filter({ hasText: english });
  await expect(item).toContainText('Investment department');
  expect.soft(await cutIn(item)).toEqual([]);

  await page.goto(`/main/form/initiation/Review/${id}?myCode=zb`);
  const steps = page.getByRole('list', { name: 'Approval steps' });
  await expect(steps.getByRole('listitem')).toHaveCount(8);
  expect.soft(await cutIn(steps)).toEqual([]);
  // what is not opened yet, with the longest name of a step
  const waits = page.getByRole('list', { name: 'Process' }).getByRole('listitem').filter({ hasText: 'Investment department' });
  const top = async (where: Locator) => (await where.boundingBox())!.y;
  expect.soft(Math.abs((await top(waits.locator('time'))) - (await top(waits.getByText('Investment department'))))).toBeLessThan(6);
  await page.getByRole('tab', { name: 'Changes' }).click();
  const changes = page.getByRole('tabpanel', { name: 'Changes' });
  await expect(changes.getByText('Refurbishment of the neighbouring container terminal')).toBeVisible();
  expect.soft(await cutIn(changes)).toEqual([]);
  // on a small desk, and on paper
  for (const [width, media] of [
    [1024, 'screen'],
    [718, 'print'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ media });
    const [bar, last] = [await steps.boundingBox(), await steps.getByRole('listitem').last().boundingBox()];
    expect.soft(last!.x + last!.width, media).toBeLessThanOrEqual(bar!.x + bar!.width);
    expect.soft(await cutIn(steps), media).toEqual([]);
  }
  await page.context().close();
});

test('FRAME-11 who reads English reads English names: people, units, records, in frame, list, record, its process and its changes, and quotation marks that are not as wide as Chinese ones', async ({
  browser,
  baseURL,
}) => {
  const applicant = await Person.signIn(baseURL!, 'applicant', 'demo', PASSWORD);
  const stamp = Date.now();
  const english = `Berth works ${stamp}`;
  const id = await applyFor(applicant, `泊位工程${stamp}`, '460.00', { name_en: english });
  const page = await windowFor(browser, await Person.signIn(baseURL!, 'depthead', 'demo', PASSWORD), 'en_US');
  const isEnglish = async (where: Locator) => {
    await expect(where).toBeVisible();
    await expect(where).not.toContainText(CHINESE);
  };

  await page.goto('/main/list/initiation?myCode=zb');
  const row = page.getByRole('row').filter({ hasText: english });
  await isEnglish(row);
  await isEnglish(page.getByRole('button', { name: /Account/ }));
  await row.click();
  await expect(page.getByRole('heading', { level: 1, name: english })).toBeVisible();
  await isEnglish(page.getByRole('tab', { selected: true }).first());
  await expect(page.getByText('460.00 × CNY 10,000', { exact: true })).toBeVisible();
  await expect(page.locator('[data-place="est_price"]')).toContainText('(unit: CNY 10,000)');
  await isEnglish(page.getByRole('list', { name: 'Approval steps' }));
  await isEnglish(page.getByRole('list', { name: 'Process' }));
  await isEnglish(page.getByText(/^Created by/));
  for (const field of ['department_entity', 'manager_entity', 'invest_subject_entity', 'province_entity'])
    await isEnglish(page.locator(`[data-place="${field}"]`));
  await page.getByRole('tab', { name: 'Changes' }).click();
  const changed = page.getByRole('tabpanel', { name: 'Changes' }).locator('article').first();
  await isEnglish(changed.locator('b').first());

  // what waits, and what is decided
  await page.goto(`/main/form/initiation/Review/${id}?myCode=zb`);
  await isEnglish(page.getByRole('region', { name: 'Decision', exact: true }));
  await expect.poll(() => widthOf(page, '“')).toBeLessThan(0.6);
  await page.getByRole('button', { name: /中文/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: `泊位工程${stamp}` })).toBeVisible();
  await expect(page.getByRole('tab', { selected: true }).first()).toContainText('泊位工程');
  for (const words of [page.getByRole('list', { name: '审批环节' }), page.getByText(/^创建：/)])
    await expect(words).not.toContainText(/[a-z]{3}/);
  await page.context().close();
});

test('FRAME-11 quality: English names of people are read whole in my applications and what I handled, and what is said beside a draft keeps its edge', async ({
  browser,
  baseURL,
}) => {
  const [applicant, depthead] = await Promise.all(['applicant', 'depthead'].map((name) => Person.signIn(baseURL!, name, 'demo', PASSWORD)));
  const english = `Quay lighting ${Date.now()}`;
  const id = await applyFor(applicant!, english, '460.00', { name_en: english });
  expect((await depthead!.call('/app', 'Modify', { cloud: 'initiation', id, _event: 21 })).code).toBe(200);
  for (const [person, tab] of [
    [applicant!, 'My applications'],
    [depthead!, 'Handled by me'],
  ] as const) {
    const page = await windowFor(browser, person, 'en_US');
    await page.goto('/main?myCode=zb');
    await page.getByRole('tab', { name: tab }).click();
    const item = page.getByRole('listitem').filter({ hasText: english });
    await expect(item).toContainText(tab === 'My applications' ? 'Xu Jing' : 'Sun Haoran');
    expect.soft(await cutIn(item), tab).toEqual([]);
    // on a small desk what it is about keeps more room than what became of it
    await page.setViewportSize({ width: 768, height: 900 });
    const about = item.getByText('Project initiation').locator('xpath=..');
    await expect.poll(async () => (await about.boundingBox())!.width, tab).toBeGreaterThanOrEqual(150);
    await page.context().close();
  }
  const draft = await applyFor(applicant!, `${english} 2`, '460.00', { _event: undefined });
  const page = await windowFor(browser, applicant!, 'en_US');
  await page.goto(`/main/form/initiation/Modify/${draft}?myCode=zb`);
  const beside = page.getByRole('tabpanel', { name: 'Process' });
  const words = beside.getByText('Not submitted yet');
  await expect(words).toBeVisible();
  const right = (where: Locator, inset = 0) => where.evaluate((one, less) => one.getBoundingClientRect().right - less, inset);
  const reach = await words.evaluate((one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    return range.getBoundingClientRect().right;
  });
  expect(reach).toBeLessThanOrEqual(await right(beside, 12));
  expect((await applicant!.call('/app', 'Delete', { cloud: 'initiation', id: `,${draft},` })).code).toBe(200);
  await page.context().close();
});

test('LIST-04 quality: a list that is wider than its sheet ends with a whole column, beside its actions; its sums go under those, not over them', async ({
  browser,
  baseURL,
}) => {
  const page = await windowFor(browser, await Person.signIn(baseURL!, 'investmgr', 'demo', PASSWORD), 'en_US');
  for (const width of [768, 1024]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/main/list/project?myCode=zb');
    const head = page.getByRole('columnheader');
    await expect(page.locator('[role=rowgroup] [role=row]').first()).toBeVisible();
    const edges = await head.evaluateAll((all) => all.map((one) => [one.getBoundingClientRect().left, one.getBoundingClientRect().right]));
    const [from] = edges.at(-1)!;
    expect(edges.slice(0, -1).filter(([left, right]) => left! < from! - 1 && right! > from! + 1)).toEqual([]);
    const sums = page.getByRole('row').last();
    await expect(sums).toContainText('Total');
    const { y, height } = (await sums.boundingBox())!;
    const under = await page.evaluate(([x, top]) => document.elementFromPoint(x!, top!)?.textContent, [from! + 20, y + height / 2]);
    expect(under, `${width}`).toBe('');
  }
  await page.context().close();
});
