import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { flowMigrations } from '#server/flow/store/migrations.ts';
import type { Op } from '#server/ops/op.ts';
import { type Lab, openLab } from '#server/records/testing.ts';
import { addCall } from '../app/add.ts';
import { historyCall } from '../app/history.ts';
import { modifyCall } from '../app/modify.ts';
import { reads, type Told } from '../app/testing-call.ts';

let lab: Lab;
let send: ReturnType<typeof reads>;
beforeAll(async () => {
  lab = await openLab({ key: 'contact', suites: [], rooms: [flowMigrations] });
  send = reads(lab, [addCall, modifyCall, historyCall] as unknown as readonly Op[]);
  await lab.base.db.query(`
    update app."user" set name_en = 'Person ' || id, email = 'canarymail' || id || '@in.org', title = 'CANARY-title', remark = 'CANARY-remark'
      where company_id in (1, 2);
    insert into app."user" (company_id, id, login_name, key_name, mobile, department_entity, domain_entities, role_entities, status, deleted_time) values
      (1, 201, 'gone1', '已停用', '13900000201', 32, '{11}', '{46}', 2, null), (1, 202, 'gone2', '未进入', '13900000202', 32, '{11}', '{46}', 3, null),
      (1, 203, 'gone3', '已删除', '13900000203', 32, '{11}', '{46}', 1, now())`);
});
afterAll(() => lab.close());

type Form = Record<string, unknown>;
const as = async (login: string, op: string, form: Form, company = 'demo'): Promise<Told> =>
  send(await lab.as(login, { company }), op, form);
const BOOK = 'user[contact]';
const OWN = 'user[own]';
const book = (login: string, filters: unknown = {}, rest: Form = {}) =>
  as(login, 'Page', { cloud: BOOK, rows: 20, filters: JSON.stringify(filters), ...rest });
const names = (told: Told) => told.rows?.map((row) => row.key_name);

describe('ADMIN-08 the address book', () => {
  it.each(['Page', 'List', 'Group', 'Get'])('B1 %s without a session is 401', async (op) => {
    expect((await send(null, op, { cloud: BOOK, id: 2, field: 'department_entity' })).code).toBe(401);
  });
  it('is for reading, as it is now: everything else is 312, an administrator’s too; a past is 317', async () => {
    for (const login of ['none', 'all', 'admin']) {
      expect((await as(login, 'Modify', { cloud: BOOK, id: 2, mobile: '13800000000' })).code, login).toBe(312);
      expect((await as(login, 'Add', { cloud: BOOK, key_name: 'x' })).code, login).toBe(312);
      expect((await as(login, 'History', { cloud: BOOK, id: 2 })).code, login).toBe(312);
      expect(await book(login, {}, { as_of: '2026-11-21T00:00:00Z' })).toMatchObject({ code: 317, data: { field: 'as_of' } });
    }
    expect((await as('none', 'Page', { cloud: 'user' })).code).toBe(312);
  });
  it('everybody has the same columns and no other, whatever his roles show him elsewhere', async () => {
    const columns = [
      '_actions',
      'avatar',
      'department_entity',
      'id',
      'key_name',
      'key_name_en',
      'mobile',
      'name_en',
      'post_entities',
      'review_state',
      'version',
    ];
    for (const login of ['none', 'own', 'all', 'root', 'admin']) {
      for (const told of [await book(login), await as(login, 'List', { cloud: BOOK })]) {
        expect(told.rows!.length, login).toBe(9);
        expect([...new Set(told.rows!.flatMap((row) => Object.keys(row)))].filter((name) => !columns.includes(name))).toEqual([]);
        expect(JSON.stringify(told), login).not.toMatch(/canary|gone|别家|login/i);
      }
      const { data } = await as(login, 'Get', { cloud: BOOK, id: 4 });
      expect(Object.keys(data!).filter((name) => !columns.includes(name))).toEqual([]);
      expect(data).toMatchObject({ key_name: '王五', mobile: '13000000004', department_entity: { id: 34, key_name: '电厂' } });
    }
  });
  it('of the own company, who is active alone: others are not there by their id', async () => {
    for (const id of [100, 10, 201, 202, 203, 999]) expect((await as('admin', 'Get', { cloud: BOOK, id })).code, `${id}`).toBe(315);
    expect(names(await as('all', 'List', { cloud: BOOK }, 'other'))!.toSorted()).toEqual(['别家王五', '别家管理员'].toSorted());
  });
  it.each([
    'login_name',
    'email',
    'title',
    'status',
    'role_entities',
    'domain_entities',
    'remark',
    'create_entity',
    'modify_time',
    'keywords',
  ])('B5 %s is neither shown nor looked for, sorted or grouped by', async (name) => {
    for (const login of ['none', 'all', 'admin']) {
      expect((await book(login, {}, { fields: name })).code).toBe(317);
      expect((await as(login, 'Get', { cloud: BOOK, id: 2, fields: name })).code).toBe(317);
      expect((await book(login, { fields: { [name]: { op: 'filled' } } })).code).toBe(317);
      expect((await book(login, { sort: [[name, 'asc']] })).code).toBe(317);
      expect((await book(login, { where: `${name} is not empty` })).code).toBe(317);
      expect((await as(login, 'Group', { cloud: BOOK, field: name })).code).toBe(317);
    }
  });
  it('the first 20 by keyword: names and numbers; what is not in the book helps nobody to find somebody', async () => {
    expect(names(await book('none', { key_word: '张三' }))).toEqual(['张三']);
    expect(names(await book('none', { key_word: '13000000004' }))).toEqual(['王五']);
    expect(names(await book('none', { key_word: 'Person 8' }))).toEqual(['领导']);
    for (const login of ['none', 'all', 'admin'])
      for (const key_word of ['nodept', 'nodep', 'canarymail2', 'CANARY', 'in.org', 'gone', '员工'])
        expect(names(await book(login, { key_word })), key_word).toEqual([]);
    expect(names(await as('admin', 'Page', { cloud: 'user', filters: '{"key_word":"nodept"}' }))).toEqual(['无部门']);
  });
  it('by department', async () => {
    expect(names(await book('none', { fields: { department_entity: 34 } }))!.toSorted()).toEqual(['王五', '领导'].toSorted());
    const { rows } = await as('none', 'Group', { cloud: BOOK, field: 'department_entity' });
    expect(rows!.find(({ id }) => id === 34)).toMatchObject({ key_name: '电厂', num: 2 });
  });
  it('a number that a role hides stays hidden to who has no other', async () => {
    const told = await book('nodept');
    expect(told.rows!.length).toBe(9);
    expect(told.rows!.some((row) => 'mobile' in row)).toBe(false);
    expect(names(await book('nodept', { key_word: '13000000004' }))).toEqual([]);
    expect((await book('nodept', {}, { fields: 'mobile' })).code).toBe(317);
    expect((await book('dept')).rows!.some((row) => row.mobile === '13000000004')).toBe(true);
  });
  it('its definition is the book: its name, its columns, to look at, without a past', async () => {
    const { data } = await as('none', 'LoadTable', { key_name: BOOK });
    const table = data as { fields: { field_name: string }[]; states: { actions: { op: string }[] }[] };
    expect(table).toMatchObject({ key_name: '通讯录', key_name_en: 'Address book', group: 'department_entity', no_history: 1 });
    expect(table.fields.map(({ field_name }) => field_name)).toEqual([
      ...['key_name', 'name_en', 'department_entity', 'mobile', 'post_entities', 'avatar'],
    ]);
    expect(table.states.flatMap(({ actions }) => actions.map(({ op }) => op))).toEqual(['List', 'Show']);
    expect(JSON.stringify(data)).not.toMatch(/login_name|role_entities|everyone|variants/);
    expect((await as('none', 'LoadTable', { key_name: 'user' })).code).toBe(312);
  });
});

const mine = async (login: string) =>
  (await as(login, 'Get', { cloud: OWN, id: (await lab.as(login)).user.id })).data as Record<string, unknown>;
const change = async (login: string, form: Form, id?: number) =>
  as(login, 'Modify', { cloud: OWN, id: id ?? (await lab.as(login)).user.id, ...form });

describe("FRAME-13 one's own contact data", () => {
  it.each(['Get', 'Modify'])('B1 %s without a session is 401', async (op) => {
    expect((await send(null, op, { cloud: OWN, id: 6, mobile: '13800000006' })).code).toBe(401);
  });
  it('nobody reads or writes another by it, an administrator neither', async () => {
    for (const login of ['none', 'all', 'admin']) {
      expect((await as(login, 'Get', { cloud: OWN, id: 2 })).code).toBe(315);
      expect((await change(login, { mobile: '13899999999' }, 2)).code).toBe(315);
      expect((await as(login, 'List', { cloud: OWN })).rows!.map(({ id }) => id)).toEqual([(await lab.as(login)).user.id]);
    }
    expect((await mine('own')).mobile).toBe('13000000002');
    expect((await as('none', 'Modify', { cloud: 'user', id: 6, mobile: '13899999999' })).code).toBe(312);
  });
  it.each([
    [{ key_name: '别名' }, 312],
    [{ name_en: 'Other' }, 312],
    [{ department_entity: 34 }, 312],
    [{ title: '主任' }, 312],
    [{ login_name: 'other' }, 317],
    [{ role_entities: ',40,' }, 317],
    [{ status: 1 }, 317],
    [{ company_id: 2 }, 317],
    [{ nothing: 1 }, 317],
  ])('B9 %j beside it is refused, and nothing is written', async (more, code) => {
    for (const login of ['none', 'root']) expect((await change(login, { mobile: '13811111111', ...more })).code, login).toBe(code);
    expect((await mine('none')).mobile).not.toBe('13811111111');
  });
  it.each([
    [{ mobile: '12345' }, 305, 'mobile'],
    [{ mobile: '23800000006' }, 305, 'mobile'],
    [{ email: 'nobody' }, 305, 'email'],
    [{ email: 'a@b@c.org' }, 305, 'email'],
    [{ email: `${'a'.repeat(60)}@${'b'.repeat(50)}.org` }, 316, 'email'],
  ])('%j is %i at its field', async (form, code, field) => {
    expect(await change('none', form)).toMatchObject({ code, data: { field_name: field } });
  });
  it('is changed and emptied, with its history: who, what, from, to', async () => {
    const before = await mine('none');
    const told = await change('none', { mobile: '13800000006', email: 'none@in.org', version: before.version });
    expect(told).toMatchObject({ code: 200, data: { id: 6, version: Number(before.version) + 1 } });
    expect(await mine('none')).toMatchObject({ mobile: '13800000006', email: 'none@in.org', key_name: '无权限', title: 'CANARY-title' });
    const { rows } = await as('admin', 'History', { cloud: 'user', id: 6 });
    expect(rows![0]).toMatchObject({ op: 'Modify', actor: { id: 6 } });
    expect(rows![0]!.changes).toEqual(
      expect.arrayContaining([
        { field: 'mobile', from: null, to: '13800000006' },
        { field: 'email', from: 'canarymail6@in.org', to: 'none@in.org' },
      ]),
    );
    expect((await change('none', { mobile: '' })).code).toBe(200);
    expect((await mine('none')).mobile ?? null).toBeNull();
  });
  it('what an administrator wrote meanwhile is not lost: 311, then both stand', async () => {
    const before = await mine('own');
    expect((await as('admin', 'Modify', { cloud: 'user', id: 2, title: '处长', email: 'by-admin@in.org' })).code).toBe(200);
    expect(await change('own', { mobile: '13877777777', version: before.version })).toMatchObject({ code: 311, data: { stale: 1 } });
    const now = await mine('own');
    expect(now).toMatchObject({ mobile: '13000000002', title: '处长', email: 'by-admin@in.org' });
    expect((await change('own', { mobile: '13877777777', version: now.version })).code).toBe(200);
    expect(await mine('own')).toMatchObject({ mobile: '13877777777', title: '处长', email: 'by-admin@in.org' });
    expect(await as('admin', 'Modify', { cloud: 'user', id: 2, mobile: '13866666666', version: now.version })).toMatchObject({ code: 311 });
  });
  it('the definition says what is his to change', async () => {
    const { data } = await as('none', 'LoadTable', { key_name: OWN });
    expect(data).toMatchObject({
      key_name: '个人信息',
      locked: { Modify: ['key_name', 'name_en', 'department_entity', 'title', 'title_en', 'post_entities'] },
    });
    expect((data as { fields: { field_name: string }[] }).fields.map(({ field_name }) => field_name)).toEqual([
      ...['key_name', 'name_en', 'department_entity', 'title', 'title_en', 'mobile', 'email', 'post_entities', 'avatar'],
    ]);
  });
});
