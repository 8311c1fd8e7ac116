import { QueryObserver } from '@tanstack/react-query';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ops } from './ops.ts';

vi.stubGlobal('sessionStorage', { getItem: () => null });
const { againIn, definedBy, failureOf, invalidateRecord, invalidateTable, keptFrom, opKey, outdate, queryClient } = await import(
  './use-op.ts'
);
const { ApiError, networkError } = await import('./error.ts');

interface Asked {
  answer(): void;
  isAborted(): boolean;
}

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  queryClient.clear();
});

/** Something on screen that shows an answer: what it asked, and the way to answer. */
function shown(op: (typeof ops)['show' | 'page' | 'counts' | 'loadTable'], request: Record<string, unknown> = {}) {
  const asked: Asked[] = [];
  const observer = new QueryObserver(queryClient, {
    queryKey: opKey(op, request),
    queryFn: ({ signal }) =>
      new Promise((resolve) => {
        asked.push({ answer: () => resolve(asked.length), isAborted: () => signal.aborted });
      }),
    staleTime: 60_000,
  });
  const stop = observer.subscribe(() => undefined);
  stops.push(stop);
  const isOld = () => observer.getCurrentQuery().isStaleByTime(60_000);
  return { asked, stop, isOld, answered: () => vi.waitFor(() => expect(observer.getCurrentResult().fetchStatus).toBe('idle')) };
}

async function read(...all: ReturnType<typeof shown>[]) {
  for (const { asked } of all) asked.at(-1)!.answer();
  for (const { answered } of all) await answered();
}

describe('ADMIN-12 what people may do and choose from has a version', () => {
  it('definitions of another one are asked for again, what stands in them is not; the first version and the same one ask for nothing', async () => {
    const definition = shown(ops.loadTable, { key_name: 'project' });
    const [record, counts] = [shown(ops.show, { cloud: 'project', id: 3 }), shown(ops.counts)];
    await read(definition, record, counts);
    definedBy(7);
    definedBy(7);
    expect(definition.asked).toHaveLength(1);
    definedBy(8);
    await vi.waitFor(() => expect(definition.asked).toHaveLength(2));
    expect([record, counts].map(({ asked }) => asked.length)).toEqual([1, 1]);
  });
});

describe('after a change', () => {
  it('what shows the table is asked again, once for all changes of a moment, and nothing else', async () => {
    const record = shown(ops.show, { cloud: 'project', id: 3 });
    const picked = shown(ops.page, { cloud: 'project[view]', page: 1 });
    const todo = shown(ops.page, { cloud: 'todo', page: 1 });
    const counts = shown(ops.counts);
    const other = shown(ops.page, { cloud: 'user', page: 1 });
    const definition = shown(ops.loadTable, { cloud: 'project', key_name: 'project' });
    // some files of another table's record are of these rows
    const files = shown(ops.attachs, { cloud: 'site', id: 3, page: 1, rows: 20 });
    const all = [record, picked, todo, counts, other, definition, files];
    await read(...all);
    for (const cloud of ['project', 'todo', 'project[view]']) void invalidateTable(cloud);
    await vi.waitFor(() => expect(counts.asked).toHaveLength(2));
    expect(all.map(({ asked }) => asked.length)).toEqual([2, 2, 2, 2, 1, 1, 2]);
    expect(all.flatMap(({ asked }) => asked).filter((one) => one.isAborted())).toEqual([]);
  });

  it('an answer that was on its way before is dropped and asked for again', async () => {
    const record = shown(ops.show, { cloud: 'project', id: 3 });
    void invalidateTable('project');
    expect(record.asked[0]!.isAborted()).toBe(true);
    await vi.waitFor(() => expect(record.asked).toHaveLength(2));
    expect(record.asked[1]!.isAborted()).toBe(false);
  });

  it('what a page asks that takes the place of another is not asked twice, and what it no longer shows not at all', async () => {
    const before = shown(ops.show, { cloud: 'project', id: 3, todo: 7 });
    await read(before);
    const asked = invalidateTable('project');
    before.stop();
    const after = shown(ops.show, { cloud: 'project', id: 3 });
    await new Promise((resolve) => setTimeout(resolve));
    await read(after);
    await asked;
    expect([before.asked.length, after.asked.length, after.asked[0]!.isAborted()]).toEqual([1, 1, false]);
  });

  it('what was read since the change stands', async () => {
    const record = shown(ops.show, { cloud: 'project', id: 3 });
    const list = shown(ops.page, { cloud: 'project', page: 1 });
    await read(list);
    const since = Date.now();
    await vi.waitFor(() => expect(Date.now()).toBeGreaterThan(since));
    await read(record);
    void invalidateTable('project', since);
    await vi.waitFor(() => expect(list.asked).toHaveLength(2));
    expect(record.asked).toHaveLength(1);
  });
});

describe('when others have done something', () => {
  it('badges and notices are asked again, no list and no record; what is known of rows is old, definitions are not', async () => {
    const counts = shown(ops.counts);
    const notices = shown(ops.page, { cloud: 'notice', page: 1 });
    const todo = shown(ops.page, { cloud: 'todo', page: 1 });
    const list = shown(ops.page, { cloud: 'project[view]', page: 1 });
    const record = shown(ops.show, { cloud: 'project', id: 3 });
    const definition = shown(ops.loadTable, { key_name: 'project' });
    const all = [counts, notices, todo, list, record, definition];
    await read(...all);
    outdate();
    await vi.waitFor(() => expect(notices.asked).toHaveLength(2));
    expect(all.map(({ asked }) => asked.length)).toEqual([2, 2, 1, 1, 1, 1]);
    const old = [todo, list, record, definition].map(({ isOld }) => isOld());
    expect(old).toEqual([true, true, true, false]);
  });

  it('of one record all is asked again that shows it, from whichever list it was opened, and no other', async () => {
    const opened = shown(ops.show, { cloud: 'project[mine]', id: 3 });
    const looked = shown(ops.show, { cloud: 'project', id: 3, todo: 7 });
    const other = shown(ops.show, { cloud: 'project', id: 4 });
    const namesake = shown(ops.show, { cloud: 'user', id: 3 });
    const all = [opened, looked, other, namesake];
    await read(...all);
    await Promise.race([invalidateRecord('project', 3), vi.waitFor(() => expect(looked.asked).toHaveLength(2))]);
    expect(all.map(({ asked }) => asked.length)).toEqual([2, 2, 1, 1]);
  });
});

describe('the last answer stands until the next is there', () => {
  const asked = (op: (typeof ops)['show' | 'page'], cloud: string, page: number) => ({ queryKey: opKey(op, { cloud, page }) });
  const next = keptFrom<{ page: number }>(opKey(ops.page, { cloud: 'todo', page: 1 }), ({ page }) => page < 3);
  it.each([
    ['of the same list, to a request alike', asked(ops.page, 'todo', 2), 'rows'],
    ['of the same list, to another request', asked(ops.page, 'todo', 3), undefined],
    ['of another list', asked(ops.page, 'notice', 2), undefined],
    ['of another call', asked(ops.show, 'todo', 2), undefined],
    ['nothing was asked before', undefined, undefined],
  ])('%s', (_, before, kept) => expect(next('rows', before)).toBe(kept));
});

describe('a read that failed', () => {
  const [offline, busy] = [networkError(), new ApiError(103, '')];
  const [refused, closed, removed] = [new ApiError(312, ''), new ApiError(403, ''), new ApiError(315, '')];
  it.each([
    ['stands in place of what is not known', offline, undefined, { error: offline, outdated: null }],
    ['stands beside what is known', offline, {}, { error: null, outdated: offline }],
    ['of a busy server stands beside it, too', busy, {}, { error: null, outdated: busy }],
    ['for want of a right takes it away', refused, {}, { error: refused, outdated: null }],
    ['because nothing is for him there takes it away', closed, {}, { error: closed, outdated: null }],
    ['because it is there no more takes it away', removed, {}, { error: removed, outdated: null }],
    ['is none', null, {}, { error: null, outdated: null }],
  ])('%s', (_, error, data, told) => expect(failureOf({ error, data })).toEqual(told));
});

describe('what nobody answered', () => {
  it.each([
    ['the network came between', networkError(), undefined, true],
    ['a busy server came between', new ApiError(103, '', { said: '$busy', retryAfter: 1 }), 60_000, true],
    ['the database was away', new ApiError(103, '', { said: '$away' }), undefined, true],
    ['it took too long: it would again', new ApiError(103, ''), undefined, false],
    ['it took too long, and is polled', new ApiError(103, ''), 60_000, 60_000],
    ['it was refused: an answer', new ApiError(312, ''), undefined, false],
    ['it was refused, and is polled', new ApiError(312, ''), 60_000, 60_000],
    ['it is as it should be', null, 60_000, 60_000],
    ['it is as it should be, and nobody polls', null, undefined, false],
  ])('%s', (_, error, every, ms) => {
    const again = againIn({ error }, every);
    if (ms !== true) return expect(again).toBe(ms);
    expect(again).toBeGreaterThanOrEqual(5_000);
    expect(again).toBeLessThanOrEqual(10_000);
  });
});
