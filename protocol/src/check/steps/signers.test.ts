import { describe, expect, it } from 'vitest';
import type { EventDef, StateDef } from '#protocol/meta/flow.ts';
import type { RoleDef } from '#protocol/meta/suite.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { testField, testSuite, testTable } from '#protocol/meta/testing-suite.ts';
import { checkSuites } from '../check.ts';

const named = { key_name: '名', key_name_en: 'Name' };
const role = (code: string): RoleDef => ({ uid: `role.${code}`, code, ...named, grants: [] });
const event = (id: number, rest: Partial<EventDef>): EventDef => ({ uid: `e${id}`, id, ...named, ...rest });
const state = (value: number, events: EventDef[], rest: Partial<StateDef> = {}): StateDef => ({
  ...{ uid: `s${value}`, value: String(value), ...named },
  ...(events.length ? { actions: [{ uid: `a${value}`, op: value === 1 ? 'Modify' : 'Review', ...named, events }] } : {}),
  ...rest,
});
const BOTH: StateDef['handler'] = { type: 'roles', codes: ['finance', 'legal'] };
/** 1 applies, 2 goes by a field, 3 is signed by finance and legal, 90 is the end. */
interface Change {
  table?: Partial<TableDef>;
  field?: object;
  second?: Partial<EventDef>;
  third?: Partial<StateDef>;
}
const flow = ({ table, field, second, third }: Change = {}): TableDef =>
  testTable('t', {
    flow: 1,
    fields: [
      testField('owner', { data_type: 'entity', source: 'user' }),
      testField('price', { data_type: 'numeric', edit_state: '3', edit_by: 'finance', ...field }),
    ],
    states: [
      state(1, [event(11, { next_state: 2 })]),
      state(2, [event(21, { next_state: 3, ...second })], { handler: { type: 'field', field: 'owner' } }),
      state(3, [event(31, { next_state: 90 })], { handler: BOTH, sign: 'all', ...third }),
      state(90, [], { end: 'pass' }),
    ],
    ...table,
  });
const errors = (change: Change) =>
  checkSuites([testSuite([flow(change), testTable('user', { tenancy: 'company' })], { roles: ['finance', 'legal', 'tech'].map(role) })])
    .errors;
const PROMISE = { assert: [{ before: 90, must_pass: 3 }] };

const skipped = (): StateDef[] =>
  flow({ second: { need_remark: 1 } }).states.map((one) => (one.value === '2' ? { ...one, self: 'skip' } : one));

describe('META-01 who signs and who fills in what', () => {
  it('a flow that says it well is accepted', () => {
    expect(errors({})).toEqual([]);
    expect(errors({ field: { edit_by: 'first', edit_state: '2,3' } })).toEqual([]);
    expect(errors({ second: { add: 1, pick: 1, least: 2 }, third: { self: 'skip' } })).toEqual([]);
    expect(errors({ second: { add: 1 }, third: { self: 1 }, table: PROMISE })).toEqual([]);
  });

  it.each<[string, Change, string, string]>([
    ['edit_by without a flow', { table: { flow: 0 } }, 'fields[price].edit_by', 'nobody signs on a table without a flow'],
    ['edit_by without edit_state', { field: { edit_state: undefined } }, 'fields[price].edit_by', 'edit_state is missing'],
    ['edit_by with the applicant only', { field: { edit_state: '0,1' } }, 'fields[price].edit_by', 'no step that anybody signs'],
    ['edit_by at an end', { field: { edit_state: '90' } }, 'fields[price].edit_by', 'no step that anybody signs'],
    ['an unknown role', { field: { edit_by: 'ghost' } }, 'fields[price].edit_by', 'unknown role ghost'],
    [
      'a role that the handler never has',
      { field: { edit_by: 'finance,tech' } },
      'fields[price].edit_by',
      'no step of edit_state asks tech: step 3 asks finance, legal',
    ],
    [
      'a step where nobody has the role',
      { field: { edit_state: '2,3' } },
      'fields[price].edit_by',
      'at step 2 nobody signs as finance: step 2 does not go by roles',
    ],
    ['first beside roles', { field: { edit_by: 'first,finance' } }, 'fields[price].edit_by', 'first stands alone'],
    [
      'a sub-table',
      {
        table: {
          subtables: [
            { uid: 'x', ...named, table_name: 'user', parent_field: 'create_entity', inline: 1, edit_by: 'ghost', edit_state: '3' },
          ],
        },
      },
      'subtables[user].edit_by',
      'unknown role ghost',
    ],
    ['least without pick', { second: { add: 1, least: 2 } }, 'states[2].actions[Review].events[21].least', 'bounds a choice'],
    [
      'pick for an end',
      { second: { pick: 1, next_state: 90 } },
      'states[2].actions[Review].events[21].pick',
      'nobody signs where this event leads',
    ],
    [
      'add for a return',
      { second: { add: 1, next_state: undefined, back_state: '1' } },
      'states[2].actions[Review].events[21].add',
      'nobody signs where',
    ],
    [
      'add for a step without a handler',
      { second: { add: 1 }, third: { handler: undefined } },
      'states[2].actions[Review].events[21].add',
      'step 3 has no handler',
    ],
    [
      'pick for a promised step',
      { second: { pick: 1 }, table: PROMISE },
      'states[2].actions[Review].events[21].pick',
      'nobody gets past step 3',
    ],
    [
      'add for a promised step that a part carries',
      { second: { add: 1 }, third: { sign: '1/2' }, table: PROMISE },
      'states[2].actions[Review].events[21].add',
      'could carry it alone',
    ],
    [
      'add for a promised step that anyone carries',
      { second: { add: 1 }, third: { sign: undefined }, table: PROMISE },
      'states[2].actions[Review].events[21].add',
      'with sign any',
    ],
    ['skip of a promised step', { third: { self: 'skip' }, table: PROMISE }, 'states[3].self', 'must be passed'],
    [
      'skip of a step whose way on asks for an opinion',
      { second: { need_remark: 1 }, table: { states: skipped() } },
      'states[2].self',
      'by event 21, which says need_remark',
    ],
    [
      'skip of a step that must fill something in',
      { third: { self: 'skip' }, field: { notnull: 1 } },
      'states[3].self',
      'which must fill in price',
    ],
    ['self without a handler', { third: { self: 'up', handler: undefined } }, 'states[3].self', 'the step has no handler'],
    [
      'self at an end',
      { table: { states: [state(1, []), state(90, [], { end: 'pass', self: 1 })] } },
      'states[90].self',
      'nobody signs here',
    ],
  ])('%s is refused with the place, the reason and the way out', (_, change, path, reason) => {
    const found = errors(change).find((error) => error.path === path);
    expect(found).toMatchObject({
      file: 'suites/test/tables/t.ts',
      reason: expect.stringContaining(reason),
      mend: expect.stringMatching(/./),
    });
  });

  it('a promise is kept by all who sign: added ones sign beside them, and is_countersign means all', () => {
    expect(errors({ second: { add: 1, is_countersign: 1 }, third: { sign: undefined }, table: PROMISE })).toEqual([]);
    expect(errors({ second: { add: 1 }, third: { sign: 'seq' }, table: PROMISE })).toEqual([]);
  });

  it('one who signs for all is asked for what the others may fill in alone', () => {
    const legal = testField('clause', { data_type: 'text', edit_state: '3', edit_by: 'legal', notnull: 1 });
    const both = (sign: string, of: object = {}, more = legal) => {
      const { fields } = flow({ field: { notnull: 1, ...of } });
      return errors({ third: { sign }, table: { fields: [...fields, more] } });
    };
    expect(both('any')).toEqual([
      {
        file: 'suites/test/tables/t.ts',
        path: 'states[3].sign',
        reason: 'one signs here for all, and each may fill in a part of what is demanded: price as finance, clause as legal',
        mend: "write sign: 'all', or take edit_by out of price and clause",
      },
    ]);
    expect(both('1/2')).toMatchObject([{ path: 'states[3].sign' }]);
    for (const sign of ['all', 'seq', '2/2']) expect(both(sign)).toEqual([]);
    expect(both('any', { notnull: 0 })).toEqual([]);
    expect(both('any', { edit_by: 'finance,legal' })).toEqual([]);
    expect(both('any', { edit_by: 'first' })).toEqual([]);
    expect(both('any', { edit_by: undefined })).toEqual([]);
    expect(both('any', {}, { ...legal, edit_state: '0,1,3' })).toEqual([]);
    expect(both('any', {}, { ...legal, defvalue: 'x' })).toEqual([]);
    expect(both('any', {}, { ...legal, edit_where: 'price>1' })).toEqual([]);
    const { fields } = flow({ field: { notnull: 1 } });
    const unsaid = (is_countersign?: 1) =>
      errors({
        table: { fields: [...fields, legal] },
        third: { sign: undefined },
        ...(is_countersign ? { second: { is_countersign } } : {}),
      });
    expect(unsaid()).toHaveLength(1);
    expect(unsaid(1)).toEqual([]);
  });
});
