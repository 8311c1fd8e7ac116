import { describe, expect, it } from 'vitest';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { LoadedTable } from '#protocol/rules/form/locked.ts';
import type { Filler } from '../../form/state/circumstances.ts';
import { bulkFields, countedOf, isNamed, overwritten, overwrittenOf, sentValues, standingOf } from './values.ts';

const field = (field_name: string, data_type: FieldDef['data_type'], rest: Partial<FieldDef> = {}): FieldDef => ({
  ...{ uid: `x.${field_name}`, field_name, key_name: field_name, key_name_en: field_name, data_type, batch: 1 as const },
  ...rest,
});
const OWNER = field('owner_entity', 'entity', { source: 'user' });
const TEAM = field('team', 'entities', { source: 'user' });
const NOTE = field('note', 'text', { where: undefined } as object);
const TABLE = {
  ...{ uid: 'x', table_name: 'x', key_name: '表', key_name_en: 'Table', states: [] },
  fields: [
    ...[OWNER, TEAM, NOTE],
    field('later', 'text', { edit_where: 'note=1' }),
    field('fixed', 'text', { readonly: 1 }),
    field('own', 'text', { batch: 0 }),
    field('kept', 'text'),
    field('unseen', 'text', { hidden: 1 }),
  ],
  locked: { Modify: ['kept'] },
} as unknown as LoadedTable;
const FILLER = { user: { id: 1, domain: null }, today: '2026-11-27' } as unknown as Filler;
const one = { id: 7, key_name: '郭峰' };
const rows = [
  { id: 1, owner_entity: one, note: '' },
  { id: 2, owner_entity: { id: 8, key_name: '马骏' }, note: '急' },
  { id: 3, owner_entity: one, note: null },
];

describe('PAGES-02 one change of several', () => {
  it('offers what may be changed on several, whatever the values of one say, and nothing that the reader’s roles close', () => {
    expect(bulkFields(TABLE, FILLER).map(({ field_name }) => field_name)).toEqual(['owner_entity', 'team', 'note', 'later']);
  });
  it('says what stands there: each value with how often, the most frequent first, what is empty too', () => {
    expect(standingOf(OWNER, rows, 'zh_CN')).toEqual({
      values: [
        { text: '郭峰', n: 2 },
        { text: '马骏', n: 1 },
      ],
      filled: 3,
      differ: 2,
    });
    expect(standingOf(NOTE, rows, 'zh_CN')).toEqual({
      values: [
        { text: '', n: 2 },
        { text: '急', n: 1 },
      ],
      filled: 1,
      differ: 1,
    });
    expect(isNamed(standingOf(NOTE, rows, 'zh_CN'))).toBe(true);
    expect(
      isNamed(
        standingOf(
          NOTE,
          [1, 2, 3, 4].map((id) => ({ id, note: `${id}` })),
          'zh_CN',
        ),
      ),
    ).toBe(false);
  });
  it('counts what would be written over: not what is empty, nor what stays as it is', () => {
    expect(overwritten(OWNER, rows, one, 'zh_CN')).toBe(1);
    expect(overwritten(NOTE, rows, '缓', 'zh_CN')).toBe(1);
    expect(overwritten(NOTE, rows, null, 'zh_CN')).toBe(1);
  });
  it('FORM-09 sends the chosen fields as a form does, what is left empty as empty', () => {
    const values = { owner_entity: one, team: [one, { id: 9, key_name: '孙' }], later: '补', fixed: 'x' };
    expect(sentValues(TABLE, new Set(['owner_entity', 'team', 'later', 'note']), values, FILLER)).toEqual({
      ...{ owner_entity: '7', team: ',7,9,', note: '', later: '补' },
    });
    expect(sentValues(TABLE, new Set(['note']), values, FILLER)).toEqual({ note: '' });
  });
  it('says of all that match what the server counted: their texts, how many differ, what would be written over', () => {
    const counted = {
      filled: 30,
      differ: 25,
      values: [
        { value: '急', n: 6 },
        { value: null, n: 4 },
      ],
    };
    const standing = countedOf(NOTE, counted, 'zh_CN');
    expect(standing).toEqual({
      values: [
        { text: '急', n: 6 },
        { text: '', n: 4 },
      ],
      filled: 30,
      differ: 25,
    });
    expect(isNamed(standing)).toBe(false);
    expect(['急', '新', ''].map((next) => overwrittenOf(NOTE, standing, next, 'zh_CN'))).toEqual([24, 30, 30]);
    expect(countedOf(NOTE, undefined, 'zh_CN')).toEqual({ values: [], filled: 0, differ: 0 });
  });
});
