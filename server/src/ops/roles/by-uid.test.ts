import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { RoleDef, SuiteDef } from '#protocol/meta/suite.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { testField as field, testSuite, testTable } from '#protocol/meta/testing-suite.ts';
import { openAccess } from '#server/access/access.ts';
import { ruleOf } from '#server/access/grants/naming.ts';
import { openTrade, type TradeLab } from '#server/flow/act/testing-trade.ts';
import { sessionFor } from '#server/meta/testing-session.ts';
import { relation } from '#server/query/source.ts';
import { compile, sql } from '#server/query/sql.ts';
import { roleApi } from './testing-roles.ts';

const named = (uid: string) => ({ uid, key_name: uid, key_name_en: uid });
const states = ['Add', 'Modify', 'Delete', 'List', 'Show'].map((op) => ({ ...named(`a.${op}`), op }));
const asset = (rest: Partial<TableDef> = {}): TableDef =>
  testTable('asset', {
    uid: 'a.asset',
    fields: [field('cost', { uid: 'cost', data_type: 'int' }), field('place', { uid: 'place', data_type: 'text' })],
    states: [
      { ...named('a.bar'), value: '*', actions: states.filter(({ op }) => op === 'Add' || op === 'List') },
      { ...named('a.1'), value: '1', actions: states.filter(({ op }) => op !== 'Add' && op !== 'List') },
    ],
    subtables: [{ ...named('a.parts'), table_name: 'part', parent_field: 'asset_entity', inline: 1 }],
    ...rest,
  });
const part = (of = 'asset', rest: Partial<TableDef> = {}): TableDef =>
  testTable('part', {
    uid: 'a.part',
    permission: of,
    fields: [
      field('asset_entity', { uid: 'up', data_type: 'entity', source: of }),
      field('cost', { uid: 'cost', data_type: 'int' }),
      field('note', { uid: 'note', data_type: 'text' }),
    ],
    ...rest,
  });
/** Roles as a suite says them, in names: what the group and the fields are called in this version. */
const rolesOf = (group = 'asset', cost = 'cost', note = 'part.note'): RoleDef[] => [
  {
    ...named('reporter'),
    code: 'reporter',
    grants: [{ group, scope: 0, items: ['List', 'Add', 'Modify'], hide: [cost], readonly: [note] }],
  },
  { ...named('foreman'), code: 'foreman', grants: [{ group, scope: 2, items: ['List', 'Delete'] }] },
  { ...named('clerk'), code: 'clerk', grants: [] },
];
const suite = (tables: TableDef[] = [asset(), part()], roles = rolesOf()): SuiteDef => testSuite(tables, { requires: ['sys'], roles });
const renamed = (): SuiteDef =>
  suite(
    [
      asset({
        table_name: 'thing',
        fields: [field('price', { uid: 'cost', data_type: 'int' }), field('place', { uid: 'place', data_type: 'text' })],
        subtables: [{ ...named('a.parts'), table_name: 'piece', parent_field: 'asset_entity', inline: 1 }],
      }),
      part('thing', {
        table_name: 'piece',
        fields: [
          field('asset_entity', { uid: 'up', data_type: 'entity', source: 'thing' }),
          field('price', { uid: 'cost', data_type: 'int' }),
          field('text', { uid: 'note', data_type: 'text' }),
        ],
      }),
    ],
    rolesOf('thing', 'price', 'piece.text'),
  );

const LOGINS = ['reporter', 'foreman', 'clerk'];
const OPS = ['Page', 'Show', 'Add', 'Modify', 'Delete', 'LoadTable'];
let lab: TradeLab;
beforeEach(async () => {
  await lab?.close();
  lab = await openTrade(suite());
  const people = await db<{ id: number; login: string }>('select id, login_name as login from app."user"');
  const id = (login: string) => people.find((one) => one.login === login)!.id;
  await db(
    `insert into app.asset (company_id, subcompany_id, key_name, cost, create_entity)
     select 1, (select min(id) from app.domain), 'x', 7, unnest($1::bigint[])`,
    [[id('reporter'), id('reporter'), id('foreman'), id('clerk')]],
  );
  await db(`insert into app.part (company_id, subcompany_id, key_name, asset_entity) select 1, subcompany_id, 'p', id from app.asset`);
  // a role of the company's own, which no suite knows
  await db(`insert into app."role" (company_id, code, key_name, root) values (1, 'own', '自建', 0)`);
  await db(`update app."user" set role_entities = (select array_agg(id) from app."role" where code = 'own') where login_name = 'clerk'`);
  await give('a.asset', 2, '{List,Modify}', '{a.asset:place}', '{a.part:cost}');
});
afterAll(() => lab?.close());

const db = <T extends object>(text: string, values: unknown[] = []) => lab.base.db.query<T & Record<string, unknown>>(text, values);
const raise = () => db('update fw.rights_version set version = version + 1');
async function give(...grant: [group: string, scope: number, items: string, hide: string, readonly: string]): Promise<void> {
  await db(
    `insert into fw.role_grant (company_id, role_id, group_uid, scope, items, hide_uids, readonly_uids)
     select 1, id, $1, $2, $3, $4, $5 from app."role" where code = 'own'`,
    grant,
  );
  await raise();
}

/** All that each of them may, table by table: rows, fields that he reads and writes, each by its uid. */
const sights = () => Promise.all(LOGINS.map(sight));
async function sight(login: string): Promise<Record<string, { rows: number[]; sees: string[]; writes: string[] }>> {
  const { catalogue, rules, asker } = await openAccess(lab.house, await sessionFor(lab.base.db, login));
  const all: Awaited<ReturnType<typeof sight>> = {};
  for (const table of catalogue.tables().filter((one) => one.suite !== 'sys'))
    for (const op of OPS) {
      const grant = rules.grant(table, op);
      if (!grant) continue;
      const uids = (has: (name: string) => unknown) =>
        [...table.fields.keys()].filter((name) => has(name) !== false).map((name) => ruleOf(table, name));
      const { text, values } = compile(sql`select t.id from ${relation(table)} t where ${grant.rows('t')} order by 1`, asker);
      const rows = await db<{ id: number }>(text, [...values]);
      all[`${table.def.uid} ${op}`] = {
        rows: rows.map(({ id }) => id),
        sees: uids((name) => grant.sees(name, 't')),
        writes: uids((name) => grant.writes(name, 't')),
      };
    }
  return all;
}
const load = async () => {
  const api = roleApi(lab);
  const [role] = await db<{ id: number }>(`select id from app."role" where code = 'own'`);
  const { data, rows } = await api(await sessionFor(lab.base.db, 'root'), 'Load', { id: role!.id });
  const row = rows!.find(({ code }) => ['asset', 'thing'].includes(code as string));
  const fields = row?.fields as { code: string; rule: number }[] | undefined;
  return {
    id: role!.id,
    version: data.version as string,
    row,
    ruled: fields?.filter(({ rule }) => rule > 0).map(({ code, rule }) => `${code} ${rule}`),
  };
};

describe('ADMIN-01 A8 rights name tables and fields by uid', () => {
  it('a table, a sub-table and fields that are called otherwise change nothing of what anybody may, here and back', async () => {
    const before = await sights();
    expect(before.map((one) => one['a.asset Page']?.rows.length)).toEqual([2, 4, 4]);
    expect(before[0]!['a.asset Page']!.sees).not.toContain('a.asset:cost');
    expect(before[0]!['a.part Page']!.sees).not.toContain('a.part:cost');
    const rights = () => db('select g.* from fw.role_grant g order by 1, 2, 3, 4');
    const stood = await rights();
    for (const version of [renamed(), suite(), renamed()]) {
      await lab.start(version);
      expect(await sights()).toEqual(before);
      expect(await rights()).toEqual(stood);
    }
    // and the page of rights names what it is called today
    expect((await load()).ruled).toEqual(['thing.place 2', 'piece.price 1']);
  });

  it('a new field with the former name of another is neither hidden nor shown by its rule', async () => {
    const before = await sights();
    await lab.start(
      suite(
        [
          asset({
            fields: [
              field('site', { uid: 'place', data_type: 'text' }),
              field('place', { uid: 'fresh', data_type: 'text' }),
              field('price', { uid: 'cost', data_type: 'int' }),
            ],
          }),
          part(),
        ],
        rolesOf('asset', 'price'),
      ),
    );
    const after = await sights();
    const [reporter, , clerk] = after.map((one) => one['a.asset Page']!.sees);
    expect([clerk!.includes('a.asset:fresh'), clerk!.includes('a.asset:place')]).toEqual([true, false]);
    expect([reporter!.includes('a.asset:cost'), reporter!.includes('a.asset:place')]).toEqual([false, true]);
    // of the part, whose field keeps its name, the suite no longer speaks
    expect(after[0]!['a.part Page']!.sees).toContain('a.part:cost');
    expect(after.map((one) => one['a.asset Page']!.rows)).toEqual(before.map((one) => one['a.asset Page']!.rows));
  });

  it('a field that goes takes its rule along into the dark: another under its name is open, and it comes back closed', async () => {
    const without = (...fields: ReturnType<typeof field>[]) =>
      suite([asset({ fields: [field('cost', { uid: 'cost', data_type: 'int' }), ...fields] }), part()]);
    const sees = async () => (await sight('clerk'))['a.asset Page']!.sees.filter((rule) => /place|other/.test(rule));
    expect(await sees()).toEqual([]);
    await lab.start(without());
    expect(await sees()).toEqual([]);
    await lab.start(without(field('place', { uid: 'other', data_type: 'text' })));
    expect(await sees()).toEqual(['a.asset:other']);
    await lab.start(suite());
    expect(await sees()).toEqual([]);
  });

  it('a suite that goes leaves rights dormant, which nobody else gains, and finds them when it comes back', async () => {
    const before = await sights();
    const away = suite(
      [testTable('other')],
      rolesOf().map((role) => ({ ...role, grants: [] })),
    );
    await lab.start(away, true);
    expect(await sights()).toEqual([{}, {}, {}]);
    // another publisher's table of the same name
    const foreign = suite(
      [testTable('asset', { uid: 'b.asset', fields: [field('place', { uid: 'place', data_type: 'text' })] })],
      away.roles,
    );
    await lab.start(foreign, true);
    expect(await sights()).toEqual([{}, {}, {}]);
    const { row, id, version } = await load();
    expect([row!.checked, row!.items]).toEqual([0, [expect.objectContaining({ code: 'List', checked: 0 })]]);
    // what is saved of it is its own
    const saved = await roleApi(lab)(await sessionFor(lab.base.db, 'root'), 'Save', {
      ...{ id, version },
      rows: JSON.stringify([{ code: 'asset', items: ',List,', range: 0 }]),
    });
    expect(saved.code).toBe(200);
    expect(await db(`select g.group_uid, g.scope from fw.role_grant g where g.group_uid like '%.asset' order by 1`)).toEqual([
      { group_uid: 'a.asset', scope: 2 },
      { group_uid: 'b.asset', scope: 0 },
    ]);
    await lab.start(suite(), true);
    const again = await sights();
    const open = (all: typeof before) => all.map((one) => Object.entries(one).map(([what, { sees, writes }]) => [what, sees, writes]));
    expect(open(again)).toEqual(open(before));
  });
});

describe('rights that were kept in names', () => {
  /** As a version of before kept them. */
  const asBefore = async () => {
    await db(`delete from fw.role_grant where group_uid <> 'a.asset'`);
    await db(`update fw.role_grant g set group_uid = '?asset', group_name = 'asset', hide_uids = '{}', readonly_uids = '{}',
      hide = case when r.code = 'own' then '{place,ghost}'::text[] when r.code = 'reporter' then '{cost}' else '{}' end,
      readonly = case when r.code = 'own' then '{part.cost}'::text[] when r.code = 'reporter' then '{part.note}' else '{}' end
      from app."role" r where r.id = g.role_id`);
    await db(`update fw.role_said s set grants = coalesce((select jsonb_agg(jsonb_build_object('group', g.group_name, 'scope', g.scope, 'items', g.items,
      'hide', g.hide, 'readonly', g.readonly)) from fw.role_grant g where g.role_id = s.role_id and g.company_id = 1), '[]')`);
    const change = `'{"grants": [{"group": "asset", "scope": 2, "items": ["List"], "hide": ["place"], "readonly": []}], "flags": []}'`;
    await db(`insert into fw.role_change (company_id, role_id, number, at, user_entity, before, after)
      select 1, id, 1, now(), 1, ${change}, '{"grants": [], "flags": []}' from app."role" where code = 'own'`);
    await raise();
  };

  it('give nobody anything until a start has looked them up, in names of the version before; then the same as before', async () => {
    const before = await sights();
    await asBefore();
    expect((await sights()).map(Object.keys)).toEqual([[], [], []]);
    await lab.start(renamed());
    expect(await sights()).toEqual(before);
    expect(lab.warned).toEqual([]);
    const grants = await db<{ hide_uids: string[] }>(
      `select g.hide_uids from fw.role_grant g join app."role" r on r.id = g.role_id where r.code = 'own'`,
    );
    expect(grants[0]!.hide_uids).toEqual(['a.asset:place', '!ghost']);
    const { id } = await load();
    const { rows } = await roleApi(lab)(await sessionFor(lab.base.db, 'root'), 'Changes', { id });
    expect(rows![0]!.groups).toEqual([
      {
        code: 'thing',
        before: { range: 2, items: ',List,', range_own: '', range_department: '', hide: ',thing.place,', readonly: '' },
        after: null,
      },
    ]);
    // and a second start finds nothing to do
    const [{ version }] = (await db<{ version: number }>('select version from fw.rights_version')) as [{ version: number }];
    await lab.start(renamed());
    expect(await db('select version from fw.rights_version')).toEqual([{ version }]);
  });

  it('of a table that stood nowhere they are kept, and no later table of that name gains them', async () => {
    await asBefore();
    await db(`update fw.role_grant set group_uid = '?ghost', group_name = 'ghost' where hide @> '{place}'`);
    await lab.start(suite());
    expect((await db(`select group_uid from fw.role_grant where starts_with(group_uid, '!')`))[0]).toEqual({ group_uid: '!ghost' });
    await lab.start(suite([asset(), part(), testTable('ghost')]));
    expect(await sight('clerk')).toEqual({});
  });

  it('of a suite that goes with the very start they hide what they hid when it comes back', async () => {
    const before = await sight('clerk');
    await asBefore();
    await lab.start(
      suite(
        [testTable('other')],
        rolesOf().map((role) => ({ ...role, grants: [] })),
      ),
      true,
    );
    expect(await sight('clerk')).toEqual({});
    await lab.start(suite(), true);
    expect((await sight('clerk'))['a.asset Page']!.sees).toEqual(before['a.asset Page']!.sees);
  });

  it('a process of before writes none any more', async () => {
    const written = db(
      `insert into fw.role_grant (company_id, role_id, group_name, scope, items, hide, readonly) values (1, 1, 'asset', 2, '{List}', '{}', '{}')`,
    );
    await expect(written).rejects.toThrow();
  });
});
