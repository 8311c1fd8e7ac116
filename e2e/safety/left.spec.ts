import { expect, type Page } from '@playwright/test';
import { Person } from '#protocol/testing-person.ts';
import { deskOf } from '../support/people.ts';
import { test } from '../support/test.ts';

const PASSWORD = process.env.JOURNEYS_PASSWORD ?? '';

/** All that the browser keeps of this site, as one text. */
const kept = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const names = await Promise.all((await indexedDB.databases()).map(({ name }) => name));
    const caches_ = await Promise.all(
      (await caches.keys()).map(async (name) => [name, (await (await caches.open(name)).keys()).map(({ url }) => url)] as const),
    );
    return JSON.stringify([{ ...localStorage }, { ...sessionStorage }, names, caches_, document.cookie, history.state]);
  });

test('D7 who signs out leaves nothing of what he read: not in the page, in what the browser keeps, nor behind Back', async ({
  browser,
  baseURL,
}) => {
  const admin = await Person.signIn(baseURL!, 'admin', 'demo', PASSWORD);
  const { rows } = await admin.call('/app', 'Page', { cloud: 'project', page: 1, rows: 1 });
  const { id, key_name } = rows[0]! as unknown as { id: number; key_name: string };
  const context = await browser.newContext();
  const page = await deskOf(context, baseURL!, 'investmgr', PASSWORD);
  await page.goto('/main/list/project?myCode=zb');
  await expect(page.getByRole('grid')).toBeVisible();
  await page.goto(`/main/form/project/Show/${id}`);
  await expect(page.getByRole('heading', { level: 1, name: key_name })).toBeVisible();
  const token = await page.evaluate(() => JSON.parse(sessionStorage.getItem('fw.session') ?? '{}').token as string | undefined);
  await page.getByRole('button', { name: /许静/ }).first().click();
  await page.getByRole('menuitem', { name: '退出登录' }).click();
  await expect(page.locator('input[type=password]')).toBeVisible();

  expect(await page.content()).not.toContain(key_name);
  const left = await kept(page);
  expect(left).not.toContain(key_name);
  for (const words of [token ?? 'token', 'fw.session"', 'fw.draft', 'verifier'])
    expect([words, left.includes(words)]).toEqual([words, false]);
  // by Back, and by the address, there is the sign-in; the session answers nobody any more
  for (const go of [() => page.goBack(), () => page.goBack(), () => page.goto(`/main/form/project/Show/${id}`)]) {
    await go();
    // where the window began there was no page of ours yet
    if (/\/(login|main)/.test(page.url())) await expect(page.locator('input[type=password]')).toBeVisible();
    expect(await page.content()).not.toContain(key_name);
  }
  const answer = await context.request.post(`${baseURL}/app?op=Show`, {
    form: { cloud: 'project', id: String(id) },
    headers: { token: token ?? '' },
  });
  expect((await answer.json()).code).not.toBe(200);
  await context.close();
});
