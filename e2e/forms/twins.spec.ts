import { expect } from '@playwright/test';
import { isReachable } from '../support/axe.ts';
import { windowFor } from '../support/people.ts';
import { samples } from '../support/samples.ts';
import { test } from '../support/test.ts';

const shown = samples();
const WORDS = {
  zh_CN: {
    plan: '添加计划工序',
    done: '添加实际工序',
    step: '工序',
    save: '保存',
    planned: '计划工序',
    was: '实际工序',
    kind: '计划或实际',
  },
  en_US: {
    ...{ plan: 'Add to Steps planned', done: 'Add to Steps done', step: 'Step', save: 'Save' },
    ...{ planned: 'Steps planned', was: 'Steps done', kind: 'Planned or done' },
  },
} as const;

for (const locale of ['zh_CN', 'en_US'] as const)
  test(`SUB-01 one table stands twice in a form, as planned and as done, ${locale}`, async ({ browser }) => {
    const words = WORDS[locale];
    const add = async (cloud: string, fields: Record<string, unknown>) => {
      const answer = await shown.apart.call('/app', 'Add', { cloud, ...fields });
      expect(answer.code, answer.remark).toBe(200);
      return Number(answer.data?.id);
    };
    const site = await add('sample_site', { key_name: `两表站 ${locale}`, code: `TW-${locale}` });
    const id = await add('sample_visit', { key_name: `两表 ${locale}`, site_entity: site, day: '2026-10-01', hours: '1' });
    await add('sample_step', { visit_entity: id, kind: 1, key_name: `测温 ${locale}`, hours: '2' });
    await add('sample_step', { visit_entity: id, kind: 2, key_name: `复测 ${locale}`, hours: '3' });
    const page = await windowFor(browser, shown.apart, locale);
    await page.goto(`/main/form/sample_visit/Modify/${id}`);
    const [planned, done] = ['planned', 'done'].map((name) => page.locator(`[data-place="${name}.visit_entity"]`));
    for (const place of [planned!, done!]) {
      await expect(place.getByRole('textbox', { name: new RegExp(`^${words.step}`) })).toHaveCount(1);
      await expect(place.getByText(words.kind, { exact: true })).toHaveCount(0);
    }
    await page.getByRole('button', { name: words.done }).click();
    await done!.getByRole('textbox', { name: new RegExp(`^${words.step} 2`) }).fill(`收尾 ${locale}`);
    await isReachable(page, 'a form with one table twice');
    const saved = page.waitForResponse(/op=Modify/);
    await page.getByRole('button', { name: words.save, exact: true }).click();
    await saved;
    expect((await shown.apart.call('/app', 'Get', { cloud: 'sample_visit', id })).data).toMatchObject({ over: '2.0' });
    await page.goto(`/main/form/sample_visit/Show/${id}`);
    await expect(page.getByRole('region', { name: words.planned }).getByRole('row')).toHaveCount(3);
    await expect(page.getByRole('region', { name: words.was }).getByRole('row')).toHaveCount(4);
    await isReachable(page, 'a record with one table twice');
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('region', { name: words.was }).getByText(`收尾 ${locale}`)).toBeVisible();
    await isReachable(page, 'the same on a phone');
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('region', { name: words.planned }).getByText(`测温 ${locale}`)).toBeVisible();
  });
