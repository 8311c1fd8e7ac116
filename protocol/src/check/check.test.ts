import { describe, expect, it } from 'vitest';
import type { SuiteDef } from '#protocol/meta/suite.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { testField, testSuite, testTable } from '#protocol/meta/testing-suite.ts';
import { checkSuites } from './check.ts';

const said = (suites: unknown[]) => checkSuites(suites).errors.map(({ file, path, reason }) => `${file} ${path}: ${reason}`);
const ofTable = (table: Partial<TableDef>, ...others: TableDef[]) => said([testSuite([testTable('t', table), ...others])]);
const ofField = (data_type: Parameters<typeof testField>[1]['data_type'], rest: object = {}, name = 'f') =>
  ofTable({ fields: [testField(name, { data_type, ...rest })] }, user, department);
const T = 'suites/test/tables/t.ts';
const user = testTable('user', {
  tenancy: 'company',
  fields: [testField('department_entity', { data_type: 'entity', source: 'department' })],
});
const department = testTable('department', {
  tenancy: 'company',
  type: 'TREE',
  parent_field: 'parent_entity',
  fields: [
    testField('parent_entity', { data_type: 'entity', source: 'department' }),
    testField('leader_entity', { data_type: 'entity', source: 'user' }),
  ],
});

describe('META-01 the shape of a definition', () => {
  it('accepts a sound suite and gives it back', () => {
    const suite = testSuite([user, department]);
    expect(checkSuites([suite])).toEqual({ suites: [suite], errors: [], taken: new Set() });
  });

  it.each<[string, (suite: Record<string, unknown>) => void, string]>([
    ['an unknown key is named', (suite) => Object.assign(suite, { colour: 'red' }), 'suites/test/suite.ts colour: unknown key colour'],
    [
      'an unknown key of a field is named at its field',
      (suite) => Object.assign(tableOf(suite), { fields: [{ ...testField('a', { data_type: 'text' }), lenght: 3 }] }),
      `${T} fields[a].lenght: unknown key lenght`,
    ],
    ['a missing key is named', (suite) => Reflect.deleteProperty(tableOf(suite), 'key_name_en'), `${T} key_name_en: missing`],
    [
      'a name that cannot stand in SQL',
      (suite) => Object.assign(tableOf(suite), { fields: [testField('a;drop', { data_type: 'text' })] }),
      `${T} fields[a;drop].field_name: it cannot be "a;drop"`,
    ],
    [
      'a data type that does not exist',
      (suite) => Object.assign(tableOf(suite), { fields: [{ ...testField('a', { data_type: 'text' }), data_type: 'blob' }] }),
      `${T} fields[a].data_type`,
    ],
  ])('%s', (_, spoil, expected) => {
    const suite = structuredClone(testSuite([testTable('t')])) as unknown as Record<string, unknown>;
    spoil(suite);
    expect(said([suite]).join('\n')).toContain(expected);
  });

  it.each([null, 7, 'suite', []])('answers %j with errors, never a throw', (raw) => {
    expect(checkSuites([raw]).errors).not.toEqual([]);
  });
});

const tableOf = (suite: Record<string, unknown>) => (suite.tables as Record<string, unknown>[])[0]!;

describe('META-01 names stand once', () => {
  const below = (name: string) => ({
    ...{ uid: 'below', key_name: '下', key_name_en: 'Below', table_name: 't', parent_field: 'up', name },
  });
  it.each<[string, SuiteDef[], string]>([
    ['tables', [testSuite([testTable('t'), testTable('T', { uid: 'other' })])], 'table T stands twice'],
    ['table uids', [testSuite([testTable('t'), testTable('r', { uid: 't' })])], 'table uid t stands twice'],
    [
      'fields, whatever their case',
      [testSuite([testTable('t', { fields: [testField('a', { data_type: 'text' }), testField('A', { data_type: 'text' })] })])],
      'field_name A stands twice',
    ],
    [
      'field uids',
      [testSuite([testTable('t', { fields: [testField('a', { data_type: 'text' }), testField('b', { uid: 'a', data_type: 'text' })] })])],
      'field uid a stands twice',
    ],
    ['sub-table uids', [testSuite([testTable('t', { subtables: [below('one'), below('two')] })])], 'subtable uid below stands twice'],
    ['event ids', [testSuite([testTable('t', { states: [stateWith(1, 7), stateWith(2, 7)] })])], 'event id 7 stands twice'],
    ['suites', [testSuite([]), testSuite([], { uid: 'b' })], 'suite test stands twice'],
  ])('%s', (_, suites, expected) => {
    expect(said(suites).join('\n')).toContain(expected);
  });
});

function stateWith(value: number, event: number): TableDef['states'][number] {
  const named = { key_name: '名', key_name_en: 'Name' };
  const events = [{ uid: `e${value}`, id: event, ...named }];
  return { uid: `s${value}`, value: String(value), ...named, actions: [{ uid: `a${value}`, op: 'Modify', ...named, events }] };
}

describe('META-01 fields', () => {
  it.each<[string, string[], string]>([
    ['no standard column', ofField('int', {}, 'version'), 'version is a standard column'],
    ['no standard column in another case', ofField('int', {}, 'Company_Id'), 'Company_Id is a standard column'],
    ['key_name stays a text', ofField('int', {}, 'key_name'), 'key_name can only be text or textarea'],
    ['a numeric length is digits and scale', ofField('numeric', { length: '2,4' }), '2,4 is no precision and scale'],
    ['a date has no length', ofField('date', { length: 4 }), 'date has no length'],
    ['a select needs items', ofField('select'), 'a select needs items'],
    ['an unknown dictionary', ofField('select', { items: 'colours' }), 'unknown dictionary colours'],
    ['items with one id twice', ofField('radio', { items: [item(1), item(1)] }), 'item 1 stands twice'],
    ['an entity needs a source', ofField('entity'), 'an entity needs a source'],
    ['an unknown source', ofField('entity', { source: 'ghost' }), 'unknown table ghost'],
    ['an unknown variant of a source', ofField('entity', { source: 'user[ghost]' }), 'unknown table user[ghost]'],
    ['a query on an unknown field', ofField('entity', { source: 'user', query: 'ghost=1' }), 'user has no field ghost'],
    ['a query from an unknown field', ofField('entity', { source: 'user', query: 'department_entity={ghost}' }), 'unknown field {ghost}'],
    ['a fetch from an unknown field', ofField('entity', { source: 'user', fetch: 'remark=ghost' }), 'user has no field ghost'],
    ['a fetch into an unknown field', ofField('entity', { source: 'user', fetch: 'ghost=key_name' }), 'unknown field ghost'],
    ['a sum of texts', ofField('text', { stat: 'SUM' }), 'only int and numeric fields have a sum'],
    ['a number that offers tables', ofField('int', { offers: 'tables' }), 'only a text keeps the code of a table'],
    ['a number that is said in English', ofField('int', { english: 1 }), 'only texts are said in English by another field'],
    ['a text whose English is nowhere', ofField('text', { english: 1 }), 'fields[f].english: the table has no text f_en'],
    ['an amount that is a text', ofField('text', { money: 1 }), 'fields[f].money: only int and numeric fields are amounts'],
    [
      'an amount with a unit',
      ofField('numeric', { money: 1, unit: '万元', unit_en: '¥10,000' }),
      'an amount is in the currency of its domain',
    ],
    [
      'an amount that no domain gives a currency',
      ofTable({ tenancy: 'company', fields: [testField('f', { data_type: 'numeric', money: 1 })] }),
      'an amount is in the currency of a domain, and t belongs to none',
    ],
    ['bounds the wrong way', ofField('int', { min: 3, max: 2 }), 'min is above max'],
    ['demanded, yet nobody may fill it', ofField('text', { notnull: 1, readonly: 1 }), 'it is demanded, yet nobody can fill it'],
    ['an unknown state', ofField('text', { edit_state: '0,8' }), 'unknown state 8'],
    ['a condition on an unknown field', ofField('text', { view_where: 'ghost=1' }), 'unknown field ghost'],
    ['an English text is missing', ofField('numeric', { unit: '万元' }), 'the English text is missing'],
  ])('%s', (_, errors, expected) => {
    expect(errors.join('\n')).toContain(expected);
  });

  it.each(['table', 'subtable', 'state', 'action', 'event'])('the English name of a %s is missing: it is told where', (kind) => {
    const english = { key_name: '名', key_name_en: 'Name' };
    const nameOf = (of: string) => (of === kind ? { key_name: '名' } : english);
    const action = { uid: 'x', op: 'Review', ...nameOf('action'), events: [{ uid: 'e', id: 1, next_state: 2, ...nameOf('event') }] };
    const states = [{ uid: 's', value: '1', ...nameOf('state'), actions: [action] }];
    const subtables = [{ uid: 'b', table_name: 'u', parent_field: 'p', ...nameOf('subtable') }];
    const table = {
      ...testTable('t', { subtables, states } as never),
      ...english,
      ...(kind === 'table' ? { key_name_en: undefined } : {}),
    };
    const at: Readonly<Record<string, string>> = {
      ...{ table: '', subtable: 'subtables[u].', state: 'states[1].', action: 'states[1].actions[Review].' },
      event: 'states[1].actions[Review].events[1].',
    };
    expect(said([testSuite([table as never])]).filter((one) => one.includes('key_name_en'))).toEqual([
      `${T} ${at[kind]}key_name_en: missing`,
    ]);
  });

  it('key_name and remark may be described', () => {
    expect(ofField('text', { length: 40, notnull: 1 }, 'key_name')).toEqual([]);
    expect(ofField('textarea', {}, 'remark')).toEqual([]);
  });

  it('a platform table names no table of a company, since the database could not guard it', () => {
    const platform = testTable('p', { tenancy: 'platform', fields: [testField('u', { data_type: 'entity', source: 'user' })] });
    expect(said([testSuite([platform, user, department])]).join()).toContain('a platform table cannot name user');
  });
});

const item = (id: number) => ({ id, key_name: '项', key_name_en: 'Item' });
const named = { key_name: '名', key_name_en: 'Name' };

describe('META-01 references of a table', () => {
  const state = (rest: object) => ({ states: [{ uid: 's', value: '1', ...named, ...rest }] });
  it.each<[string, Partial<TableDef>, string]>([
    ['tree', { type: 'TREE' }, 'a TREE table names its parent field'],
    ['parent_field', { parent_field: 'create_entity' }, 'create_entity is no entity field of this table itself'],
    ['owner_field', { owner_field: 'remark' }, 'remark is no entity field of user'],
    ['permission', { permission: 'ghost' }, 'unknown permission group ghost'],
    ['order', { order: '-create_time,ghost' }, 'unknown field ghost'],
    ['unique', { unique: [['ghost']] }, 'unknown field ghost'],
    ['row_where', { row_where: 'ghost={user.id}' }, 'unknown field ghost'],
    ['style', { styles: [{ uid: 'x', field: 'ghost', value: '1', style: 'late', target: 'ROW' }] }, 'unknown field ghost'],
    ['variant field', { variants: [{ uid: 'v', name: 'web', fields: ['ghost'] }] }, 'unknown field ghost'],
    [
      'op of a variant',
      { variants: [{ uid: 'v', name: 'web', ops: ['List', 'Lsit'] }] },
      'variants[web].ops: Lsit is no op that a variant answers',
    ],
    ['subtable', { subtables: [{ uid: 'x', ...named, table_name: 'ghost', parent_field: 'a' }] }, 'unknown table ghost'],
    [
      'parent field of a subtable',
      { subtables: [{ uid: 'x', ...named, table_name: 'user', parent_field: 'department_entity' }] },
      'user.department_entity is no entity field of t',
    ],
    [
      'heading of a subtable',
      { subtables: [{ uid: 'x', ...named, table_name: 'user', parent_field: 'department_entity', under: 'key_name' }] },
      'key_name is no heading of this table',
    ],
    ['handler role', state({ handler: { type: 'role', code: 'ghost' } }), 'unknown role ghost'],
    ['handler post', state({ handler: { type: 'post', code: 'ghost' } }), 'unknown post ghost'],
    [
      'who takes over when it is late',
      state({ timeout: { hours: 1, do: 'assign', to: { type: 'role', code: 'ghost' } } }),
      'states[1].timeout.to: unknown role ghost',
    ],
    [
      'handler path',
      state({ handler: { type: 'field', field: 'create_entity.department_entity' } }),
      'create_entity.department_entity leads to no user',
    ],
    [
      'need_fields',
      state({ actions: [{ uid: 'a', op: 'Review', ...named, events: [{ uid: 'e', id: 1, ...named, need_fields: 'ghost' }] }] }),
      'unknown field ghost',
    ],
    ['cloud of an action', state({ actions: [{ uid: 'a', op: 'Show', ...named, cloud: 'ghost' }] }), 'unknown table ghost'],
    ['write_back table', { write_back: [{ uid: 'w', state: 1, table: 'ghost', op: 'Add', values: {} }] }, 'unknown table ghost'],
    [
      'write_back value',
      { write_back: [{ uid: 'w', state: 1, table: 'user', op: 'Add', values: { key_name: '{ghost}' } }] },
      'unknown field {ghost}',
    ],
    ['no first state', { states: [] }, "state '1' is missing"],
  ])('%s', (_, table, expected) => {
    expect(ofTable(table, user, department).join('\n')).toContain(expected);
  });

  it('a group that is wrong is no mend of itself', () => {
    const { errors } = checkSuites([
      testSuite([testTable('t', { permission: 'users' }), testTable('s', { permission: 'users' }), user, department]),
    ]);
    expect(errors.map(({ path, mend }) => `${path}: ${mend}`)).toEqual(Array(2).fill('permission: did you mean user?'));
  });

  it('a path of two entities leads to a user', () => {
    const fields = [testField('department_entity', { data_type: 'entity', source: 'department' })];
    expect(
      ofTable({ flow: 1, fields, ...state({ handler: { type: 'field', field: 'department_entity.leader_entity' } }) }, user, department),
    ).toEqual([]);
  });
});

/** A role that gives items, some on fewer rows. */
const ranged = (item_scopes: Record<string, 0 | 1 | 2>) => ({
  roles: [{ uid: 'r', code: 'r', ...named, grants: [{ group: 'user', scope: 1 as const, items: ['List', 'Modify'], item_scopes }] }],
});

describe('META-01 references of a suite', () => {
  it.each<[string, Partial<SuiteDef>, string]>([
    ['requires', { requires: ['ghost'] }, 'unknown suite ghost'],
    [
      'menu',
      { modules: [{ uid: 'm', code: 'zb', ...named, flag: 'zb', menus: [{ uid: 'x', ...named, type: 'TAB', cloud: 'ghost' }] }] },
      'unknown table ghost',
    ],
    [
      'op of a menu',
      {
        modules: [{ uid: 'm', code: 'zb', ...named, flag: 'zb', menus: [{ uid: 'x', ...named, type: 'TAB', cloud: 'user', op: 'Lsit' }] }],
      },
      'modules[zb].menus[x].op: Lsit is no op that a page has',
    ],
    [
      'grant',
      { roles: [{ uid: 'r', code: 'r', ...named, grants: [{ group: 'ghost', scope: 2, items: ['List'] }] }] },
      'unknown permission group ghost',
    ],
    [
      'hidden field',
      { roles: [{ uid: 'r', code: 'r', ...named, grants: [{ group: 'user', scope: 2, items: ['List'], hide: ['ghost'] }] }] },
      'no table of user has a field ghost',
    ],
    ['an item of no range type', ranged({ List: 0 }), 'List has no scope of its own'],
    ['a scope of an item that is not given', ranged({ Delete: 0 }), 'Delete is not given'],
    ['a scope that is no narrower', ranged({ Modify: 1 }), '1 is no narrower than the scope 1 of the group'],
    ['seed', { seed: [{ table: 'ghost', rows: [] }] }, 'unknown table ghost'],
    ['zone of a seed', { seed: [{ table: 'user', zones: ['PRC', 'Asia/Shangai'], rows: [] }] }, 'zones: Asia/Shangai is no time zone'],
  ])('%s', (_, rest, expected) => {
    expect(said([testSuite([user, department], rest)]).join('\n')).toContain(expected);
  });

  it('ADMIN-12 choices of a dictionary have ids below those that companies give to their own', () => {
    const dict = (id: number) =>
      testSuite([], { dicts: [{ uid: 'd', code: 'd', key_name: '典', key_name_en: 'Dict', items: [item(1), item(id)] }] });
    expect(said([dict(9_999)])).toEqual([]);
    expect(said([dict(10_000)]).join()).toContain('item 10000');
  });

  it('a step goes by a post that its suite, or one that it requires, brings', () => {
    const states = [
      { uid: 's', value: '1', ...named },
      { uid: 's2', value: '2', ...named, handler: { type: 'post' as const, code: 'buyer' } },
    ];
    const orders = testTable('orders', { flow: 1, states });
    const posts = [{ uid: 'p', code: 'buyer', ...named }];
    expect(said([testSuite([user, department, orders], { posts })])).toEqual([]);
    const shop = testSuite([orders], { uid: 'shop', code: 'shop' });
    const [error] = checkSuites([testSuite([user, department], { posts }), shop]).errors;
    expect(error).toMatchObject({
      ...{ file: 'suites/shop/tables/orders.ts', path: 'states[2].handler', reason: 'unknown post buyer' },
      mend: expect.stringContaining('buyer is a post of suite'),
    });
    const [typo] = checkSuites([testSuite([user, department, orders], { posts: [{ ...posts[0]!, code: 'buyers' }] })]).errors;
    expect(typo?.mend).toContain('did you mean buyers?');
    const twice = testSuite([], { uid: 'shop', code: 'shop', posts });
    expect(said([testSuite([user, department], { posts }), twice]).join()).toMatch(/post uid p stands twice.*post buyer stands twice/s);
  });

  it('a table of another suite is known only to a suite that requires it', () => {
    const orders = testTable('orders', { fields: [testField('buyer', { data_type: 'entity', source: 'user' })] });
    const shop = testSuite([orders], { uid: 'shop', code: 'shop' });
    const base = testSuite([user, department]);
    expect(said([base, shop]).join()).toContain('unknown table user');
    expect(said([base, { ...shop, requires: ['test'] }])).toEqual([]);
  });
});

describe('META-01 what has no behaviour yet is refused', () => {
  it.each<[string, string[], string]>([
    ['a key of a field', ofField('text', { sensitive: 1 }), 'fields[f].sensitive: not supported yet: sensitive'],
    ['a key of a table', ofTable({ client_states: '1-3' }), 'client_states: not supported yet: client_states'],
  ])('%s', (_, errors, expected) => {
    expect(errors.join('\n')).toContain(expected);
  });

  it('a refused flag that says 0 asks for nothing', () => {
    expect(ofField('text', { sensitive: 0 })).toEqual([]);
  });
});
