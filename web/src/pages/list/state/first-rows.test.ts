import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { testField, testTable } from '#protocol/meta/testing-suite.ts';
import { ops } from '#web/api/ops.ts';

vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined });
const { keepSession, dropSession } = await import('#web/api/session.ts');
const { opKey, queryClient } = await import('#web/api/use-op.ts');
const { dropFirst, pageOf, withRows } = await import('./first-rows.ts');

const definition = testTable('plant', { fields: [testField('name', { data_type: 'text', list: 1 } as never)] });
const listed = { cloud: 'plant' };
const state = { page: 1, rows: 10, keyword: '', fields: {}, sort: null, exact: false } as unknown as Parameters<typeof withRows>[1];

/** The network: what was asked, in order, and the way to answer each. */
let asked: { op: string | null; answer: (body: object) => void }[] = [];
beforeEach(() => {
  asked = [];
  keepSession({ token: 'a'.repeat(43), user: { id: 3, key_name: 'Zhou Min' } } as never);
  vi.stubGlobal('fetch', (url: string, { signal }: { signal: AbortSignal }) => {
    const op = new URL(url, 'http://localhost').searchParams.get('op');
    return new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
      asked.push({ op, answer: (body) => resolve(new Response(JSON.stringify({ remark: '', duration: 1, rows: [], ...body }))) });
    });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  queryClient.clear();
  dropSession();
});
const opsAsked = () => asked.map(({ op }) => op);
const known = () => queryClient.getQueryData(opKey(ops.page, pageOf(listed, state, definition)));

describe('a list that does not know its table yet', () => {
  it('asks once, and its rows stand where it will ask for them', async () => {
    const answer = withRows(listed, state, new AbortController().signal);
    await vi.waitFor(() => expect(opsAsked()).toEqual(['Page']));
    asked[0]!.answer({ code: 200, rows: [{ id: 7 }], total: 1, data: { definition } });
    expect((await answer).data).toMatchObject({ table_name: 'plant' });
    expect(known()).toMatchObject({ rows: [{ id: 7 }], total: 1 });
  });

  it('asks for the definition alone when something is told meanwhile: the rows may be those of before', async () => {
    const answer = withRows(listed, state, new AbortController().signal);
    await vi.waitFor(() => expect(opsAsked()).toEqual(['Page']));
    dropFirst(listed, state);
    await vi.waitFor(() => expect(opsAsked()).toEqual(['Page', 'LoadTable']));
    asked[1]!.answer({ code: 200, data: definition });
    expect((await answer).data).toMatchObject({ table_name: 'plant' });
    expect(known()).toBeUndefined();
  });

  it('shows head and filters first where the rows take long', async () => {
    vi.useFakeTimers();
    const answer = withRows(listed, state, new AbortController().signal);
    await vi.advanceTimersByTimeAsync(2_500);
    expect(opsAsked()).toEqual(['Page', 'LoadTable']);
    asked[1]!.answer({ code: 200, data: definition });
    expect((await answer).data).toMatchObject({ table_name: 'plant' });
  });

  it('says why there are no rows beside head and filters', async () => {
    const answer = withRows(listed, state, new AbortController().signal);
    await vi.waitFor(() => expect(opsAsked()).toEqual(['Page']));
    asked[0]!.answer({ code: 317 });
    await vi.waitFor(() => expect(opsAsked()).toEqual(['Page', 'LoadTable']));
    asked[1]!.answer({ code: 200, data: definition });
    expect((await answer).data).toMatchObject({ table_name: 'plant' });
  });
});
