import { expect } from '@playwright/test';
import { isReachable } from '../support/axe.ts';
import { windowFor } from '../support/people.ts';
import { samples } from '../support/samples.ts';
import { test } from '../support/test.ts';

const shown = samples();
const WORDS = {
  zh_CN: { add: '添加材料明细', item: '材料', save: '保存', kind: '领退' },
  en_US: {
    add: 'Add to Materials',
    item: 'Material',
    save: 'Save',
    kind: 'Drawn or returned',
  },
} as const;

for (const locale of ['zh_CN', 'en_US'] as const)
  test(`META-01 a sub-table shows the rows that it is of, and gives new ones what makes them so, ${locale}`, async ({ browser }) => {
    const words = WORDS[locale];
    const add = async (cloud: string, fields: Record<string, unknown>) => {
      const answer = await shown.apart.call('/app', 'Add', { cloud, ...fields });
      expect(answer.code, answer.remark).toBe(200);
      return Number(answer.data?.id);
    };
    const id = await add('sample_type', { key_name: `领退 ${locale}` });
    await add('sample_line', { sample_entity: id, kind: 2, item: `退回的绝缘子 ${locale}`, qty: 2, price: 5 });
    await add('sample_line', { sample_entity: id, kind: 1, item: `领用的绝缘子 ${locale}`, qty: 3, price: 5 });
    const page = await windowFor(browser, shown.apart, locale);
    await page.goto(`/main/form/sample_type/Modify/${id}`);
    const place = page.locator('[data-place="sample_line.sample_entity"]');
    await expect(place.getByRole('textbox', { name: new RegExp(`^${words.item}`) })).toHaveCount(1);
    await expect(place.getByText(words.kind, { exact: true })).toHaveCount(0);
    await page.getByRole('button', { name: words.add }).click();
    await place.getByRole('textbox', { name: new RegExp(`^${words.item} 2`) }).fill(`新领的螺栓 ${locale}`);
    await place.getByRole('textbox').last().fill('7');
    await isReachable(page, 'a sub-table that shows some rows of its table');
    const saved = page.waitForResponse(/op=Modify/);
    await page.getByRole('button', { name: words.save, exact: true }).click();
    await saved;
    const { rows } = await shown.apart.call('/app', 'Page', {
      ...{ cloud: 'sample_line', page: 1, rows: 10 },
      filters: JSON.stringify({ fields: { sample_entity: id }, sort: [['id', 'asc']] }),
    });
    expect(rows!.map((row) => [row.item, (row.kind as { id: number }).id])).toEqual([
      [`退回的绝缘子 ${locale}`, 2],
      [`领用的绝缘子 ${locale}`, 1],
      [`新领的螺栓 ${locale}`, 1],
    ]);
    expect((await shown.apart.call('/app', 'Get', { cloud: 'sample_type', id })).data).toMatchObject({ lines_count: 2 });
  });
