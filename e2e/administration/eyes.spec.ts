import { type BrowserContext, expect, type Page } from '@playwright/test';
import { Person } from '#protocol/testing-person.ts';
import { isReachable } from '../support/axe.ts';
import { deskOf } from '../support/people.ts';
import { test } from '../support/test.ts';

const password = () => process.env.JOURNEYS_PASSWORD ?? '';

/** The administrator's page of an account, and the window that opens from it. */
async function look(desk: Page, id: number, reason: string, say: Say = SAY.zh_CN): Promise<Page> {
  await desk.goto(`/main/form/user/Account/${id}`);
  await desk.getByRole('button', { name: say.look }).click();
  const dialog = desk.getByRole('dialog');
  await dialog.getByRole('button', { name: say.open }).click();
  await expect(dialog.getByText(say.must)).toBeVisible();
  await isReachable(desk, 'why one looks');
  await dialog.getByRole('textbox', { name: say.reason }).fill(reason);
  const [seen] = await Promise.all([desk.context().waitForEvent('page'), dialog.getByRole('button', { name: say.open }).click()]);
  await expect(seen).toHaveURL(/\/main/);
  await expect(dialog).toBeHidden();
  return seen;
}
const SAY = {
  zh_CN: {
    look: '以其视角查看…',
    open: '打开窗口',
    must: '请填写查看原因',
    reason: /查看原因/,
    bar: /的视角查看/,
    end: '结束查看',
    over: '查看已结束',
  },
  en_US: {
    look: 'Look through their eyes…',
    open: 'Open the window',
    must: 'Say why',
    reason: /Reason/,
    bar: /Looking through the eyes of/,
    end: 'Stop looking',
    over: 'You have stopped looking',
  },
} as const;
type Say = (typeof SAY)['zh_CN' | 'en_US'];
const storage = (page: Page) =>
  page.evaluate(() => ({ own: sessionStorage.getItem('fw.session') ?? '', kept: JSON.stringify(localStorage) }));
const tokenIn = async (page: Page): Promise<string> => (JSON.parse((await storage(page)).own) as { token: string }).token;

test('ADMIN-12 an administrator looks through the eyes of a colleague, does nothing, and the colleague reads of it', async ({
  browser,
  baseURL,
}) => {
  const him = await Person.signIn(baseURL!, 'applicant', 'demo', password());
  const id = Number(him.user.id);
  const draft = await him.call('/app', 'Add', { cloud: 'initiation', key_name: `视角${Date.now()}` });
  const context: BrowserContext = await browser.newContext({ baseURL: baseURL!, locale: 'zh-CN' });
  const desk = await deskOf(context, baseURL!, 'admin', password());
  const seen = await look(desk, id, '看不到提交按钮');
  const sent: string[] = [];
  seen.on('request', (request) => void (request.method() === 'POST' && sent.push(new URL(request.url()).searchParams.get('op') ?? '')));
  const bar = seen.getByRole('region', { name: SAY.zh_CN.bar });
  await expect(bar).toBeVisible();
  await expect(bar.getByText('只读')).toBeVisible();
  await expect(bar.getByText('还有 15 分钟')).toBeVisible();

  // its session stays in its window: neither shared, nor in the place of the one who looks, nor kept
  const [own, his] = [await tokenIn(desk), await tokenIn(seen)];
  expect(his).not.toBe(own);
  expect((await storage(seen)).kept).not.toContain(his);
  const third = await context.newPage();
  await third.goto('/main');
  await expect(third.getByRole('navigation').first()).toBeVisible();
  expect(await tokenIn(third)).toBe(own);
  await third.close();
  await seen.reload();
  await expect(bar).toBeVisible();
  expect(await tokenIn(seen)).toBe(his);

  // what he sees, with his acts at rest
  await seen.goto('/main/list/initiation');
  const add = seen.getByRole('button', { name: '新建立项' });
  await expect(add).toHaveAttribute('aria-disabled', 'true');
  await expect(add).toHaveAttribute('title', '正在以他人视角查看，只读');
  await isReachable(seen, 'a list through eyes');
  await seen.goto(`/main/form/initiation/Modify/${draft.data.id}`);
  await expect(seen.getByRole('region', { name: '表单内容' })).toBeVisible();
  await expect(seen.getByRole('region', { name: '表单内容' }).getByRole('textbox')).toHaveCount(0);
  for (const act of await seen.locator('[data-bar] button').all()) await expect(act).toHaveAttribute('aria-disabled', 'true');
  await seen.keyboard.press('Control+s');
  await isReachable(seen, 'a record through eyes');
  await seen.goto('/main/profile?tab=security');
  await expect(seen.getByText('仅本人可见')).toBeVisible();
  expect(
    sent.filter((op) => ['Add', 'Modify', 'Delete', 'Choose', 'ReadNotices', 'Active', 'Sessions', 'SecurityLog'].includes(op)),
  ).toEqual([]);

  // over, with nothing left of him
  await bar.getByRole('button', { name: SAY.zh_CN.end }).click();
  await expect(seen.getByRole('heading', { name: SAY.zh_CN.over })).toBeVisible();
  await expect(bar).toBeHidden();
  expect((await storage(seen)).own).toBe('');
  await seen.goBack().catch(() => null);
  await expect(seen.getByRole('region', { name: SAY.zh_CN.bar })).toBeHidden();
  expect(await tokenIn(desk)).toBe(own);

  // he is told, in his message centre and in his log
  const hisDesk = await deskOf(await browser.newContext({ baseURL: baseURL!, locale: 'zh-CN' }), baseURL!, 'applicant', password());
  await hisDesk.goto('/main/message');
  await expect(hisDesk.getByText('有人以您的视角查看了平台').first()).toBeVisible();
  await expect(hisDesk.getByText(/看不到提交按钮/).first()).toBeVisible();
  await hisDesk.getByText('有人以您的视角查看了平台').first().click();
  await expect(hisDesk).toHaveURL(/profile/);
  await expect(
    hisDesk
      .getByText(/：看不到提交按钮/)
      .filter({ visible: true })
      .first(),
  ).toBeVisible();
  await context.close();
});

test('E9 on a phone and in English the bar stays, and ends with the sign-in of who looks', async ({ browser, baseURL }) => {
  const him = await Person.signIn(baseURL!, 'viewer', 'demo', password());
  const context = await browser.newContext({ baseURL: baseURL!, locale: 'en-US', viewport: { width: 390, height: 844 } });
  const desk = await deskOf(context, baseURL!, 'admin', password());
  const admin = await Person.signIn(baseURL!, 'admin', 'demo', password());
  await admin.call('/sys', 'Choose', { name: 'locale', value: 'en_US' });
  await desk.evaluate(() =>
    localStorage.setItem('fw.choices', JSON.stringify({ owner: 'demo/1', values: { locale: 'en_US' }, unsent: {} })),
  );
  try {
    const seen = await look(desk, Number(him.user.id), 'A menu is missing', SAY.en_US);
    const bar = seen.getByRole('region', { name: SAY.en_US.bar });
    await expect(bar).toBeVisible();
    await isReachable(seen, 'the bar on a phone');
    const box = (await bar.boundingBox())!;
    expect([box.x, box.y, box.width]).toEqual([0, 0, 390]);
    await new Person(admin.server, await tokenIn(desk)).call('/sys', 'Logout');
    // it asks once a minute, if nothing tells it before
    await expect(seen.getByRole('heading', { name: SAY.en_US.over })).toBeVisible();
  } finally {
    await admin.call('/sys', 'Choose', { name: 'locale', value: 'zh_CN' });
    await context.close();
  }
});
