import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fieldKind } from '#protocol/fields/fields.ts';
import type { Value } from '#protocol/fields/kind.ts';
import { isComputed } from '#protocol/rules/form/form.ts';
import type { Session } from '#server/meta/session.ts';
import { lockRecord, saveRecord } from './save.ts';
import { type Desk, lying, openDesk } from './testing-save.ts';

/** Types whose values need nothing but themselves: no record to refer to, no file. */
const PLAIN = new Set([
  'text',
  'telephone',
  'mobile',
  'email',
  'address',
  'textarea',
  'int',
  'numeric',
  'date',
  'datetime',
  'time',
  'year',
  'month',
  'select',
  'radio',
  'checkbox',
  'html',
  'markdown',
]);
let desk: Desk;
let own: Session;
let dept: Session;
let none: Session;
beforeAll(async () => {
  desk = await openDesk();
  [own, dept, none] = await Promise.all([desk.as('own'), desk.as('dept'), desk.as('none')]);
});
afterAll(() => desk?.close());

const add = (form: Record<string, unknown>, session: Session | null = own, cloud = 'order') =>
  desk.ask(session, 'Add', { cloud, key_name: '订单', ...form });
const modify = (id: unknown, form: Record<string, unknown>, session: Session | null = own, cloud = 'order') =>
  desk.ask(session, 'Modify', { cloud, id, ...form });
const added = async (form: Record<string, unknown> = {}, session = own, cloud = 'order'): Promise<number> => {
  const answer = await add(form, session, cloud);
  expect(answer).toMatchObject({ code: 200 });
  return answer.data.id as number;
};
const row = (id: number, table = 'order') => lying(desk, table, id);

describe('Add', () => {
  test('B1 not signed in is 401, not allowed 312, an unknown table the same 312', async () => {
    expect((await add({}, null)).code).toBe(401);
    expect(await add({}, none)).toEqual(await add({}, none, 'pg_shadow'));
    expect((await add({}, none)).code).toBe(312);
    for (const cloud of ['user;drop', '__proto__', 'constructor', 'ORDER', "order'"])
      expect((await add({}, own, cloud)).code, cloud).toBe(312);
  });
  test('FORM-09 every kind of value is stored as it was sent', async () => {
    const id = await added({
      ...{ amount: '12.5', pieces: '3', day: '2026-02-28', moment: '2026-02-28 09:30:00', clock: '08:30', year: '2026', month: '2026-02' },
      ...{
        kind: '2',
        level: '3',
        tags: ',1,3,',
        owner_entity: '3',
        team: ',3,2,',
        phone: '13812345678',
        mail: 'a@b.cn',
        tel: '0571-88887777',
      },
      ...{ place: '江南路 1 号', tax_no: 'AB123', note: ' 两\n行 ', remark: '备注' },
    });
    expect(await row(id)).toMatchObject({
      ...{ company_id: 1, subcompany_id: 11, key_name: '订单', amount: '12.50', pieces: 3, total: '37.50', day: '2026-02-28' },
      ...{ moment: '2026-02-28T01:30:00Z', clock: '08:30:00', year: '2026', month: '2026-02', kind: 2, level: 3, tags: [1, 3] },
      ...{ owner_entity: 3, team: [3, 2], phone: '13812345678', note: ' 两\n行 ', remark: '备注', version: 1, review_state: 1 },
      ...{ create_entity: 2, create_department: 32, modify_entity: null, deleted_time: null },
    });
  });
  test('FORM-09 whatever a form can hold comes back from the database as it was', async () => {
    const table = desk.house.catalogueOf(null).table('order')!;
    const fields = [...table.fields.values()].filter(({ def }) => PLAIN.has(def.data_type) && !def.format && !isComputed(def));
    const open = fields.filter(
      ({ name }) => !['fixed', 'later', 'secret', 'price_role', 'quote', 'reason', 'customer_code'].includes(name),
    );
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 2 ** 31 }), async (seed) => {
        let state = seed;
        const random = () => {
          state = (state * 16807) % 2147483647;
          return state / 2147483647;
        };
        const values = Object.fromEntries(open.map((field) => [field.name, fieldKind(field.def.data_type).sample(random, field)]));
        const sent = Object.fromEntries(
          open.map((field) => [field.name, fieldKind(field.def.data_type).encode(values[field.name] as Value)]),
        );
        const id = await added({ ...sent, kind: '2', key_name: String(seed) });
        const read = await desk.house.db.tx((tx) => lockRecord(tx, desk.house, table, own, id));
        expect({ ...read.values }).toMatchObject({ ...values, kind: 2, key_name: String(seed) });
      }),
      { numRuns: 25 },
    );
  });
  test("FORM-08 defaults and calculations are the server's", async () => {
    const id = await added({ amount: '2', pieces: '2', total: '999' });
    expect(await row(id)).toMatchObject({ day: '2026-11-21', kind: 1, owner_entity: 2, total: '4.00', lines: null });
    expect(await row(await added({ day: '', kind: '' }))).toMatchObject({ day: null, kind: null });
  });
  test('FORM-08 a result that does not fit its field is refused, of the engine too, and nothing is written', async () => {
    const beyond = { amount: '1000000', pieces: String(Number.MAX_SAFE_INTEGER) };
    expect(await add(beyond)).toMatchObject({ code: 305, remark: '$calcDigits', data: { field_name: 'total', limit: 16 } });
    const id = await added({ amount: '2', pieces: '2' });
    expect(await modify(id, beyond)).toMatchObject({ code: 305, remark: '$calcDigits' });
    expect(await row(id)).toMatchObject({ amount: '2.00', total: '4.00', version: 1 });
    const fields = { key_name: '回写', amount: '1000000', pieces: Number.MAX_SAFE_INTEGER };
    const table = desk.house.catalogueOf(null).table('order')!;
    const write = desk.house.db.tx((tx) => saveRecord(tx, desk.house, own, table, { fields }, { op: 'Add', engine: true }));
    await expect(write).rejects.toMatchObject({ code: 305, remark: '$calcDigits' });
    const price = '9999999999.99';
    const _subtables = { 'order_line.order_entity': [{ op: 'Add', key_name: '行', price }] };
    const rows = desk.house.db.tx((tx) =>
      saveRecord(tx, desk.house, own, table, { fields: { key_name: '回写' }, subtables: _subtables }, { op: 'Add', engine: true }),
    );
    await expect(rows).rejects.toMatchObject({ code: 301, remark: '$rowCalcDigits', data: { row: 1, field_name: 'twice' } });
  });
  test('numbers are free of gaps: a refused save gives its number back, parallel ones wait for each other', async () => {
    const first = (await row(await added())).code as string;
    await add({ team: ',99999,' });
    await add({ amount: '-1' });
    const ids = await Promise.all([1, 2, 3, 4].map(() => added()));
    const codes = await Promise.all(ids.map(async (id) => (await row(id)).code as string));
    expect(first).toMatch(/^O-2026-\d{3}$/);
    const last = Number(first.slice(-3));
    expect(codes.map((code) => Number(code.slice(-3))).sort((a, b) => a - b)).toEqual([1, 2, 3, 4].map((more) => last + more));
  });
  test('the first number of a prefix follows the highest that a seed brought', async () => {
    await desk.base.db.query(
      `insert into app."order" (company_id, subcompany_id, key_name, code) values (1, 12, '旧', 'O-2026-041'), (1, 12, '怪', 'O-2026-x9'), (1, 12, '短', 'O-2026-')`,
    );
    const { data } = await add({}, await desk.as('own', { domain: '纽约市' }));
    expect((await row(data.id as number)).code).toBe('O-2026-042');
  });
  test('B9 what only the engine writes has no effect', async () => {
    const forged = {
      review_state: '90',
      create_entity: '1',
      create_time: '2000-01-01',
      modify_entity: '1',
      subcompany_id: '12',
      filled: 'x',
      review_entity: ',1,',
      code: 'X',
    };
    const id = await added({ ...forged, version: undefined });
    expect(await row(id)).toMatchObject({
      review_state: 1,
      create_entity: 2,
      subcompany_id: 11,
      filled: null,
      reviewers: [],
      modify_entity: null,
    });
    expect((await row(id)).code).not.toBe('X');
    expect((await row(id)).create_time).toBe('2026-11-21T02:20:00Z');
    expect((await desk.ask(own, 'Add', { cloud: 'order', id: '77', key_name: 'x' })).data.id).not.toBe(77);
  });
  test('A18 B9 a text that was stored with a mark that misleads comes back as it stands: nothing is changed by it, readonly or not', async () => {
    const id = (await add({})).data.id as number;
    await desk.base.db.query(`update app."order" set fixed = $2, note = $2 where id = $1`, [id, 'a\u202eb']);
    const told = await desk.ask(own, 'Modify', { cloud: 'order', id: String(id), fixed: 'a\u202eb', note: 'a\u202eb', pieces: '3' });
    expect(told.code).toBe(200);
    expect(await row(id)).toMatchObject({ fixed: 'a\u202eb', note: 'a\u202eb', pieces: 3 });
    expect((await desk.ask(own, 'Modify', { cloud: 'order', id: String(id), fixed: 'ac' })).code).toBe(312);
  });
  test('B9 unknown and hidden fields are 317 alike, readonly ones 312, and nothing is written', async () => {
    const before = await desk.base.db.query('select count(*) from app."order"');
    for (const name of ['company_id', 'root', 'password', 'deleted_time', 'keywords', 'create_department', 'nothing', 'secret']) {
      expect(await add({ [name]: '1' }), name).toMatchObject({ code: 317, data: { field: name } });
    }
    for (const name of ['fixed', 'later', 'price_role']) expect((await add({ [name]: '1' })).code, name).toBe(312);
    expect(await desk.base.db.query('select count(*) from app."order"')).toEqual(before);
  });
  test.each([
    ['amount', '1e5', 317],
    ['amount', ' 1', 317],
    ['amount', '１', 317],
    ['amount', '0.001', 317],
    ['amount', '99999999999', 317],
    ['pieces', '1.5', 317],
    ['pieces', '9007199254740993', 317],
    ['day', '2026-02-30', 317],
    ['kind', '4', 317],
    ['tags', ',1,9,', 317],
    ['key_name', 'x'.repeat(21), 316],
    ['note', 'x'.repeat(201), 316],
    ['key_name', '\0', 317],
    ['key_name', '\ud800', 317],
    ['note', 'a\0b', 317],
    ['note', 'x\ud83d', 317],
    ['owner_entity', '0', 317],
    ['owner_entity', '2 or 1=1', 317],
    ['docs', '../../etc/passwd', 317],
    ['amount', '-1', 305],
    ['amount', '1000000.01', 305],
    ['phone', '12345', 305],
    ['mail', '"x@evil x"@in.local', 305],
    ['tax_no', 'ab123', 305],
    ['key_name', '', 305],
    ['owner_entity', '99999', 315],
    ['owner_entity', '10', 315],
    ['team', ',2,10,', 315],
  ])('A17 A18 FORM-07 %s = %j is %d', async (name, value, code) => {
    expect((await add({ [name]: value })).code).toBe(code);
  });
  test('A16 hostile keys are refused or inert, and nobody later is touched by them', async () => {
    const form = JSON.parse('{"cloud":"order","key_name":"x","__proto__":{"admin":1},"constructor":{"prototype":{"x":1}}}');
    expect((await desk.ask(own, 'Add', form)).code).toBe(317);
    for (const name of ['__proto__[admin]', 'constructor[prototype][x]', 'toString', 'hasOwnProperty'])
      expect((await add({ [name]: '1' })).code, name).toBe(317);
    const rows = JSON.stringify({ 'order_line.order_entity': [JSON.parse('{"op":"Add","key_name":"r","__proto__":{"admin":1}}')] });
    expect((await add({ _subtables: rows.replace('"key_name"', '"__proto__":{"admin":1},"key_name"') })).code).toBe(317);
    expect((await add({ _subtables: '{"__proto__":[{"op":"Add"}]}' })).code).toBe(317);
    expect(({} as Record<string, unknown>).admin).toBeUndefined();
    expect((await add({}, dept)).code).toBe(200);
  });
  test('FORM-06 305 names the field in both languages', async () => {
    expect(await add({ key_name: '' })).toMatchObject({
      code: 305,
      remark: '$fieldEmpty',
      data: { field: { zh_CN: 'key_name名', en_US: 'key_name' } },
    });
    expect((await add({ kind: '3' })).remark).toBe('$fieldEmpty');
    expect((await add({ kind: '3', reason: '因为' })).code).toBe(200);
    expect((await add({ kind: '2', reason: '因为' })).code).toBe(312);
  });
  test('FORM-06 all that is wrong is answered at once, the first as the answer itself: values, then the form with its rows, then references', async () => {
    const errors = async (form: Record<string, unknown>) => {
      const answer = await add(form);
      const told = answer.data.errors as { code: number; remark: string; data: Record<string, unknown> }[];
      expect(told[0]).toMatchObject({ code: answer.code, remark: answer.remark });
      return told.map(({ code, remark, data }) =>
        [code, remark, data.field_name, data.row, data.added].filter((part) => part !== undefined),
      );
    };
    const rows = JSON.stringify({
      'order_line.order_entity': [
        { op: 'Add', key_name: '一' },
        { op: 'Add', price: '101' },
      ],
    });
    expect(await errors({ key_name: '', amount: '1e5', day: '2026-02-30', tax_no: 'x', _subtables: rows })).toEqual([
      [317, '$fieldFormat', 'amount'],
      [317, '$fieldNoDay', 'day'],
    ]);
    expect(await errors({ key_name: '', amount: '-1', tax_no: 'x', customer_entity: '987654', _subtables: rows })).toEqual([
      [305, '$fieldEmpty', 'key_name'],
      [305, '$fieldFormat', 'tax_no'],
      [305, '$fieldMin', 'amount'],
      [301, '$rowEmpty', 'key_name', 2, 2],
      [301, '$rowMax', 'price', 2, 2],
    ]);
    expect(await errors({ customer_entity: '987654', team: ',987654,' })).toEqual([
      [315, '$referenceMissing', 'customer_entity'],
      [315, '$referenceMissing', 'team'],
    ]);
  });
  test('310 names the field; the recycle bin keeps no value from being used again', async () => {
    const id = await added({ tax_no: 'ZZ001' });
    expect(await add({ tax_no: 'ZZ001' })).toMatchObject({ code: 310, remark: '$duplicate', data: { field: { en_US: 'tax_no' } } });
    expect((await desk.ask(own, 'Delete', { cloud: 'order', id: String(id) })).code).toBe(200);
    expect((await add({ tax_no: 'ZZ001' })).code).toBe(200);
  });
  test('A13 an entity must be visible and one that its query lets be chosen', async () => {
    const mine = await added({ kind: '2', key_name: '客户' }, own, 'customer');
    const others = await added({ kind: '2', key_name: '别人的' }, dept, 'customer');
    expect((await add({ kind: '2', customer_entity: mine })).code).toBe(200);
    expect((await add({ kind: '1', customer_entity: mine })).code).toBe(315);
    expect(await add({ kind: '2', customer_entity: others })).toEqual(await add({ kind: '2', customer_entity: 987654 }));
  });
  test('FORM-08 B8 what was chosen must go on fitting what its query names: 315 names it, what the caller may not see is not told of', async () => {
    const [first, second, others] = [
      await added({ kind: '1', key_name: '甲' }, own, 'customer'),
      await added({ kind: '2', key_name: '乙' }, own, 'customer'),
      await added({ kind: '1', key_name: '别人的' }, dept, 'customer'),
    ];
    const id = await added({ kind: '1', customer_entity: first });
    expect(await modify(id, { kind: '2' })).toMatchObject({
      ...{ code: 315, remark: '$referenceOutgrown' },
      data: { field_name: 'customer_entity' },
    });
    expect(await row(id)).toMatchObject({ kind: 1, customer_entity: first });
    // the same value once more, none at all, or another choice with it
    for (const form of [
      { kind: '1' },
      { kind: '2', customer_entity: second },
      { kind: '' },
      { kind: '2' },
      { kind: '1', customer_entity: '' },
    ])
      expect((await modify(id, form)).code, JSON.stringify(form)).toBe(200);
    await desk.base.db.query(`update app."order" set customer_entity = $1 where id = $2`, [others, id]);
    expect((await modify(id, { kind: '2' })).code).toBe(200);
  });
  test("FORM-08 fetch into a closed field is the server's copy; into an open one it is the form's", async () => {
    const one = await added({ kind: '1', key_name: '客户', code: 'K-7', remark: '甲' }, own, 'customer');
    const id = await added({ customer_entity: one, customer_code: '', note: '自己写的' });
    expect(await row(id)).toMatchObject({ customer_code: 'K-7', note: '自己写的' });
    expect((await modify(id, { customer_code: 'forged' })).code).toBe(312);
    expect((await modify(id, { customer_entity: '' })).code).toBe(200);
    expect(await row(id)).toMatchObject({ customer_code: null, note: '自己写的' });
  });
  test('FORM-08 B5 fetch copies nothing that the role hides of the chosen record', async () => {
    const one = await added({ kind: '1', key_name: '客户', code: 'K-8' }, own, 'customer');
    const hiding = async (...hidden: string[]) => {
      await desk.base.db.query(`update fw.role_grant set hide_uids = $1 where company_id = 1 and group_uid = 'desk.customer'`, [
        hidden.map((name) => `desk.customer:desk.customer.${name}`),
      ]);
      await desk.base.db.query('update fw.rights_version set version = version + 1');
      return desk.as('own');
    };
    const told = await desk.ask(await hiding('code'), 'Add', { cloud: 'order', key_name: '单', customer_entity: one });
    expect(told.code).toBe(200);
    expect(await row(told.data.id as number)).toMatchObject({ customer_entity: one, customer_code: null });
    await hiding();
  });
  test('R5 a repeated request id has one effect and the same answer, 20 at once too', async () => {
    const _rid = '8d5c1b1e-7a8b-4b55-9d3a-0a8a1f1c2d3e';
    const before = await desk.base.db.query<{ n: number }>('select count(*) as n from app."order"');
    const answers = await Promise.all(Array.from({ length: 20 }, () => add({ _rid, amount: '7' })));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]!.code).toBe(200);
    expect((await add({ _rid, amount: '7' })).data).toEqual(answers[0]!.data);
    const after = await desk.base.db.query<{ n: number }>('select count(*) as n from app."order"');
    expect(after[0]!.n).toBe(before[0]!.n + 1);
    expect((await modify(answers[0]!.data.id, { _rid, amount: '8' })).code).toBe(317);
    expect((await add({ _rid, amount: '7' }, dept)).data.id).not.toBe(answers[0]!.data.id);
  });
  test('R5 the same request id with another body is 317, and the first answer stays', async () => {
    const rid = (at: number) => `8d5c1b1e-7a8b-4b55-9d3a-0a8a1f1c2d4${at}`;
    const ask = (op: string, form: Record<string, unknown>) => desk.ask(own, op, { cloud: 'order', ...form });
    const lines = (price: string) => JSON.stringify({ 'order_line.order_entity': [{ op: 'Add', key_name: '一', price }] });
    const first = await ask('Add', { key_name: '单', amount: '7', _subtables: lines('1'), _rid: rid(1) });
    const id = first.data.id as number;
    const other = (await ask('Add', { key_name: '别单' })).data.id as number;
    const calls: [string, Record<string, unknown>, Record<string, unknown>][] = [
      ['Add', { key_name: '单', amount: '7', _subtables: lines('1') }, { amount: '8' }],
      ['Add', { key_name: '单', amount: '7', _subtables: lines('1') }, { _subtables: lines('2') }],
      ['Modify', { id, version: 1, amount: '9' }, { amount: '10' }],
      ['Modify', { id, version: 1, amount: '9' }, { version: 2 }],
      ['Delete', { id: String(id), version: 2 }, { id: String(other) }],
      ['Restore', { id }, { id: other }],
    ];
    for (const [at, [op, form, change]] of calls.entries()) {
      const _rid = op === 'Add' ? rid(1) : op === 'Modify' ? rid(2) : rid(at);
      const done = await ask(op, { ...form, _rid });
      expect(done.code, op).toBe(200);
      expect(await ask(op, { ...form, ...change, _rid }), op).toMatchObject({
        code: 317,
        remark: '$request_changed',
        data: { field: '_rid' },
      });
      expect(await ask(op, { ...form, _rid }), op).toEqual(done);
    }
    expect(await row(id)).toMatchObject({ amount: '9.00', deleted_time: null });
    expect(await row(other)).toMatchObject({ deleted_time: null });
  });
  test('R5 a refused submit leaves no note of its id', async () => {
    const _rid = '11111111-1111-4111-8111-111111111111';
    expect((await add({ _rid, amount: 'x' })).code).toBe(317);
    expect((await add({ _rid, amount: '1' })).code).toBe(200);
  });
});

describe('Modify', () => {
  test('writes only the fields sent; version, who and when move with it; unchanged values move nothing', async () => {
    const id = await added({ amount: '5', pieces: '2', note: '原' });
    expect((await modify(id, { amount: '6' })).data).toEqual({ id, version: 2 });
    expect(await row(id)).toMatchObject({ amount: '6.00', pieces: 2, total: '12.00', note: '原', modify_entity: 2, version: 2 });
    expect((await modify(id, { amount: '6.00', note: '原' })).data).toEqual({ id, version: 2 });
  });
  test('B3 out of scope reads like never there', async () => {
    const id = await added();
    expect(await modify(id, { amount: '1' }, dept)).toEqual(await modify(987654, { amount: '1' }, dept));
    expect((await modify(id, { amount: '1' }, dept)).code).toBe(315);
    expect((await modify(id, { amount: '1' }, await desk.as('admin2', { company: 'other' }))).code).toBe(315);
    expect((await modify(id, { amount: '1' }, await desk.as('own', { domain: '纽约市' }))).code).toBe(315);
  });
  test('R4 a stale version is 311 with who and when, and changes nothing', async () => {
    const id = await added({ amount: '1' });
    expect((await modify(id, { amount: '2', version: 1 })).code).toBe(200);
    const stale = await modify(id, { amount: '3', version: '1' });
    expect(stale).toMatchObject({
      code: 311,
      remark: '$recordStale',
      data: { who: { id: 2, key_name: '张三' }, modify_entity: { id: 2, key_name: '张三' }, version: 2 },
    });
    expect(String(stale.data.modify_time)).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    expect((await row(id)).amount).toBe('2.00');
  });
  test('R4 two editors at once: one is saved, the other told', async () => {
    const id = await added({ amount: '1' });
    const answers = await Promise.all([modify(id, { amount: '2', version: 1 }), modify(id, { amount: '3', version: 1 })]);
    expect(answers.map((answer) => answer.code).sort()).toEqual([200, 311]);
    expect((await row(id)).version).toBe(2);
  });
  test('a table may demand the version', async () => {
    const id = await added({ kind: '1', key_name: '客户' }, own, 'customer');
    expect(await modify(id, { kind: '2' }, own, 'customer')).toMatchObject({ code: 314, data: { field: 'version' } });
    expect((await modify(id, { kind: '2', version: 1 }, own, 'customer')).code).toBe(200);
  });
  test('B9 fields that may not change refuse the whole; sent back as they stand they pass', async () => {
    const id = await added({ amount: '5' });
    await desk.base.db.query(`update app."order" set fixed = '定', price_role = 3 where id = $1`, [id]);
    expect((await modify(id, { fixed: '变', amount: '9' })).code).toBe(312);
    expect((await modify(id, { price_role: '4', amount: '9' })).code).toBe(312);
    expect((await row(id)).amount).toBe('5.00');
    expect((await modify(id, { fixed: '定', price_role: '3', amount: '9' })).code).toBe(200);
    expect(await row(id)).toMatchObject({ fixed: '定', price_role: '3.000000', amount: '9.00' });
  });
  test('A17 repeated, nested and odd ids are 317', async () => {
    for (const id of [['1'], { $ne: '' }, '0x10', '-1', '0', 'NaN', '9007199254740993', '1e3', ' 1'])
      expect((await modify(id, {})).code, String(id)).toBe(317);
  });
  test('A9 a tree takes no circle', async () => {
    const top = await added({}, own, 'shelf');
    const below = await added({ parent_entity: top }, own, 'shelf');
    const last = await added({ parent_entity: below }, own, 'shelf');
    expect((await modify(top, { parent_entity: last }, own, 'shelf')).remark).toBe('$treeCycle');
    expect((await modify(top, { parent_entity: top }, own, 'shelf')).code).toBe(317);
    expect((await modify(last, { parent_entity: top }, own, 'shelf')).code).toBe(200);
  });
});

describe('a record under approval', () => {
  const bill = (rest: Record<string, unknown> = {}) => added({ key_name: '单据', amount: '10', ...rest }, own, 'bill');
  test('saved without an event it is a draft: what is required may wait, what is typed must fit', async () => {
    expect((await row(await bill({ amount: '' }), 'bill')).review_state).toBe(0);
    expect((await add({ amount: 'x' }, own, 'bill')).code).toBe(317);
  });
  test('B10 beyond state 1 nobody modifies it, and a closed field is never written', async () => {
    const id = await bill();
    expect((await modify(id, { verdict: '同意' }, own, 'bill')).code).toBe(312);
    await desk.base.db.query(`update app.bill set review_state = 2, reviewers = '{2}' where id = $1`, [id]);
    expect((await modify(id, { amount: '99' }, own, 'bill')).code).toBe(312);
    await desk.base.db.query(`update app.bill set review_state = 90, reviewers = '{}' where id = $1`, [id]);
    expect((await modify(id, { amount: '99' }, own, 'bill')).code).toBe(312);
    expect((await row(id, 'bill')).amount).toBe('10.000000');
  });
  test('B10 in state 1 only its creator changes it, not even the administrator', async () => {
    const id = await bill();
    expect((await modify(id, { amount: '99' }, await desk.as('root'), 'bill')).code).toBe(312);
  });
});
