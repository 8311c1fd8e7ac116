import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { callMetrics } from '../health/call-metrics.ts';
import { type AdmissionLimits, createAdmission, type Rank, rankOf } from './admission.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const line = (limits: Partial<AdmissionLimits> = {}) => {
  const order: string[] = [];
  const admission = createAdmission({ atWork: 2, within: 2_000, ...limits });
  const come = (name: string, rank: Rank, from = '') =>
    admission.enter(rank, undefined, from).then(
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

it('R10 strangers begin last, whoever came first: a signed-in reader is next, however many of them wait', async () => {
  const { come, order } = line({ atWork: 1 });
  let { end } = await come('at work', 'stranger', '10.0.0.1');
  const strangers = Array.from({ length: 300 }, (_, at) => come(`stranger ${at}`, 'stranger', '10.0.0.1'));
  const people = [come('poll', 'poll'), come('list', 'read'), come('save', 'save')];
  for (const next of [people[2]!, people[1]!, people[0]!, strangers[0]!]) {
    end();
    ({ end } = await next);
  }
  expect(order).toEqual(['at work', 'save', 'list', 'poll', 'stranger 0']);
});

it('R10 strangers hold half of the places at most, also where nobody else is at work: who has signed in finds one free', async () => {
  const { come, order, admission } = line({ atWork: 5 });
  const strangers = Array.from({ length: 10 }, (_, at) => come(`stranger ${at}`, 'stranger'));
  await settled();
  expect(order).toEqual(['stranger 0', 'stranger 1']);
  const people = [await come('list', 'read'), await come('poll', 'poll'), await come('save', 'save')];
  void come('second save', 'save');
  await settled();
  expect(order.slice(2)).toEqual(['list', 'poll', 'save']);
  people[0]!.end(); // the place of a person: to the next person
  people[1]!.end(); // nobody waits but strangers, who hold their half
  await settled();
  expect(order.slice(5)).toEqual(['second save']);
  (await strangers[0]!).end();
  await settled();
  expect(order.slice(6)).toEqual(['stranger 2']);
  expect(admission.standing().stranger).toEqual({ waiting: 7, refused: 0 });
});

it('R10 a stranger is told at once where strangers alone would make him wait too long', async () => {
  const { come, order } = line({ atWork: 4 });
  for (let round = 0; round < 200; round += 1) {
    const { end } = await come('', 'stranger');
    await vi.advanceTimersByTimeAsync(1_000);
    end();
  }
  order.length = 0;
  for (let at = 0; at < 8; at += 1) void come(String(at), 'stranger', 'one');
  await settled();
  expect(order).toEqual(['0', '1', '7 refused']);
});

it('R10 the addresses of strangers take turns: who sends many from one keeps nobody elsewhere from signing in', async () => {
  const { come, order, admission } = line({ atWork: 1 });
  let { end } = await come('at work', 'stranger', 'flood');
  const all = [
    ...Array.from({ length: 300 }, (_, at) => ({ name: `flood ${at}`, from: 'flood' })),
    { name: 'office 0', from: 'office' },
    { name: 'office 1', from: 'office' },
    { name: 'home', from: 'home' },
  ].map(({ name, from }) => ({ name, came: come(name, 'stranger', from) }));
  const named = (wanted: string) => all.find(({ name }) => name === wanted)!.came;
  for (const next of ['flood 0', 'office 0', 'home', 'flood 1', 'office 1', 'flood 2', 'flood 3']) {
    end();
    ({ end } = await named(next));
  }
  expect(order).toEqual(['at work', 'flood 0', 'office 0', 'home', 'flood 1', 'office 1', 'flood 2', 'flood 3']);
  expect(admission.standing().stranger).toEqual({ waiting: 296, refused: 0 });
});

it('R10 a stranger whose address has no call in line is not refused for the many of another; nor is who signed in', async () => {
  const { come, order } = line({ atWork: 1 });
  for (let round = 0; round < 200; round += 1) {
    const { end } = await come('', 'stranger', 'flood');
    await vi.advanceTimersByTimeAsync(100);
    end();
  }
  order.length = 0;
  void come('at work', 'stranger', 'flood');
  for (let at = 0; at < 100; at += 1) void come('flood', 'stranger', 'flood');
  await settled();
  expect(order[0]).toBe('at work');
  const refused = order.length - 1;
  expect(refused).toBeGreaterThan(50);
  void come('home', 'stranger', 'home');
  void come('list', 'read');
  void come('flood', 'stranger', 'flood');
  await settled();
  expect(order.slice(1)).toEqual(Array(refused + 1).fill('flood refused'));
});

it('R10 who is refused or begins leaves no place behind: the next of his address stands where he came', async () => {
  const { come, order } = line({ atWork: 1 });
  const { end } = await come('at work', 'stranger', 'a');
  void come('late', 'stranger', 'b');
  await vi.advanceTimersByTimeAsync(2_000);
  const [first, second] = [come('c', 'stranger', 'c'), come('b', 'stranger', 'b')];
  end();
  (await first).end();
  (await second).end();
  expect(order).toEqual(['at work', 'late refused', 'c', 'b']);
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
  expect(told).toEqual([{ save: 0, read: 1, poll: 0, stranger: 0 }]);
  expect(admission.strained()).toBe(true);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(admission.strained()).toBe(false);
  void come('c', 'poll');
  const read = async () => Promise.all(callMetrics(admission).map(async (metric) => (await metric.get()).values));
  expect(await read()).toEqual([
    [0, 0, 1, 0].map((value, at) => ({ value, labels: { rank: ['save', 'read', 'poll', 'stranger'][at] } })),
    [0, 2, 0, 0].map((value, at) => ({ value, labels: { rank: ['save', 'read', 'poll', 'stranger'][at] } })),
  ]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(told.at(-1)).toEqual({ save: 0, read: 2, poll: 1, stranger: 0 });
});

it.each<[string, Parameters<typeof rankOf>[0], Parameters<typeof rankOf>[1], Rank]>([
  ['a save', { writes: true }, { signedIn: true, background: false }, 'save'],
  ['a list', {}, { signedIn: true, background: false }, 'read'],
  ['a sign-in, which anybody may try', { writes: true }, { signedIn: false, background: false }, 'stranger'],
  ['what a stranger says that no person asked for', {}, { signedIn: false, background: true }, 'stranger'],
  ['what needs no session, of who has one', { writes: true, free: true }, { signedIn: true, background: false }, 'read'],
  ['what no person asked for', { writes: true }, { signedIn: true, background: true }, 'poll'],
])('%s', (_, def, by, rank) => expect(rankOf(def, by)).toBe(rank));
