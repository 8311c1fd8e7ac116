import { beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '#web/api/error.ts';

const call = vi.fn();
vi.mock('#web/api/call.ts', () => ({ call: (...asked: unknown[]) => call(...asked) }));
const { runBulk } = await import('./run.ts');
type Outcome = { code: number; remark: string };

beforeEach(() => call.mockReset());

const rows = (n: number) => Array.from({ length: n }, (_, at) => ({ id: at + 1, version: 3 }));
async function ran(n: number, isStopped = () => false): Promise<Map<number, Outcome>> {
  const all = new Map<number, Outcome>();
  const on = (some: ReadonlyMap<number, Outcome>) => {
    for (const [id, outcome] of some) all.set(id, outcome);
  };
  await runBulk({ cloud: 'x', fields: { note: '改' }, rows: rows(n), isStopped, on });
  return all;
}
const done = { code: 200 };

it('PAGES-02 fifty at a time, each with what was read of it', async () => {
  call.mockResolvedValue(done);
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
  const all = await ran(2);
  expect(all.get(1)).toEqual({ code: 200, remark: '' });
  expect(all.get(2)).toEqual({ code: 312, remark: '没有操作权限' });
});
it('PAGES-02 all refused: for its own reason each, or for that of the whole; a lost line ends it', async () => {
  call.mockRejectedValueOnce(new ApiError(300, '失败', { rows: [{ id: 1, code: 315, remark: '' }] }));
  expect((await ran(1)).get(1)!.code).toBe(315);
  call.mockRejectedValueOnce(new ApiError(312, '没有操作权限')).mockResolvedValue(done);
  const whole = await ran(60);
  expect([whole.get(50)!.code, whole.get(51)!.code]).toEqual([312, 200]);
  call.mockReset();
  call.mockRejectedValueOnce(new ApiError(0, '网络', { network: true })).mockResolvedValue(done);
  expect([(await ran(60)).size, call.mock.calls.length]).toEqual([50, 1]);
});
it('PAGES-02 stopped between two: what was not begun has no end', async () => {
  call.mockResolvedValue(done);
  let asked = 0;
  expect((await ran(120, () => asked++ > 0)).size).toBe(50);
});
