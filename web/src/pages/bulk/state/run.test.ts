import { beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '#web/api/error.ts';

const call = vi.fn();
vi.mock('#web/api/call.ts', () => ({ call: (...asked: unknown[]) => call(...asked) }));
const { runBulk } = await import('./run.ts');
type Outcome = { code: number; remark: string };

beforeEach(() => {
  call.mockReset();
});

const rows = (n: number) => Array.from({ length: n }, (_, at) => ({ id: at + 1, version: 3 }));
async function ran(n: number, isStopped = () => false): Promise<Map<number, Outcome>> {
  const told = new Map<number, Outcome>();
  const on = (some: ReadonlyMap<number, Outcome>) => {
    for (const [id, outcome] of some) told.set(id, outcome);
  };
  await runBulk({ cloud: 'x', fields: { note: '改' }, rows: rows(n), isStopped, on });
  return told;
}
const done = { code: 200 };
/** All that were asked for are done. */
const all = async (_: unknown, { id }: { id: number[] }) => ({ code: 200, rows: id.map((each) => ({ id: each, code: 200 })) });

it('PAGES-02 fifty at a time, each with what was read of it', async () => {
  call.mockImplementation(all);
  expect((await ran(120)).size).toBe(120);
  expect(call.mock.calls.map(([, { id, versions, note }]) => [id.length, versions.length, note])).toEqual([
    [50, 50, '改'],
    [50, 50, '改'],
    [20, 20, '改'],
  ]);
});
it('PAGES-02 each record has its own end: 343 says which were refused and why', async () => {
  call.mockResolvedValue({
    code: 343,
    rows: [
      { id: 1, code: 200, remark: '' },
      { id: 2, code: 312, remark: '' },
    ],
  });
  const told = await ran(2);
  expect(told.get(1)).toEqual({ code: 200, remark: '' });
  expect(told.get(2)).toEqual({ code: 312, remark: '没有操作权限' });
});
it('PAGES-02 all refused: for its own reason each, or for that of the whole; a lost line ends it', async () => {
  call.mockRejectedValueOnce(new ApiError(300, '失败', { rows: [{ id: 1, code: 315, remark: '' }] }));
  expect((await ran(1)).get(1)!.code).toBe(315);
  call.mockRejectedValueOnce(new ApiError(312, '没有操作权限')).mockImplementation(all);
  const whole = await ran(60);
  expect([whole.get(50)!.code, whole.get(51)!.code]).toEqual([312, 200]);
  call.mockReset();
  call.mockRejectedValueOnce(new ApiError(0, '网络', { network: true })).mockImplementation(all);
  expect([(await ran(60)).size, call.mock.calls.length]).toEqual([50, 1]);
});
it('PAGES-02 what the server had no time to begin is sent again by itself, as long as something moves', async () => {
  const late = { code: 103, remark: '$busy' };
  call
    .mockResolvedValueOnce({
      code: 343,
      rows: [
        { id: 1, code: 200 },
        { id: 2, ...late },
        { id: 3, ...late },
      ],
    })
    .mockImplementation(all);
  expect([...(await ran(3)).values()].map(({ code }) => code)).toEqual([200, 200, 200]);
  expect(call.mock.calls.map(([, { id }]) => id)).toEqual([
    [1, 2, 3],
    [2, 3],
  ]);
  call.mockReset();
  call.mockResolvedValue({
    code: 343,
    rows: [
      { id: 1, ...late },
      { id: 2, ...late },
    ],
  });
  expect([(await ran(2)).get(1)!.code, call.mock.calls.length]).toEqual([103, 1]);
});
it('PAGES-02 one record answers no rows; of several one that is not told of is not called done', async () => {
  call.mockResolvedValue(done);
  expect((await ran(1)).get(1)!.code).toBe(200);
  expect((await ran(2)).get(1)!.code).toBe(306);
});
it('PAGES-02 stopped between two: what was not begun has no end', async () => {
  call.mockImplementation(all);
  let asked = 0;
  expect((await ran(120, () => asked++ > 0)).size).toBe(50);
});
