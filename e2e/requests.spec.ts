import { expect, type Page, type Request } from '@playwright/test';
import { Person } from '#protocol/testing-person.ts';
import { applyFor } from './support/initiation.ts';
import { windowFor } from './support/people.ts';
import { test } from './support/test.ts';

const PASSWORD = process.env.JOURNEYS_PASSWORD ?? '';

/** What a page asks of the server from now on, by op, until nothing is on its way. */
function listen(page: Page) {
  const asked: string[] = [];
  const aborted: string[] = [];
  const open = new Set<Request>();
  const nameOf = (request: Request) => new URL(request.url()).searchParams.get('op');
  page.on('request', (request) => {
    const op = nameOf(request);
    // reports of slow answers depend on the machine
    if (!op || op === 'SaveDelay') return;
    asked.push(op);
    open.add(request);
  });
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => {
    if (open.delete(request)) aborted.push(nameOf(request)!);
  });
  const isQuiet = async () => {
    await expect.poll(() => open.size).toBe(0);
    const before = asked.length;
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(() => setTimeout(resolve, 1_000))));
    return open.size === 0 && asked.length === before;
  };
  const settled = async () => {
    while (!(await isQuiet()));
  };
  return { asked, aborted, settled };
}

test('FLOW-02 quality: a double click on 提交 sends one submit with one word of it, and what it changed is asked for once', async ({
  browser,
  baseURL,
}) => {
  const applicant = await Person.signIn(baseURL!, 'applicant', 'demo', PASSWORD);
  const id = await applyFor(applicant, '一次提交', '460', { _event: undefined });
  const page = await windowFor(browser, applicant);
  // what the page asks by itself, without what the channel tells it
  await page.routeWebSocket(/mqtt/, (socket) => void socket.close());
  await page.goto('/main/list/initiation?myCode=zb');
  await page.getByText('一次提交', { exact: true }).first().click();
  await page.getByRole('button', { name: '修改', exact: true }).click();
  await expect(page.getByRole('textbox', { name: '项目名称' })).toHaveValue('一次提交');
  await expect(page.getByRole('region', { name: '办理' })).toContainText('部门负责人审核');

  const { asked, aborted, settled } = listen(page);
  await settled();
  asked.length = 0;
  aborted.length = 0;
  await page.getByRole('button', { name: '提交', exact: true }).dblclick();
  await expect(page).toHaveURL(new RegExp(`/main/form/initiation/Show/${id}`));
  await settled();
  const told = await page.evaluate(() => (window as unknown as { shown: string[] }).shown.filter((one) => one.includes('已提交，')));
  expect(told).toHaveLength(1);
  // the record before and after its page gives way to the one that only shows it, its files there, the way it went, badges, the list in the other tab
  expect(asked.filter((op) => op !== 'Counts').sort()).toEqual(['Attachs', 'Modify', 'Page', 'Process', 'Reviewer', 'Show', 'Show']);
  expect(aborted).toEqual([]);
  await page.context().close();
});

test('LIST-01 FRAME-04 quality: a list that is not known yet comes with one call, definition and rows, and later asks for its rows alone', async ({
  browser,
  baseURL,
}) => {
  const applicant = await Person.signIn(baseURL!, 'applicant', 'demo', PASSWORD);
  const page = await windowFor(browser, applicant);
  await page.routeWebSocket(/mqtt/, (socket) => void socket.close());
  const lists: string[] = [];
  page.on('request', (request) => {
    const op = new URL(request.url()).searchParams.get('op');
    const form = new URLSearchParams(request.postData() ?? '');
    const cloud = form.get('cloud') ?? form.get('key_name');
    if (cloud === 'initiation' || cloud === 'project')
      lists.push([op, cloud, form.get('page') ?? [], form.get('definition') ?? []].flat().join(' '));
  });
  const { aborted, settled } = listen(page);
  const opened = async (address: string) => {
    await page.goto(address);
    await page.locator('[role=row][id]').first().waitFor();
    await settled();
    return lists.splice(0);
  };
  expect(await opened('/main/list/initiation?myCode=zb')).toEqual(['Page initiation 1 1']);
  expect(await opened('/main/list/project?myCode=zb&project_state=3&_sort=-key_name')).toEqual(['Page project 1 1']);
  // what the table does not know is left out, by who knows the table
  expect(await opened(`/main/list/project?myCode=zb&_filters=${encodeURIComponent('{"no_such":3}')}`)).toEqual([
    'Page project 1 1',
    'LoadTable project',
    'Page project 1',
  ]);
  await page.getByRole('columnheader', { name: '项目编号' }).click();
  await settled();
  expect(lists).toEqual(['Page project 1']);
  expect(aborted).toEqual([]);
  await page.context().close();
});
