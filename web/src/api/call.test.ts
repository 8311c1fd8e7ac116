import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { callsInLine, onCallsInLine } from './busy.ts';
import { call } from './call.ts';
import { isSlow } from './delay.ts';
import type { ApiError } from './error.ts';
import { ops } from './ops.ts';
import { encodeForm } from './request.ts';
import { dropSession, keepSession, sessionState } from './session.ts';

const user = { id: 3, key_name: 'Zhou Min' };
const token = 'a'.repeat(43);
interface Sent {
  url: string;
  form: URLSearchParams;
  token: string | undefined;
}
let sent: Sent[] = [];

/** The network of the test: answers in order; a function may do something first. */
function answer(...replies: (object | (() => object))[]): void {
  vi.stubGlobal('fetch', async (url: string, init: { body: URLSearchParams; headers: Record<string, string> }) => {
    sent.push({ url, form: new URLSearchParams(init.body), token: init.headers.token });
    const next = replies.length > 1 ? replies.shift()! : replies[0]!;
    const body = typeof next === 'function' ? next() : next;
    return new Response(typeof body === 'string' ? body : JSON.stringify({ remark: '', duration: 1, ...body }));
  });
}

const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.unreachable('the call succeeded'),
    (error: unknown) => error as ApiError,
  );

beforeEach(() => {
  sent = [];
  keepSession({ token, user });
});
afterEach(() => {
  vi.unstubAllGlobals();
  dropSession();
});

describe('a request', () => {
  it('is form-encoded with token and _os, nested values as JSON, ids as comma lists', async () => {
    answer({ code: 200, rows: [] });
    await call(ops.page, { cloud: 'project', page: 2, filters: { key_word: '华能 & "x"' } });
    expect(sent[0]).toMatchObject({ url: '/app?op=Page', token });
    expect(Object.fromEntries(sent[0]!.form)).toEqual({
      _os: 'web',
      cloud: 'project',
      page: '2',
      filters: '{"key_word":"华能 & \\"x\\""}',
    });
  });
  it('leaves out what is absent, clears with null, keeps an empty list empty', () => {
    expect(encodeForm({ a: undefined, b: null, c: [], d: [1, 2], e: ['x'], f: 0, g: true }).toString()).toBe(
      '_os=web&b=&c=&d=%2C1%2C2%2C&e=%5B%22x%22%5D&f=0&g=1',
    );
  });
  it('sends no token to what is free of sign-in, and _bg for what nobody asked for', async () => {
    answer({ code: 200 });
    await call(ops.domain, {});
    await call(ops.counts, {}, { background: true });
    expect(sent.map((each) => [each.token, each.form.get('_bg')])).toEqual([
      [undefined, null],
      [token, '1'],
    ]);
  });
});

describe('a refusal', () => {
  it('WIRE-10 an empty remark is the text of its code, a $remark the catalogue with places filled', async () => {
    answer({ code: 312 });
    expect((await failure(call(ops.get, { cloud: 'x', id: 1 }))).remark).toBe('没有操作权限');
    answer({ code: 310, remark: 'said by the server' });
    expect((await failure(call(ops.get, { cloud: 'x', id: 1 }))).remark).toBe('said by the server');
  });
  it('carries code, data and rows', async () => {
    answer({ code: 343, rows: [{ id: 1, remark: 'no' }], data: { field: 'a' } });
    expect(await failure(call(ops.delete, { cloud: 'x', id: [1] }))).toMatchObject({
      code: 343,
      rows: [{ id: 1, remark: 'no' }],
      data: { field: 'a' },
    });
  });
  it('is an answer where the caller takes that code', async () => {
    answer({ code: 102, remark: 'decided by another' });
    expect((await call(ops.show, { cloud: 'x', id: 1 }, { accept: [102] })).remark).toBe('decided by another');
  });
});

describe('WIRE-11', () => {
  it('no answer is not 401: it names the network and signs nobody out', async () => {
    vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('failed')));
    expect(await failure(call(ops.get, { cloud: 'x', id: 1 }))).toMatchObject({
      code: 0,
      network: true,
      remark: expect.stringContaining('网络'),
    });
    expect(sessionState()).toMatchObject({ expired: false, session: { token } });
  });
  it('an answer that is not ours is a fault of the network', async () => {
    answer(() => '<html>' as unknown as object);
    expect(await failure(call(ops.get, { cloud: 'x', id: 1 }))).toMatchObject({ network: true });
  });
  it('401 keeps the user, waits for a new sign-in, and sends the call again with the new token', async () => {
    answer({ code: 401 }, { code: 200, data: { id: 1 } });
    const waiting = call(ops.get, { cloud: 'x', id: 1 });
    await vi.waitFor(() => expect(sessionState().expired).toBe(true));
    expect(sessionState().session?.user).toEqual(user);
    keepSession({ token: 'b'.repeat(43), user });
    expect((await waiting).data).toEqual({ id: 1 });
    expect(sent.map((each) => each.token)).toEqual([token, 'b'.repeat(43)]);
  });
  it('401 ends as a refusal when the person signs out instead', async () => {
    answer({ code: 401 });
    const waiting = failure(call(ops.get, { cloud: 'x', id: 1 }));
    await vi.waitFor(() => expect(sessionState().expired).toBe(true));
    dropSession();
    expect(await waiting).toMatchObject({ code: 401 });
  });
  it('401 of a call that nobody asked for asks nobody to sign in', async () => {
    answer({ code: 401 });
    expect(await failure(call(ops.counts, {}, { background: true }))).toMatchObject({ code: 401 });
    expect(sessionState().expired).toBe(false);
  });
  it('100 asks, and sends again with the answer; no is a refusal', async () => {
    answer({ code: 100, remark: 'sure?' }, { code: 200 });
    const asked: string[] = [];
    await call(ops.modify, { cloud: 'x', id: 1 }, { confirm: async (remark) => asked.push(remark) > 0 });
    expect(asked).toEqual(['sure?']);
    expect(sent.map((each) => each.form.get('_confirm'))).toEqual([null, '1']);
    answer({ code: 100, remark: 'sure?' });
    expect(await failure(call(ops.modify, { cloud: 'x', id: 1 }, { confirm: async () => false }))).toMatchObject({ code: 100 });
  });
});

describe('R10 a server that is busy', () => {
  const BUSY = { status: 503, seconds: 1, body: { code: 103, remark: '$busy' } };
  /** The network of the test, with the status and the wait of each answer. */
  const network = (...replies: { status: number; seconds?: number; body: object }[]) =>
    vi.stubGlobal('fetch', async (url: string, init: { body: URLSearchParams; headers: Record<string, string> }) => {
      sent.push({ url, form: new URLSearchParams(init.body), token: init.headers.token });
      const { status, seconds, body } = replies.length > 1 ? replies.shift()! : replies[0]!;
      return new Response(JSON.stringify({ remark: '', duration: 1, ...body }), {
        status,
        headers: seconds ? { 'retry-after': String(seconds) } : {},
      });
    });
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
    expect(callsInLine()).toBe(0);
  });

  it('is asked again with the very same request, and who looks on sees that it waits', async () => {
    network(BUSY, BUSY, { status: 200, body: { code: 200, data: { id: 9 } } });
    const told: number[] = [];
    const stop = onCallsInLine(() => told.push(callsInLine()));
    const waiting = call(ops.add, { cloud: 'x', key_name: 'typed', _rid: 'r-1' });
    await vi.runAllTimersAsync();
    expect((await waiting).data).toEqual({ id: 9 });
    expect(sent.map(({ form }) => [form.get('_rid'), form.get('key_name')])).toEqual(Array(3).fill(['r-1', 'typed']));
    expect(told).toEqual([1, 0, 1, 0]);
    stop();
  });
  it('two that were sent away together do not come back together, and each waits longer than before', async () => {
    network(BUSY);
    vi.spyOn(Math, 'random').mockReturnValueOnce(0).mockReturnValueOnce(0.999).mockReturnValue(0);
    const all = [failure(call(ops.get, { cloud: 'x', id: 1 })), failure(call(ops.get, { cloud: 'x', id: 2 }))];
    await vi.advanceTimersByTimeAsync(499);
    expect(sent).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(2);
    expect(sent.slice(2).map(({ form }) => form.get('id'))).toEqual(['1']);
    await vi.advanceTimersByTimeAsync(996);
    expect(sent.slice(3).map(({ form }) => form.get('id'))).toEqual([]);
    await vi.runAllTimersAsync();
    await Promise.all(all);
    vi.restoreAllMocks();
  });
  it('is given up after a while: 103 with the words of the server', async () => {
    network(BUSY);
    const waiting = failure(call(ops.get, { cloud: 'x', id: 1 }));
    await vi.runAllTimersAsync();
    expect(await waiting).toMatchObject({ code: 103, remark: expect.stringContaining('服务器繁忙') });
    expect(sent).toHaveLength(6);
  });
  it('is left alone by what nobody asked for', async () => {
    network(BUSY);
    expect(await failure(call(ops.counts, {}, { background: true }))).toMatchObject({ code: 103 });
    expect(sent).toHaveLength(1);
  });
  it('is not asked again by who has gone meanwhile', async () => {
    network(BUSY);
    const leave = new AbortController();
    const waiting = failure(call(ops.get, { cloud: 'x', id: 1 }, { signal: leave.signal }));
    await vi.advanceTimersByTimeAsync(0);
    leave.abort();
    expect(await waiting).toMatchObject({ name: 'AbortError' });
    await vi.runAllTimersAsync();
    expect(sent).toHaveLength(1);
  });
  it('another 103 is not sent again by itself: something of it may have been done', async () => {
    network({ status: 200, body: { code: 103 } });
    expect(await failure(call(ops.modify, { cloud: 'x', id: 1 }))).toMatchObject({ code: 103 });
    expect(sent).toHaveLength(1);
  });
});

it('WIRE-12 a call is slow from 1000 ms beyond what the server needed', () => {
  expect(isSlow(1500, 500)).toBe(false);
  expect(isSlow(1501, 500)).toBe(true);
});
