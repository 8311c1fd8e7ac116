import { describe, expect, it } from 'vitest';
import type { ActionDef, EventDef, StateDef } from '#protocol/meta/flow.ts';
import type { RoleDef } from '#protocol/meta/suite.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { testField, testSuite, testTable } from '#protocol/meta/testing-suite.ts';
import { checkSuites } from '../check.ts';

const named = (uid: string) => ({ uid, key_name: '名', key_name_en: 'Name' });
const CALL: ActionDef = { ...named('note'), op: 'Call', code: 'note' };
interface Change {
  event?: Partial<EventDef>;
  action?: Partial<ActionDef>;
  state?: Partial<StateDef>;
  table?: Partial<TableDef>;
}
/** 1 is filled in, 2 is decided by the boss: its event names the Call that stands beside it. */
const flow = ({ event = {}, action = {}, state = {}, table = {} }: Change): TableDef =>
  testTable('t', {
    flow: 1,
    fields: [testField('price', { data_type: 'numeric' })],
    states: [
      { ...named('bar'), value: '*', actions: ['List', 'Add'].map((op) => ({ ...named(`b${op}`), op })) },
      {
        ...named('s1'),
        value: '1',
        actions: [
          { ...named('a1'), op: 'Modify', events: [{ ...named('e11'), id: 11, next_state: 2 }] },
          { ...named('early'), op: 'Call', code: 'note' },
        ],
      },
      {
        ...{ ...named('s2'), value: '2', handler: { type: 'role', code: 'boss' } },
        actions: [
          { ...named('a2'), op: 'Review', events: [{ ...named('e21'), id: 21, next_state: 90, action: 'note', ...event }] },
          { ...CALL, ...action },
        ],
        ...state,
      },
      { ...named('s90'), value: '90', end: 'pass' },
    ],
    ...table,
  });
const BOSS: RoleDef = { ...named('r1'), code: 'boss', grants: [{ group: 't', scope: 2, items: ['List', 'Review'] }] };
const errors = (change: Change) =>
  checkSuites([testSuite([flow(change), testTable('user', { tenancy: 'company' })], { roles: [BOSS] })]).errors;

describe('META-01 what an event names to be carried out', () => {
  it('is a Call of its own step', () => {
    expect(errors({})).toEqual([]);
  });

  it.each<[string, Change, string, RegExp]>([
    ['an action that there is not', { event: { action: 'nite' } }, 'nite is no action of state 2', /did you mean note/],
    ['one of another step', { event: { action: 'early' } }, 'early stands in state 1', /a Call of state 2 is note/],
    ['one of the list', { event: { action: 'bList' } }, 'bList stands in state \\*', /note/],
    ['what decides itself', { event: { action: 'a2' } }, 'a2 is a Review: only a handler', /op: 'Call'/],
    ['one with a condition', { action: { where: 'price>1' } }, 'note is offered under a condition', /where of the event/],
    ['one of some states', { action: { valid_state: '2' } }, 'note is offered under a condition', /where of the event/],
    ['one that gives a file', { action: { preview: 1 } }, 'note gives a file', /without preview/],
    ['one of a table without a flow', { table: { flow: 0 } }, 'a table without a flow takes no decision', /flow: 1/],
    [
      'one that the clock would take',
      { state: { timeout: { hours: 1, do: 'event', event: 21 } } },
      'event 21 carries an action out',
      /asks for nothing/,
    ],
    ['one that is passed over', { state: { empty: 'skip' } }, 'skip passes the step over by event 21, which says action', /up or admin/],
  ])('%s is refused', (_, change, reason, mend) => {
    const found = errors(change).find((one) => new RegExp(reason).test(one.reason));
    expect(found, JSON.stringify(errors(change))).toMatchObject({
      file: 'suites/test/tables/t.ts',
      path: expect.stringContaining('states[2]'),
    });
    expect(found?.mend).toMatch(mend);
  });
});
