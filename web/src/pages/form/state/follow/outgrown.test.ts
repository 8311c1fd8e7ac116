import { describe, expect, it } from 'vitest';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { createFormStore, createTyping, send } from '../typing.ts';

const field = (field_name: string, rest: Partial<FieldDef> = {}): FieldDef => ({
  ...{ uid: `t.${field_name}`, field_name, key_name: field_name, key_name_en: field_name, data_type: 'entity', source: field_name },
  ...rest,
});
const FIELDS = [
  field('province'),
  field('city', { query: 'province={province}', fetch: 'code=code' }),
  field('street', { query: 'city={city}&kind=1' }),
  field('closed', { query: 'province={province}', readonly: 1 }),
  field('several', { data_type: 'entities', query: 'province={province}' }),
  field('office', { query: 'department={user.department_entity}' }),
  field('code', { data_type: 'text', source: undefined! }),
  field('note', { data_type: 'text', source: undefined! }),
  field('site', { fetch: 'province=province&city=city' }),
];
const TABLE = { uid: 't', table_name: 'place', key_name: '地', key_name_en: 'Place', states: [], fields: FIELDS } as unknown as TableDef;
const SUB = {
  def: { uid: 's', key_name: '行', key_name_en: 'Line', table_name: 'line', parent_field: 'place_entity' },
  table: { ...TABLE, uid: 'l', table_name: 'line' },
};
const KEY = 'line.place_entity';
const of = (id: number) => ({ id, key_name: `第${id}` });
const LOADED = {
  ...{ province: of(1), city: of(11), street: of(111), closed: of(12), several: [of(11), of(12)], office: of(5), code: 'A', note: '记' },
  site: null,
};

function opened() {
  const store = createFormStore();
  const filler = { user: { id: 1, key_name: '甲' }, today: '2026-11-29' };
  const read = () => Promise.resolve({ province: of(3), city: of(31) });
  const typing = createTyping(store, { table: TABLE, op: 'Modify', review_state: 1, filler, read, subs: () => [SUB], copies: new Map() });
  send(store, { type: 'load', values: { id: 5, ...LOADED }, subs: { [KEY]: [{ id: 7, ...LOADED }] } });
  const named = (name: string) => FIELDS.find((each) => each.field_name === name)!;
  return {
    store,
    field: {
      put: (name: string, value: unknown, brought?: string[]) => typing.set({ [name]: value }, named(name), brought),
      now: () => store.getState().values,
      come: () => typing.copied(),
    },
    row: {
      put: (name: string, value: unknown, brought?: string[]) => typing.cell(SUB, 'r7', { [name]: value }, named(name), brought),
      now: () => store.getState().subs[KEY]![0]!.values,
      come: () => typing.copied(),
    },
  };
}

describe.each(['field', 'row'] as const)('FORM-08 FIELD-05 in a %s', (where) => {
  it('another value takes away what was chosen by the one before, with what that had copied and what was chosen by it in turn', () => {
    const { put, now } = opened()[where];
    put('province', of(2));
    expect(now()).toMatchObject({ province: of(2), city: null, street: null, several: null, code: null });
    // what may not be typed, what hangs on something else
    expect(now()).toMatchObject({ closed: of(12), office: of(5), note: '记' });
  });

  it('nothing goes while it is only looked for, emptied, or filled for the first time', () => {
    const { put, now } = opened()[where];
    put('province', { ...of(1), sought: '浙' });
    expect(now()).toMatchObject({ city: of(11), street: of(111) });
    put('province', of(1));
    put('province', null);
    expect(now()).toMatchObject({ city: of(11), street: of(111), code: 'A' });
    put('province', of(2));
    expect(now()).toMatchObject({ city: of(11), street: of(111) });
  });

  it('what is laid over several fields stays as it came, in whatever order they are put', () => {
    for (const names of [
      ['city', 'province'],
      ['province', 'city'],
    ]) {
      const { put, now } = opened()[where];
      for (const name of names) put(name, of(name === 'city' ? 21 : 2), ['province', 'city']);
      expect(now()).toMatchObject({ province: of(2), city: of(21), street: null });
    }
  });

  it('what came with the change stays too where a choice that it takes away had copied it', () => {
    const { put, now } = opened()[where];
    put('code', 'B', ['province', 'code']);
    put('province', of(2), ['province', 'code']);
    expect(now()).toMatchObject({ province: of(2), city: null, code: 'B' });
  });

  it('what comes with the change stays', async () => {
    const { put, now, come } = opened()[where];
    put('site', of(9));
    await come();
    expect(now()).toMatchObject({ site: of(9), province: of(3), city: of(31) });
  });
});

it('FORM-08 a form says what was taken away, until something stands there again', () => {
  const {
    store,
    field: { put },
  } = opened();
  const said = () => store.getState().outgrown ?? {};
  expect(said()).toEqual({});
  put('province', of(2));
  expect(said()).toEqual({ city: of(11), street: of(111), several: [of(11), of(12)], code: 'A' });
  put('city', of(21));
  expect(Object.keys(said())).toEqual(['street', 'several']);
  send(store, { type: 'undo' });
  expect(said()).toEqual({});
});
