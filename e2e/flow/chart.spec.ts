import { type Browser, expect, type Page } from '@playwright/test';
import { Person } from '#protocol/testing-person.ts';
import { isReachable } from '../support/axe.ts';
import { applyFor } from '../support/initiation.ts';
import { windowFor } from '../support/people.ts';
import { test } from '../support/test.ts';

const PASSWORD = process.env.JOURNEYS_PASSWORD ?? '';

/** The people of the seven steps, and how one of them decides by the wire. */
async function office(url: string) {
  const known = new Map<string, Promise<Person>>();
  const of = (who: string) => known.get(who) ?? known.set(who, Person.signIn(url, who, 'demo', PASSWORD)).get(who)!;
  const decide = async (who: string, id: number, _event: number, rest: Record<string, unknown> = {}) => {
    const { code, remark } = await (await of(who)).call('/app', 'Modify', { cloud: 'initiation', id, _event, remark: '同意', ...rest });
    expect(code, `${who} ${_event}: ${remark}`).toBe(200);
  };
  return { of, decide };
}

/** Returned once, then at its four countersignatures, of which one is given. */
async function atCountersign(url: string, name: string) {
  const { of, decide } = await office(url);
  const id = await applyFor(await of('applicant'), name, '8640.00');
  await decide('depthead', id, 22, { remark: '请补充测算' });
  await decide('applicant', id, 11);
  await decide('depthead', id, 21);
  await decide('investmgr', id, 31, { review_no: `PS-${id}` });
  await decide('tech', id, 41, { remark: '工艺路线成熟' });
  return { id, of, decide };
}

async function openChart(browser: Browser, person: Person, id: number, locale = 'zh_CN'): Promise<Page> {
  const page = await windowFor(browser, person, locale);
  await page.goto(`/main/form/initiation/Show/${id}?myCode=zb`);
  await page.getByRole('button', { name: locale === 'zh_CN' ? '流程图' : 'Flow chart', exact: true }).click();
  return page;
}
const step = (page: Page, name: string | RegExp) =>
  page.getByRole('dialog').getByRole('list', { name: '流程环节' }).getByRole('button', { name });

test('FLOW-10 FORM-01 the chart of a record in the middle: way, return, signers, what is likely, and why; by the keyboard', async ({
  browser,
  baseURL,
}) => {
  const { id, of } = await atCountersign(baseURL!, '滨江基地二期智能仓储中心');
  const page = await openChart(browser, await of('finance'), id);
  const dialog = page.getByRole('dialog', { name: /流程图/ });
  await expect(step(page, /专业会签.*当前环节/)).toHaveAttribute('aria-current', 'step');
  await expect(step(page, /申请.*2 次提交.*已完成/)).toBeVisible();
  const { width } = page.viewportSize()!;
  await expect
    .poll(async () => Math.round((await dialog.boundingBox())!.width), 'FRAME-12 94 % of the window')
    .toBe(Math.round(width * 0.94));
  await expect(dialog.getByText(/退回，.* 重报/)).toBeVisible();
  await expect(dialog.getByText('等您办理')).toBeVisible();
  const why = dialog.getByRole('list').last();
  await expect(why.getByRole('listitem').filter({ hasText: '估算总投资 ≥ 5,000 万元' })).toContainText(
    '本单：估算总投资 8,640.00 万元，成立',
  );
  await expect(why).toContainText('若退回，可退到投资部审查');
  await expect(dialog.getByRole('row').filter({ hasText: '工艺路线成熟' })).toBeVisible();
  await isReachable(page, 'the flow chart');

  await step(page, /^专业会签/).focus();
  await page.keyboard.press('ArrowLeft');
  await expect(step(page, /^投资部审查/)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('heading', { name: /^环节：投资部审查/ })).toBeVisible();
  const size = async () => (await step(page, /^投资部审查/).boundingBox())!.width;
  const before = await size();
  await page.keyboard.press('+');
  await expect.poll(size).toBeGreaterThan(before);
  await page.keyboard.press('f');
  await expect.poll(size).toBe(before);

  await expect(step(page, /^已作废/)).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page).not.toHaveURL(/chart/);
});

test('FRAME-10 the address of the specification opens the chart over its record; a phone lists the steps, paper shows the chart alone', async ({
  browser,
  baseURL,
}) => {
  const { id, of } = await atCountersign(baseURL!, '地址上的流程图');
  const page = await windowFor(browser, await of('applicant'));
  await page.goto(`/main/flow?cloud=initiation&id=${id}&myCode=zb`);
  const dialog = page.getByRole('dialog', { name: /流程图/ });
  await expect(dialog.getByText('第 1 版')).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(dialog.getByText('为什么走这条路')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeHidden();
  const paper = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(paper.match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(1);
  await page.emulateMedia({ media: 'screen' });

  await page.setViewportSize({ width: 390, height: 844 });
  const list = dialog.getByRole('list', { name: '流程环节' });
  await expect(list.getByRole('listitem').filter({ hasText: '专业会签' }).first()).toContainText('全部同意');
  await expect(list.getByRole('listitem').filter({ hasText: '投资委员会表决' }).first()).toContainText('估算总投资 ≥ 5,000 万元');
  await list.getByRole('button', { name: /部门负责人审核/ }).click();
  await expect(dialog.getByRole('heading', { name: /^环节：部门负责人审核/ })).toBeVisible();
  await isReachable(page, 'the flow chart on a phone');
});
