import { describe, expect, test } from 'vitest';
import { defineTable, type TableDef } from '#protocol/meta/table.ts';
import { type ActionRecord, type ActionUser, hasProcess, rowActions, stateOf, stepOf, toolbarActions } from './actions.ts';
import { inStates } from './states.ts';

const action = (op: string, rest = {}) => ({ uid: op, op, key_name: op, key_name_en: op, ...rest });
const state = (value: string, ops: ReturnType<typeof action>[], rest = {}) => ({
  uid: `s${value}`,
  value,
  key_name: value,
  key_name_en: value,
  actions: ops,
  ...rest,
});
const table: TableDef = defineTable({
  uid: 't',
  table_name: 't',
  key_name: 't',
  key_name_en: 't',
  flow: 1,
  oplog: 1,
  fields: [],
  states: [
    state('*', [action('List'), action('Show'), action('Add'), action('Export')]),
    state('1', [action('Modify'), action('Delete'), action('Print'), action('Copy', { valid_state: '1' })]),
    state('2', [action('Review'), action('Show'), action('Urge', { where: 'amount>1000' })]),
    state('90', [action('Modify')], { end: 'pass' }),
  ],
});
const me: ActionUser = { id: 7, may: () => true, agentOf: [] };
const record = (rest: Partial<ActionRecord>): ActionRecord => ({ review_state: 1, reviewers: [], create_entity: 7, ...rest });
const ops = (of: Partial<ActionRecord>, user: Partial<ActionUser> = {}, holds = true, def = table) =>
  rowActions(def, record(of), { ...me, ...user }, () => holds).map((one) => one.op);

describe('LIST-07 row actions', () => {
  test('in state 1 only the creator changes the record; others view', () => {
    expect(ops({})).toEqual(['Show', 'Modify', 'Delete', 'Print', 'Copy']);
    expect(ops({ create_entity: 8 })).toEqual(['Show', 'Print']);
    expect(ops({ create_entity: 8 }, { agentOf: [8] })).toContain('Modify');
  });
  test('state 0 is read as state 1, in valid_state too', () => {
    expect(ops({ review_state: 0 })).toEqual(['Show', 'Modify', 'Delete', 'Print', 'Copy']);
    expect([inStates('1', 0), inStates('0,1', 1), inStates('0', 0), inStates('2', 0), inStates(undefined, 9)]).toEqual([
      ...[true, true, true, false, true],
    ]);
  });
  test('above 1 only a listed reviewer acts, with none listed everyone; an agent acts for his principal', () => {
    expect(ops({ review_state: 2, reviewers: [7, 9] })).toEqual(['Review', 'Show', 'Urge']);
    expect(ops({ review_state: 2, reviewers: [9] })).toEqual(['Show']);
    expect(ops({ review_state: 2, reviewers: [9] }, { agentOf: [9] })).toContain('Review');
    expect(ops({ review_state: 2, reviewers: [] })).toContain('Review');
  });
  test('a final state is only viewed', () => expect(ops({ review_state: 90 })).toEqual(['Show']));
  test('a record of another table may be begun whosever turn it is, and at an end; a plain Add is the list’s', () => {
    const begins = action('Add', { cloud: 'other', pfield: 't_entity' });
    const def = { ...table, states: [state('2', [action('Add'), begins]), state('90', [begins], { end: 'pass' as const })] };
    expect(ops({ review_state: 2, reviewers: [9] }, {}, true, def)).toEqual(['Show', 'Add']);
    expect(ops({ review_state: 90 }, {}, true, def)).toEqual(['Show', 'Add']);
    const asked: string[] = [];
    const may = (op: string, cloud?: string) => asked.push(`${op} ${cloud}`) < 0;
    expect(ops({ review_state: 90 }, { may }, true, def)).toEqual(['Show']);
    expect(asked).toEqual(['Add other']);
  });
  test('an action needs its right and its condition; Show is always offered', () => {
    expect(ops({}, { may: (op) => op === 'Delete' })).toEqual(['Show', 'Delete']);
    expect(ops({ review_state: 2, reviewers: [7] }, {}, false)).toEqual(['Review', 'Show']);
    expect(ops({ review_state: 77 })).toEqual(['Show']);
  });
  test('tables without flow use state 1 for everyone', () => {
    const plain = { ...table, flow: 0 as const };
    expect(ops({ review_state: 5, create_entity: 8 }, {}, true, plain)).toEqual(['Show', 'Modify', 'Delete', 'Print']);
  });
  test('the toolbar shows neither List nor Show, and only what the user may', () => {
    expect(toolbarActions(table, () => true).map((one) => one.op)).toEqual(['Add', 'Export']);
    expect(toolbarActions(table, (op) => op === 'Add').map((one) => one.op)).toEqual(['Add']);
  });
  test('handle process is offered beyond state 1 where there is a log', () => {
    expect([hasProcess(table, 1), hasProcess(table, 2), hasProcess({ ...table, oplog: 0 }, 2)]).toEqual([false, true, false]);
  });
});

test('FLOW-09 as a step a returned record is with the application, also where drafts have a state of their own', () => {
  const drafted = defineTable({ ...table, states: [...table.states, state('0', [])] });
  expect([stateOf(drafted, 0)?.value, stepOf(drafted, 0)?.value, stepOf(drafted, 2)?.value]).toEqual(['0', '1', '2']);
});
