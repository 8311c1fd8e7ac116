import { expect, it } from 'vitest';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { seekingMore, seekingOne } from '#web/fields/sought.ts';
import { draftOf, isDirty, type Values } from './form-state.ts';
import { complaints, submission } from './sent/submission.ts';
import { createFormStore, createTyping, send } from './typing.ts';

const field = (field_name: string, key_name: string, rest: Partial<FieldDef>): FieldDef => ({
  ...{ uid: `t.${field_name}`, field_name, key_name, key_name_en: field_name, data_type: 'text' },
  ...rest,
});
const MANAGER = field('manager', '负责人', { data_type: 'entity', source: 'user', fetch: 'mobile=mobile', notnull: 1 });
const MEMBERS = field('members', '成员', { data_type: 'entities', source: 'user' });
const SHUT = field('shut', '只读', { data_type: 'entity', source: 'user', readonly: 1 });
const TABLE = {
  ...{ uid: 't', table_name: 'plan', key_name: '计划', key_name_en: 'Plan', states: [] },
  fields: [MANAGER, field('mobile', '手机', {}), MEMBERS, SHUT],
} as unknown as TableDef;
const UNIT = field('unit', '单位', { data_type: 'entity', source: 'department' });
const ROWS = { uid: 'r', table_name: 'fund', key_name: '资金', key_name_en: 'Fund', fields: [UNIT], states: [] } as unknown as TableDef;
const SUB = { def: { uid: 's', key_name: '资金', key_name_en: 'Fund', table_name: 'fund', parent_field: 'plan_entity' }, table: ROWS };
const KEY = 'fund.plan_entity';
const filler = { user: { id: 1, key_name: '甲' }, today: '2026-11-22' };
const SUN = { id: 7, key_name: '孙浩然' };
const LI = { id: 8, key_name: '李明' };

function opened() {
  const store = createFormStore();
  const reads: number[] = [];
  const read = async (_: string, id: number) => {
    reads.push(id);
    return { mobile: `138${id}` };
  };
  const typing = createTyping(store, { table: TABLE, op: 'Modify', review_state: 1, filler, read, subs: () => [SUB], copies: new Map() });
  const rows = [{ id: 1, unit: null }, { unit: null }];
  send(store, { type: 'load', values: { id: 5, manager: SUN, mobile: '13800000000', members: [SUN], shut: null }, subs: { [KEY]: rows } });
  const now = () => store.getState();
  const set = (values: Values, of: FieldDef) => typing.set(values, of);
  const wrong = (complete = false) => complaints(now(), typing.formAt(now().values), [SUB], filler, complete);
  return { store, typing, reads, now, set, wrong, sent: () => submission(now(), typing.formAt(now().values), [SUB], false, filler) };
}

it('FIELD-05 FORM-06 a name that is typed and not chosen keeps the form from being sent, with or without an entry chosen before', () => {
  const form = opened();
  form.set({ manager: seekingOne(SUN, '李') }, MANAGER);
  expect(form.wrong()[0]).toMatchObject({ place: 'manager', fault: { code: 305, text: 'fieldNotChosen', data: { typed: '李' } } });
  form.set({ manager: seekingOne(null, '李') }, MANAGER);
  expect(form.wrong(true)[0]?.fault.text).toBe('fieldNotChosen');
  form.set({ manager: seekingOne(SUN, ' ') }, MANAGER);
  expect(form.wrong()).toEqual([]);
  form.set({ members: seekingMore([SUN], '7') }, MEMBERS);
  expect(form.wrong().map(({ place, fault }) => [place, fault.text])).toEqual([['members', 'fieldNotChosen']]);
  form.set({ members: [SUN], shut: seekingOne(null, 'x') }, MEMBERS);
  expect(form.wrong()).toEqual([]);
});

it('FIELD-05 SUB-03 in a row it is told of its cell, saved or not', () => {
  const { typing, now, wrong } = opened();
  const [saved, fresh] = now().subs[KEY]!;
  typing.cell(SUB, saved!.key, { unit: seekingOne(null, '物') });
  typing.cell(SUB, fresh!.key, { unit: seekingOne(null, '流') });
  expect(wrong().map(({ place, fault }) => [place, fault.text, fault.data.row, fault.data.field])).toEqual([
    [`${KEY}/${saved!.key}/unit`, 'rowNotChosen', 1, expect.objectContaining({ zh_CN: expect.stringContaining('单位') })],
    [`${KEY}/${fresh!.key}/unit`, 'rowNotChosen', 2, expect.anything()],
  ]);
});

it('FIELD-05 FORM-11 what is typed is kept in the draft, is no other choice to any rule, and copies nothing until it is one', async () => {
  const form = opened();
  form.set({ manager: seekingOne(SUN, '李'), members: seekingMore([SUN], '李') }, MANAGER);
  expect(isDirty(form.now())).toBe(true);
  expect(draftOf(form.now())?.values).toEqual({ manager: { ...SUN, sought: '李' }, members: [SUN, { sought: '李' }] });
  expect(form.sent()).toMatchObject({ manager: '7', members: ',7,' });
  form.set({ manager: seekingOne(SUN, ''), members: [SUN] }, MANAGER);
  expect(isDirty(form.now())).toBe(false);
  expect(form.reads).toEqual([]);
  form.set({ manager: LI }, MANAGER);
  await expect.poll(() => form.now().values.mobile).toBe('1388');
  form.set({ manager: seekingOne(LI, '王') }, MANAGER);
  form.set({ manager: null }, MANAGER);
  await expect.poll(() => form.now().values.mobile).toBeNull();
  expect(form.reads).toEqual([8]);
});
