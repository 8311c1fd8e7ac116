import { expect, it } from 'vitest';
import type { TableDef } from '#protocol/meta/table.ts';
import { evaluateCondition } from '#protocol/rules/condition/condition-evaluate.ts';
import { parseCondition } from '#protocol/rules/condition/condition-parse.ts';
import { statesOfTab, WAITS } from '#protocol/rules/todo.ts';
import { chooseZone } from '#web/i18n/clock.ts';
import { dueOf } from '#web/i18n/left.ts';
import { beginsAt, firstTabOf, isUrgent, openingOp, sortOf, standingOf, TABS, type TodoItem, tabOf, waitingBeside } from './todo-item.ts';
import { namedIn } from './use-named.ts';

it('FLOW-06 DESK-03 each state of a row stands on one tab only', () => {
  const all = TABS.flatMap(statesOfTab);
  expect([...all].sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 12, 13]);
});
it('FLOW-06 what is over stands as it was done, the latest first; what waits, and what was applied for, as it came', () => {
  expect(TABS.filter((tab) => sortOf(tab).sort)).toEqual(['seen', 'done']);
  expect(sortOf('done')).toEqual({ sort: [['finish_time', 'desc']] });
});
it('FLOW-06 pending rows open to decide, the applicant goes on with his form, all else is looked at', () => {
  const open = (state: number, back_state: number, view: 'todo' | 'answer' | 'mine' | 'done' = 'todo') =>
    openingOp(view, { review_state: { id: state }, back_state });
  expect([open(2, 3), open(7, 4), open(13, 5)]).toEqual(['Review', 'Review', 'Review']);
  expect([open(2, 1), open(2, 0)]).toEqual(['Modify', 'Modify']);
  expect(open(4, 3, 'answer')).toBe('Reply');
  expect([open(4, 3, 'done'), open(1, 1, 'mine'), open(3, 2, 'done')]).toEqual(['Show', 'Show', 'Show']);
});
it('DESK-03 after a decision it is asked for what waits of other records, of this one for nobody', () => {
  const isAsked = (cloud: string, id: number, source: string, rowid: number): boolean =>
    evaluateCondition(parseCondition(waitingBeside(cloud, id).where), {
      names: (name) => (name === 'source' ? 'text' : 'number'),
      value: (name) => ({ source, rowid })[name],
      user: { id: 1, department_entity: null },
      today: '2026-11-22',
    });
  expect(isAsked('initiation', 7, 'initiation', 7)).toBe(false);
  expect(isAsked('initiation[mine]', 7, 'initiation', 7)).toBe(false);
  expect([isAsked('initiation', 7, 'initiation', 8), isAsked('initiation', 7, 'project', 7)]).toEqual([true, true]);
  expect(waitingBeside('initiation', 7).fields.review_state.value).toEqual([...WAITS]);
});
it('FLOW-06 an address names a tab by its name, or by the code of the specification’s client', () => {
  expect(['', 'answer', 'seen', '1', '2', '5', '9', undefined].map(tabOf)).toEqual([
    ...['todo', 'answer', 'seen', 'todo', 'done', 'mine', 'todo', 'todo'],
  ]);
});
it('DESK-03 who names no tab begins where something waits; what he says before that is known is not taken from him', () => {
  const waits = { todo: 0, answer: 2, read: 0 };
  expect([beginsAt({}, undefined), beginsAt({}, waits), beginsAt({}, { ...waits, todo: 1 })]).toEqual([undefined, 'answer', null]);
  // another tab, a keyword: by an address, or pressed while the counts were on their way
  expect([beginsAt({ tab: 'done' }, waits), beginsAt({ key_word: '泵' }, undefined)]).toEqual([null, null]);
});
it('says how near a limit is on the company’s clock', () => {
  chooseZone('Asia/Kathmandu');
  const now = Date.parse('2026-11-20T12:00:00+05:45');
  expect([
    dueOf('2026-11-20 11:59:00', now),
    dueOf('2026-11-20 18:00:00', now),
    dueOf('2026-11-23 18:00:00', now),
    dueOf(null, now),
  ]).toEqual(['late', 'soon', 'later', 'none']);
});

const table = {
  flow: 1,
  states: [
    { value: '1', key_name: '申请', look: 'draft' },
    { value: '4', key_name: '会签', look: 'flow' },
    { value: '90', key_name: '已立项', look: 'done' },
    { value: '92', key_name: '已否决' },
  ],
} as unknown as TableDef;
it.each([
  [
    { case_state: 4, case_end: '', case_holders: [{ id: 5, key_name: '周敏' }, { id: 6 }] },
    '会签',
    'flow',
    false,
    [{ id: 5, key_name: '周敏' }],
  ],
  [{ case_state: 0, case_end: '', case_holders: [{ id: 2, key_name: '我' }] }, '申请', 'mine', true, []],
  [{ case_state: 1, case_end: '', case_holders: [{ id: 2, key_name: '我' }] }, '申请', 'mine', true, []],
  [{ case_state: 90, case_end: 'pass', case_holders: null }, '已立项', 'done', false, []],
  [{ case_state: 92, case_end: 'reject', case_holders: [] }, '已否决', 'late', false, []],
] as const)('DESK-03 an application reads as its case stands: %o', (row, name, look, returned, holders) => {
  const standing = standingOf(table, row);
  expect([standing?.state?.key_name, standing?.look, standing?.returned, standing?.holders]).toEqual([name, look, returned, holders]);
});
it('DESK-03 a to-do that does not say how its case stands reads as nothing', () => {
  expect(standingOf(table, {})).toBeUndefined();
  expect(standingOf(table, { case_state: 4, case_end: '' })).toMatchObject({ holders: [] });
});
it('FLOW-07 what is not over is marked as urgent: a turn by itself, a question and an application by who has it; what is over is not', () => {
  const yes = { id: 1 };
  const no = { id: 0 };
  const [open, over] = [null, '2026-11-22 10:00:00'];
  const marked = (finish_time: string | null, urgent = no, case_urgent: typeof yes | null = no) =>
    isUrgent({ finish_time, urgent, case_urgent });
  expect([marked(open, yes), marked(open, no, yes), marked(over, no, yes)]).toEqual([true, true, true]);
  expect([marked(open), marked(over, yes), marked(over, yes, null)]).toEqual([false, false, false]);
});
it('FRAME-03 rows are called as their record is in English, where it is; the others stay the very same', () => {
  const rows = [
    { id: 1, source: 'plan', rowid: 7, key_name: '北港' },
    { id: 2, source: 'plan', rowid: 8, key_name: '南港' },
    { id: 3, source: 'other', rowid: 7, key_name: '西港' },
  ] as TodoItem[];
  const named = namedIn(
    rows,
    new Map<string, unknown>([
      ['plan 7', 'North Port'],
      ['plan 8', null],
    ]),
  );
  expect(named.map(({ key_name_en }) => key_name_en)).toEqual(['North Port', undefined, undefined]);
  expect([named[1], named[2]]).toEqual([rows[1], rows[2]]);
  expect(named[1]).toBe(rows[1]);
  expect(namedIn(rows, new Map())).toBe(rows);
});

it('DESK-03 an address without a tab begins with what waits: to be decided, to be answered, to be read, else with the first', () => {
  expect(firstTabOf({ todo: 1, answer: 2, read: 3 })).toBe('todo');
  expect(firstTabOf({ todo: 0, answer: 1, read: 3 })).toBe('answer');
  expect(firstTabOf({ todo: 0, answer: 0, read: 3 })).toBe('read');
  expect(firstTabOf({ todo: 0, answer: 0, read: 0 })).toBe('todo');
});
