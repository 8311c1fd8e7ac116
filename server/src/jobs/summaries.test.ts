import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Lab, openLab } from '#server/records/testing.ts';
import type { LogVerdict } from './check-logs.ts';
import { checkSummaries, foldSummaries, recountSummaries } from './summaries.ts';

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
  await lab.base.db.query(
    `insert into app.plan (company_id, subcompany_id, key_name, type, amount) select 1, 11, 'p', 1 + n % 3, n from generate_series(1, 30) n`,
  );
});
afterAll(() => lab.close());

const verdicts: LogVerdict[] = [];
const check = async () => {
  verdicts.length = 0;
  return checkSummaries(lab.house.db, async (one) => void verdicts.push(one));
};
const told = async () => (await lab.base.db.query<{ n: number }>('select sum("rows.count")::int as n from sum."plan.day"'))[0]!.n;

it('PAGES-07 what writers appended is folded, by one at a time', async () => {
  expect(await foldSummaries(lab.house.db)).toBe(4);
  expect(await foldSummaries(lab.house.db)).toBe(0);
  expect(await told()).toBe(30);
});

it('PAGES-07 a night on which summaries are what their rows are is said, too', async () => {
  expect(await check()).toEqual([]);
  expect(verdicts).toEqual([{ op: 'VerifySummary', reason: 'ok' }]);
});

it('PAGES-07 one that differs is said, put aside and filled anew, and the next night finds it right', async () => {
  await lab.base.db.query('update sum."plan.day.folded" set "rows.count" = "rows.count" + 1');
  expect(await told()).toBe(33);
  expect(await check()).toEqual([{ name: 'plan.day', differs: 3, aside: false }]);
  expect(verdicts).toEqual([{ op: 'VerifySummary', reason: 'differs', target: 'plan.day: 3' }]);
  expect(await told()).toBe(30);
  expect(await recountSummaries(lab.house.db)).toEqual([]);
});

it('PAGES-07 one that could not be filled while somebody writes there is read from its rows, and filled another night', async () => {
  await lab.base.db.query(`update sum."plan.day.folded" set amount = amount + 1; set lock_timeout = 0`);
  await lab.base.db.query('alter function sum.fill(text) set lock_timeout = 50');
  await lab.base.db.tx(async (open) => {
    await open.query('lock table app.plan in row exclusive mode');
    await expect(check()).rejects.toMatchObject({ code: 103 });
  });
  expect(await told()).toBe(30);
  expect(await recountSummaries(lab.house.db)).toEqual([{ name: 'plan.day', differs: 3, aside: true }]);
  expect(await check()).toHaveLength(1);
  expect(await recountSummaries(lab.house.db)).toEqual([]);
});
