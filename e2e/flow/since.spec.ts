import { expect, type Page } from '@playwright/test';
import { Person } from '#protocol/testing-person.ts';
import { isReachable } from '../support/axe.ts';
import { applyFor } from '../support/initiation.ts';
import { windowFor } from '../support/people.ts';
import { test } from '../support/test.ts';

const PASSWORD = process.env.JOURNEYS_PASSWORD ?? '';
const FUND = 'initiation_fund.initiation_entity';

/** Approved by the head of unit, sent back by the investment department, and submitted once more with these changes; answers its id and the head. */
async function again(url: string, name: string, change: (applicant: Person, id: number) => Promise<Record<string, unknown>>) {
  const [applicant, head, investment] = await Promise.all(
    ['applicant', 'depthead', 'investmgr'].map((who) => Person.signIn(url, who, 'demo', PASSWORD)),
  );
  const id = await applyFor(applicant!, name, '8640.00');
  const decide = async (who: Person, _event: number, rest: Record<string, unknown> = {}) => {
    const { code, remark } = await who.call('/app', 'Modify', { cloud: 'initiation', id, _event, remark: '意见', ...rest });
    expect(code, `${_event}: ${remark}`).toBe(200);
  };
  await decide(head!, 21);
  const { rows } = await investment!.call('/flow', 'Process', { cloud: 'initiation', id });
  await decide(investment!, 32, { back_id: rows[0]!.id });
  await decide(applicant!, 11, await change(applicant!, id));
  return { id, head: head! };
}

async function fundOf(applicant: Person, id: number): Promise<number> {
  const { data } = await applicant.call('/app', 'Show', { cloud: 'initiation', id });
  return ((data._subtables as Record<string, { id: number }[]>)[FUND] ?? [])[0]!.id;
}
const marksOf = (page: Page) => page.locator('[data-mark]').filter({ visible: true });

test('FLOW-09 FORM-01 who approved a record and gets it again sees what is another: fields, rows, files; by a key, and not on paper', async ({
  browser,
  baseURL,
}) => {
  const { id, head } = await again(baseURL!, '改了四处的泊位', async (applicant, at) => ({
    scale: '两座泊位',
    proposal: await applicant.upload('initiation', 'proposal'),
    _subtables: {
      [FUND]: [
        { op: 'Modify', id: await fundOf(applicant, at), price: '8000' },
        { op: 'Add', fund_source: 2, note: '贷款', price: '640', fund_ready: 1 },
      ],
    },
  }));
  const page = await windowFor(browser, head);
  await page.goto(`/main/form/initiation/Show/${id}?myCode=zb`);
  await expect(page.getByText(/^您 \d\d-\d\d \d\d:\d\d 审批后，申请人改了 4 处$/)).toBeVisible();
  await expect(marksOf(page)).toHaveCount(4);
  const scale = page.getByRole('button', { name: '建设规模与内容 已改' });
  await page.keyboard.press('F8');
  await expect(marksOf(page).first()).toBeFocused();
  await expect(page.getByText('1/4', { exact: true })).toBeVisible();
  await page.keyboard.press('Shift+F8');
  await expect(marksOf(page).last()).toBeFocused();
  await expect(page.getByRole('tooltip').filter({ hasText: '移除' }).filter({ visible: true })).toContainText('项目建议书.pdf');
  await scale.focus();
  // the one before may still be closing
  const tip = page.getByRole('tooltip').filter({ hasText: '原为' }).filter({ visible: true });
  await expect(tip.filter({ hasText: '两座泊位' })).toContainText('一座');
  await expect(tip).toHaveCount(1);
  await isReachable(page, 'marks of what has changed');
  await page.keyboard.press('Escape');
  await expect(tip).toHaveCount(0);
  await page.getByText('8,000.00').first().hover();
  await expect(tip).toContainText('8,640.00');

  await page.emulateMedia({ media: 'print' });
  await expect(scale).toBeHidden();
  await expect(page.getByText(/审批后，申请人改了/)).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await page.getByRole('button', { name: '隐藏标记' }).click();
  await expect(marksOf(page)).toHaveCount(0);
  await page.reload();
  await page.getByRole('button', { name: '显示标记' }).click();
  await expect(marksOf(page)).toHaveCount(4);
});

test('FLOW-09 SHELL-05 in English: a row that went, and nothing of the reader’s own', async ({ browser, baseURL }) => {
  const { id, head } = await again(baseURL!, '去了一行的泊位', async (applicant, at) => ({
    necessity: '又说一遍',
    _subtables: {
      [FUND]: [
        { op: 'Delete', id: await fundOf(applicant, at) },
        { op: 'Add', fund_source: 2, note: '贷款', price: '8640', fund_ready: 1 },
      ],
    },
  }));
  const page = await windowFor(browser, head, 'en_US');
  await page.goto(`/main/form/initiation/Show/${id}?myCode=zb`);
  await expect(page.getByText(/^Since you approved it on .*, the applicant changed 3 places$/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Funding Removed' })).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'Removed' })).toContainText('8,640.00');
  await page.getByRole('button', { name: 'Next change (F8)' }).click();
  await expect(marksOf(page).first()).toBeFocused();
  await isReachable(page, 'marks in English');
});

test('FLOW-09 on a phone a tap shows what it was', async ({ browser, baseURL }) => {
  const { id, head } = await again(baseURL!, '手机上看的泊位', async () => ({ scale: '三座泊位' }));
  const page = await windowFor(browser, head);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/main/form/initiation/Show/${id}?myCode=zb`);
  await expect(page.getByText(/审批后，申请人改了 1 处/)).toBeVisible();
  const mark = page.getByRole('button', { name: '建设规模与内容 已改' });
  await mark.click();
  const tip = page.getByRole('tooltip').filter({ hasText: '原为' }).filter({ visible: true });
  await expect(tip).toContainText('一座');
  await isReachable(page, 'marks on a phone');
});
