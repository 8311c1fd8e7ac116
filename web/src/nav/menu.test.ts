import { expect, it } from 'vitest';
import { type MenuItem, matches, menuLeaves, menuPage } from './menu.ts';

const item = (uid: string, rest: Partial<MenuItem> = {}): MenuItem => ({ uid, key_name: uid, key_name_en: uid, type: 'TAB', ...rest });

it('FRAME-03 finds what opens through four levels', () => {
  const deep = item('a', {
    type: 'DIR',
    children: [item('b', { type: 'DIR', children: [item('c', { type: 'DIR', children: [item('d')] })] })],
  });
  expect(menuLeaves([deep, item('e')]).map(({ item: leaf, above }) => [leaf.uid, above.map((each) => each.uid)])).toEqual([
    ['d', ['a', 'b', 'c']],
    ['e', []],
  ]);
});

it('opens the address where there is one, else the list of its table', () => {
  expect(menuPage(item('x', { cloud: 'todo', url: '/todo' }))).toEqual({ url: '/todo' });
  expect(menuPage(item('x', { cloud: 'project' }))).toEqual({ cloud: 'project', op: 'List' });
  expect(menuPage(item('x', { cloud: 'project', op: 'Tree', query: { a: '1' } }))).toEqual({
    cloud: 'project',
    op: 'Tree',
    query: { a: '1' },
  });
});

it('finds by parts of words in both languages', () => {
  expect(matches('台账', ['项目台账', 'Project ledger'])).toBe(true);
  expect(matches('led pro', ['项目台账', 'Project ledger'])).toBe(true);
  expect(matches('led x', ['项目台账', 'Project ledger'])).toBe(false);
});
