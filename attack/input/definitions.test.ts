import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { testField, testSuite, testTable } from '#protocol/meta/testing-suite.ts';
import { matchesPattern } from '#protocol/rules/pattern.ts';
import { flowMigrations } from '#server/flow/store/migrations.ts';
import { loadCatalogue } from '#server/meta/load.ts';
import { createDispatch, indexOps } from '#server/ops/dispatch.ts';
import { ALL_OPS } from '#server/ops/registry.ts';
import { recordsMigrations } from '#server/records/migrations.ts';
import { type Lab, openLab } from '#server/records/testing.ts';

/** Why the installation is refused with this table, or '' when it is taken. */
function refused(table: Partial<TableDef> & { table_name?: string }): string {
  try {
    loadCatalogue([testSuite([testTable(table.table_name ?? 'thing', table)])]);
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}
const field = (rest: Partial<FieldDef> & Pick<FieldDef, 'data_type'>) =>
  refused({ fields: [testField('other', { data_type: 'numeric' }), testField('x', rest)] });

test('A11 calc and defvalue are numbers, fields and listed functions, or the server does not start', () => {
  const evil = [
    'process.exit()',
    'while(1)',
    `${'('.repeat(10_000)}1${')'.repeat(10_000)}`,
    "constructor.constructor('return process')()",
    '1;process.exit()',
    'other[0]',
    'other.constructor',
    '`1`',
    'other=>1',
    'import("fs")',
    'this',
    'globalThis',
    '__proto__',
    'toString()',
    'eval(1)',
    'sum(fw.session.id)',
    'other||1',
    '1/**/+1',
    '(select 1)',
    "other'; drop table app.user;--",
    '9'.repeat(5000),
  ];
  expect(field({ data_type: 'numeric', calc: 'other*2' })).toBe('');
  for (const calc of evil)
    expect([calc.slice(0, 40), field({ data_type: 'numeric', calc })]).toEqual([calc.slice(0, 40), expect.stringContaining('calc')]);
  for (const defvalue of evil)
    expect([defvalue.slice(0, 40), field({ data_type: 'int', defvalue })]).toEqual([
      defvalue.slice(0, 40),
      expect.stringContaining('defvalue'),
    ]);
  for (const key of ['onchange', 'onclick', 'script', 'formula', 'html', 'validator'])
    expect([key, field({ data_type: 'text', [key]: 'process.exit()' } as never)]).toEqual([key, expect.stringMatching(/\S/)]);
});

test('A11 A10 where, query, fetch and number of a definition are of their grammars too', () => {
  for (const where of [
    'process.exit()',
    '1=1',
    "constructor.constructor('x')()",
    `${'('.repeat(10_000)}x=1`,
    '__proto__=1',
    'x={process.env}',
    'x=1 or 1=1)',
  ])
    expect([where.slice(0, 40), field({ data_type: 'text', view_where: where })]).toEqual([
      where.slice(0, 40),
      expect.stringMatching(/view_where/),
    ]);
  for (const query of ['a=1;drop', '{a}=1', 'a=(select 1)', "a' or '1'='1", 'a.b.c=1'])
    expect([query, refused({ fields: [testField('x', { data_type: 'entity', source: 'thing', query })] })]).toEqual([
      query,
      expect.stringContaining('query'),
    ]);
  for (const number of ['{process.exit()}', '{yyyy}', '{000}{000}', "';drop table app.user;--{000}{x}"])
    expect([number, field({ data_type: 'text', number })]).toEqual([number, expect.stringContaining('number')]);
});

test('A12 a format is linear in the value, whatever it says', () => {
  const slow = ['^(a+)+$', '(a*)*b', '(a|a)*b', '(a|aa)+$', '([a-z]+)*1', '(.*)*x', '((a?){50})+b'];
  const value = `${'a'.repeat(50_000)}!`;
  for (const format of slow) {
    expect([format, field({ data_type: 'text', format })]).toEqual([format, '']);
    expect([format, matchesPattern(format, value)]).toEqual([format, false]);
  }
  // what has no states or too many, and what is no pattern of ours
  for (const format of [
    '(((((((((()))))){200}){200}){200}){200}',
    '((((){200}){200}){200}){200}',
    '((a{200}){200}){200}',
    '(?=a)',
    '(?<=a)a',
    '(a)\\1',
    'a{1,99999}',
    '[z-a]',
    '('.repeat(100),
    '\\p{L}',
    'a'.repeat(201),
    '(?i)a',
    '*',
    '[',
    '\\',
  ])
    expect([format.slice(0, 40), field({ data_type: 'text', format })]).toEqual([format.slice(0, 40), expect.stringContaining('format')]);
});

test('A15 names of tables and fields: refused, or plain', () => {
  const evil = [
    'a"b',
    'x);drop table t;--',
    'a'.repeat(64),
    'a'.repeat(60),
    '__proto__',
    '数据',
    '1a',
    'a b',
    'a-b',
    '',
    "a'b",
    'a;b',
    'a.b',
    'a\0',
    '_a',
    'ａ',
    '$a',
    '../a',
    'toString',
    'constructor',
    'hasOwnProperty',
    'valueOf',
    'id',
    'create_time',
    'company_id',
  ];
  for (const name of evil) {
    expect([name, refused({ fields: [testField(name, { data_type: 'text' })] })]).toEqual([name, expect.stringMatching(/\S/)]);
    if (!['id', 'create_time', 'company_id'].includes(name))
      expect([name, refused({ table_name: name })]).toEqual([name, expect.stringMatching(/\S/)]);
  }
  expect(refused({ fields: [testField('Same', { data_type: 'text' }), testField('same', { data_type: 'text' })] })).toMatch(/\S/);
});

/** Names that are words of SQL or of JavaScript, and harmless because they are quoted and looked up as own. */
const WORDS = ['order', 'select', 'then', 'table', 'where', 'user', 'pg_x', 'limit', 't', 'p', 'length', 'prototype', 'a'.repeat(59)];
const ACTIONS = ['List', 'Add', 'Show', 'Modify', 'Delete'].map((op) => ({ uid: op, op, key_name: op, key_name_en: op }));
const hostile = (table_name: string): TableDef =>
  testTable(table_name, {
    uid: `attack.${table_name}`,
    fields: [
      testField('key_name', { data_type: 'text', search: 1 }),
      ...WORDS.map((name) => testField(name, { data_type: 'text', search: 1 })),
      testField('group', { data_type: 'select', items: [{ id: 1, key_name: 'a', key_name_en: 'a' }] }),
      testField('parent', { data_type: 'entity', source: table_name, query: 'then={then}' }),
    ],
    states: [
      { uid: 'toolbar', value: '*', key_name: 'a', key_name_en: 'a', actions: ACTIONS.slice(0, 2) },
      { uid: 'one', value: '1', key_name: 'a', key_name_en: 'a', actions: ACTIONS.slice(2) },
    ],
  });
/** Said by pairs, because an object with a `then` looks like a promise. */
const pairs = (...said: [string, string][]) => Object.fromEntries(said);
const CHANGED = pairs(['then', 'changed'], ['order', 'changed too']);
const TABLES = ['order', 'then', 'pg_x', 'group', 'select'];

let lab: Lab;
beforeAll(async () => {
  const suites = [testSuite(TABLES.map(hostile), { uid: 'suite.attack', code: 'attack' })];
  lab = await openLab({ key: 'attack-names', suites, rooms: [recordsMigrations, flowMigrations] });
});
afterAll(() => lab?.close());

async function caller() {
  const ops = indexOps(ALL_OPS);
  const dispatch = createDispatch(lab.house, ops);
  const session = await lab.as('root');
  return async (op: string, form: Record<string, unknown>, path = '/app') => {
    const call = { form, caller: { address: '', userAgent: '', host: '', device: null }, session };
    try {
      const reply = (await dispatch(ops.get(`${path}?op=${op}`)!, call)) as {
        code?: number;
        data?: Record<string, unknown>;
        rows?: Record<string, unknown>[];
        total?: number;
      };
      return { ...reply, code: reply.code ?? 200 };
    } catch (error) {
      const { code } = error as { code: number };
      if (typeof code !== 'number') throw error;
      return { code, data: undefined, rows: undefined, total: undefined };
    }
  };
}

test('A15 tables and fields called order, then, select, group, pg_x work in every op', async () => {
  const call = await caller();
  const values = Object.fromEntries(WORDS.map((name) => [name, `value of ${name}`]));
  for (const cloud of TABLES) {
    const added = await call('Add', { cloud, key_name: 'one', group: '1', ...values });
    expect([cloud, added.code]).toEqual([cloud, 200]);
    const id = String(added.data!.id);
    expect((await call('Get', { cloud, id })).data).toMatchObject(values);
    expect((await call('Show', { cloud, id })).code).toBe(200);
    expect((await call('LoadTable', { key_name: cloud }, '/sys')).code).toBe(200);
    for (const name of WORDS) {
      const filters = { fields: { [name]: { op: '=', value: `value of ${name}` } }, sort: [[name, 'desc']], where: `${name} like value` };
      const found = await call('Page', { cloud, filters, fields: `id,${name}` });
      expect([cloud, name, found.code, found.rows?.length]).toEqual([cloud, name, 200, 1]);
      expect(found.rows![0]![name]).toBe(`value of ${name}`);
    }
    expect((await call('Group', { cloud, field: 'group' })).rows).toHaveLength(1);
    expect((await call('List', { cloud, filters: { key_word: 'value of then' } })).rows).toHaveLength(1);
    expect((await call('Modify', { cloud, id, ...CHANGED })).code).toBe(200);
    expect((await call('History', { cloud, id })).code).toBe(200);
    expect((await call('Delete', { cloud, id })).code).toBe(200);
    expect((await call('Restore', { cloud, id })).code).toBe(200);
    expect((await call('Get', { cloud, id })).data).toMatchObject(CHANGED);
  }
});

test('A13 a query binds the value of the other field whole, whatever it holds', async () => {
  const call = await caller();
  const evil = '1&subcompany_id=2';
  const plain = String((await call('Add', { cloud: 'order', key_name: 'plain', ...pairs(['then', '1']) })).data!.id);
  const odd = String((await call('Add', { cloud: 'order', key_name: 'odd', ...pairs(['then', evil]) })).data!.id);
  expect((await call('Add', { cloud: 'order', key_name: 'a', ...pairs(['then', evil]), parent: plain })).code).toBe(315);
  expect((await call('Add', { cloud: 'order', key_name: 'b', ...pairs(['then', evil]), parent: odd })).code).toBe(200);
  for (const then of ["1' or '1'='1", '1|then=1', '{then}', '1}&{x', '%', '1,2'])
    expect([then, (await call('Add', { cloud: 'order', key_name: 'c', ...pairs(['then', then]), parent: plain })).code]).toEqual([
      then,
      315,
    ]);
});
