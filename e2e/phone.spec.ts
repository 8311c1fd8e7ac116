import { expect, type Locator, type Page } from '@playwright/test';
import { Person } from '#protocol/testing-person.ts';
import { applyFor } from './support/initiation.ts';
import { windowFor } from './support/people.ts';
import { test } from './support/test.ts';

const PASSWORD = process.env.JOURNEYS_PASSWORD ?? '';
const [WIDTH, HEIGHT] = [390, 844];

const onPhone = async (page: Page) => {
  await page.setViewportSize({ width: WIDTH, height: HEIGHT });
  return page;
};

const boxOf = async (what: Locator) => {
  await what.scrollIntoViewIfNeeded();
  return (await what.boundingBox())!;
};

test('DESK-03 SUB-01 quality: on a phone a to-do opens by a tap, its record has the page to itself, its rows are read whole', async ({
  browser,
  baseURL,
}) => {
  const name = `掌上审批${Date.now()}`;
  await applyFor(await Person.signIn(baseURL!, 'applicant', 'demo', PASSWORD), name, '460.00');
  const page = await onPhone(await windowFor(browser, await Person.signIn(baseURL!, 'depthead', 'demo', PASSWORD)));
  await page.goto('/main?myCode=zb');
  await page.getByRole('listitem').filter({ hasText: name }).getByText(name).click();
  await expect(page.getByRole('list', { name: '办理过程' })).toBeVisible();

  const funds = page.getByRole('region', { name: '资金来源' });
  for (const row of [funds.locator('tbody tr').first(), funds.locator('tfoot')]) {
    const figure = row.getByText('460.00', { exact: true });
    await expect(figure).toBeVisible();
    const { x, width } = await boxOf(figure);
    expect(x + width).toBeLessThanOrEqual(WIDTH);
  }
  // what stays in place leaves most of the screen to what one reads
  const bar = (await page.getByRole('region', { name: '办理', exact: true }).boundingBox())!;
  expect(bar.y).toBeGreaterThan(HEIGHT * 0.7);
  expect((await page.getByRole('heading', { level: 2, name: '基本信息' }).boundingBox())!.y).toBeLessThan(0);
  await page.context().close();
});

test('quality: on a phone all that is typed into or pressed is as high as a thumb needs', async ({ browser, baseURL }) => {
  const page = await onPhone(await windowFor(browser, await Person.signIn(baseURL!, 'applicant', 'demo', PASSWORD)));
  await page.goto('/main/form/initiation/Add?myCode=zb');
  await expect(page.getByRole('banner')).toContainText('新建立项审批');
  await page.getByRole('button', { name: /^添加/ }).click();
  await page.getByRole('textbox', { name: /意见/ }).click();
  const low = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main :is(input, textarea, .ant-select, .ant-picker, .ant-input-affix-wrapper, button)')]
      .filter(
        (one) =>
          one.checkVisibility() &&
          !one.closest('li, [class*=skip]') &&
          !one.closest('.ant-select, .ant-picker, .ant-input-affix-wrapper, label')?.contains(one.parentElement),
      )
      .map((one) => [one.id || one.getAttribute('aria-label') || one.textContent, Math.round(one.getBoundingClientRect().height)] as const)
      .filter(([, height]) => height < 36),
  );
  expect(low).toEqual([]);
  for (const place of ['key_name', 'project_type', 'est_price', 'plan_begin', 'mobile', 'necessity'])
    expect(
      (await boxOf(page.locator(`[data-place="${place}"] :is(.ant-select, .ant-picker, input, textarea)`).first())).height,
      place,
    ).toBeGreaterThanOrEqual(40);
  for (const phrase of await page.getByRole('button', { name: /^(同意。|已核对，无异议。)$/ }).all())
    expect((await boxOf(phrase)).height).toBeGreaterThanOrEqual(44);
  await page.context().close();
});

test('FLOW-04 quality: on a phone a dialog lies below, where the thumb is', async ({ browser, baseURL }) => {
  const id = await applyFor(await Person.signIn(baseURL!, 'applicant', 'demo', PASSWORD), `掌上退回${Date.now()}`, '460.00');
  const depthead = await Person.signIn(baseURL!, 'depthead', 'demo', PASSWORD);
  expect(await depthead.call('/app', 'Modify', { cloud: 'initiation', id, _event: 21 })).toMatchObject({ code: 200 });
  const page = await onPhone(await windowFor(browser, await Person.signIn(baseURL!, 'investmgr', 'demo', PASSWORD)));
  await page.goto(`/main/form/initiation/Review/${id}?myCode=zb`);
  await page.getByRole('textbox', { name: '意见' }).fill('请补充');
  await page.getByRole('button', { name: '退回', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: '退回到' });
  await expect(dialog.getByRole('radio').first()).toBeVisible();
  const bottom = async () => {
    const { y, height } = (await dialog.boundingBox())!;
    return Math.round(y + height);
  };
  await expect.poll(bottom).toBe(HEIGHT);
  expect((await dialog.boundingBox())!.y).toBeGreaterThan(HEIGHT / 3);
  await page.context().close();
});

test('FLOW-09 quality: on a phone the way of a record that was refused ends in red, at who refused and at the end, as on a desk', async ({
  browser,
  baseURL,
}) => {
  const [applicant, depthead, investmgr] = await Promise.all(
    ['applicant', 'depthead', 'investmgr'].map((username) => Person.signIn(baseURL!, username, 'demo', PASSWORD)),
  );
  const id = await applyFor(applicant!, `掌上被否${Date.now()}`, '460.00');
  for (const [person, _event] of [
    [depthead!, 21],
    [investmgr!, 33],
  ] as const)
    expect((await person.call('/app', 'Modify', { cloud: 'initiation', id, _event, remark: '选址不可行' })).code).toBe(200);
  const page = await windowFor(browser, applicant!);
  const path = `/main/form/initiation/Show/${id}?myCode=zb`;
  const colours = (marks: Locator, part: 'backgroundColor' | 'borderTopColor') =>
    marks.evaluateAll((all, name) => all.map((one) => getComputedStyle(one)[name as 'backgroundColor']), part);
  await page.goto(path);
  const desk = page.getByRole('list', { name: '审批环节' }).locator('li > i');
  await expect(desk.last()).toBeVisible();
  const [, passed, refuser, end] = await colours(desk, 'borderTopColor');
  expect([refuser === end, passed === end]).toEqual([true, false]);
  await onPhone(page);
  const bars = page.locator('[class*=bars] > i');
  await expect(bars).toHaveCount(4);
  const shown = await colours(bars, 'backgroundColor');
  expect(shown.map((colour) => colour === end)).toEqual([false, false, true, true]);
  await page.context().close();
});

test('FLOW-04 quality: on a phone the form stays where it is while the opinion is typed or asked for; what became of it is seen at once', async ({
  browser,
  baseURL,
}) => {
  const name = `掌上意见${Date.now()}`;
  const id = await applyFor(await Person.signIn(baseURL!, 'applicant', 'demo', PASSWORD), name, '460.00');
  const page = await onPhone(await windowFor(browser, await Person.signIn(baseURL!, 'depthead', 'demo', PASSWORD)));
  await page.goto(`/main/form/initiation/Review/${id}?myCode=zb`);
  const opinion = page.getByLabel('意见', { exact: true });
  await opinion.click();
  const heading = page.getByRole('heading', { level: 2, name: '基本信息' });
  const at = async () => Math.round((await heading.boundingBox())!.y);
  await opinion.pressSequentially('a');
  const before = await at();
  await opinion.pressSequentially('bcdefghijkl');
  expect(await at()).toBe(before);
  await opinion.fill('');
  await page.getByRole('button', { name: '退回', exact: true }).click();
  await expect(page.getByText('退回时必须填写意见')).toBeVisible();
  expect(Math.abs((await at()) - before)).toBeLessThan(60);
  await page.getByRole('heading', { level: 2, name: '附件' }).scrollIntoViewIfNeeded();
  await opinion.fill('同意');
  await page.getByRole('button', { name: '同意', exact: true }).click();
  await expect(page.getByText('投资部审查').filter({ visible: true }).first()).toBeInViewport();
  await page.context().close();
});
