import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ActionDef } from '#protocol/meta/flow.ts';
import type { WireRow } from '#protocol/wire/envelope.ts';
import { dropSession, keepSession } from '#web/api/session.ts';
import { addTexts } from '#web/i18n/catalogue.ts';
import { LATER_EN, LATER_ZH } from '#web/i18n/later.ts';
import { useNav } from '#web/nav/store.ts';
import { question } from '#web/ui/overlay/dialog.ts';
import { closeToast, toasts } from '#web/ui/overlay/toast.ts';
import { callAction } from './call-action.ts';
import { openAddress } from './open-address.ts';

addTexts(LATER_ZH, LATER_EN);

const action: ActionDef = { uid: 'order.close', op: 'Call', code: 'close', key_name: '关闭', key_name_en: 'Close', param: 'multiple' };
const rows = [
  { id: 1, key_name: '甲' },
  { id: 2, key_name: '乙' },
] as WireRow[];
const nameOf = (row: WireRow) => String(row.key_name);
let sent: Record<string, string>[] = [];
const answer = (...replies: object[]): void => {
  vi.stubGlobal('fetch', async (url: string, { body }: { body: URLSearchParams }) => {
    sent.push({ url, ...Object.fromEntries(new URLSearchParams(body)) });
    const next = replies.length > 1 ? replies.shift() : replies[0];
    return new Response(JSON.stringify({ remark: '', duration: 1, ...next }));
  });
};
const run = () => callAction(action, 'order', rows, nameOf);
/** Answers the question once it stands there. */
async function press(yes: boolean): Promise<void> {
  await vi.waitFor(() => expect(question()).not.toBeNull());
  question()!.answer(yes);
}
const told = () => toasts().map(({ tone, title, lines }) => [tone, title, ...(lines ?? [])]);

beforeEach(() => {
  sent = [];
  keepSession({ token: 'a'.repeat(43), user: { id: 3, key_name: 'Zhou Min' } });
});
afterEach(() => {
  vi.unstubAllGlobals();
  dropSession();
  for (const { id } of toasts()) closeToast(id);
});

it('WIRE-07 Call says table, action and records under a request id, and what came of it', async () => {
  answer({ code: 200, remark: '已关闭', rows: [{ id: 1, code: 200, remark: '' }] });
  expect(await run()).toBe(true);
  expect(sent).toMatchObject([
    { url: '/app?op=Call', cloud: 'order', action: 'order.close', id: ',1,2,', _rid: expect.stringMatching(/^[\da-f-]{36}$/) },
  ]);
  expect(told()).toEqual([['done', '已关闭']]);
});

it('WIRE-13 what is said of all records alike is said once, else of each', async () => {
  const said = (one: string, other: string) => [
    { id: 1, code: 200, remark: one },
    { id: 2, code: 200, remark: other },
  ];
  answer({ code: 200, rows: said('已关闭', '已关闭') });
  await run();
  answer({ code: 200, rows: said('已关闭', '已归档') });
  await run();
  expect(told()).toEqual([
    ['done', '已关闭'],
    ['done', '操作成功', '甲　已关闭', '乙　已归档'],
  ]);
});

it('FILE-03 a file that is opened says by itself that it is made; what its handler has to say is said', async () => {
  const file = { key_name: 'k', file_name: 'paper.txt', length: 3, url: '/f' };
  const opened = () => callAction({ ...action, preview: 1 }, 'order', rows.slice(0, 1), nameOf);
  answer({ code: 200, data: { file }, rows: [{ id: 1, code: 200, remark: '' }] });
  expect(await opened()).toBe(true);
  expect(question()?.title).toBe('paper.txt');
  question()!.answer(true);
  expect(told()).toEqual([]);
  answer({ code: 200, remark: '两页', data: { file } });
  await opened();
  question()!.answer(true);
  expect(told()).toEqual([['done', '两页']]);
});

it('WIRE-07 pressed twice it is sent once', async () => {
  answer({ code: 200 });
  expect(await Promise.all([run(), run()])).toEqual([true, false]);
  expect(sent).toHaveLength(1);
});

it('R5 pressed again because no answer came it is the same request; after an answer it is another', async () => {
  vi.stubGlobal('fetch', async (_: string, { body }: { body: URLSearchParams }) => {
    sent.push(Object.fromEntries(new URLSearchParams(body)));
    throw new TypeError('offline');
  });
  expect(await run()).toBe(false);
  answer({ code: 200 });
  expect(await run()).toBe(true);
  expect(await run()).toBe(true);
  const [first, again, after] = sent.map(({ _rid }) => _rid);
  expect(again).toBe(first);
  expect(after).not.toBe(first);
});

it('WIRE-11 100 asks, and a yes sends the same request with its answer; a no sends nothing', async () => {
  const asks = {
    code: 100,
    remark: '$callAsks',
    data: { answer: 'h1', n: 2 },
    rows: [
      { id: 1, code: 100, remark: '较大' },
      { id: 2, code: 100, remark: '也大' },
    ],
  };
  answer(asks, { ...asks, data: { answer: 'h2', n: 2 } }, { code: 200 });
  const done = run();
  await press(true);
  await vi.waitFor(() => expect(sent).toHaveLength(2));
  await press(true);
  expect(await done).toBe(true);
  expect(sent.map((one) => one.answer)).toEqual([undefined, 'h1', 'h2']);
  expect(new Set(sent.map((one) => one._rid)).size).toBe(1);
  answer(asks);
  const refused = run();
  await press(false);
  expect(await refused).toBe(false);
  expect(sent).toHaveLength(4);
});

it('WIRE-11 WIRE-13 102 warns and is done; what was refused is told by row', async () => {
  answer({
    code: 102,
    rows: [
      { id: 1, code: 102, remark: '金额为零' },
      { id: 2, code: 200, remark: '已关闭' },
    ],
  });
  expect(await run()).toBe(true);
  expect(told()).toEqual([['info', '已完成，请注意提示', '甲　金额为零']]);
  answer({
    code: 343,
    rows: [
      { id: 1, code: 200, remark: '' },
      { id: 2, code: 312, remark: '' },
    ],
  });
  expect(await run()).toBe(true);
  expect(told()).toContainEqual(['error', '2 项中 1 项未成功', '乙　没有操作权限']);
  answer({ code: 300, rows: [{ id: 1, code: 311, remark: '晚了' }] });
  expect(await run()).toBe(false);
  expect(told()).toContainEqual(['error', '操作失败', '甲　晚了']);
});

const opening = (rest: Partial<ActionDef>): ActionDef => ({ uid: 'o', op: 'Open', key_name: '开', key_name_en: 'Open', ...rest });

it('LIST-08 HTTP opens an address with the values that the reader sees, in a window that knows nothing of this one', async () => {
  const open = vi.fn();
  vi.stubGlobal('window', { open });
  vi.stubGlobal('navigator', {});
  answer({ code: 200, data: { id: 1, code: 'A/1', kind: { id: 7, key_name: '类' } } });
  const http = opening({ type: 'HTTP', url: 'https://maps.example.com/{code}', action_param: 'k={kind.key_name}' });
  expect(await openAddress(http, 'order', rows[0])).toBe(true);
  expect(open).toHaveBeenCalledWith('https://maps.example.com/A%2F1?k=%E7%B1%BB', '_blank', 'noopener,noreferrer');
  expect(open.mock.calls.join()).not.toContain('a'.repeat(43));
  answer({ code: 200, data: { id: 1 } });
  expect(await openAddress(http, 'order', rows[0])).toBe(false);
  expect(await openAddress(opening({ type: 'HTTP', url: 'javascript:alert(1)' }), 'order', undefined)).toBe(false);
  expect(open).toHaveBeenCalledTimes(1);
});

it('LIST-08 where the press is over by the time its address is known, another one is asked for', async () => {
  const open = vi.fn();
  vi.stubGlobal('window', { open });
  vi.stubGlobal('location', { href: 'https://fw.example.com/main' });
  vi.stubGlobal('navigator', { userActivation: { isActive: false } });
  const http = opening({ type: 'HTTP', url: 'https://maps.example.com/x' });
  for (const yes of [false, true]) {
    expect(await openAddress(http, 'order', undefined)).toBe(true);
    expect(question()!.title).toContain('maps.example.com');
    await press(yes);
    await vi.waitFor(() => expect(question()).toBeNull());
    expect(open).toHaveBeenCalledTimes(yes ? 1 : 0);
  }
});

it('LIST-08 AURL opens a page of this product as a tab, and no other address', async () => {
  vi.stubGlobal('location', { pathname: '/main', search: '' });
  vi.stubGlobal('history', { pushState: () => undefined });
  answer({ code: 200, data: { id: 1, customer: { id: 7, key_name: '甲方' } } });
  expect(await openAddress(opening({ type: 'AURL', url: '/main/list/order', action_param: 'customer={customer}' }), 'order', rows[0])).toBe(
    true,
  );
  expect(useNav.getState().tabs.map(({ page }) => page)).toContainEqual({ cloud: 'order', op: 'List', query: { customer: '7' } });
  for (const url of ['https://evil.example/main/list/order', '//evil/main', '/x'])
    expect(await openAddress(opening({ type: 'AURL', url }), 'order', undefined), url).toBe(false);
});

it('FRAME-12 a file is opened over the page where the action says so and it can be seen there, else taken away', async () => {
  const file = (file_name: string) => ({
    id: 1,
    key_name: 'k',
    file_name,
    length: 1,
    url: '/app?op=Download&key_name=k&tk=t',
    preview_url: '/p',
  });
  const taken: string[] = [];
  const click = vi.fn(function (this: { href: string; download: string }) {
    taken.push(`${this.download} ${this.href}`);
  });
  vi.stubGlobal('document', { createElement: () => ({ href: '', download: '', click }) });
  const give = async (file_name: string, preview?: 1) => {
    answer({ code: 200, data: { file: file(file_name) } });
    await callAction({ ...action, ...(preview ? { preview } : {}) }, 'order', rows, nameOf);
    const seen = question();
    seen?.answer(true);
    return [seen?.title, taken.splice(0)];
  };
  const away = (name: string) => [undefined, [`${name} /app?op=Download&key_name=k&tk=t`]];
  expect(await give('a.txt')).toEqual(away('a.txt'));
  expect(await give('a.csv', 1)).toEqual(away('a.csv'));
  expect(await give('a.txt', 1)).toEqual(['a.txt', []]);
});
