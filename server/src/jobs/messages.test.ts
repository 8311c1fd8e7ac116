import { expect, it } from 'vitest';
import { messagesOf } from './messages.ts';

const counts = { todo: 1, answer: 0, read: 0, notices: 2 };
let last = 0;
const row = (kind: string, id: number, rest: Record<string, unknown> = {}) => ({
  ...{ tx: '1', id: ++last, company_id: 1, user_id: 2, kind },
  payload: { cloud: 'initiation', id, key_name: `申请 ${id}`, ...rest },
});

it('ADMIN-10 each word by itself, in the language asked for, with its kind for a screen of another', () => {
  const rows = [
    row('returned', 5),
    row('todo', 6, { principal: '周敏' }),
    row('back', 7, { principal: '周敏' }),
    row('urge', 8, { principal: '周敏' }),
  ];
  expect(messagesOf(rows, counts, 'zh_CN').map(({ title, content, data }) => [title, content, data.about, data.id])).toEqual([
    ['您的申请被退回', '申请 5', 'returned', 5],
    ['新的待办（代周敏办理）', '申请 6', 'todo', 6],
    ['新的待办（代周敏办理）', '申请 7', 'back', 7],
    ['催办：请尽快办理', '申请 8', 'urge', 8],
  ]);
  expect(messagesOf(rows, counts, 'en_US').map(({ title }) => title)).toEqual([
    'Your application was returned',
    'New to-do on behalf of 周敏',
    'New to-do on behalf of 周敏',
    'You are asked to hurry',
  ]);
});
it('ADMIN-10 what is worth no word moves badges and names its records once, beside the words', () => {
  const rows = [row('counts', 7), row('todo', 8), row('counts', 7), row('counts', 8)];
  expect(messagesOf(rows, counts, 'zh_CN').map(({ title, data }) => [title, data.touched])).toEqual([
    ['新的待办', undefined],
    ['', [{ cloud: 'initiation', id: 7 }]],
  ]);
  expect(messagesOf([row('counts', 9)], counts, 'zh_CN')).toEqual([
    { title: '', content: '', data: { kind: 'counts', ...counts, touched: [{ cloud: 'initiation', id: 9 }] } },
  ]);
});
it('ADMIN-10 one message names fifty records at most', () => {
  const [message] = messagesOf(
    Array.from({ length: 80 }, (_, at) => row('counts', at + 1)),
    counts,
    'zh_CN',
  );
  expect(message!.data.touched).toHaveLength(50);
});
