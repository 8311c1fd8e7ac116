import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Session } from '#server/meta/session.ts';
import { putRows } from '#server/records/read/testing-rows.ts';
import { type Lab, openLab } from '#server/records/testing.ts';
import { reads, type Told } from './testing-call.ts';

let lab: Lab;
let me: Session;
let send: ReturnType<typeof reads>;
beforeAll(async () => {
  lab = await openLab();
  await putRows(lab);
  me = await lab.as('all');
  send = reads(lab);
});
afterAll(() => lab.close());

const page = (filters: unknown, rest: Record<string, unknown> = {}): Promise<Told> =>
  send(me, 'Page', { cloud: 'plan', filters: JSON.stringify(filters), ...rest });

/** Fields of other tables, columns that are no fields, expressions, look-alikes. */
const NO_FIELDS = [
  'id) or (1=1',
  'id;select pg_sleep(5)--',
  '(select case when 1=1 then id else 1/0 end)',
  't1.password',
  'create_entity.password',
  'create_entity.id.id',
  '"id"::text',
  'іd',
  'ｉd',
  'ID',
  'company_id',
  'keywords',
  'deleted_time',
  'create_department',
  'plan_entity',
  'login_name',
  'id as x',
  '*',
  'count(*)',
  '__proto__',
  'constructor',
  'toString',
  '',
  '.',
  'id.',
];

describe('a name is a name of the definition, or 317', () => {
  it.each(NO_FIELDS)('A1 sort by %j', async (field) => {
    expect((await page({ sort: [[field, 'asc']] })).code).toBe(317);
  });
  it.each(['desc nulls last,(select 1)', 'ASC', '', 1, null])('A1 direction %j', async (direction) => {
    expect((await page({ sort: [['id', direction]] })).code).toBe(317);
  });
  it.each(NO_FIELDS)('A2 filter on %j', async (field) => {
    expect((await page({ fields: { [field]: { op: '=', value: '1' } } })).code).toBe(317);
    expect((await page({ where: `${field}=1` })).code).toBe(317);
  });
  it.each(['= 0 or 1=1', 'ilike any', 'sum', '', '||', 'LIKE', '__proto__'])('A3 operator %j', async (op) => {
    expect((await page({ fields: { code: { op, value: '1' } } })).code).toBe(317);
  });
  it.each([{ $ne: '' }, [['a']], ['a'], ['a', 'b', 'c'], true, { op: '=', value: { a: 1 } }, { op: '=', value: '1', extra: 1 }])(
    'A3 a value of another shape: %j',
    async (value) => expect((await page({ fields: { code: value } })).code).toBe(317),
  );
  it.each(['[]', '"x"', 'null', '{', '{"sort":"id"}', '{"fields":[]}', '{"other":1}'])('A3 filters %s', async (filters) => {
    expect((await send(me, 'Page', { cloud: 'plan', filters })).code).toBe(317);
  });
  it.each([...NO_FIELDS.filter((field) => field !== ''), 'id,(select 1)', 'code,,id', 'code, amount'])('A6 fields=%s', async (fields) => {
    expect((await page({}, { fields })).code).toBe(317);
    expect((await send(me, 'Get', { cloud: 'plan', id: 1, fields })).code).toBe(317);
  });
  it('A6 10 000 names', async () => {
    const fields = Array.from({ length: 10_000 }, (_, at) => `f${at}`).join(',');
    expect((await page({}, { fields })).code).toBe(341);
  });
  it.each([...NO_FIELDS, 'memo', 'begin_date', 'amount', 'create_entity.department_entity'])('A8 group by %j', async (field) => {
    expect((await send(me, 'Group', { cloud: 'plan', field })).code).toBe(317);
  });
  it.each(['1) union select 1', "1'", '-1', '1.5', '0x10', ' 1', '9'.repeat(30), '', null, [31, '1)'], [[31]]])(
    'A9 a branch of %j',
    async (value) => {
      expect((await page({ fields: { department_entity: { op: 'below', value } } })).code).toBe(317);
    },
  );
  it.each(['1) union select 1', "1'", '-1', '1.5', '0x10', ' 1', '9'.repeat(30)])('A9 tree below %j', async (id) => {
    expect((await send(me, 'Tree', { cloud: 'folder', id })).code).toBe(317);
  });
});

describe('A7 a table is a table of the definitions, or 312', () => {
  it.each([
    'pg_shadow',
    'information_schema.tables',
    'user;drop',
    '__proto__',
    'constructor',
    '../x',
    "user[contact'",
    'plan[big',
    'plan[none]',
    'plan[__proto__]',
    'USER',
    'app.plan',
    '"plan"',
    'fw.session',
    '',
    'x'.repeat(1_000_000),
  ])('%.40s', async (cloud) => {
    for (const op of ['Page', 'List', 'Tree', 'Get', 'Group']) {
      const form = { cloud, ...(op === 'Get' ? { id: 1 } : {}), ...(op === 'Group' ? { field: 'type' } : {}) };
      expect(await send(me, op, form)).toEqual({ code: 312, remark: '' });
    }
  });
});

describe('A9 a circle of nodes is drawn and ends', () => {
  it('A under B under A, a name with quotes', async () => {
    const here = { company_id: 1, subcompany_id: 11, create_entity: 4 };
    const a = await lab.put('folder', { ...here, key_name: `a" onload='x'); drop table folder;--` });
    const b = await lab.put('folder', { ...here, key_name: 'b', parent_entity: a });
    const c = await lab.put('folder', { ...here, key_name: 'c', parent_entity: b });
    await lab.base.db.query(`update app.folder set parent_entity = ${b} where id = ${a}`);
    const all = await send(me, 'Tree', { cloud: 'folder' });
    const parents = new Map(all.rows!.map((row) => [row.id, row.parent_id]));
    expect([parents.get(c), [...parents.values()].filter((parent) => parent === null).length]).toEqual([b, 1]);
    expect((await send(me, 'Tree', { cloud: 'folder', id: String(b) })).rows!.map((row) => row.id).sort()).toEqual([a, c].sort());
    await lab.base.db.query('delete from app.folder');
  });
});

/** What is sent where one may write anything; attack/literals sends the lists of others too. */
const PAYLOADS = [
  ...new Set([
    "' or '1'='1",
    "'; drop table app.plan; --",
    "') or 1=1 --",
    '" or ""="',
    "1' and pg_sleep(5)::text = '1",
    '1;select pg_sleep(5)',
    '$1',
    '$1::text',
    '$$x$$',
    '{user.id}',
    '{today}',
    "\\'; select 1 --",
    'x%\'" or _',
    '1 or 1=1',
    '../../etc/passwd',
    '<script>alert(1)</script>',
    '{{7*7}}',
    '$' + '{7*7}',
    '\u0000x',
    '\ud800',
    '😀',
    '1&1=1',
    '}',
    'a|b=1',
  ]),
];

describe('A4 a value is a value: every payload answers like any literal that matches nothing, or 317', () => {
  const nothing = 'zqxjkv-nothing-like-this';
  const places: [string, (value: string) => unknown][] = [
    ['key_word', (value) => ({ key_word: value })],
    ['a text field', (value) => ({ fields: { code: value } })],
    ['=', (value) => ({ fields: { memo: { op: '=', value } } })],
    ['in', (value) => ({ fields: { memo: { op: 'in', value: [value] } } })],
    ['a number', (value) => ({ fields: { num: { op: '=', value } } })],
    ['a day', (value) => ({ fields: { begin_date: { op: '=', value } } })],
    ['an instant', (value) => ({ fields: { due_time: [value, value] } })],
    ['a reference', (value) => ({ fields: { department_entity: { op: '=', value } } })],
    ['a list', (value) => ({ fields: { team: { op: '=', value } } })],
    ['a quoted value of where', (value) => ({ where: `memo='${value.replaceAll("'", "''")}'` })],
  ];
  it.each(places)('%s', async (_, filters) => {
    const expected = await page(filters(nothing));
    const zero = await page(filters('0'));
    for (const payload of PAYLOADS) {
      const told = await page(filters(payload));
      const short = { ...told, data: undefined };
      if (told.code === 317) continue;
      expect(
        [
          { ...expected, data: undefined },
          { ...zero, data: undefined },
        ],
        payload,
      ).toContainEqual(short);
    }
  });
  it('A10 in where, what is not quoted is a condition of the grammar or 317; nothing is evaluated', async () => {
    for (const where of [
      "constructor.constructor('return process')()",
      'code=1;drop',
      '1=1',
      'code=1 or 1=1',
      "code='x' or 1=1",
      'code=1|1=1',
    ])
      expect([200, 317]).toContain((await page({ where })).code);
    expect((await page({ where: 'code=1 or 1=1' })).rows).toEqual([]);
    expect((await page({ where: 'code=1|1=1' })).code).toBe(317);
  });
});

describe('A5 % and _ are letters', () => {
  it.each(['%', '_', '\\', '%%', '__', '%'.repeat(200), 'P%', 'P_'])('%.10s', async (key_word) => {
    expect((await page({ key_word })).rows).toEqual([]);
    expect((await page({ fields: { code: key_word } })).rows).toEqual([]);
  });
  it('R10 what is looked for inside of texts has 200 letters; a longer one is told, whatever it is made of', async () => {
    const long = '\u0f73'.repeat(201);
    const asked = [
      { key_word: long },
      { fields: { code: long } },
      { fields: { code: { op: 'like', value: long } } },
      { where: `id=1|(id=2&code like '${long}')` },
    ];
    for (const filters of asked) {
      const told = await page(filters);
      expect([told.code, told.remark, told.data?.limit]).toEqual([316, '$searchTooLong', 200]);
    }
    for (const op of ['Tree', 'Group', 'List'])
      expect((await send(me, op, { cloud: 'plan', field: 'state', filters: JSON.stringify({ key_word: long }) })).code).toBe(316);
    expect((await page({ fields: { code: { op: '=', value: long } } })).rows).toEqual([]);
  });
  it('R10 a keyword that repeats itself has its 200 letters as it is folded, not as it is typed', async () => {
    const title = '……远山集团㎡…'.repeat(7);
    for (const key_word of ['\ufdfa'.repeat(11), title + title.slice(0, 9), `${'…'.repeat(100)}${title}`])
      expect([key_word, (await page({ key_word })).code]).toEqual([key_word, 200]);
    const told = await page({ key_word: '\ufdfa'.repeat(12) });
    expect([told.code, told.remark, told.data?.limit]).toEqual([316, '$searchTooLong', 200]);
    const group = { cloud: 'plan', field: 'type', filters: JSON.stringify({ key_word: '\ufdfa'.repeat(12) }) };
    expect((await send(me, 'Group', group)).code).toBe(316);
  });
  it('R10 ten texts are looked for inside of others at most, and none that stands in another field', async () => {
    const some = (many: number, one = "code like 'P'") => Array.from({ length: many }, () => one).join('|');
    expect((await page({ where: some(10) })).rows).toHaveLength(4);
    for (const where of [some(11), `id=1|((${some(5)})&(id=2|${some(6)}))`]) expect((await page({ where })).code).toBe(341);
    for (const filter of ['P', { op: 'like', value: 'P' }])
      expect((await page({ where: some(10), fields: { code: filter } })).code).toBe(341);
    for (const filter of [{ op: '=', value: 'P1' }, ['A', 'Z'], { op: 'in', value: ['P1', 'P2'] }])
      expect((await page({ where: some(10), fields: { code: filter } })).code).toBe(200);
    // what is stored may be as long as it likes, on both sides
    for (const where of ['code like {key_name}', 'id=1|(id=2&key_name like {code})', 'code like {code}'])
      expect([where, (await page({ where })).code]).toEqual([where, 317]);
    expect((await page({ where: 'code={code}' })).rows).toHaveLength(4);
  });
});

describe('A16 A17 A18 numbers, keys and letters out of the ordinary', () => {
  it.each([
    '{"__proto__":{"admin":1}}',
    '{"fields":{"__proto__":"x"}}',
    '{"fields":{"constructor":{"op":"=","value":"1"}}}',
    '{"constructor":{"prototype":{"x":1}}}',
  ])('A16 filters=%s', async (filters) => {
    expect([200, 317]).toContain((await send(me, 'Page', { cloud: 'plan', filters })).code);
    expect(({} as Record<string, unknown>).admin).toBeUndefined();
    expect((await page({})).total).toBe(4);
  });
  it.each([
    ['rows', '-1'],
    ['rows', '0'],
    ['rows', 'NaN'],
    ['rows', '9007199254740993'],
    ['rows', '0x10'],
    ['rows', '1e3'],
    ['page', '-1'],
    ['page', '0'],
    ['page', ' 1'],
    ['page', '1,2'],
    ['page', '99999999999999'],
    ['exact', '2'],
    ['as_of', 'now()'],
    ['as_of', "2026-01-01'"],
  ])('A17 %s=%s', async (name, value) => {
    expect((await page({}, { [name]: value })).code).toBe(317);
  });
  it('A17 a million rows a page are a thousand, page 1e12 is empty', async () => {
    expect((await page({}, { rows: '1000000000' })).rows).toHaveLength(4);
    expect(await page({}, { page: '1000000000000', rows: '1000' })).toMatchObject({ code: 200, rows: [], total: 4 });
  });
  it.each([['id[]'], ['id[$ne]'], ['subcompany_id'], ['company_id']])('A17 %s is no parameter', async (name) => {
    expect((await page({}, { [name]: '1' })).code).toBe(317);
  });
  it.each([
    ['code', '9'.repeat(2001)],
    ['num', '9'.repeat(400)],
    ['num', '99999999999999999999'],
    ['amount', '1e999'],
    ['begin_date', '0000-00-00'],
    ['begin_date', '99999-01-01'],
    ['due_time', '2026-11-21 25:00:00'],
    ['code', 'a\u0000b'],
    ['code', '\udfff'],
  ])('A18 %s=%.30s', async (field, value) => {
    expect([200, 316, 317]).toContain((await page({ fields: { [field]: { op: '=', value } } })).code);
  });
});
