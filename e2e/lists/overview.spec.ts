import { type Browser, expect, type Page } from '@playwright/test';
import type { Person } from '#protocol/testing-person.ts';
import { isReachable } from '../support/axe.ts';
import { signIn } from '../support/beside.ts';
import { windowFor } from '../support/people.ts';
import { test } from '../support/test.ts';

const WORDS = {
  zh_CN: {
    ...{
      open: '概览',
      title: '项目概览',
      facts: '基本信息',
      done: '完成投资',
      curve: '计划与完成',
      stages: '项目阶段',
      years: '分年度执行',
    },
    ...{ more: '更多', wrong: '参数错误', list: '打开列表' },
  },
  en_US: {
    ...{ open: 'Overview', title: 'Project overview', facts: 'Project', done: 'Work done', curve: 'Plan and work', stages: 'Stages' },
    ...{ years: 'By years', more: 'more', wrong: 'Wrong parameter', list: 'Open the list' },
  },
} as const;

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** From a project to all of it on one sheet, to what it counts, and back; the same address without a project. */
async function look(browser: Browser, person: Person, id: number, locale: keyof typeof WORDS): Promise<void> {
  const words = WORDS[locale];
  const page = await windowFor(browser, person, locale);
  await page.goto(`/main/form/project/Show/${id}`);
  await page.getByRole('button', { name: words.open, exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/main/board/project_overview\\?id=${id}`));
  await expect(page.getByRole('heading', { level: 1, name: new RegExp(`· ${words.title}$`) })).toBeVisible();
  for (const name of [words.facts, words.done, words.curve, words.stages, words.years]) await expect(part(page, name)).toBeVisible();
  await isReachable(page, `project overview ${locale}`);
  // its stages in their list, and no others
  await part(page, words.stages)
    .getByRole('button', { name: new RegExp(words.more) })
    .click();
  await expect(page).toHaveURL(/\/main\/list\/project_stage/);
  const filters = JSON.parse(new URL(page.url()).searchParams.get('_filters') ?? '{}');
  expect(filters).toEqual({ project_entity: id });
  await page.goBack();
  await part(page, words.facts)
    .getByRole('button', { name: new RegExp(words.more) })
    .click();
  await expect(page).toHaveURL(new RegExp(`/main/form/project/Show/${id}`));
  await page.goto('/main/board/project_overview');
  await expect(page.getByRole('heading', { name: words.wrong })).toBeVisible();
  await page.getByRole('button', { name: words.list }).click();
  await expect(page).toHaveURL(/\/main\/list\/project/);
  await page.context().close();
}

test('CAPEX-09 a project on one sheet in both languages: from its record and back; without one 参数错误', async ({ browser, baseURL }) => {
  const person = await signIn(baseURL!, 'investmgr');
  const { rows } = await person.call('/app', 'Page', { cloud: 'project', page: '1', rows: '1', filters: '{"fields":{"project_state":2}}' });
  const [{ id }] = rows as [{ id: number }];
  await look(browser, person, id, 'zh_CN');
  await look(browser, person, id, 'en_US');
});

test('CAPEX-09 B2 B3 whose project it is not is told of none, by the wire and on screen', async ({ browser, baseURL }) => {
  const person = await signIn(baseURL!, 'investmgr');
  for (const [id, code] of [
    ['999999999', 315],
    ['0', 317],
    ['1e3', 317],
    ['-1', 317],
  ] as const)
    expect((await person.call('/report', 'Index', { cloud: 'project_overview', id })).code, id).toBe(code);
  expect(await person.call('/report', 'Index', { cloud: 'project_overview' })).toMatchObject({ code: 317, remark: '$boardNoRecord' });
  expect((await person.call('/report', 'Index', { cloud: 'desktop', id: '1' })).code).toBe(317);
  const page = await windowFor(browser, person);
  await page.goto('/main/board/project_overview?id=999999999');
  await expect(page.getByText('记录不存在')).toBeVisible();
});
