import { type BrowserContext, expect, type Page, type Route } from '@playwright/test';
import { Person } from '#protocol/testing-person.ts';
import { applyFor } from './support/initiation.ts';
import { deskOf } from './support/people.ts';
import { test } from './support/test.ts';

const PASSWORD = process.env.JOURNEYS_PASSWORD ?? '';

/** What is typed belongs to one request and one to-do, however often its page is opened. */
let context: BrowserContext;
let applicant: Person;
test.beforeEach(async ({ browser, baseURL }) => {
  applicant = await Person.signIn(baseURL!, 'applicant', 'demo', PASSWORD);
  // another journey may have left him in English
  await applicant.call('/sys', 'Choose', { name: 'locale', value: 'zh_CN' });
  context = await browser.newContext({ baseURL: baseURL! });
});
test.afterEach(() => context?.close());

const opinion = (at: Page) => at.getByLabel('意见', { exact: true });
const button = (label: string, at: Page) => at.getByRole('button', { name: label, exact: true });

test('R5 FORM-11 a save whose answer was lost is the same save after a reload: one record comes of it', async ({ baseURL }) => {
  const page = await deskOf(context, baseURL!, 'applicant', PASSWORD);
  const name = page.locator('[data-place="key_name"]').locator('input, textarea').first();
  const only = `答复丢失 ${Date.now()} 暂存`;
  await page.goto('/main/form/initiation/Add?myCode=zb');
  await name.fill(only);
  const lost = async (route: Route) => {
    await route.fetch();
    await route.abort();
  };
  await page.route('**/app?op=Add', lost, { times: 1 });
  await button('保存', page).click();
  await expect(page.getByRole('alert').filter({ hasText: '网络' })).toBeVisible();
  await page.reload();
  await expect(name).toHaveValue(only);
  await button('保存', page).click();
  await expect(page).toHaveURL(/\/main\/form\/initiation\/Modify\/\d+/);
  const { rows } = await applicant.call('/app', 'List', { cloud: 'initiation', fields: 'key_name' });
  const made = rows.filter((row) => row.key_name === only).map((row) => row.id);
  expect(made).toHaveLength(1);
  await applicant.call('/app', 'Delete', { cloud: 'initiation', id: `,${made.join(',')},` });
});

test('FLOW-02 FORM-11 an opinion that was not sent stays with its to-do: the next visit to the step begins with none', async ({
  baseURL,
}) => {
  const depthead = await Person.signIn(baseURL!, 'depthead', 'demo', PASSWORD);
  const of = await applyFor(applicant, `两次到此 ${Date.now()}`, '460');
  const desk = await deskOf(context, baseURL!, 'depthead', PASSWORD);
  const kept = () => desk.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('fw.draft')));
  const open = () => desk.goto(`/main/form/initiation/Review/${of}?myCode=zb`);
  await open();
  await opinion(desk).fill('第一次的意见');
  await desk.reload();
  await expect(opinion(desk)).toHaveValue('第一次的意见');
  const act = async (who: Person, _event: number) => {
    const answer = await who.call('/app', 'Modify', { cloud: 'initiation', id: of, _event, remark: '另处办理' });
    expect(answer.code, answer.remark).toBe(200);
  };
  await act(depthead, 22);
  await act(applicant, 11);
  await open();
  await expect(opinion(desk)).toHaveValue('');
  const before = await kept();
  await opinion(desk).fill('第二次的意见');
  await desk.reload();
  await expect(opinion(desk)).toHaveValue('第二次的意见');
  await button('同意', desk).click();
  await expect.poll(kept).toEqual(before);
});

test('FLOW-02 FORM-11 a note that is typed on a new record goes with it into its first save', async ({ baseURL }) => {
  const page = await deskOf(context, baseURL!, 'applicant', PASSWORD);
  await page.goto('/main/form/initiation/Add?myCode=zb');
  await page.locator('[data-place="key_name"]').locator('input, textarea').first().fill(`带着说明 ${Date.now()}`);
  await opinion(page).fill('请优先安排');
  await button('保存', page).click();
  await expect(page).toHaveURL(/\/main\/form\/initiation\/Modify\/\d+/);
  await expect(opinion(page)).toHaveValue('请优先安排');
  await page.reload();
  await expect(opinion(page)).toHaveValue('请优先安排');
  const id = Number(/Modify\/(\d+)/.exec(page.url())![1]);
  await page.goto('/main/form/initiation/Add?myCode=zb');
  await expect(page.getByRole('button', { name: '保存', exact: true })).toBeVisible();
  await expect(opinion(page)).toHaveValue('');
  await applicant.call('/app', 'Delete', { cloud: 'initiation', id: `,${id},` });
});
