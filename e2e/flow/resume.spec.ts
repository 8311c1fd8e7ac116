import { expect } from '@playwright/test';
import { Person } from '#protocol/testing-person.ts';
import { isReachable } from '../support/axe.ts';
import { applyFor } from '../support/initiation.ts';
import { windowFor } from '../support/people.ts';
import { test } from '../support/test.ts';

const PASSWORD = process.env.JOURNEYS_PASSWORD ?? '';

test('FLOW-04 FLOW-10 returned by the vice president, the applicant sends it straight back to him, and reads so before and after', async ({
  browser,
  baseURL,
}) => {
  const person = (who: string) => Person.signIn(baseURL!, who, 'demo', PASSWORD);
  const applicant = await person('applicant');
  const id = await applyFor(applicant, `直达的仓库${Date.now() % 1_000_000}`, '800.00');
  const decide = async (who: string, _event: number, rest: object = {}) => {
    const { code, remark } = await (await person(who)).call('/app', 'Modify', { cloud: 'initiation', id, _event, remark: '同意', ...rest });
    expect(code, `${who} ${_event}: ${remark}`).toBe(200);
  };
  await decide('depthead', 21);
  await decide('investmgr', 31, { review_no: `ZD-${id}` });
  for (const who of ['finance', 'legal', 'tech', 'safety']) await decide(who, 41);

  const leader = await windowFor(browser, await person('vicepres'));
  await leader.goto(`/main/form/initiation/Review/${id}?myCode=zb`);
  await leader.getByLabel('意见', { exact: true }).fill('请补充用地批复');
  await leader.getByRole('button', { name: '退回', exact: true }).click();
  const dialog = leader.getByRole('dialog', { name: '退回到' });
  await expect(dialog).toContainText('对方办理后直接回到您');
  await dialog.getByRole('radio', { name: /^申请/ }).click();
  await dialog.getByRole('button', { name: '退回' }).click();
  await expect(dialog).toHaveCount(0);

  const page = await windowFor(browser, applicant);
  await page.goto(`/main/form/initiation/Modify/${id}?myCode=zb`);
  const bar = page.getByRole('region', { name: '办理', exact: true });
  await expect(bar).toContainText(/提交后直接回到.+的“分管领导审批”/);
  await isReachable(page, 'a form that goes straight back');
  await page.getByRole('button', { name: '流程图', exact: true }).click();
  const chart = page.getByRole('dialog', { name: /流程图/ });
  await expect(chart.getByText(/提交后直接回到.+的“分管领导审批”/)).toBeVisible();
  await page.keyboard.press('Escape');
  await bar.getByRole('button', { name: '提交', exact: true }).click();
  await expect(
    page
      .getByText(/直接回到退回人/)
      .filter({ visible: true })
      .first(),
  ).toBeVisible();
  await decide('vicepres', 51);
});
