import { describe, expect, test } from 'vitest';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { SubtableDef, TableDef } from '#protocol/meta/table.ts';
import { checkForm } from './form/check.ts';
import { type Form, isEditable, isOthers, isVisible } from './form/form.ts';
import { isSubtableEditable } from './form/subtable.ts';
import { type Pinned, pinnedTable } from './pinned.ts';
import type { Signer } from './signer.ts';

const named = { key_name: '名', key_name_en: 'Name' };
const field = (rest: Partial<FieldDef> = {}): FieldDef => ({
  uid: 'f',
  field_name: 'price',
  ...named,
  data_type: 'numeric',
  edit_state: '4',
  ...rest,
});
const table = (rest: Partial<TableDef> = {}): TableDef => ({
  uid: 't',
  table_name: 't',
  ...named,
  flow: 1,
  fields: [field()],
  states: [],
  ...rest,
});
const form = (signer?: Signer, rest: Partial<Form> = {}): Form => ({
  table: table(),
  op: 'Review',
  review_state: 4,
  holds: () => true,
  ...(signer ? { signer } : {}),
  ...rest,
});
const as = (...roles: string[]): Signer => ({ roles, first: false });

describe('FORM-05 whose field it is among several who sign', () => {
  const finances = field({ edit_by: 'finance,audit' });
  test('his who signs as one of the roles, the others’ for the rest; without edit_by everyone’s', () => {
    expect([as('finance'), as('legal', 'audit'), as('legal'), as()].map((signer) => isEditable(finances, form(signer)))).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect([as('finance'), as('legal')].map((signer) => isOthers(finances, form(signer)))).toEqual([false, true]);
    expect(isEditable(field(), form(as()))).toBe(true);
  });
  test('the first signer’s until somebody has signed, whatever his roles', () => {
    const first = field({ edit_by: 'first' });
    expect(
      [
        { roles: [], first: true },
        { roles: ['first'], first: false },
      ].map((signer) => isEditable(first, form(signer))),
    ).toEqual([true, false]);
  });
  test('nobody’s where it is not known who signs, all’s where nothing was noted', () => {
    expect(isEditable(finances, form())).toBe(false);
    expect(isEditable(finances, form(undefined, { op: 'Modify' }))).toBe(false);
    expect(isEditable(finances, form({ roles: null, first: false }))).toBe(true);
  });
  test('the applicant fills in what his steps open, whoever it is later', () => {
    const both = field({ edit_by: 'finance', edit_state: '0,1,4' });
    expect(isEditable(both, form(undefined, { op: 'Modify', review_state: 0 }))).toBe(true);
  });
  test('it does not open what the step does not, nor is a field of another step anybody else’s here', () => {
    expect(isEditable(finances, form(as('finance'), { review_state: 5 }))).toBe(false);
    expect(isOthers(finances, form(as('legal'), { review_state: 5 }))).toBe(false);
    expect(isOthers(finances, form(as('legal'), { op: 'Show' }))).toBe(false);
  });
  test('whose it is must fill it in; it is asked of nobody else', () => {
    const needed = [{ def: field({ edit_by: 'finance', notnull: 1 }) }];
    const check = (signer: Signer) => checkForm(needed, form(signer), { value: () => null, today: '2026-11-21', complete: true });
    expect(JSON.stringify(check(as('finance')))).toContain('fieldEmpty');
    expect(JSON.stringify(check(as('legal')))).not.toContain('fieldEmpty');
  });
  test('rows of a sub-table likewise', () => {
    const sub: SubtableDef = { uid: 's', ...named, table_name: 'r', parent_field: 'p', edit_state: '4', edit_by: 'finance' };
    expect([as('finance'), as('legal')].map((signer) => isSubtableEditable(sub, form(signer)))).toEqual([true, false]);
  });
});

describe('FLOW-01 a record goes by the steps that its case was submitted under', () => {
  const states = [{ uid: 's4', value: '4', ...named }];
  const pinned = { states, view_state: {}, edit_state: { price: '4' }, edit_by: {} };
  const now = table({
    fields: [field({ edit_state: '5', edit_by: 'finance', view_state: '5', notnull: 1 })],
    states: [
      { uid: 's', value: '*', ...named },
      { uid: 's5', value: '5', ...named },
    ],
  });
  test('where and by whom a field is filled in is the case’s, what it is is the definition’s', () => {
    const then = pinnedTable(now, pinned).fields[0]!;
    expect(then).toEqual(field({ edit_state: '4', notnull: 1 }));
    expect(isEditable(then, form(as('legal')))).toBe(true);
  });
  test('its steps are the case’s; the toolbar is no step', () => {
    expect(pinnedTable(now, pinned).states.map((state) => state.value)).toEqual(['*', '4']);
  });
  test('what was published before edit_by was known takes it from the definition', () => {
    const { edit_by: _, ...older } = pinned;
    expect(pinnedTable(now, older).fields[0]).toMatchObject({ edit_state: '4', edit_by: 'finance' });
  });
  const bare = { uid: 'later', field_name: 'later', ...named, data_type: 'numeric' as const };
  const steps = { view_state: '5', edit_state: '5', edit_by: 'finance' };
  const under = (of: Pinned, now: FieldDef) => pinnedTable(table({ fields: [now] }), of).fields[0]!;
  const isSeenAt = (review_state: number, of: FieldDef) => isVisible(of, form(as('legal'), { op: 'Show', review_state }));
  test('a field that came later shows and opens as the definition says now, whatever it is called', () => {
    const of = { ...pinned, known: ['f'] };
    expect(under(of, { ...bare, ...steps })).toEqual({ ...bare, ...steps });
    expect([2, 5].map((step) => isSeenAt(step, under(of, { ...bare, ...steps })))).toEqual([false, true]);
    const namesake = { ...bare, ...steps, field_name: 'price' };
    expect(under(of, namesake)).toEqual(namesake);
    expect(under({ ...of, known: ['f', 'later'] }, { ...bare, ...steps })).toEqual(bare);
  });
  test('where nobody noted what was known then, a field of which nothing was said shows no further than it does now', () => {
    const shown = under(pinned, { ...bare, ...steps });
    expect(shown).toEqual({ ...bare, view_state: '5' });
    expect([2, 5].map((step) => isSeenAt(step, shown))).toEqual([false, true]);
  });
});
