import { expect } from '@playwright/test';
import { remarkText } from '#protocol/texts/texts.ts';
import { isReachable } from '../support/axe.ts';
import { filed, signIn } from '../support/beside.ts';
import { windowFor } from '../support/people.ts';
import { test } from '../support/test.ts';

/** As the server says it of parts that are not there (server/src/flow/act/write-back/stock.test.ts), by a record that takes no part: the way to the bar is the same. */
const short = (of: 'zh_CN' | 'en_US') =>
  remarkText(
    305,
    '$flow_short_seen',
    { table: '备件', field: of === 'zh_CN' ? '库存' : 'Stock', record: 'M8', has: '3.000 件', asked: '3.500 件' },
    of,
  );
const ANSWER = {
  code: 305,
  remark: '$flow_short_applicant',
  data: {
    short: { zh_CN: short('zh_CN'), en_US: short('en_US') },
    from: { zh_CN: '领料明细－数量', en_US: 'Lines-Quantity' },
    who: { id: 7, key_name: '何建国', key_name_en: 'He Jianguo' },
  },
};

for (const [locale, agree, words, typed] of [
  [
    'zh_CN',
    '同意',
    /“备件”M8的“库存”不足：现有 3\.000 件，本次需要 3\.500 件。请退回给申请人 何建国 减少“领料明细－数量”，或补足后再办理/,
    '先备料',
  ],
  [
    'en_US',
    'Approve',
    /Not enough “Stock” of M8 \(备件\): there is 3\.000 件, and 3\.500 件 is asked for\. Return it to the applicant, He Jianguo, to ask for less in Lines-Quantity, or decide once there is more/,
    'parts first',
  ],
] as const)
  test(`FLOW-08 a decision that there is not enough for says so in the bar, and what was typed stays (${locale})`, async ({
    browser,
    baseURL,
  }) => {
    const id = await filed(baseURL!, `缺料的泊位${Date.now() % 1_000_000}`);
    const page = await windowFor(browser, await signIn(baseURL!, 'depthead'), locale);
    await page.route('**/*op=Modify*', (route) => route.fulfill({ json: ANSWER }));
    await page.goto(`/main/form/initiation/Review/${id}?myCode=zb`);
    const bar = page.locator('[data-bar]');
    const opinion = bar.getByRole('textbox').first();
    await opinion.fill(typed);
    await bar.getByRole('button', { name: agree, exact: true }).click();
    const said = bar.getByRole('alert').filter({ visible: true });
    await expect(said).toHaveText(words);
    await expect(opinion).toHaveValue(typed);
    await isReachable(page, 'a decision that there is not enough for');
  });
