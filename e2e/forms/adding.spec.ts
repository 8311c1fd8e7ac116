import { type Browser, expect, type Page } from '@playwright/test';
import type { Person } from '#protocol/testing-person.ts';
import { isReachable } from '../support/axe.ts';
import { signIn } from '../support/beside.ts';
import { windowFor } from '../support/people.ts';
import { samples } from '../support/samples.ts';
import { test } from '../support/test.ts';

const shown = samples();

const WORDS = {
  zh_CN: {
    ...{
      copy: '复制为新记录',
      save: '保存',
      saved: '保存成功',
      cancel: '取消',
      add: '新建',
      choose: '选择所在变电站',
      newSite: '新建变电站',
    },
    ...{
      merge: '逐项合并',
      ok: '合并',
      both: '3 处两人都改了',
      allTheirs: '全部用郑岚的',
      mineAddress: '作业地址，我填写的',
      done: '已合并',
    },
    called: (text: string) => `新建“${text}”`,
  },
  en_US: {
    ...{ copy: 'Copy as a new record', save: 'Save', saved: 'Saved', cancel: 'Cancel', add: 'Add', choose: 'Choose Stands at' },
    ...{
      newSite: 'New: Substations',
      merge: 'Merge field by field',
      ok: 'Merge',
      both: 'Changed by both: 3',
      allTheirs: "All of Zheng Lan's",
    },
    ...{ mineAddress: 'Address, Yours', done: 'Merged.' },
    called: (text: string) => `Add "${text}"`,
  },
} as const;

const field = (page: Page, name: string) => page.locator(`[data-place="${name}"]`).filter({ visible: true });
const box = (page: Page, name: string) => field(page, name).locator('input, textarea').first();
const stored = async (cloud: string, id: number) => (await shown.admin.call('/app', 'Show', { cloud, id })).data as Record<string, unknown>;
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).filter({ visible: true }).first().click();
const add = async (cloud: string, fields: Record<string, unknown>): Promise<number> =>
  Number((await shown.admin.call('/app', 'Add', { cloud, ...fields })).data?.id);

/** A record is the beginning of a new one: with its rows, without its number, what no other may say too, and what is bound to it. */
async function copies(browser: Browser, locale: keyof typeof WORDS): Promise<void> {
  const words = WORDS[locale];
  const mark = locale === 'zh_CN' ? '4901' : '4902';
  const _subtables = {
    'sample_line.sample_entity': [
      { op: 'Add', item: 'oil', qty: 2, price: '1.5' },
      { op: 'Add', item: 'seal', qty: 1, price: '0.25' },
    ],
  };
  const of = await add('sample_type', {
    key_name: `pattern ${mark}`,
    urgent: 0,
    price: '12.5',
    pattern: `WO-${mark}`,
    state: 2,
    _subtables,
  });
  const page = await windowFor(browser, shown.admin, locale);
  await page.goto(`/main/form/sample_type/Show/${of}`);
  await press(page, words.copy);
  await expect(page).toHaveURL(/copy_of=/);
  await expect(box(page, 'key_name')).toHaveValue(`pattern ${mark}`);
  await expect(box(page, 'pattern')).toHaveValue('');
  await isReachable(page, 'a copy of a record');
  // it stands there again after a reload
  await page.reload();
  await expect(box(page, 'key_name')).toHaveValue(`pattern ${mark}`);
  await box(page, 'key_name').fill(`copy ${mark}`);
  await press(page, words.save);
  await expect(page).toHaveURL(/\/Modify\/\d+/);
  const made = await stored('sample_type', Number(/Modify\/(\d+)/.exec(page.url())![1]));
  const was = await stored('sample_type', of);
  expect(made).toMatchObject({ key_name: `copy ${mark}`, price: was.price, lines_total: '3.25', pattern: null });
  expect(made.code).not.toBe(was.code);
  const rows = (of: Record<string, unknown>) =>
    (of._subtables as Record<string, { id: number; item: string }[]>)['sample_line.sample_entity']!;
  expect(rows(made).map(({ item }) => item)).toEqual(['oil', 'seal']);
  expect(rows(made).some(({ id }) => rows(was).some((one) => one.id === id))).toBe(false);
  await page.context().close();
}

/** What is referred to and does not exist yet is added where it is looked for, by its name or from the picker, and is a way to its page. */
async function addsWhatIsReferredTo(browser: Browser, locale: keyof typeof WORDS): Promise<void> {
  const words = WORDS[locale];
  const page = await windowFor(browser, shown.admin, locale);
  const name = `Quick ${locale}`;
  await page.goto('/main/form/sample_device/Add');
  await box(page, 'key_name').fill(`breaker ${locale}`);
  await box(page, 'serial').fill(`Q-${locale}`);
  await box(page, 'site_entity').click();
  await page.keyboard.type(name);
  // by the keyboard alone: the list has no row to go to
  await expect(page.getByRole('button', { name: words.called(name) })).toBeVisible();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: words.newSite });
  await expect(dialog.locator('[data-place="key_name"] input')).toHaveValue(name);
  // the keyboard begins behind the name, which is known
  await expect(dialog.locator('[data-place="name_en"] input')).toBeFocused();
  await isReachable(page, 'a record that is added where it is referred to');
  // what is wrong is said there, and the form below waits
  await dialog.getByRole('button', { name: words.save, exact: true }).click();
  await expect(dialog.locator('[data-place="code"]')).toContainText(locale === 'zh_CN' ? '编号' : 'Code');
  await dialog.locator('[data-place="code"] input').fill(`Q1-${locale}`);
  await dialog.getByRole('button', { name: words.save, exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(field(page, 'site_entity')).toContainText(name);
  await expect(box(page, 'key_name')).toHaveValue(`breaker ${locale}`);
  // from the picker; closed without a record the choice of before stands
  await press(page, words.choose);
  const picker = page.getByRole('dialog').first();
  await picker.getByRole('button', { name: words.add, exact: true }).click();
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: words.cancel, exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(picker).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(field(page, 'site_entity')).toContainText(name);
  await press(page, words.save);
  await expect(page).toHaveURL(/sample_device\/Modify\/\d+/);
  const id = Number(/Modify\/(\d+)/.exec(page.url())![1]);
  await page.goto(`/main/form/sample_device/Show/${id}`);
  await field(page, 'site_entity').getByRole('button', { name }).click();
  await expect(page).toHaveURL(/sample_site\/Show\/\d+/);
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await page.context().close();
}

/** A colleague of the administrator who may change the samples' orders. */
async function colleague(): Promise<Person> {
  const one = async (cloud: string, fields: object) =>
    (await shown.admin.call('/app', 'Page', { cloud, page: 1, rows: 1, filters: JSON.stringify({ fields }) })).rows![0]!;
  const [person, role] = [await one('user', { login_name: 'depthead' }), await one('role', { code: 'sample_editor' })];
  const all = new Set([...(person.role_entities as { id: number }[]).map(({ id }) => id), Number(role.id)]);
  const given = await shown.admin.call('/app', 'Modify', { cloud: 'user', id: person.id, role_entities: `,${[...all].join()},` });
  expect(given.code, given.remark).toBe(200);
  return signIn(shown.url, 'depthead');
}

/** Two people change a record: what only one changed stands side by side, of what both changed one is chosen, place by place. */
async function merges(browser: Browser, locale: keyof typeof WORDS): Promise<void> {
  const words = WORDS[locale];
  const _subtables = { 'sample_line.sample_entity': [{ op: 'Add', item: 'oil', qty: 2, price: '1.5' }] };
  const id = await add('sample_type', {
    key_name: `merged ${locale}`,
    urgent: 0,
    price: '1',
    state: 2,
    address: 'here',
    mobile: '13800002618',
    _subtables,
  });
  const page = await windowFor(browser, shown.admin, locale);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/main/form/sample_type/Modify/${id}`);
  await box(page, 'price').fill('5');
  await box(page, 'address').fill('mine');
  await box(page, 'long_line').fill('only mine');
  const row = page.locator('[data-place^="sample_line"][data-place$="/qty"] input').first();
  await row.fill('7');
  const before = await stored('sample_type', id);
  const line = (before._subtables as Record<string, { id: number; version: number }[]>)['sample_line.sample_entity']![0]!;
  const theirs = {
    price: '9',
    address: 'theirs',
    mobile: '13800002617',
    _subtables: { 'sample_line.sample_entity': [{ op: 'Modify', id: line.id, version: line.version, qty: 4 }] },
  };
  const saved = await (await colleague()).call('/app', 'Modify', { cloud: 'sample_type', id, version: before.version, ...theirs });
  expect(saved).toMatchObject({ code: 200 });
  await press(page, words.save);
  // on a phone, where the page scrolls as a whole, it is in sight wherever one pressed save
  await page.setViewportSize({ width: 390, height: 844 });
  await field(page, 'remark').scrollIntoViewIfNeeded();
  await expect(page.getByRole('button', { name: words.merge, exact: true })).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 1280, height: 720 });
  await press(page, words.merge);
  const dialog = page.getByRole('dialog', { name: words.both });
  await expect(dialog.getByRole('row')).toHaveCount(4);
  await isReachable(page, 'two changes of a record');
  await dialog.getByRole('button', { name: words.allTheirs }).click();
  await dialog.locator('[data-place="address"]').getByRole('radio').first().check();
  await dialog.getByRole('button', { name: words.ok, exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(words.done)).toBeVisible();
  await expect(box(page, 'price')).toHaveValue(/^9(\.0+)?$/);
  await expect(box(page, 'address')).toHaveValue('mine');
  await expect(row).toHaveValue('4');
  await press(page, words.save);
  await expect
    .poll(async () => stored('sample_type', id))
    .toMatchObject({ price: '9.000000', address: 'mine', long_line: 'only mine', mobile: '13800002617', lines_total: '6.00' });
  await page.context().close();
}

for (const locale of ['zh_CN', 'en_US'] as const) {
  test(`FORM-02 a record is copied into a new one: ${locale}`, ({ browser }) => copies(browser, locale));
  test(`FRAME-12 FIELD-05 what is referred to is added where it is looked for, and leads to its page: ${locale}`, ({ browser }) =>
    addsWhatIsReferredTo(browser, locale));
  test(`FORM-11 a stale save is merged field by field: ${locale}`, ({ browser }) => merges(browser, locale));
}

test('FRAME-12 B23 who may not add what is referred to is offered nothing', async ({ browser }) => {
  const page = await windowFor(browser, await signIn(shown.url, 'applicant'));
  await page.goto('/main/form/initiation/Add?myCode=zb');
  await box(page, 'province_entity').click();
  await page.keyboard.type('无此省份');
  await expect(page.getByText('没有找到')).toBeVisible();
  await expect(page.getByRole('button', { name: /^新建“/ })).toHaveCount(0);
});

test('FRAME-12 what is referred to by what is being added is added over it: each keeps its own, and gives its record to who asked', async ({
  browser,
}) => {
  const page = await windowFor(browser, shown.admin);
  await page.goto('/main/form/sample_type/Add');
  await box(page, 'branch').click();
  await page.keyboard.type('新分类');
  await page.getByRole('button', { name: '新建“新分类”' }).click();
  const dialogs = page.getByRole('dialog', { name: '新建设备分类' });
  const inner = (name: string) => dialogs.last().locator(`[data-place="${name}"] input`);
  await inner('code').fill('NEW-1');
  await inner('parent_entity').click();
  await page.keyboard.type('上级分类');
  await page.getByRole('button', { name: '新建“上级分类”' }).click();
  await expect(dialogs).toHaveCount(2);
  await expect(inner('key_name')).toHaveValue('上级分类');
  await expect(inner('code')).toHaveValue('');
  await inner('code').fill('NEW-0');
  // the keys of the page are those of the topmost form
  await page.keyboard.press('Control+s');
  await expect(dialogs).toHaveCount(1);
  await expect(inner('key_name')).toHaveValue('新分类');
  await expect(inner('code')).toHaveValue('NEW-1');
  await expect(dialogs.locator('[data-place="parent_entity"]')).toContainText('上级分类');
  await dialogs.getByRole('button', { name: '保存', exact: true }).click();
  await expect(dialogs).toHaveCount(0);
  await expect(field(page, 'branch')).toContainText('新分类');
});

test('FRAME-12 FILE-01 a file on its way is asked about before the dialog is closed; what was typed is found again under its word alone', async ({
  browser,
}) => {
  const page = await windowFor(browser, shown.admin);
  await page.goto('/main/form/sample_link/Add');
  const look = async (word: string) => {
    await box(page, 'sample_entity').click();
    await box(page, 'sample_entity').fill(word);
    await page.getByRole('button', { name: `新建“${word}”` }).click();
  };
  await look('待派工单');
  const dialog = page.getByRole('dialog', { name: '新建检修工单' });
  await dialog.locator('[data-place="address"] textarea').fill('只在这里');
  let go = () => {};
  const held = new Promise<void>((resolve) => {
    go = resolve;
  });
  await page.route(/op=Upload/, async (route) => {
    await held;
    await route.continue();
  });
  const papers = dialog.locator('[data-place="papers"]');
  await papers.locator('input[type=file]').setInputFiles([{ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') }]);
  await expect(papers.getByRole('status')).toBeVisible();
  await dialog.getByRole('button', { name: '关闭' }).click();
  await page.getByRole('button', { name: '继续填写' }).click();
  await expect(dialog).toBeVisible();
  go();
  await expect(papers.getByRole('link', { name: 'a.txt' })).toBeVisible();
  await dialog.getByRole('button', { name: '关闭' }).click();
  await expect(dialog).toBeHidden();
  await look('另一工单');
  await expect(dialog.locator('[data-place="key_name"] input')).toHaveValue('另一工单');
  await expect(dialog.locator('[data-place="address"] textarea')).toHaveValue('');
  await dialog.getByRole('button', { name: '关闭' }).click();
  await look('待派工单');
  await expect(dialog.locator('[data-place="address"] textarea')).toHaveValue('只在这里');
});
