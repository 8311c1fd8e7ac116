import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DemoDef } from '#protocol/meta/demo.ts';
import type { RoleDef, SeedDef } from '#protocol/meta/suite.ts';
import { testSuite, testTable } from '#protocol/meta/testing-suite.ts';
import { migrate } from '#server/db/migrate.ts';
import { type TestDatabase, testDatabase } from '#server/db/testing.ts';
import { sys } from '#suites/sys/suite.ts';
import { type DefinitionError, loadCatalogue } from './load.ts';
import { metaMigrations } from './migrations.ts';
import { loadSeeds } from './seed.ts';
import { applySync } from './sync/apply.ts';
import { field } from './testing-sync.ts';

const province = testTable('province', { tenancy: 'platform', fields: [field('code', 'text', { search: 1 })] });
const step = (value: string) => ({ uid: `works.${value}`, value, key_name: value, key_name_en: value });
const works = testTable('works', {
  states: [step('1'), step('2')],
  fields: [
    field('code', 'text', { search: 1, notnull: 1 }),
    field('price', 'numeric'),
    field('kind', 'select', {
      items: [{ id: 1, key_name: '甲', key_name_en: 'A' }],
    }),
    field('kinds', 'checkbox', {
      items: [
        { id: 1, key_name: '甲', key_name_en: 'A' },
        { id: 2, key_name: '乙', key_name_en: 'B' },
      ],
    }),
    field('begun', 'date'),
    field('met', 'datetime'),
    field('province', 'entity', { source: 'province' }),
    field('owner', 'entity', { source: 'user' }),
    field('team', 'entities', { source: 'user' }),
    field('parent', 'entity', { source: 'works' }),
    field('papers', 'file'),
  ],
});
const chief: RoleDef = {
  uid: 'chief',
  code: 'chief',
  key_name: '总管',
  key_name_en: 'Chief',
  grants: [{ group: 'works', scope: 2, items: ['List'] }],
};
const suite = (roles: RoleDef[] = [chief]) =>
  testSuite([province, works], {
    requires: ['sys'],
    roles,
    posts: [{ uid: 'mason', code: 'mason', key_name: '瓦工', key_name_en: 'Mason' }],
    seed: [{ table: 'province', rows: [{ _key: 'bj', code: '11', key_name: '北京' }] }],
  });
const catalogue = loadCatalogue([sys, suite()]);

const company = (key: string, id: number) => ({ key, id, login_name: key, key_name: key, key_name_en: key });
const people: SeedDef[] = [
  {
    table: 'domain',
    company: 'demo',
    rows: [
      { _key: 'north', key_name: '北', currency: '万元', currency_en: 'CNY 10k' },
      { _key: 'south', key_name: '南', currency: '万元', currency_en: 'CNY 10k' },
    ],
  },
  { table: 'department', company: 'demo', rows: [{ _key: 'd', code: 'D', key_name: '部', manager_entity: '@user:zhang' }] },
  {
    table: 'user',
    company: 'demo',
    rows: [
      {
        _key: 'zhang',
        key_name: '张',
        login_name: 'zhang',
        status: 1,
        department_entity: '@department:d',
        role_entities: ['@role:chief', '@role:staff'],
        post_entities: ['@post:mason'],
      },
      { _key: 'admin', _id: 1, key_name: '管', login_name: 'admin', status: 1, domain_entities: ['@domain:south', '@domain:north'] },
    ],
  },
];
const row = {
  _key: 'w',
  key_name: '大桥',
  code: 'B-1',
  price: '1234.5678',
  kind: 1,
  kinds: [1, 2],
  begun: '2026-03-01',
  met: '2026-03-01 08:30:00',
  province: '@province:bj',
  owner: '@user:zhang',
  team: ['@user:admin', '@user:zhang'],
  parent: '@works:next',
  review_state: 2,
  review_entity: ['@user:zhang'],
  create_entity: '@user:zhang',
  create_time: '2026-02-28 23:00:00',
};
const demo = (...rows: Record<string, unknown>[]): DemoDef => ({
  companies: [company('demo', 1), company('other', 2)],
  seeds: [...people, { table: 'works', company: 'demo', domain: 'north', rows }],
});
const next = { _key: 'next', key_name: '后', code: 'B-2' };

let one: TestDatabase;
let granted: [number, string[]][] = [];
const grants = async (_tx: unknown, id: number, _catalogue: unknown, roles: readonly { def: RoleDef }[]) => {
  granted.push([id, roles.map((role) => role.def.code)]);
};
const load = (what: DemoDef, definitions = catalogue) => {
  granted = [];
  return loadSeeds(one.db, definitions, what, grants);
};

beforeAll(async () => {
  one = await testDatabase();
  await migrate(one.db, [metaMigrations]);
  await applySync(one.db, catalogue);
});
afterAll(() => one.close());

describe('META-01 seeds', () => {
  it('all that is wrong is told by table, row and field, and nothing is loaded', async () => {
    const wrong = { ...row, code: 'x'.repeat(201), price: '1.23456789', kind: 7, begun: '2026-02-30', owner: '@user:ghost', colour: 'red' };
    const seeds = demo({ ...wrong, version: 9, papers: ['a'] }, next);
    const { problems } = (await load(seeds).catch((reason) => reason)) as DefinitionError;
    expect(problems.map(({ file, path, reason }) => `${file}: ${path.replace('seeds[works demo north].rows[w].', '')}: ${reason}`)).toEqual(
      [
        `code: "${'x'.repeat(59)} has 201 characters, and works.code holds 200`,
        'price: "1.23456789" is no value of works.price (numeric)',
        'kind: 7 is no value of works.kind (select)',
        'begun: "2026-02-30" is no value of works.begun (date)',
        'owner: there is no row @user:ghost',
        'colour: works has no field colour',
        'version: version is kept by the engine',
        'papers: a file cannot be loaded with rows',
      ].map((line) => `demo.ts: ${line}`),
    );
    expect(problems.filter(({ mend }) => !mend)).toEqual([]);
    expect(await one.db.query('select count(*) as n from fw.seed')).toEqual([{ n: 0 }]);
  });

  it.each<[string, Partial<SeedDef>, string]>([
    ['an unknown table', { table: 'ghost' }, 'seeds[ghost].table: unknown table ghost'],
    ['an unknown company', { table: 'user', company: 'ghost' }, 'seeds[user ghost].company: there is no company ghost'],
    ['a row without its domain', { table: 'works', company: 'demo' }, 'seeds[works demo].domain: rows of works belong to a domain'],
    [
      'a key that stands twice',
      { table: 'user', company: 'demo', rows: [{ _key: 'a' }, { _key: 'a' }] },
      'seeds[user demo].rows[a]._key: user a stands twice',
    ],
  ])('%s is refused', async (_, seed, said) => {
    await expect(load({ ...demo(), seeds: [{ rows: [], table: '', ...seed }] })).rejects.toThrow(said);
  });

  it('what only the rows that stand there refuse is told of its seed, in the words of the database', async () => {
    const twice = { table: 'role', company: 'demo', rows: [{ _key: 'again', key_name: '又', code: 'chief' }] };
    await load(demo(next));
    await expect(load({ ...demo(next), seeds: [...demo(next).seeds, twice] })).rejects.toMatchObject({
      problems: [
        {
          file: 'demo.ts',
          path: 'seeds[role demo]',
          reason: expect.stringMatching(/^the database takes no such row of role: Key .*chief.* already exists/),
          mend: 'give the row another value, or change the one that stands there',
        },
      ],
    });
    const both = { ...twice, rows: ['x', 'y'].map((_key) => ({ _key, key_name: '新', code: 'new' })) };
    await expect(load({ ...demo(next), seeds: [...demo(next).seeds, both] })).rejects.toMatchObject({
      problems: [{ path: 'seeds[role demo].rows[y].code', reason: '"new" stands twice, and code of role is unique: first in row x' }],
    });
    const away = { table: 'works', company: 'demo', domain: 'north', rows: [{ key_name: '桥', code: 'B-9', owner: 99 }] };
    await expect(load({ ...demo(next), seeds: [...demo(next).seeds, away] })).rejects.toMatchObject({
      problems: [{ reason: expect.stringMatching(/^the database takes no such row of works: Key .*99.* is not present/) }],
    });
    await one.db.query(
      'truncate app.menu, app.module, app.work_time, app.calendar_day, app.works, app."user", app.department, app.domain, app.role, app.post cascade; delete from fw.seed; delete from fw.company',
    );
  });

  it('A9 a row of a tree below itself is refused: by itself, and over others', async () => {
    const tree = { table: 'department', company: 'demo' };
    const rows = (...pairs: [string, string][]) =>
      pairs.map(([_key, up]) => ({ _key, code: _key, key_name: _key, parent_entity: `@department:${up}` }));
    const said = async (...pairs: [string, string][]) =>
      ((await load({ ...demo(), seeds: [{ ...tree, rows: rows(...pairs) }] }).catch((reason) => reason)) as DefinitionError).problems;
    expect(await said(['a', 'a'])).toMatchObject([
      { path: 'seeds[department demo].rows[a].parent_entity', reason: 'row a of department stands below itself' },
    ]);
    expect((await said(['a', 'b'], ['b', 'c'], ['c', 'b'], ['d', 'a'])).map(({ path }) => path)).toEqual(
      ['b', 'c'].map((key) => `seeds[department demo].rows[${key}].parent_entity`),
    );
  });

  it('without a demonstration the platform gets the rows that every installation has', async () => {
    expect(await load({ companies: [], seeds: [] })).toEqual({ province: 1 });
  });

  it('rows come with references in any order, keywords, handlers, department and instants of the company', async () => {
    expect(await load(demo(row, next))).toEqual({
      ...{ role: 6, post: 2, domain: 2, department: 1, user: 2, works: 2 },
      // the platform's own rows, for each of the two companies
      ...{ work_time: 2, calendar_day: 26 },
    });
    const posts = `select p.company_id, p.code, p.status, array(select u.key_name from app."user" u where p.id = any(u.post_entities)) as held from app.post p order by 1`;
    const post = { code: 'mason', status: 1 };
    expect(await one.db.query(posts)).toEqual([
      { ...post, company_id: 1, held: ['张'] },
      { ...post, company_id: 2, held: [] },
    ]);
    const [loaded] = await one.db.query(
      `select w.company_id, d.key_name as domain, w.key_name, w.price, w.kind, w.kinds, w.begun, w.met, p.code as province, o.login_name as owner,
         w.team @> array[1::bigint] as led, n.code as parent, w.review_state, w.reviewers = array[o.id] as reviewed, w.create_entity = o.id as created,
         w.create_department = o.department_entity as placed, w.create_time, w.version, w.keywords
       from app.works w join app.domain d on d.id = w.subcompany_id join app.province p on p.id = w.province
         join app."user" o on o.id = w.owner join app.works n on n.id = w.parent`,
    );
    expect(loaded).toEqual({
      company_id: 1,
      domain: '北',
      key_name: '大桥',
      price: '1234.567800',
      kind: 1,
      kinds: [1, 2],
      begun: '2026-03-01',
      met: '2026-03-01T00:30:00Z',
      province: '11',
      owner: 'zhang',
      led: true,
      parent: 'B-2',
      review_state: 2,
      reviewed: true,
      created: true,
      placed: true,
      create_time: '2026-02-28T15:00:00Z',
      version: 1,
      keywords: '\n大桥\nb-1',
    });
  });

  it('user 1 is the administrator, and whoever comes next is not', async () => {
    expect(await one.db.query(`select login_name from app."user" where id = 1`)).toEqual([{ login_name: 'admin' }]);
    const [added] = await one.db.query<{ id: number }>(`insert into app."user" (company_id, login_name) values (1, 'new') returning id`);
    expect(added!.id).toBeGreaterThan(2);
  });

  it('a second start loads nothing again, not even what was changed or deleted since', async () => {
    await one.db.query(`update app.works set key_name = '改' where code = 'B-1'; delete from app.works where code = 'B-1'`);
    expect(await load(demo(row, next))).toEqual({});
    const added = { _key: 'third', key_name: '三', code: 'B-3', parent: '@works:next' };
    expect(await load(demo(row, next, added))).toEqual({ works: 1 });
  });

  it('each start hands all roles of the suites to whoever grants them, in every company', async () => {
    await load(demo());
    expect(granted).toEqual([
      [1, ['root', 'staff', 'chief']],
      [2, ['root', 'staff', 'chief']],
    ]);
  });

  it('loads ten thousand rows in a handful of statements', async () => {
    const rows = Array.from({ length: 10_000 }, (_, at) => ({
      _key: `m${at}`,
      key_name: `行 ${at}`,
      code: `M-${at}`,
      owner: '@user:zhang',
    }));
    let statements = 0;
    const counted: typeof one.db = {
      ...one.db,
      tx: (work) =>
        one.db.tx((tx) =>
          work({
            query: (text, values) => {
              statements += 1;
              return tx.query(text, values);
            },
          }),
        ),
    };
    expect(await loadSeeds(counted, catalogue, demo(...rows), grants)).toEqual({ works: 10_000 });
    expect(statements).toBeLessThan(40);
  });
});
