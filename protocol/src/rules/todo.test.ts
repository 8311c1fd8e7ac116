import { expect, it } from 'vitest';
import { DECIDES, LIVE, LOGGED, OPEN, OVER, SIGNS, STAMPED, statesOfTab, TODO, TURNS, todoLabel, WAITS } from './todo.ts';

it('FLOW-06 states of to-do rows keep their numbers: rows, indexes and foreign programs know them', () => {
  expect(TODO).toEqual({
    ...{ submitted: 1, pending: 2, decided: 3, asked: 4, replied: 5, toRead: 6, countersign: 7 },
    ...{ moved: 8, revoked: 9, excused: 10, queued: 11, read: 12, turned: 13 },
  });
});

it.each([
  ['decides', DECIDES, [2, 7, 13]],
  ['of the running visit', LIVE, [2, 4, 7, 11, 13]],
  ['without an end', OPEN, [2, 4, 6, 7, 11, 13]],
  ['waits for its holder', WAITS, [2, 4, 7, 13]],
  ['stamped by its holder’s first look', STAMPED, [2, 4, 6, 7, 13]],
  ['a turn or an answer that is over', OVER, [3, 5, 8, 9, 10]],
  ['a turn', TURNS, [2, 3, 7, 8, 9, 10, 11, 13]],
  ['among the signers', SIGNS, [2, 3, 7, 11, 13]],
  ['told by the process', LOGGED, [1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 13]],
])('FLOW-09 %s', (_, states, expected) => expect([...states]).toEqual(expected));

it.each([
  ['todo', [2, 7, 13]],
  ['answer', [4]],
  ['read', [6]],
  ['mine', [1]],
  ['done', [3, 5]],
  ['seen', [12]],
] as const)('FLOW-06 tab %s', (tab, expected) => expect(statesOfTab(tab)).toEqual(expected));

it('a state has its names in both languages; a number that is none goes by itself', () => {
  expect(todoLabel(7)).toMatchObject({ key_name: '待会签', key_name_en: 'To countersign' });
  expect(todoLabel(99)).toEqual({ key_name: '99', key_name_en: '99' });
});
