import { describe, expect, it } from 'vitest';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { LoadedSubtable, LoadedTable } from '#protocol/rules/form/locked.ts';
import type { FieldThen, RowThen, VersionThen } from '#protocol/wire/version.ts';
import type { Values } from '../../state/form-state.ts';
import { submission } from '../../state/sent/submission.ts';
import type { SubtableForm } from '../../state/subtable-form.ts';
import { createFormStore, createTyping, send } from '../../state/typing.ts';
import { broughtBack, isComing } from './brought.ts';

const field = (field_name: string, data_type = 'text', rest: Partial<FieldDef> = {}): FieldDef =>
  ({ uid: `u.${field_name}`, field_name, key_name: field_name, key_name_en: field_name, data_type, ...rest }) as FieldDef;
const TABLE = {
  ...{ uid: 'house', table_name: 'house', key_name: '房', key_name_en: 'House', states: [] },
  fields: [
    field('note'),
    field('price', 'numeric'),
    field('twice', 'numeric', { calc: 'price*2' }),
    field('fixed', 'text', { readonly: 1 }),
    field('later', 'text', { edit_where: 'price>5' }),
    field('owner_entity', 'entity', { source: 'user', fetch: 'phone=mobile' }),
    field('phone', 'text', { readonly: 1 }),
    field('team', 'entities', { source: 'user' }),
    field('docs', 'file'),
  ],
} as unknown as LoadedTable;
const ROOM = {
  ...{ uid: 'room', table_name: 'room', key_name: '间', key_name_en: 'Room', states: [] },
  fields: [
    field('house_entity', 'entity', { source: 'house', hidden: 1 }),
    field('name'),
    field('size', 'int', { defvalue: 9 } as never),
    field('plan', 'file'),
  ],
} as unknown as LoadedTable;
const KEY = 'room.house_entity';
const rooms = (rest: Partial<LoadedSubtable> = {}): SubtableForm => ({
  def: {
    uid: 'house.rooms',
    key_name: '房间',
    key_name_en: 'Rooms',
    table_name: 'room',
    parent_field: 'house_entity',
    inline: 1,
    ...rest,
  } as LoadedSubtable,
  table: ROOM,
});
const file = (id: number) => ({ id, key_name: `k${id}`, file_name: `${id}.txt`, length: 1 });
const RECORD: Values = {
  ...{ id: 7, version: 4, note: 'now', price: '9', twice: '18', fixed: 'b', later: 'x', phone: '2', docs: [] },
  ...{ owner_entity: { id: 2, key_name: '乙' }, team: [{ id: 2 }] },
  _subtables: {
    [KEY]: [
      { id: 1, version: 2, name: 'a', size: 1 },
      { id: 3, version: 1, name: 'c', size: 3 },
    ],
  },
};
const then = (field_name: string, from: unknown, rest: Partial<FieldThen> = {}): FieldThen => ({
  field: field_name,
  from,
  to: RECORD[field_name] ?? null,
  ...rest,
});
const told = (fields: FieldThen[], rows: RowThen[] = []): VersionThen => ({ nth: 1, version: 4, fields, rows });

/** What of a version comes, what stays and why, and what a press would send. */
function restored(version: VersionThen, { subs = [rooms()], record = RECORD, locks = [] as string[] } = {}) {
  const store = createFormStore();
  const filler = { user: { id: 1, key_name: '甲' }, today: '2026-11-27' } as never;
  send(store, { type: 'load', values: record, subs: (record._subtables ?? {}) as Record<string, Values[]> });
  const table = {
    ...TABLE,
    fields: TABLE.fields.map((each) => (locks.includes(each.field_name) ? { ...each, readonly: 1 as const } : each)),
  };
  const typing = createTyping(store, {
    ...{ table, op: 'Modify', review_state: 1, filler },
    subs: () => subs,
    read: () => Promise.resolve({}),
    copies: new Map(),
  });
  const brought = broughtBack(version, record, typing, subs);
  typing.restore(brought.draft);
  const state = store.getState();
  return { ...brought, sent: submission(state, typing.formAt(state.values), subs, false, filler) };
}
const whys = (lines: readonly { field: FieldDef; why?: string }[]) =>
  Object.fromEntries(lines.map((line) => [line.field.field_name, line.why]));

describe('FORM-01 what of a version comes back', () => {
  it('what may be typed is sent as it was, empty what was empty; what nobody touched is not sent', () => {
    const { fields, sent } = restored(told([then('note', 'then'), then('price', null), then('team', [{ id: 5 }, { id: 6 }])]));
    expect(fields.every(isComing)).toBe(true);
    expect(sent).toEqual({ note: 'then', price: '', team: ',5,6,' });
  });

  it('calculated, read-only and secret fields stay, each with its reason, and are not sent; what a choice copies follows it', () => {
    const { fields, sent } = restored(
      told([
        then('twice', '2'),
        then('fixed', 'a'),
        then('note', null, { secret: 1 }),
        then('owner_entity', { id: 3 }),
        then('phone', '3'),
      ]),
    );
    expect(whys(fields)).toEqual({ twice: 'calc', fixed: 'locked', note: 'secret', owner_entity: undefined, phone: 'calc' });
    expect(sent).toEqual({ owner_entity: '3' });
    expect(whys(restored(told([then('note', 'then')]), { locks: ['note'] }).fields)).toEqual({ note: 'locked' });
  });

  it('whether a field is open is asked of the values that come back', () => {
    expect(whys(restored(told([then('later', 'y')])).fields)).toEqual({ later: undefined });
    expect(restored(told([then('later', 'y'), then('price', '5')])).sent).toEqual({ price: '5.000000' });
  });

  it('a choice that is gone stays away; of records in a list none come where one is gone, of files those that are there', () => {
    const { fields, sent } = restored(
      told([
        then('owner_entity', { id: 0, unauthorized: 1 }, { lost: 1 }),
        then('team', [{ id: 5 }, { id: 0, unauthorized: 1 }], { lost: 1 }),
        then('docs', [file(1)], { lost: 2 }),
      ]),
    );
    expect(fields.map(({ field: { field_name }, why, lost }) => [field_name, why, lost])).toEqual([
      ['owner_entity', 'lost', undefined],
      ['team', 'lost', undefined],
      ['docs', undefined, 2],
    ]);
    expect(sent).toEqual({ docs: 'k1' });
    expect(whys(restored(told([then('docs', [], { lost: 2 })])).fields)).toEqual({ docs: 'lost' });
  });
});

describe('SUB-02 rows of a version', () => {
  const CAME: RowThen = { subtable: KEY, id: 3, op: 'Add', changes: [{ field: 'name', from: null, to: 'c' }] };
  const WENT: RowThen = {
    subtable: KEY,
    id: 2,
    op: 'Delete',
    changes: [
      { field: 'name', from: 'b', to: null },
      { field: 'plan', from: [file(4)], to: null },
    ],
  };
  const OTHER: RowThen = { subtable: KEY, id: 1, op: 'Modify', changes: [{ field: 'size', from: 8, to: 1 }] };

  it('one that came goes, one that went is added anew without its files and without a default, one that is another is changed back', () => {
    const { rows, sent } = restored(told([], [OTHER, WENT, CAME]));
    expect(rows.map(({ op, why }) => [op, why])).toEqual([
      ['Modify', undefined],
      ['Delete', undefined],
      ['Add', undefined],
    ]);
    expect(rows[1]!.lines.map(({ field: { field_name }, why, lost }) => [field_name, why, lost])).toEqual([
      ['name', undefined, undefined],
      ['plan', 'lost', 1],
    ]);
    expect(rows[0]!.name).toMatchObject({ field: { field_name: 'name' }, to: 'a' });
    expect(sent).toEqual({
      _subtables: {
        [KEY]: [
          { op: 'Modify', id: 1, version: 2, size: '8' },
          { op: 'Delete', id: 3, version: 1 },
          { op: 'Add', name: 'b', size: '', plan: '' },
        ],
      },
    });
  });

  it('rows of a sub-table that is closed stay, and one that the page does not have', () => {
    const closed = restored(told([], [OTHER, WENT, CAME]), { subs: [rooms({ readonly: 1 })] });
    expect([closed.rows.map(({ why }) => why), closed.sent]).toEqual([['locked', 'locked', 'locked'], {}]);
    const unknown = restored(
      told(
        [],
        [
          { ...OTHER, id: 99 },
          { ...CAME, id: 98 },
          { ...CAME, subtable: 'other.x' },
        ],
      ),
    );
    expect([unknown.rows.map(({ why }) => why), unknown.sent]).toEqual([['locked', 'locked'], {}]);
    const offered = restored(told([], [OTHER, WENT, CAME]), { subs: [rooms({ offers: [{ op: 'Modify' }] })] });
    expect(offered.rows.map(({ why }) => why)).toEqual([undefined, 'locked', 'locked']);
  });
});
