import { afterEach, expect, it, vi } from 'vitest';
import type { TodoItem } from '../todo-item.ts';
import { beginWalk, nextIn, placeIn, stepFrom, useWalk, type Walk } from './walk.ts';

const row = (id: number): TodoItem => ({ id, rowid: id + 100, source: 'initiation', key_name: `${id}` }) as TodoItem;
const of = (id: number) => ({ source: 'initiation', rowid: id + 100 });
const walk = (ids: number[], more: Partial<Walk> = {}): Walk => ({
  ...{ view: 'todo', filters: { key_word: 'x' }, size: 3, rows: ids.map(row), before: 0, total: ids.length },
  ...more,
});
/** Pages that the server has, the rest are empty; answers what was asked. */
function pages(has: Record<number, number[]>): { page: string; filters: string }[] {
  const asked: { page: string; filters: string }[] = [];
  vi.stubGlobal('fetch', async (_: string, { body }: { body: URLSearchParams }) => {
    asked.push({ page: body.get('page')!, filters: body.get('filters')! });
    const rows = (has[Number(body.get('page'))] ?? []).map(row);
    return new Response(JSON.stringify({ code: 200, remark: '', rows, total: 9, duration: 1 }));
  });
  return asked;
}
afterEach(() => vi.unstubAllGlobals());

it('FLOW-06 a walk knows where it is, and goes by the rows as they stood', async () => {
  const asked = pages({});
  beginWalk(walk([1, 2, 3]));
  expect(placeIn(walk([1, 2, 3]), of(2))).toBe(1);
  expect((await stepFrom(of(1), 1))?.id).toBe(2);
  expect((await stepFrom(of(2), -1))?.id).toBe(1);
  expect(await stepFrom(of(9), 1)).toBeUndefined();
  expect(asked).toEqual([]);
});

it('FLOW-06 at its end it looks at what has moved up since, then at the next page, with the filter of the list', async () => {
  const asked = pages({ 1: [2, 3, 4], 2: [5] });
  beginWalk(walk([1, 2, 3], { total: 5 }));
  expect((await stepFrom(of(3), 1))?.id).toBe(4);
  expect((await stepFrom(of(4), 1))?.id).toBe(5);
  expect(asked.map(({ page }) => page)).toEqual(['1', '2']);
  expect(asked[0]!.filters).toBe(JSON.stringify({ key_word: 'x' }));
  expect(await stepFrom(of(5), 1)).toBeUndefined();
  expect(useWalk.getState().walk?.rows.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5]);
});

it('FLOW-06 before its first row it goes to the page before', async () => {
  pages({ 1: [1, 2, 3] });
  beginWalk(walk([4, 5], { before: 3, total: 5 }));
  expect((await stepFrom(of(4), -1))?.id).toBe(3);
  expect(useWalk.getState().walk).toMatchObject({ before: 0 });
  expect(await stepFrom(of(1), -1)).toBeUndefined();
});

it('FLOW-06 after a decision the next of the walk that still waits is next, else the first of all', () => {
  expect(nextIn(walk([1, 2, 3]), of(1), [row(3), row(8)])?.id).toBe(3);
  expect(nextIn(walk([1, 2, 3]), of(3), [row(8), row(1)])?.id).toBe(8);
  expect(nextIn(walk([1]), of(1), [])).toBeUndefined();
});
