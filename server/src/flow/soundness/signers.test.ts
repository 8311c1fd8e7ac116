import { describe, expect, it } from 'vitest';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { EventDef, StateDef } from '#protocol/meta/flow.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { checkFlow, isError } from './check.ts';

const named = { uid: 'u', key_name: 'n', key_name_en: 'n' };
const event = (id: number, rest: Partial<EventDef>): EventDef => ({ ...named, id, key_name: `e${id}`, ...rest });
const state = (value: string, events: EventDef[], rest: Partial<StateDef> = {}): StateDef => ({
  ...named,
  value,
  actions: [{ ...named, op: 'Review', events }],
  ...rest,
});
const price: FieldDef = { ...named, field_name: 'price', data_type: 'int', min: 0, notnull: 1, edit_state: '2', edit_by: 'finance' };

interface Change {
  price?: Partial<FieldDef>;
  submit?: Partial<EventDef>;
  second?: Partial<StateDef>;
  back?: boolean;
}

/** Finance and legal sign at 2, where finance fills in the price; 3 goes on by it. */
function flow({ price: said = {}, submit = {}, second = {}, back }: Change): TableDef {
  return {
    ...named,
    table_name: 't',
    flow: 1,
    fields: [{ ...price, ...said }],
    states: [
      state('1', [event(11, { next_state: 2, ...submit })]),
      state('2', [event(21, { next_state: 3 })], { handler: { type: 'roles', codes: ['finance', 'legal'] }, sign: 'all', ...second }),
      state('3', [event(31, { where: 'price>=0', next_state: 90 }), ...(back ? [event(32, { back_state: '2' })] : [])], {
        handler: { type: 'role', code: 'chief' },
      }),
      state('90', [], { end: 'pass' }),
    ],
    assert: [],
  };
}
const saysOf = (table: TableDef) =>
  checkFlow(table)
    .filter(isError)
    .map(({ rule, path }) => `${rule} ${path}`);
const says = (change: Change) => saysOf(flow(change));
const STUCK = ['E7 states[3]', 'E2 states[3]'];

describe('FLOW-01 soundness knows who signs, and what each may fill in', () => {
  it.each<[string, Change]>([
    ['all sign, and finance must fill in what is his', {}],
    ['one after the other', { second: { sign: 'seq' } }],
    ['a fraction that is all of them', { second: { sign: '2/2' } }],
    ['whoever signs first fills it in', { price: { edit_by: 'first' }, second: { sign: 'any' } }],
    ['every role may, so whoever signs does', { price: { edit_by: 'finance,legal' }, second: { sign: 'any' } }],
    ['a seat that is passed over elsewhere is no reason', { second: { self: 'up' } }],
  ])('takes: %s', (_, change) => expect(says(change)).toEqual([]));

  it.each<[string, Change]>([
    ['any of them: legal signs alone, and it stays empty', { second: { sign: 'any' } }],
    ['a fraction: enough others carry it', { second: { sign: '1/2' } }],
    ['a choice that leaves finance out', { submit: { pick: 1 } }],
    ['somebody added signs first, or alone', { submit: { add: 1 }, second: { sign: 'any' }, price: { edit_by: 'finance,legal' } }],
    ['the first votes against, and later ones may not type it', { price: { edit_by: 'first' }, second: { sign: '1/2' } }],
    ['finance’s seat is passed over, as the applicant’s own', { second: { self: 'skip' } }],
  ])('finds that a step is stuck: %s', (_, change) => {
    if (change.price?.edit_by === 'first') {
      const table = flow(change);
      table.states[1]!.actions![0]!.events!.push(event(22, { next_state: 0 }));
      expect(saysOf(table)).toEqual(STUCK);
    } else expect(says(change)).toEqual(expect.arrayContaining(STUCK));
  });

  it('of a fraction, the only one who may fill it in votes against: nobody else can go on', () => {
    const table = flow({ second: { sign: '1/2' } });
    table.states[1]!.actions![0]!.events = [event(21, { where: 'price>=0', next_state: 3 }), event(22, { next_state: 0 })];
    expect(saysOf(table)).toEqual(['E7 states[2]']);
  });

  it('gives the way: which votes leave it empty', () => {
    const [found] = checkFlow(flow({ second: { sign: 'any' } })).filter(isError);
    expect(found).toMatchObject({ example: { price: null } });
    expect(found!.way!.map(({ step, event: id }) => [step, id])).toEqual([
      [1, 11],
      [2, 21],
    ]);
  });

  it('a return to one of them leaves the others’ as it was', () => {
    const table = flow({ back: true });
    table.fields[0]!.notnull = 0;
    Object.assign(table.states[2]!.actions![0]!.events![0]!, { where: 'price>=0|price is empty' });
    expect(checkFlow(table).filter(isError)).toEqual([]);
    table.states[1]!.actions![0]!.events![0]!.where = 'price is not empty';
    expect(says({ back: true })).toEqual([]);
  });

  it('two who each need what the other fills in can never sign', () => {
    const table = flow({});
    table.fields.push({ ...price, field_name: 'opinion', edit_by: 'legal' });
    table.states[1]!.actions![0]!.events![0]!.where = 'price>=0&opinion>=0';
    expect(saysOf(table)).toContain('E7 states[2]');
    table.states[1]!.actions![0]!.events![0]!.where = 'price>=0';
    expect(checkFlow(table).filter(isError)).toEqual([]);
  });

  it('a step that may be passed over needs a way on by itself, and keeps no promise', () => {
    const table = flow({ price: { edit_state: '1' } });
    Object.assign(table.states[2]!, { self: 'skip' });
    expect(checkFlow(table).filter(isError)).toEqual([]);
    table.assert = [{ before: 90, must_pass: 3 }];
    expect(
      checkFlow(table)
        .filter(isError)
        .map(({ rule }) => rule),
    ).toEqual(['E18']);
    table.assert = [];
    table.fields[0]!.notnull = 0;
    Object.assign(table.fields[0]!, { edit_state: '1,3', edit_by: undefined });
    expect(saysOf(table)).toEqual(['E7 states[3]']);
  });

  it('one seat of several may be passed over alone: what he would have filled in stays empty', () => {
    const table = flow({ second: { self: 'skip' } });
    table.fields.push({ ...price, field_name: 'opinion', edit_by: 'legal' });
    Object.assign(table.states[2]!.actions![0]!.events![0]!, { where: 'price>=0|opinion is empty' });
    expect(saysOf(table)).toEqual(['E7 states[3]', 'E2 states[2]', 'E2 states[3]']);
    // any of them signs for all
    Object.assign(table.states[1]!, { sign: 'any' });
    table.fields[0]!.edit_by = table.fields[1]!.edit_by = 'finance,legal';
    expect(saysOf(table)).toEqual([]);
  });

  it('a step that is passed over is left without a choice of people, by the first event whose guard holds', () => {
    const chief = { type: 'role', code: 'chief' } as const;
    const table = flow({ price: { edit_by: 'chief' }, second: { self: 'skip', handler: chief, sign: 'any' } });
    const opinion = { ...price, field_name: 'opinion', edit_state: '3', edit_by: 'legal' };
    table.fields.push(opinion, { ...price, field_name: 'limit', edit_state: '1', edit_by: undefined } as FieldDef);
    table.states[1]!.actions![0]!.events = [event(21, { next_state: 3, pick: 1 })];
    Object.assign(table.states[2]!, { handler: { type: 'roles', codes: ['finance', 'legal'] }, sign: 'all' });
    table.states[2]!.actions![0]!.events = [event(31, { next_state: 4 })];
    table.states.push(state('4', [event(41, { where: 'price>=0|opinion>=0', next_state: 90 })], { handler: chief }));
    // a person at 2 fills in the price; where it is passed over, all sign at 3
    expect(saysOf(table)).toEqual([]);
    table.states[1]!.actions![0]!.events = [event(22, { next_state: 4 })];
    Object.assign(table.states[0]!.actions![0]!, { events: [event(11, { next_state: 2 }), event(12, { next_state: 3 })] });
    expect(saysOf(table)).toContain('E7 states[4]');
    // whether the first of its guards holds is not known: nothing is certain of the next
    table.states[1]!.actions![0]!.events!.unshift(event(21, { where: 'limit<{opinion}', next_state: 90 }));
    expect(saysOf(table)).toEqual([]);
  });

  it('no error rests on whether a field may be filled in, where that is not decided', () => {
    const table = flow({ price: { edit_where: 'limit<{cost}' } });
    for (const field_name of ['limit', 'cost'])
      table.fields.push({ ...price, field_name, edit_state: '1', edit_by: undefined } as FieldDef);
    expect(saysOf(table)).toEqual([]);
    table.fields[0]!.edit_where = 'limit<0';
    expect(saysOf(table)).toEqual(expect.arrayContaining(STUCK));
  });

  it('who signs last may change what the one before him went by', () => {
    const table = flow({ second: { sign: 'seq', handler: { type: 'roles', codes: ['finance', 'legal', 'chief'] } } });
    table.fields = [
      { ...price, edit_by: 'legal', notnull: 0, need_where: 'note=1' },
      { ...price, field_name: 'note', max: 1, edit_by: 'finance,chief' },
    ];
    Object.assign(table.states[2]!.actions![0]!.events![0]!, { where: 'note=0|price>=0' });
    expect(saysOf(table)).toEqual(STUCK);
    table.states[1]!.handler = { type: 'roles', codes: ['finance', 'legal'] };
    expect(saysOf(table)).toEqual([]);
  });

  it('a promise is asked of data as they come to the step: what its own people fill in before the others sign breaks none', () => {
    for (const edit_by of [undefined, 'legal'] as const) {
      const table = flow({ back: true });
      table.fields.push({ ...price, field_name: 'opinion', ...(edit_by ? { edit_by } : {}) });
      table.assert = [{ before: 2, must_pass: 3, where: 'opinion>=0' }];
      expect(saysOf(table)).toEqual([]);
      Object.assign(table.fields[1]!, { edit_state: '1' });
      expect(saysOf(table)).toEqual(['E18 assert[0]']);
    }
  });

  it.each<[string, Partial<StateDef>]>([
    ['a field', { handler: { type: 'field', field: 'boss' } }],
    ['the definition itself', { handler: { type: 'user', id: 7 } }],
    ['the leader of a department', { handler: { type: 'dept_leader' } }],
  ])(
    'of one person, named by %s, a fraction is the whole: nobody signs after him, but administrators in his place are several',
    (_, who) => {
      const table = flow({ price: { edit_by: 'first' }, second: { ...who, sign: '2/3' } });
      table.fields.push({ ...named, field_name: 'boss', data_type: 'entity', source: 'user', notnull: 1, edit_state: '1' });
      table.states[1]!.actions![0]!.events!.push(event(22, { next_state: 0 }));
      const saying = (rest: Partial<StateDef>) => saysOf({ ...table, states: table.states.with(1, { ...table.states[1]!, ...rest }) });
      // a step that is passed over leaves the price empty in any case
      table.fields[0]!.edit_state = '1,2';
      for (const self of [1, 'allow', 'skip'] as const) expect(saying({ self })).toEqual([]);
      for (const self of [undefined, 'up', 'admin'] as const) expect(saying(self ? { self } : {})).toEqual(STUCK);
      expect(saying({ self: 1, empty: 'admin' })).toEqual(STUCK);
      // somebody beside him signs after him
      table.states[0]!.actions![0]!.events![0]!.add = 1;
      expect(saying({ self: 1 })).toEqual(STUCK);
    },
  );

  it('those of a post may be several, of whom one fills in what the first is asked for', () => {
    const table = flow({ price: { edit_by: 'first' }, second: { self: 1, sign: '2/3', handler: { type: 'post', code: 'counsel' } } });
    table.states[1]!.actions![0]!.events!.push(event(22, { next_state: 0 }));
    expect(saysOf(table)).toEqual(STUCK);
    Object.assign(table.states[1]!, { sign: 'any' });
    expect(saysOf(table)).toEqual([]);
  });

  it('a field of several people, or one that leads through another record, may name several', () => {
    const table = flow({ price: { edit_by: 'first' }, second: { self: 1, sign: '2/3', handler: { type: 'field', field: 'boss' } } });
    table.fields.push({ ...named, field_name: 'boss', data_type: 'entities', source: 'user', notnull: 1, edit_state: '1' });
    table.states[1]!.actions![0]!.events!.push(event(22, { next_state: 0 }));
    expect(saysOf(table)).toEqual(STUCK);
    Object.assign(table.fields[1]!, { data_type: 'entity' });
    expect(saysOf(table)).toEqual([]);
    table.states[1]!.handler = { type: 'field', field: 'boss.deputies' };
    expect(saysOf(table)).toEqual(STUCK);
  });

  it('where all sign, those of one role sign before and after those of another', () => {
    const table = flow({ price: { max: 1 } });
    table.fields.push({ ...price, field_name: 'opinion', max: 1, edit_by: 'legal' });
    // finance says 0, legal says 1, a second one of finance says 1
    table.states[1]!.actions![0]!.events = [
      event(21, { where: 'price=0', next_state: 90 }),
      event(22, { where: 'price=1&opinion=1', next_state: 3 }),
    ];
    expect(saysOf(table)).toEqual([]);
    // one after the other they do not
    table.states[1]!.sign = 'seq';
    expect(saysOf(table)).toContain('E3 states[3]');
  });

  it('where all sign, the second of a role finds closed what the first left empty', () => {
    for (const sign of ['all', 'seq', '2/2']) {
      const table = flow({ second: { sign, handler: { type: 'role', code: 'finance' } } });
      table.fields = [
        { ...price, edit_by: 'first', notnull: 0, need_where: 'note=1' },
        { ...price, field_name: 'note', max: 1, edit_by: undefined } as FieldDef,
      ];
      Object.assign(table.states[2]!.actions![0]!.events![0]!, { where: 'note=0|price>=0' });
      expect(saysOf(table)).toEqual(STUCK);
      Object.assign(table.states[1]!, { handler: { type: 'user', id: 7 }, self: 1 });
      expect(saysOf(table)).toEqual([]);
    }
  });

  it('need_handler mans no step that has a handler', () => {
    const table = flow({ price: { edit_state: '1' } });
    table.fields.push({ ...named, field_name: 'boss', data_type: 'entity', source: 'user', edit_state: '1' });
    table.states[2]!.handler = { type: 'field', field: 'boss' };
    table.states[1]!.actions![0]!.events![0]!.need_handler = 1;
    expect(saysOf(table)).toContain('E5 states[2].events[21]');
  });
});
