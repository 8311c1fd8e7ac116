import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { Person } from '#protocol/testing-person.ts';
import { isReachable } from '../support/axe.ts';
import { dataFolder, type EmptyPlatform, startOwn } from '../support/empty-platform.ts';
import { applyFor } from '../support/initiation.ts';
import { hasShown, windowFor } from '../support/people.ts';
import { test } from '../support/test.ts';

const PASSWORD = process.env.JOURNEYS_PASSWORD ?? '';
const root = new URL('../..', import.meta.url).pathname;
const DEMO = { DEMO: '1', DEMO_PASSWORD: PASSWORD };

/** The same product with a later version of its suite: the investment department's step is called otherwise, and is the head's. Answers its main file. */
function laterVersion(folder: string): string {
  cpSync(`${root}dist/server`, folder, { recursive: true });
  const suite = `${folder}/suites/capex/suite.js`;
  const now = readFileSync(suite, 'utf8');
  const later = now.replace(/(value: "3",\s+key_name: ")[^"]+(",[\s\S]{0,200}?code: ")investmgr(")/, '$1投资部复核$2depthead$3');
  expect(later === now, 'the step is written otherwise in the build').toBe(false);
  writeFileSync(suite, later);
  return `${folder}/main.js`;
}

test('FLOW-01 running cases are taken over to a new version of their flow: told before, done, told after, in both languages', async ({
  browser,
}) => {
  const { folder, remove } = dataFolder();
  const later = `${root}dist/later-${process.pid}`;
  let server: EmptyPlatform | undefined;
  try {
    server = await startOwn(folder, DEMO);
    const person = (who: string) => Person.signIn(server!.url, who, 'demo', PASSWORD);
    const applicant = await person('applicant');
    const stays = await applyFor(applicant, '留在原处的仓库', '800.00');
    const goes = await applyFor(applicant, '改由他人审查的仓库', '800.00');
    await (await person('depthead')).call('/app', 'Modify', { cloud: 'initiation', id: goes, _event: 21, remark: '同意' });
    await server.stop();
    server = await startOwn(folder, DEMO, { main: laterVersion(later) });

    const page = await windowFor(browser, await person('admin'));
    await page.goto(`/main/form/initiation/Show/${goes}?myCode=zb`);
    await page.getByRole('button', { name: '流程图', exact: true }).click();
    await expect(page.getByRole('dialog', { name: /流程图/ })).toContainText('第 1 版');
    await page.getByRole('button', { name: /件仍按旧版办理/ }).click();
    const dialog = page.getByRole('dialog', { name: '换到最新版流程' });
    const row = (name: string) => dialog.getByRole('row').filter({ hasText: name });
    await expect(row('改由他人审查的仓库')).toContainText('投资部审查');
    await dialog.getByRole('checkbox', { name: '选择本页全部' }).uncheck();
    for (const name of ['留在原处的仓库', '改由他人审查的仓库']) await dialog.getByRole('checkbox', { name: `选择 ${name}` }).check();
    await dialog.getByRole('button', { name: '看看会怎样（2 件）' }).click();
    await expect(row('留在原处的仓库')).toContainText('待办不变');
    await expect(row('改由他人审查的仓库')).toContainText(/“投资部复核”，由.+办理/);
    await isReachable(page, 'what a new version would change');

    await dialog.getByRole('button', { name: /^换到第 2 版/ }).click();
    await expect(dialog.getByRole('alert').filter({ hasText: '请填写换版原因' })).toBeVisible();
    await dialog.getByRole('textbox', { name: '原因' }).fill('按新制度办理');
    await dialog.getByRole('button', { name: '换到第 2 版（2 件）' }).click();
    await hasShown(page, '2 件已换到第 2 版');
    await expect(dialog, 'nothing is left that it could be about').toHaveCount(0);
    await expect(page.getByRole('dialog', { name: /流程图/ })).toContainText('换到第 2 版：按新制度办理');

    const head = await person('depthead');
    const { rows } = await head.call('/app', 'Page', { cloud: 'todo', rows: 100 });
    expect(rows.some((one) => Number(one.rowid) === goes)).toBe(true);

    const english = await windowFor(browser, await person('admin'), 'en_US');
    await english.goto(`/main/form/initiation/Show/${stays}?myCode=zb`);
    await english.getByRole('button', { name: 'Flow chart', exact: true }).click();
    await expect(english.getByRole('dialog', { name: /Flow chart/ })).toContainText(/changed it to version 2: 按新制度办理/);
  } finally {
    await server?.stop();
    rmSync(later, { recursive: true, force: true });
    remove();
  }
});
