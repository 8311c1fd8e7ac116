import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '#web/api/error.ts';
import { createOnce } from '#web/api/once.ts';
import { addTexts } from '#web/i18n/catalogue.ts';
import { BULK_EN, BULK_ZH } from '#web/i18n/parts/bulk.ts';

const call = vi.fn();
vi.mock('#web/api/call.ts', () => ({ call: (...asked: unknown[]) => call(...asked) }));
const { runBulk } = await import('./run.ts');
type Outcome = { code: number; remark: string };
addTexts(BULK_ZH, BULK_EN);

beforeEach(() => {
  call.mockReset();
  vi.useFakeTimers({ toFake: ['setTimeout'] });
});

afterEach(() => {
  vi.useRealTimers();
});

const rows = [
  { id: 1, version: 3 },
  { id: 2, version: 4 },
];
const of = (status: number, about: object = {}) => ({ rows: [{ id: 7, status, changed: 0, same: 0, refused: 0, reason: '', ...about }] });
/** How each call is answered, by its op; of several answers the last stays. */
function answers(by: Record<string, unknown[]>) {
  call.mockImplementation(async ({ op }: { op: string }) => {
    const [first, ...rest] = by[op]!;
    if (rest.length > 0) by[op] = rest;
    if (first instanceof Error) throw first;
    return first;
  });
}
const asked = () => call.mock.calls.map(([{ op }]) => op as string);
async function ran(isStopped = () => false, isGone = () => false, { once = createOnce(), of = rows } = {}) {
  const told = new Map<number, Outcome>();
  const steps: number[] = [];
  const run = runBulk({
    ...{ cloud: 'x', fields: { note: '改' }, rows: of, once, isStopped, isGone },
    progress: (done) => steps.push(done),
    on: (some) => {
      for (const [id, outcome] of some) told.set(id, outcome);
    },
  });
  let isOver = false;
  void run.then(() => {
    isOver = true;
  });
  while (!isOver) await vi.advanceTimersByTimeAsync(500);
  return { told, steps, goesOn: await run };
}
const begun = { data: { id: 7 } };
const done = {
  rows: [
    { id: 1, status: 1, code: 200, remark: '' },
    { id: 2, status: 3, code: 312, remark: '' },
  ],
};

it('PAGES-02 begins a job with what was read of each, and looks until it has ended: what was refused says why', async () => {
  answers({ Change: [begun], Changes: [of(1, { changed: 1 }), of(2, { changed: 1, refused: 1 })], ChangeRows: [done] });
  const { told, steps } = await ran();
  expect(call.mock.calls[0]![1]).toMatchObject({ cloud: 'x', values: { note: '改' }, id: [1, 2], versions: [3, 4] });
  expect(steps).toEqual([1, 2]);
  expect([...told]).toEqual([
    [1, { code: 200, remark: '' }],
    [2, { code: 312, remark: '没有操作权限' }],
  ]);
});
it('PAGES-02 one that does not begin says so of each record', async () => {
  answers({ Change: [new ApiError(341, '太多')] });
  expect([...(await ran()).told.values()]).toEqual([
    { code: 341, remark: '太多' },
    { code: 341, remark: '太多' },
  ]);
});
it('PAGES-02 a server that is away is asked again: the job goes on without being looked at', async () => {
  answers({ Change: [begun], Changes: [new ApiError(0, '网络', { network: true }), of(2)], ChangeRows: [done] });
  expect((await ran()).told.size).toBe(2);
});
it('PAGES-02 what a look meets says nothing of the records: signed out or before an older process it looks again, else the job goes on unseen', async () => {
  answers({
    Change: [begun],
    Changes: [new ApiError(401, '未登录'), new ApiError(403, '没有'), of(2)],
    ChangeRows: [new ApiError(401, ''), done],
  });
  expect(await ran()).toMatchObject({ goesOn: null, told: { size: 2 } });
  answers({ Change: [begun], Changes: [new ApiError(306, '出错')] });
  expect(await ran()).toMatchObject({ goesOn: 7, told: { size: 0 } });
  answers({ Change: [begun], Changes: [of(2)], ChangeRows: [new ApiError(306, '出错')] });
  expect(await ran()).toMatchObject({ goesOn: 7, told: { size: 0 } });
});
it('R5 a beginning that was not answered is sent again as it was, whatever was read since', async () => {
  const once = createOnce();
  answers({ Change: [new ApiError(0, '网络', { network: true }), begun], Changes: [of(2)], ChangeRows: [done] });
  expect((await ran(undefined, undefined, { once })).told.get(1)).toMatchObject({ code: 0 });
  await ran(undefined, undefined, { once, of: rows.map(({ id }) => ({ id, version: 9 })) });
  const [first, second] = call.mock.calls.filter(([{ op }]) => op === 'Change').map(([, request]) => request);
  expect(second).toEqual(first);
});
it('PAGES-02 stopped: once, and what was not begun says so; who has gone looks no more', async () => {
  const waits = {
    rows: [
      { id: 1, status: 1, code: 200, remark: '' },
      { id: 2, status: 0, code: 0, remark: '' },
    ],
  };
  answers({ Change: [begun], Changes: [of(1), of(3)], ChangeStop: [{}], ChangeRows: [waits] });
  expect((await ran(() => true)).told.get(2)).toEqual({ code: 300, remark: '尚未修改' });
  expect(asked().filter((op) => op === 'ChangeStop')).toHaveLength(1);
  call.mockClear();
  answers({ Change: [begun], Changes: [of(1)] });
  await ran(
    () => false,
    () => true,
  );
  expect(asked()).toEqual(['Change', 'Changes']);
});
