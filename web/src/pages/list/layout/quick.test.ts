import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Layout } from '#protocol/meta/layout.ts';
import { testField, testTable } from '#protocol/meta/testing-suite.ts';
import type { LoadedTable } from '#protocol/rules/form/locked.ts';
import { ApiError } from '#web/api/error.ts';
import { ops } from '#web/api/ops.ts';
import type { Viewing } from '../state/use-viewing.ts';

vi.stubGlobal('sessionStorage', { getItem: () => null });
const call = vi.fn();
vi.mock('#web/api/call.ts', () => ({ call: (...asked: unknown[]) => call(...asked) }));
const { opKey, queryClient } = await import('#web/api/use-op.ts');
const { keepLayout } = await import('./keep.ts');
const quick = await import('./quick.ts');
const widen = (cloud: string, table: LoadedTable, uid: string, width: number | null) =>
  quick.widen({ cloud, declared: table, layout: undefined, viewing: undefined }, uid, width);

const declared = testTable('plan', {
  fields: [testField('code', { data_type: 'text' }), testField('note', { data_type: 'text' })],
}) as LoadedTable;
const [code, note] = declared.fields.map(({ uid }) => uid) as [string, string];
const key = opKey(ops.loadTable, { key_name: 'plan' });

/** The server's row of his, and what was sent to change it. */
let row: { id: number; version: number; content: Layout } | undefined;
let sent: Record<string, unknown>[] = [];
let until: Promise<unknown> = Promise.resolve();
let stop = () => {};
beforeEach(() => {
  [row, sent, until] = [undefined, [], Promise.resolve()];
  call.mockImplementation(async (op: unknown, request: Record<string, unknown>) => {
    if (op === ops.loadTable) return { code: 200, data: { ...declared, layouts: row ? { own: row } : {} } };
    sent.push(request);
    await until;
    if (op === ops.add && row) throw new ApiError(310, '重复');
    row = { id: 7, version: (row?.version ?? 0) + 1, content: JSON.parse(String(request.content)) };
    return { code: 200, data: { id: 7 } };
  });
  const observer = new QueryObserver(queryClient, { queryKey: key, queryFn: () => call(ops.loadTable, {}), staleTime: 60_000 });
  stop = observer.subscribe(() => undefined);
});
afterEach(() => {
  stop();
  queryClient.clear();
});
function held() {
  let go = () => {};
  const promise = new Promise<void>((resolve) => {
    go = resolve;
  });
  return { promise, go };
}
const drawn = () => (queryClient.getQueryData(key) as { data: LoadedTable } | undefined)?.data.layouts?.own?.content;
const widths = (layout: Layout | undefined) => [layout?.[code]?.list_width, layout?.[note]?.list_width];

it('LIST-10 what is dragged while a change is on its way goes on from that, whatever the server answers of before', async () => {
  await vi.waitFor(() => expect(queryClient.getQueryData(key)).toBeDefined());
  const [first, second] = [held(), held()];
  until = first.promise;
  widen('plan', declared, code, 111);
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  widen('plan', declared, note, 222);
  until = second.promise;
  first.go();
  // the first is kept, the second on its way: what the server answers now is of before
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(widths(drawn())).toEqual([111, 222]);
  // and again, as when another window tells of it
  await queryClient.invalidateQueries({ queryKey: key });
  widen('plan', declared, code, 133);
  expect(widths(drawn())).toEqual([133, 222]);
  second.go();
  await vi.waitFor(() => expect(sent).toHaveLength(3));
  await vi.waitFor(() => expect(widths(row?.content)).toEqual([133, 222]));
  expect(widths(drawn())).toEqual([133, 222]);
});

it('LIST-10 the first change of two windows at once: the second one changes the row that the first one made', async () => {
  row = { id: 7, version: 1, content: {} };
  await keepLayout({ cloud: 'plan', table: declared, range: 0, content: { [code]: { list_width: 99 } }, kept: undefined });
  expect(sent.map(({ id }) => id)).toEqual([undefined, 7]);
  expect(widths(row.content)).toEqual([99, undefined]);
});

it('LIST-10 a company’s is changed from the version that the draft began with, and made once', async () => {
  const table: LoadedTable = { ...declared, layouts: { company: { id: 7, version: 5, content: {} } } };
  await keepLayout({ cloud: 'plan', table, range: 1, content: {}, kept: { id: 7, version: 3, content: {} } });
  expect(sent[0]).toMatchObject({ id: 7, version: 3 });
  await expect(keepLayout({ cloud: 'plan', table, range: 1, content: {}, kept: undefined })).rejects.toMatchObject({ code: 310 });
  expect(sent).toHaveLength(2);
});

it('LIST-10 in a list that is seen by a view what is dragged is of that, and nothing is kept', async () => {
  const setColumns = vi.fn();
  const viewing = { setColumns } as unknown as Viewing;
  quick.widen({ cloud: 'plan', declared, layout: { [code]: { list_width: 99, list: 1 } }, viewing }, note, 120);
  expect(widths(setColumns.mock.calls[0]![0] as Layout)).toEqual([99, 120]);
  quick.move({ cloud: 'plan', declared, layout: {}, viewing }, note, code);
  expect(setColumns.mock.calls[1]![0]).toMatchObject({ [note]: { index: 0 }, [code]: { index: 1 } });
  expect(sent).toEqual([]);
});
