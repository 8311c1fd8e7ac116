import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectUnchanged } from '../asserts.ts';
import { openTarget, type Target, type Told } from '../target.ts';
import { corpus, type Known, knownRecords, newMessage, sayingOf } from './corpus.ts';

let target: Target;
let known: Known;
beforeAll(async () => {
  target = await openTarget();
  known = await knownRecords(target);
});
afterAll(() => target?.close());

const TABLES = ['initiation', 'project', 'department', 'message', 'message[web]', 'todo', 'user'];
/** Reads of every table: those that take a filter and an order. */
const READS = TABLES.flatMap((cloud) => [
  ['Page', cloud],
  ['List', cloud],
  ...(cloud === 'department' ? [['Tree', cloud]] : []),
  ...(cloud === 'initiation' ? [['Group', cloud, 'project_type']] : []),
]);

async function read(as: string, [op, cloud, field]: readonly string[], filters: unknown, more: Record<string, string> = {}): Promise<Told> {
  const form = { cloud: cloud!, filters: JSON.stringify(filters), ...(field ? { field } : {}), ...more };
  return target.say(`/app?op=${op}`, { as, form });
}

/** No payload is ever text of a statement; what the product itself says, such as `count(*)`, proves nothing. */
function expectUnsaid(payloads: readonly string[]): void {
  const said = target.statements.join('\n');
  for (const payload of payloads.filter((one) => one.length > 9 && /[;'"()]/.test(one)))
    expect([payload, said.includes(payload)]).toEqual([payload, false]);
}

/** Expressions, look-alikes, fields of other tables, columns that are no fields, secrets. */
const NO_FIELDS = [
  'id) or (1=1',
  'id;select pg_sleep(5)--',
  '(select case when 1=1 then id else 1/0 end)',
  't1.password',
  't.id',
  'create_entity.password',
  'create_entity.login_name.id',
  '"id"::text',
  'id::text',
  'іd',
  'ｉｄ',
  'ID',
  'password',
  'company_id',
  'keywords',
  'deleted_time',
  'create_department',
  'plan_item',
  'stored_key',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'id as x',
  'desc nulls last,(select 1)',
];

test('A1 sort and order', async () => {
  await expectUnchanged(target.base.db, async () => {
    for (const where of READS.filter(([op]) => op !== 'Group')) {
      for (const field of NO_FIELDS)
        expect([(await read('applicant', where, { sort: [[field, 'asc']] })).code, field]).toEqual([317, field]);
      for (const direction of ['desc nulls last,(select 1)', 'asc;select pg_sleep(5)--', 'DESC', '', 1, null])
        expect((await read('admin', where, { sort: [['id', direction]] })).code).toBe(317);
      for (const name of ['sort', 'order', 'order_by', 'sidx'])
        expect((await read('applicant', where, {}, { [name]: 'id;select pg_sleep(5)--' })).code).toBe(317);
    }
  });
  expectUnsaid(NO_FIELDS);
});

test('A2 filter fields', async () => {
  await expectUnchanged(target.base.db, async () => {
    for (const where of READS)
      for (const field of NO_FIELDS) {
        expect([(await read('applicant', where, { fields: { [field]: '1' } })).code, field]).toEqual([317, field]);
        expect([(await read('applicant', where, { where: `${field}=1` })).code, field]).toEqual([317, field]);
      }
    for (const field of ['npv', 'est_price.id', 'budget_no', 'done_price'])
      expect((await read('viewer', ['Page', 'initiation'], { fields: { [field]: '1' } })).code).toBe(317);
    for (const field of ['login_name', 'role_entities', 'status', 'manager_entity.login_name'])
      expect((await read('viewer', ['Page', field.includes('.') ? 'initiation' : 'user'], { fields: { [field]: '1' } })).code).toBe(317);
  });
  expectUnsaid(NO_FIELDS);
});

test('A3 filter operators, and objects instead of strings', async () => {
  const operators = ['= 0 or 1=1', 'ilike any', 'sum', 'LIKE', '~', '@>', '||', '', '__proto__', 'constructor'];
  const values = [
    { $ne: '' },
    [['a']],
    ['a'],
    ['a', 'b', 'c'],
    true,
    { op: '=', value: { a: 1 } },
    { op: 'in', value: 'a' },
    { op: '=', value: '1', extra: 1 },
    { value: '1' },
  ];
  await expectUnchanged(target.base.db, async () => {
    for (const where of READS) {
      for (const op of operators)
        expect([(await read('admin', where, { fields: { id: { op, value: '1' } } })).code, op]).toEqual([317, op]);
      for (const value of values) expect([(await read('admin', where, { fields: { id: value } })).code, value]).toEqual([317, value]);
    }
    for (const filters of ['[]', '"x"', 'null', '{', '{"sort":"id"}', '{"fields":[]}', '{"other":1}', '{"fields":{"id":"1"},"fields":{}}'])
      expect([(await target.say('/app?op=Page', { form: { cloud: 'project', filters } })).code, filters]).toEqual([317, filters]);
  });
  expectUnsaid(operators);
});

test('A6 fields', async () => {
  const lists = ['*', 'password', 'id,(select 1)', 'id as x', 'id,,key_name', 'id, key_name', ...NO_FIELDS];
  const many = Array.from({ length: 10_000 }, (_, at) => `f${at}`).join(',');
  await expectUnchanged(target.base.db, async () => {
    for (const cloud of TABLES) {
      for (const fields of lists) {
        for (const op of ['Page', 'List'])
          expect([(await read('applicant', [op, cloud], {}, { fields })).code, fields]).toEqual([317, fields]);
        if (cloud === 'initiation')
          expect((await target.say('/app?op=Get', { form: { cloud, id: String(known.initiation), fields } })).code).toBe(317);
      }
      for (const op of ['Page', 'List']) expect((await read('applicant', [op, cloud], {}, { fields: many })).code).toBe(341);
    }
    expect((await read('viewer', ['Page', 'initiation'], {}, { fields: 'id,npv' })).code).toBe(317);
  });
  expectUnsaid(lists);
});

test('A7 cloud, in every op that takes one: all the same 312', async () => {
  const clouds = [
    'pg_shadow',
    'information_schema.tables',
    'user;drop',
    '__proto__',
    'constructor',
    '../x',
    "user[contact'",
    'USER',
    'app.user',
    'fw.session',
    'fw_session',
    'user[none]',
    'message[__proto__]',
    '',
    ' user',
    'user ',
    'x'.repeat(1_000_000),
  ];
  await expectUnchanged(target.base.db, async () => {
    for (const sample of corpus(known).filter((one) => 'cloud' in one.form && !one.get))
      for (const cloud of clouds) {
        const told = await target.say(sample.url, { ...sayingOf(sample, { ...sample.form, cloud }), as: 'admin' });
        // a field before a file is short, whatever it says
        const same = sample.upload && cloud.length > 1_024 ? [317, { field: 'cloud' }] : [312, undefined];
        expect([told.code, told.data, sample.url, cloud.slice(0, 40)]).toEqual([...same, sample.url, cloud.slice(0, 40)]);
      }
    for (const key_name of clouds) expect((await target.say('/sys?op=LoadTable', { as: 'admin', form: { key_name } })).code).toBe(312);
    for (const cloud of clouds) {
      const actions = JSON.stringify([{ path: '/app', op: 'Page', cloud }]);
      expect((await target.say('/sys?op=Queue', { as: 'admin', form: { actions } })).rows).toEqual([
        expect.objectContaining({ code: 312 }),
      ]);
    }
  });
  expectUnsaid(clouds);
});

test('A8 Group', async () => {
  const fields = [
    'count(*)',
    'npv',
    'est_price+0',
    'est_price',
    'members.key_name',
    'project_type,id',
    'manager_entity.login_name',
    ...NO_FIELDS,
  ];
  await expectUnchanged(target.base.db, async () => {
    for (const field of fields)
      expect([(await target.say('/app?op=Group', { as: 'viewer', form: { cloud: 'initiation', field } })).code, field]).toEqual([
        317,
        field,
      ]);
    // the levels of a grouped list, and the rows of one
    for (const field of [...fields, 'start_date:week', "start_date:month'--", 'start_date:', 'project_type:year']) {
      const form = { cloud: 'initiation', field, order: 'value' };
      expect([(await target.say('/app?op=Group', { as: 'viewer', form })).code, field]).toEqual([317, field]);
      for (const where of READS) expect([(await read('applicant', where, { within: [[field, 1]] })).code, field]).toEqual([317, field]);
    }
  });
  expectUnsaid(fields);
});

test('A9 Tree: node ids, keys with quotes, a circle of parents', async () => {
  const ids = ['1) union select 1', "1'", '-1', '1.5', '0x10', ' 1', '1e3', '9'.repeat(30), '1;drop table app.department', 'null'];
  await expectUnchanged(target.base.db, async () => {
    for (const cloud of ['department', 'invest_subject'])
      for (const id of ids) expect([(await target.say('/app?op=Tree', { form: { cloud, id } })).code, id]).toEqual([317, id]);
  });
  expectUnsaid(ids);
  const add = async (key_name: string, parent_entity: string) => {
    const told = await target.say('/app?op=Add', {
      as: 'admin',
      form: { cloud: 'department', code: `Z${key_name.length}`, key_name, parent_entity },
    });
    expect(told.code).toBe(200);
    return String(told.data!.id);
  };
  const name = `"'); drop table app.department;--`;
  const a = await add(name, '');
  const b = await add('b', a);
  const c = await add('cc', b);
  const moved = await target.say('/app?op=Modify', { as: 'admin', form: { cloud: 'department', id: a, parent_entity: c } });
  expect([moved.code, JSON.parse(moved.body).remark]).toEqual([317, '$treeCycle']);
  expect((await target.say('/app?op=Modify', { as: 'admin', form: { cloud: 'department', id: a, parent_entity: a } })).code).toBe(317);
  await target.base.db.query('update app.department set parent_entity = $1 where id = $2', [Number(c), Number(a)]);
  const drawn = await target.say('/app?op=Tree', { form: { cloud: 'department' } });
  expect(drawn.rows!.find((row) => row.id === Number(a))).toMatchObject({ key_name: name });
  expect(drawn.rows!.filter((row) => [a, b, c].includes(String(row.id)))).toHaveLength(3);
  for (const id of [a, b, c]) expect((await target.say('/app?op=Tree', { form: { cloud: 'department', id } })).code).toBe(200);
  // whoever belongs to the circle, and what asks for all below it
  await target.base.db.query(`update app."user" set department_entity = $1 where login_name = 'viewer' and company_id = 1`, [Number(b)]);
  expect((await target.say('/app?op=Page', { as: 'viewer', form: { cloud: 'initiation' } })).code).toBe(200);
  expect((await read('admin', ['Page', 'initiation'], { belong_id: Number(a) })).code).toBe(200);
});

test('A9 a table without a tree has none', async () => {
  await newMessage(target);
  expect((await target.say('/app?op=Tree', { as: 'admin', form: { cloud: 'message', id: '1' } })).code).toBe(317);
});
