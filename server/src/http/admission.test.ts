import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type AdmissionLimits, createAdmission, type Rank, rankOf } from './admission.ts';
import { callMetrics } from './call-metrics.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const line = (limits: Partial<AdmissionLimits> = {}) => {
  const order: string[] = [];
  const admission = createAdmission({ atWork: 2, within: 2_000, ...limits });
  const come = (name: string, rank: Rank) =>
    admission.enter(rank).then(
      (admitted) => {
        order.push(name);
        return admitted;
      },
      (error) => {
        order.push(`${name} refused`);
        return error as { code: number; status: number; retryAfter: number; remark: string; end(): void; waited: boolean };
      },
    );
  return { admission, order, come };
};
/** Lets what became possible happen. */
const settled = () => vi.advanceTimersByTimeAsync(0);

it('R10 as many calls as the database has connections for are at work; when one ends, the next begins', async () => {
  const { come, order } = line();
  const first = await come('a', 'read');
  await come('b', 'read');
  const third = come('c', 'read');
  await settled();
  expect(order).toEqual(['a', 'b']);
  first.end();
  first.end();
  expect((await third).waited).toBe(true);
  void come('d', 'read');
  await settled();
  expect(order).toEqual(['a', 'b', 'c']);
});

it('R10 saves and decisions begin before lists, lists before polls, whoever came first', async () => {
  const { come, order } = line({ atWork: 1 });
  let { end } = await come('first', 'read');
  const all = [come('poll', 'poll'), come('list', 'read'), come('save', 'save'), come('second list', 'read')];
  for (const expected of [2, 1, 3, 0]) {
    end();
    ({ end } = await all[expected]!);
  }
  expect(order).toEqual(['first', 'save', 'list', 'second list', 'poll']);
});

it('R10 what has not begun within two seconds of its coming is refused: 103, nothing was done, ask again', async () => {
  const { come, order } = line({ atWork: 1 });
  const { end } = await come('at work', 'save');
  const waits = come('waits', 'save');
  await vi.advanceTimersByTimeAsync(1_999);
  expect(order).toEqual(['at work']);
  await vi.advanceTimersByTimeAsync(1);
  expect(await waits).toMatchObject({ code: 103, remark: '$busy', status: 503, retryAfter: 1 });
  end();
  await come('comes later', 'poll');
  expect(order).toEqual(['at work', 'waits refused', 'comes later']);
});

it('the time before it stood in line counts', async () => {
  const { admission, come } = line({ atWork: 1 });
  await come('at work', 'read');
  const came = performance.now();
  await vi.advanceTimersByTimeAsync(2_000);
  await expect(admission.enter('save', came)).rejects.toMatchObject({ code: 103 });
});

it('R10 what is foreseen not to begin in time is refused at once, a decision behind fewer calls is not', async () => {
  const { come, order } = line({ atWork: 1 });
  // each is at work for a second, and that is learned
  for (let round = 0; round < 200; round += 1) {
    const { end } = await come('', 'read');
    await vi.advanceTimersByTimeAsync(1_000);
    end();
  }
  order.length = 0;
  void come('at work', 'read');
  for (const name of ['1', '2', '3']) void come(name, 'read');
  await settled();
  expect(order).toEqual(['at work']);
  void come('4', 'read');
  void come('poll', 'poll');
  void come('decision', 'save');
  await settled();
  expect(order).toEqual(['at work', '4 refused', 'poll refused']);
});

it('R10 one call that took very long makes nobody believe that all do', async () => {
  const { come, order } = line({ atWork: 1 });
  const { end } = await come('endless', 'read');
  await vi.advanceTimersByTimeAsync(600_000);
  end();
  order.length = 0;
  void come('at work', 'read');
  for (let n = 0; n < 15; n += 1) void come(String(n), 'read');
  await settled();
  expect(order).toEqual(['at work']);
});

it('an operator reads how many wait and how many were refused, and hears of it every ten seconds at most', async () => {
  const told: Record<Rank, number>[] = [];
  const { admission, come } = line({ atWork: 1, told: (refused) => told.push(refused) });
  await come('at work', 'read');
  expect(admission.strained()).toBe(false);
  for (const name of ['a', 'b']) void come(name, 'read');
  expect(admission.standing().read).toEqual({ waiting: 2, refused: 0 });
  await vi.advanceTimersByTimeAsync(2_000);
  expect(admission.standing()).toMatchObject({ save: { waiting: 0, refused: 0 }, read: { waiting: 0, refused: 2 } });
  expect(told).toEqual([{ save: 0, read: 1, poll: 0 }]);
  expect(admission.strained()).toBe(true);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(admission.strained()).toBe(false);
  void come('c', 'poll');
  const read = async () => Promise.all(callMetrics(admission).map(async (metric) => (await metric.get()).values));
  expect(await read()).toEqual([
    [0, 0, 1].map((value, at) => ({ value, labels: { rank: ['save', 'read', 'poll'][at] } })),
    [0, 2, 0].map((value, at) => ({ value, labels: { rank: ['save', 'read', 'poll'][at] } })),
  ]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(told.at(-1)).toEqual({ save: 0, read: 2, poll: 1 });
});

it.each<[string, Parameters<typeof rankOf>[0], boolean, Rank]>([
  ['a save', { writes: true }, false, 'save'],
  ['a list', {}, false, 'read'],
  ['a sign-in, which anybody may try', { writes: true, free: true }, false, 'read'],
  ['what no person asked for', { writes: true }, true, 'poll'],
])('%s', (_, def, background, rank) => expect(rankOf(def, background)).toBe(rank));
