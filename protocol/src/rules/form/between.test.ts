import { describe, expect, it } from 'vitest';
import { fault } from '#protocol/fields/kind.ts';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { holdsOn, recordNames } from '../condition/holds.ts';
import { rulesBroken } from './between.ts';
import { checkForm } from './check.ts';
import type { Form } from './form.ts';

const day = (field_name: string, rest: Partial<FieldDef> = {}): FieldDef => ({
  ...{ uid: field_name, field_name, key_name: field_name, key_name_en: field_name, data_type: 'date' },
  ...rest,
});
const rule = { uid: 'r', key_name: '止不早于起', key_name_en: 'end after begin', where: 'end>={begin}' };
const wrong = { begin: '2026-02-01', end: '2026-01-01' };

/** What is said, and where. */
function said(fields: FieldDef[], values: Record<string, string>, rest: Partial<Form> = {}, complete = true): unknown[] {
  const table: TableDef = { uid: 't', table_name: 't', key_name: 't', key_name_en: 't', fields, states: [], rules: [rule] };
  const value = (name: string) => values[name];
  const nobody = { user: { id: null, department_entity: null }, today: '2026-01-15' };
  const form: Form = { table, op: 'Modify', review_state: 1, holds: holdsOn(recordNames(fields), value, nobody), ...rest };
  const specs = fields.map((def) => ({ def }));
  return checkForm(specs, form, { value, today: '2026-01-15', complete }).map(({ text, data }) => [text, data.field_name]);
}

describe('FORM-06 a rule between fields', () => {
  it('is told at the first of its fields that may be changed, and not at all where none may', () => {
    expect(said([day('begin'), day('end')], wrong)).toEqual([['ruleBroken', 'end']]);
    expect(said([day('begin'), day('end', { readonly: 1 })], wrong)).toEqual([['ruleBroken', 'begin']]);
    expect(said([day('begin', { readonly: 1 }), day('end', { readonly: 1 })], wrong)).toEqual([]);
    expect(said([day('begin'), day('end')], wrong, { locks: (name) => name === 'end' })).toEqual([['ruleBroken', 'begin']]);
  });
  it('is not asked of a draft, of fields that are not there, nor of one that is wrong already', () => {
    expect(said([day('begin'), day('end')], wrong, {}, false)).toEqual([]);
    expect(said([day('end')], wrong)).toEqual([]);
    expect(said([day('begin', { view_state: '2' }), day('end')], wrong)).toEqual([]);
    expect(said([day('begin'), day('end', { min: 0 })], wrong)).toEqual([['fieldMin', 'end']]);
    const begin = { def: day('begin') };
    const form = { table: { rules: [rule] }, op: 'Modify', review_state: 1, holds: () => false } as unknown as Form;
    expect(rulesBroken([begin, { def: day('end') }], form, [fault(305, 'fieldEmpty', begin)])).toEqual([]);
  });
  it('is asked of what is hidden and filled all the same', () => {
    expect(said([day('begin', { hidden: 1 }), day('end')], wrong)).toEqual([['ruleBroken', 'end']]);
  });
});
