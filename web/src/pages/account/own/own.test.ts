import { describe, expect, it } from 'vitest';
import { testField as field, testTable } from '#protocol/meta/testing-suite.ts';
import type { LoadedTable } from '#protocol/rules/form/locked.ts';
import type { Filler } from '../../form/state/circumstances.ts';
import { changedSince, faultsIn, openFields, valuesOf } from './own.ts';

const filler: Filler = { user: { id: 6, key_name: '张三' }, today: '2026-11-23' };
const row = { id: 6, version: 3, key_name: '张三', mobile: '13000000006', email: null, _actions: [{ op: 'Show' }, { op: 'Modify' }] };
const table: LoadedTable = {
  ...testTable('user', {
    fields: [
      field('key_name', { data_type: 'text', notnull: 1 }),
      field('mobile', { data_type: 'mobile' }),
      field('email', { data_type: 'email', length: 30, notnull: 1 }),
    ],
  }),
  locked: { Modify: ['key_name'] },
};
const open = openFields(table, row, filler);

describe("FRAME-13 one's own record", () => {
  it('is open as far as the definition and the rights on it say; without the right to change it nothing is', () => {
    expect(open.map(({ def }) => def.field_name)).toEqual(['mobile', 'email']);
    expect(openFields({ ...table, locked: { Modify: ['key_name', 'mobile'] } }, row, filler).map(({ def }) => def.field_name)).toEqual([
      'email',
    ]);
    expect(openFields(table, { ...row, _actions: [{ op: 'Show' }] }, filler)).toEqual([]);
    expect(openFields(table, { ...row, _actions: undefined }, filler)).toEqual([]);
  });
  it('a number as it stands on a card is sent as the wire writes it; an empty line takes the value away', () => {
    expect(valuesOf(open, { mobile: '+86 138-0000-2617', email: '' })).toEqual({ mobile: '13800002617', email: '' });
  });
  it('is wrong where the server would say so, each field at its place', () => {
    const faults = (mobile: string, email: string) =>
      Object.entries(faultsIn(table, row, filler, open, { mobile, email })).map(([name, { code, remark }]) => [name, code, remark]);
    expect(faults('138 0000 2617', 'a@in.org')).toEqual([]);
    expect(faults('', 'a@in.org')).toEqual([]);
    expect(faults('12345', 'nobody').toSorted()).toEqual([
      ['email', 305, '$fieldEmail'],
      ['mobile', 305, '$fieldMobile'],
    ]);
    expect(faults('', '')).toEqual([['email', 305, '$fieldEmpty']]);
    expect(faults('', `${'a'.repeat(30)}@in.org`)).toEqual([['email', 305, '$fieldTooLong']]);
  });
  it('says of each field that somebody changed meanwhile what it is now', () => {
    expect(changedSince(open, row, row)).toEqual({});
    expect(changedSince(open, row, { ...row, email: '' })).toEqual({});
    expect(changedSince(open, row, { ...row, key_name: '李四', mobile: null, email: 'a@in.org' })).toEqual({
      mobile: '',
      email: 'a@in.org',
    });
  });
});
