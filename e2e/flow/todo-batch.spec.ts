import { expect, type Page, type Route } from '@playwright/test';
import { isReachable } from '../support/axe.ts';
import { filed, signIn } from '../support/beside.ts';
import { windowFor } from '../support/people.ts';
import { test } from '../support/test.ts';

/** So many applications of one name that wait for the head of their unit, or further on. */
async function several(url: string, what: string, n: number): Promise<{ about: string; ids: number[] }> {
  const about = `${what}${Date.now() % 1_000_000}`;
  const ids: number[] = [];
  for (let at = 1; at <= n; at += 1) ids.push(await filed(url, `${about}第${at}号`));
  return { about, ids };
}

/** The to-do page with nothing but these in its list. */
async function listOf(page: Page, about: string, n: number, search = '事项、单号'): Promise<void> {
  await page.goto('/main?myCode=zb');
  await page.getByRole('textbox', { name: search }).fill(about);
  // on a fresh server all that waits are these: the search itself is waited for
  await expect.poll(() => new URL(page.url()).searchParams.get('key_word')).toBe(about);
  await expect(rowsOf(page)).toHaveCount(n);
  await expect(page.locator('[aria-busy=true]').filter({ visible: true })).toHaveCount(0);
}
const rowsOf = (page: Page) => page.locator('li:has([data-row])');
const bar = (page: Page, name = '批量办理') => page.getByRole('region', { name, exact: true });

interface Sent {
  rid: string;
  id: string;
}
/** Decisions that the page sends, in their order. */
function decisionsOf(page: Page): Sent[] {
  const sent: Sent[] = [];
  page.on('request', (request) => {
    if (!request.url().includes('op=Modify')) return;
    const form = new URLSearchParams(request.postData() ?? '');
    sent.push({ rid: form.get('_rid')!, id: form.get('id')! });
  });
  return sent;
}

/** The first request of this op waits until it is let go. */
async function holdFirst(page: Page, op: string): Promise<() => Promise<void>> {
  const held: Route[] = [];
  await page.route(`**/*op=${op}*`, (route) => (held.length === 0 ? void held.push(route) : route.fallback()));
  return async () => {
    await expect.poll(() => held.length).toBeGreaterThan(0);
    await held[0]!.fallback();
  };
}

test('FLOW-06 all are chosen with A and approved with Shift+Enter, one after the other; what somebody else decided meanwhile says so', async ({
  browser,
  baseURL,
}) => {
  const { about, ids } = await several(baseURL!, '批量的泊位', 3);
  const head = await signIn(baseURL!, 'depthead');
  const page = await windowFor(browser, head);
  const sent = decisionsOf(page);
  await listOf(page, about, 3);
  // letters belong to whoever types
  await page.getByRole('textbox', { name: '事项、单号' }).press('a');
  await expect(bar(page)).toHaveCount(0);
  await listOf(page, about, 3);
  await page.keyboard.press('ArrowDown');
  await expect(page.locator('[data-row]:focus')).toHaveCount(1);
  await page.keyboard.press('a');
  await expect(bar(page)).toContainText('已选 3 项');
  await expect(page.getByRole('checkbox', { name: /^选择 / })).toHaveCount(3);
  await isReachable(page, 'several chosen');
  await page.keyboard.press('Space');
  await expect(bar(page)).toContainText('已选 2 项');
  await page.keyboard.press('Escape');
  await expect(bar(page)).toHaveCount(0);
  await page.keyboard.press('a');

  const release = await holdFirst(page, 'Reviewer');
  await page.keyboard.press('Shift+Enter');
  await expect(rowsOf(page).nth(0)).toContainText('办理中');
  await expect(rowsOf(page).nth(2)).toContainText('排队');
  // the rows stand as they came, the newest first
  const taken = ids[1]!;
  expect(await head.call('/app', 'Modify', { cloud: 'initiation', id: taken, _event: 21, remark: '先办了' })).toMatchObject({ code: 200 });
  await release();
  await expect(bar(page)).toContainText('2 项已同意');
  await expect(bar(page)).toContainText('1 项已由他人办理');
  await expect(rowsOf(page).nth(0)).toContainText('转到投资部审查');
  await expect(rowsOf(page).nth(1)).toContainText('不再需要办理');
  await expect(rowsOf(page).nth(1)).toContainText(/已由.*办理（同意）/);
  await expect(page.getByRole('checkbox', { name: /^选择 / })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^重试/ })).toHaveCount(0);
  expect(sent.map(({ id }) => Number(id))).toEqual([ids[2], ids[0]]);
  expect(new Set(sent.map(({ rid }) => rid)).size).toBe(2);
  await isReachable(page, 'several decided');
  await page.getByRole('complementary').getByRole('button', { name: '移出列表' }).click();
  await expect(rowsOf(page)).toHaveCount(2);
  await page.keyboard.press('Escape');
  await expect(page.getByText('没有符合的事项')).toBeVisible();
});

test('FLOW-06 WIRE-04 what failed keeps its box and is tried again with one key under the same request id; what has not begun is stopped', async ({
  browser,
  baseURL,
}) => {
  const { about } = await several(baseURL!, '重试的泊位', 4);
  const page = await windowFor(browser, await signIn(baseURL!, 'depthead'));
  const sent = decisionsOf(page);
  await listOf(page, about, 4);
  // the last one stays out
  const boxes = page.getByRole('checkbox', { name: /^选择 / });
  await boxes.nth(0).click();
  await boxes.nth(2).click({ modifiers: ['Shift'] });
  await expect(bar(page)).toContainText('已选 3 项');
  await page.route('**/*op=Modify*', (route) => (sent.length === 1 ? route.abort() : route.fallback()));
  const release = await holdFirst(page, 'Reviewer');
  await page.keyboard.press('Shift+Enter');
  await expect(rowsOf(page).nth(0)).toContainText('办理中');
  await bar(page).getByRole('button', { name: '停止剩余 2 项' }).click();
  await release();
  await expect(bar(page)).toContainText('1 项未成功');
  await expect(bar(page)).toContainText('2 项未开始');
  await expect(rowsOf(page).nth(0)).toContainText('网络无法连接');
  await expect(boxes).toHaveCount(4);
  await expect(boxes.nth(0)).toBeChecked();
  await expect(boxes.nth(3)).not.toBeChecked();
  await expect(bar(page).getByRole('button', { name: /^重试 3 项/ })).toBeVisible();
  await page.keyboard.press('Shift+Enter');
  await expect(bar(page)).toContainText('3 项已同意');
  expect(sent).toHaveLength(4);
  expect(sent[1]).toEqual(sent[0]);
  await expect(boxes).toHaveCount(1);
  await bar(page).getByRole('button', { name: '完成' }).click();
  await expect(rowsOf(page)).toHaveCount(1);
});

test('FLOW-06 FLOW-02 what asks for more than an opinion is told and not decided; it opens from there', async ({ browser, baseURL }) => {
  const { about, ids } = await several(baseURL!, '须单独办理的泊位', 1);
  const head = await signIn(baseURL!, 'depthead');
  expect(await head.call('/app', 'Modify', { cloud: 'initiation', id: ids[0], _event: 21 })).toMatchObject({ code: 200 });
  const page = await windowFor(browser, await signIn(baseURL!, 'investmgr'));
  const sent = decisionsOf(page);
  await listOf(page, about, 1);
  await page.getByRole('checkbox', { name: /^选择 / }).check();
  const side = page.getByRole('complementary', { name: /^批量办理/ });
  await expect(side).toContainText('需要您看的 1 项');
  await expect(side).toContainText(/本环节须填写.*，不能批量办理/);
  await bar(page)
    .getByRole('button', { name: /^同意 1 项/ })
    .click();
  await expect(bar(page)).toContainText('1 项须单独办理');
  await expect(rowsOf(page)).toContainText('须单独办理');
  expect(sent).toEqual([]);
  await side.getByRole('button', { name: '打开办理' }).click();
  await expect(page.getByRole('region', { name: '办理', exact: true })).toBeVisible();
});

test('I18N-01 FLOW-06 in English: several go back to their applicants with one opinion, which is demanded', async ({
  browser,
  baseURL,
}) => {
  const { about, ids } = await several(baseURL!, 'English return', 3);
  const page = await windowFor(browser, await signIn(baseURL!, 'depthead'), 'en_US');
  const sent = decisionsOf(page);
  await listOf(page, about, 3, 'Item, number');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('a');
  // the newest is left out
  await page
    .getByRole('checkbox', { name: /^Choose / })
    .first()
    .uncheck();
  const several2 = bar(page, 'Several at once');
  await expect(several2).toContainText('2 chosen');
  await several2.getByRole('button', { name: 'Return to applicants' }).click();
  await expect(page.getByText('Please say why: each of them is returned or refused with this opinion')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Common opinion' })).toBeFocused();
  await isReachable(page, 'an opinion is missing');
  expect(sent).toEqual([]);
  await page.keyboard.type('Please add the quotations');
  await several2.getByRole('button', { name: 'Return to applicants' }).click();
  await expect(several2).toContainText('2 returned');
  const applicant = await signIn(baseURL!, 'applicant');
  for (const id of ids.slice(0, 2)) {
    const { data } = await applicant.call('/app', 'Show', { cloud: 'initiation', id });
    expect(data).toMatchObject({ _returned: { remark: 'Please add the quotations' } });
  }
  // who is chosen next is approved: the key does nothing but what its button says
  await page.getByRole('checkbox', { name: /^Choose / }).check();
  await expect(several2.getByRole('button', { name: /^Approve 1/ })).toBeVisible();
  // what was missing for one act is not said of the next
  await page.getByRole('textbox', { name: 'Common opinion' }).fill('');
  await several2.getByRole('button', { name: 'Return to applicants' }).click();
  const missing = page.getByText('Please say why: each of them is returned or refused with this opinion');
  await expect(missing).toBeVisible();
  await page.getByRole('textbox', { name: 'Common opinion' }).blur();
  await page.keyboard.press('Shift+Enter');
  await expect(rowsOf(page).first()).toContainText('Approve: done');
  await expect(missing).toBeHidden();
});

test('FLOW-06 quality: on a phone what is done with the chosen lies under the thumb', async ({ browser, baseURL }) => {
  const { about } = await several(baseURL!, '掌上批量', 2);
  const page = await windowFor(browser, await signIn(baseURL!, 'depthead'));
  await page.setViewportSize({ width: 390, height: 844 });
  await listOf(page, about, 2);
  for (const box of await page.getByRole('checkbox', { name: /^选择 / }).all()) await box.check();
  const agree = bar(page).getByRole('button', { name: '同意 2 项' });
  const place = (await agree.boundingBox())!;
  expect(place.height).toBeGreaterThanOrEqual(44);
  expect(place.y).toBeGreaterThan(500);
  expect(place.x + place.width).toBeLessThanOrEqual(390);
  await isReachable(page, 'several chosen on a phone');
  await agree.click();
  await expect(bar(page)).toContainText('2 项已同意');
  await expect(rowsOf(page).first()).toContainText('转到投资部审查');
  await isReachable(page, 'several decided on a phone');
});
