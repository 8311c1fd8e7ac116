import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MenuDef, ModuleDef, SuiteDef } from '#protocol/meta/suite.ts';
import { testField as field, testSuite, testTable } from '#protocol/meta/testing-suite.ts';
import type { Answer } from '#protocol/testing-person.ts';
import { createDb } from '#server/db/pool/pool.ts';
import type { TestDatabase } from '#server/db/testing.ts';
import { loadCatalogue } from '#server/meta/load.ts';
import type { Menu } from '#server/meta/menus/standing.ts';
import { loadSeeds } from '#server/meta/seed.ts';
import { diskFiles } from '#server/ports/files-disk.ts';
import { serve, type TestApp } from '#server/testing-app.ts';
import { sys } from '#suites/sys/suite.ts';
import { openAccess } from './access.ts';
import { catalogueIn } from './definitions.ts';
import { loadGrants } from './grants/load-grants.ts';
import { loadRights } from './grants/rights.ts';
import { asking, demo, openDefined } from './testing-defined.ts';

const named = (uid: string) => ({ uid, key_name: `名${uid}`, key_name_en: `Name ${uid}` });
const states = (code: string) => [
  { ...named(`${code}.bar`), value: '*', actions: [{ ...named(`${code}.List`), op: 'List' }] },
  { ...named(`${code}.1`), value: '1', actions: [] },
];
const page = (uid: string, cloud: string): MenuDef => ({ ...named(uid), type: 'TAB', cloud });
const dir = (uid: string, ...children: MenuDef[]): MenuDef => ({ ...named(uid), type: 'DIR', children });
const table = (name: string) =>
  testTable(name, { tenancy: 'company', fields: [field('note', { data_type: 'text', length: 20 })], states: states(name) });
const shop = (...menus: MenuDef[]): ModuleDef => ({ ...named('shop'), code: 'shop', flag: 'shop', icon: 'building', menus });
const suite = (...menus: MenuDef[]): SuiteDef =>
  testSuite([table('ware'), table('secret')], {
    requires: ['sys'],
    modules: [shop(...menus)],
    roles: [
      {
        ...named('r1'),
        code: 'worker',
        flags: ['shop'],
        grants: [{ group: 'ware', scope: 2, items: ['List'] }],
      },
      { ...named('r2'), code: 'editor', flags: ['SYS'], grants: [{ group: 'menu', scope: 2, items: ['List', 'Add', 'Modify', 'Delete'] }] },
    ],
  });
const MENUS = [dir('m.goods', page('m.ware', 'ware'), page('m.secret', 'secret')), page('m.top', 'ware')];
const first = loadCatalogue([sys, suite(...MENUS)]);

let base: TestDatabase;
let app: TestApp;
beforeAll(async () => {
  ({ base, app } = await openDefined('menus', first));
});
afterAll(() => app?.close());

const ask = asking(() => app);
const told = ({ code, remark }: Answer) => `${code} ${remark}`.trim();
const idOf = async (uid: string, of: 'menu' | 'module' = 'menu', at = 1): Promise<number> =>
  (await base.db.query<{ id: number }>(`select id from app."${of}" where company_id = $1 and uid = $2`, [at, uid]))[0]!.id;
const change = async (uid: string, values: object, of: 'menu' | 'module' = 'menu', who = 'root') =>
  told(await ask(who, 'Modify', { cloud: of, id: await idOf(uid, of, who === 'stranger' ? 2 : 1), ...values }));
const add = async (values: object, who = 'root'): Promise<Answer> =>
  ask(who, 'Add', { cloud: 'menu', module_entity: await idOf('shop', 'module'), type: 2, ...values });

/** A menu as names, directories with what they hold. */
const names = (menus: readonly Menu[]): unknown[] =>
  menus.map(({ key_name, type, children }) => (type === 'DIR' ? [key_name, ...names(children ?? [])] : key_name));
const menu = async (who: string, module = 'shop') => names((await ask(who, 'LoadMenu', { module }, '/sys')).rows as unknown as Menu[]);
const modules = async (who: string) => (await ask(who, 'LoadNav', {}, '/sys')).rows.map(({ key_name }) => key_name);

describe('ADMIN-12 FRAME-04 modules and menus are rows of a company', () => {
  it('not signed in 401, without the right 312, and another company reaches none of them', async () => {
    const rows = [
      ['menu', await idOf('m.ware')],
      ['module', await idOf('shop', 'module')],
    ] as const;
    for (const [cloud, id] of rows) {
      expect((await ask(null, 'Modify', { cloud, id, key_name: '夺' })).code).toBe(401);
      for (const op of ['Page', 'Tree']) expect((await ask('will', op, { cloud })).code).not.toBe(200);
      expect((await ask('will', 'Modify', { cloud, id, key_name: '夺' })).code).toBe(312);
      expect((await ask('will', 'Delete', { cloud, id })).code).toBe(312);
      expect((await ask('will', 'Add', { cloud, key_name: '夺' })).code).toBe(312);
      expect([312, 315]).toContain((await ask('stranger', 'Modify', { cloud, id, key_name: '夺' })).code);
      for (const op of ['Delete', 'Show']) expect([312, 315]).toContain((await ask('stranger', op, { cloud, id })).code);
    }
    expect((await ask('eve', 'Page', { cloud: 'module', fields: 'uid' })).rows.map(({ uid }) => uid)).toContain('shop');
    expect((await ask('eve', 'Tree', { cloud: 'menu', fields: 'uid' })).rows.map(({ uid }) => uid)).toContain('m.ware');
  });

  it('a company that changed nothing works with the definitions that all share; what it changes of menus alone leaves its rules as they were', async () => {
    const access = (company: number, version: number) =>
      openAccess(app.house, {
        ...{ sid: 's', company: { id: company, time_zone: 'UTC' }, roles: [], rights_version: version },
        ...{ domain: {}, domains: [], user: {} },
      } as never);
    const shared = app.house.catalogueOf(null);
    expect((await access(2, 901)).catalogue).toBe(shared);
    const before = await access(1, 902);
    await base.db.query(`update app."menu" set key_name = key_name || '改' where company_id = 1 and uid = 'm.top'`);
    const after = await access(1, 903);
    await base.db.query(`update app."menu" set key_name = left(key_name, -1) where company_id = 1 and uid = 'm.top'`);
    expect([before.catalogue, after.catalogue === shared]).toEqual([shared, false]);
    expect(after.catalogue.tables()).toBe(shared.tables());
  });

  it('what could not be read is asked for again, by rights as by definitions', async () => {
    let away = true;
    const query = (async (text: string, values?: readonly unknown[]) => {
      if (away) throw new Error('away');
      return base.db.query(text, values);
    }) as typeof base.db.query;
    const house = { ...app.house, db: { ...app.house.db, query } };
    const session = {
      ...{ sid: 's', company: { id: 1, time_zone: 'UTC' }, roles: [], rights_version: 905, domain: {}, domains: [], user: {} },
    } as never;
    await expect(catalogueIn(house.db, house.catalogueOf(null), session)).rejects.toThrow('away');
    await expect(loadRights(house.db, session)).rejects.toThrow('away');
    away = false;
    expect((await catalogueIn(house.db, house.catalogueOf(null), session)).modules().length).toBeGreaterThan(0);
    expect((await loadRights(house.db, session)).grants).toEqual([]);
  });

  it('a page whose directory is gone stands where that stood: above all others', async () => {
    const gone = (time: string) => base.db.query(`update app."menu" set deleted_time = ${time} where company_id = 1 and uid = 'm.goods'`);
    await gone('now()');
    const { catalogue } = await openAccess(app.house, {
      ...{ sid: 's', company: { id: 1, time_zone: 'UTC' }, roles: [], rights_version: 904, domain: {}, domains: [], user: {} },
    } as never);
    await gone('null');
    const menus = catalogue.modules().find(({ code }) => code === 'shop')!.menus;
    expect(menus.map(({ uid }) => uid).toSorted()).toEqual(['m.secret', 'm.top', 'm.ware']);
  });

  it('what a suite brings opens what it opened and is not deleted; identifiers and permissions are nobody’s to write', async () => {
    for (const values of [{ type: 1 }, { target: 'secret' }, { target_op: 3 }, { link: 'https://example.org' }])
      expect(await change('m.ware', values)).toMatch(/^312/);
    for (const values of [{ uid: 'm.other' }, { suite: '' }, { address: '/todo' }, { params: '{}' }]) await change('m.ware', values);
    for (const values of [{ uid: 'x' }, { code: 'zb' }, { flag: 'SYS' }, { suite: '' }]) await change('shop', values, 'module');
    expect(
      await base.db.query(`select uid, suite, address, params, target from app."menu" where company_id = 1 and id = $1`, [
        await idOf('m.ware'),
      ]),
    ).toEqual([{ uid: 'm.ware', suite: 'test', address: null, params: null, target: 'ware' }]);
    expect(await base.db.query(`select code, flag, suite from app."module" where company_id = 1 and uid = 'shop'`)).toEqual([
      { code: 'shop', flag: 'shop', suite: 'test' },
    ]);
    expect(told(await ask('root', 'Delete', { cloud: 'menu', id: await idOf('m.ware') }))).toBe('312 $menuOfSuite');
    expect((await ask('root', 'Delete', { cloud: 'module', id: await idOf('shop', 'module') })).code).not.toBe(200);
    expect(await menu('will')).toEqual([['名m.goods', '名m.ware'], '名m.top']);
  });

  it.each([
    [{ key_name: '' }, /^305 \$fieldEmpty/],
    [{ key_name: '无表' }, /^305 \$fieldEmpty/],
    [{ key_name: '无表', target: 'nothing' }, /^317 \$menuTarget$/],
    [{ key_name: '注入', target: 'ware; drop' }, /^317 \$menuTarget$/],
    [{ key_name: '名称', target: '表 ware' }, /^317 \$menuTargetCalled$/],
    [{ key_name: '不是树', target: 'ware', target_op: 2 }, /^317 \$menuTargetOp$/],
    [{ key_name: '没有分组', target: 'ware', target_op: 3 }, /^317 \$menuTargetOp$/],
    [{ key_name: '要记录', target: 'ware', target_op: 6 }, /^317 \$menuTargetOp$/],
    [{ key_name: '没有这个', target: 'ware', target_op: 77 }, /^3(01|17)/],
    [{ key_name: '应用页面', type: 4 }, /^317 \$menuKind$/],
    ...[
      'javascript:alert(1)',
      'data:text/html,x',
      '//example.org',
      'https://u:p@example.org',
      'https://exa mple.org',
      'ftp://example.org',
      '\u0001https://example.org',
      'https:\\\\example.org',
    ].map((link) => [{ key_name: '链接', type: 3, link }, /^317/] as [object, RegExp]),
  ])('D3 an own entry opens a page that there is or an address outside, anything else is refused: %o', async (values, refused) => {
    expect(told(await add(values))).toMatch(refused);
  });

  it('who may not open a table puts no entry for it into a menu', async () => {
    expect(told(await add({ key_name: '偷', target: 'secret' }, 'eve'))).toBe('317 $menuTarget');
    expect(told(await add({ key_name: '偷', target: '表 secret' }, 'eve'))).toBe('317 $menuTarget');
  });

  it('what an entry may open is offered by name, module and code: what its reader may list, and nothing else', async () => {
    const offered = async (who: string) => {
      const { data } = await ask(who, 'LoadTable', { key_name: 'menu' }, '/sys');
      const fields = data.fields as { field_name: string; tables?: { code: string; module?: { key_name_en: string } }[] }[];
      expect(fields.filter(({ tables }) => tables).map(({ field_name }) => field_name)).toEqual(['target']);
      return fields.find(({ field_name }) => field_name === 'target')!.tables!;
    };
    expect((await ask(null, 'LoadTable', { key_name: 'menu' }, '/sys')).code).toBe(401);
    expect((await ask('will', 'LoadTable', { key_name: 'menu' }, '/sys')).code).toBe(312);
    const all = await offered('root');
    expect(all.slice(0, 2)).toEqual([
      { code: 'ware', key_name: '表 ware', key_name_en: 'Table ware', module: { key_name: '名shop', key_name_en: 'Name shop' } },
      { code: 'secret', key_name: '表 secret', key_name_en: 'Table secret', module: { key_name: '名shop', key_name_en: 'Name shop' } },
    ]);
    expect(all.find(({ code }) => code === 'menu')).toMatchObject({ module: { key_name_en: 'System' } });
    // by modules, those in no menu last; rows of other records are none
    const named = all.map(({ module }) => module !== undefined);
    expect(named.indexOf(false)).toBe(named.lastIndexOf(true) + 1);
    expect(all.map(({ code }) => code)).not.toContain('dict_item');
    expect((await offered('eve')).map(({ code }) => code).toSorted()).toEqual(['menu', 'module', 'notice', 'todo']);
    for (const { code } of all) {
      const made = await add({ key_name: '可选', target: code });
      expect([code, told(made)]).toEqual([code, '200']);
      expect((await ask('root', 'Delete', { cloud: 'menu', id: Number(made.data.id) })).code).toBe(200);
    }
  });

  it('a table that several modules open stands with the first of them', async () => {
    const own = await add({ key_name: '又一处', target: 'ware', module_entity: await idOf('sys.module', 'module') });
    expect(told(own)).toBe('200');
    const { data } = await ask('root', 'LoadTable', { key_name: 'menu' }, '/sys');
    const { tables } = (data.fields as { field_name: string; tables?: { code: string; module: object }[] }[]).find(
      ({ field_name }) => field_name === 'target',
    )!;
    expect(tables!.find(({ code }) => code === 'ware')!.module).toEqual({ key_name: '名shop', key_name_en: 'Name shop' });
    expect((await ask('root', 'Delete', { cloud: 'menu', id: Number(own.data.id) })).code).toBe(200);
  });

  it('a company has 500 entries of its own, whatever suites bring', async () => {
    await base.db.query(
      `insert into app."menu" (company_id, module_entity, key_name, type, ordinal, hidden)
       select 1, $1, '满' || n, 1, 1, 1 from generate_series(1, 499) n`,
      [await idOf('shop', 'module')],
    );
    const last = await add({ key_name: '最后', type: 1 });
    expect(told(last)).toBe('200');
    expect(told(await add({ key_name: '多余', type: 1 }))).toBe('341 $menusMany');
    await base.db.query(`delete from app."menu" where company_id = 1 and (key_name like '满%' or id = $1)`, [Number(last.data.id)]);
  });

  it('an entry in a directory is in the module of it, and is asked for none', async () => {
    expect(told(await ask('root', 'Add', { cloud: 'menu', key_name: '无模块', type: 1 }))).toBe('305 $fieldEmpty');
    const inside = { cloud: 'menu', key_name: '随目录', type: 2, target: 'ware', parent_entity: await idOf('m.goods') };
    expect(told(await ask('root', 'Add', { ...inside, module_entity: await idOf('sys.module', 'module') }))).toBe('317 $menuModule');
    const made = await ask('root', 'Add', inside);
    expect(told(made)).toBe('200');
    const id = Number(made.data.id);
    const at = async () => (await ask('root', 'Show', { cloud: 'menu', id })).data.module_entity;
    expect(await at()).toMatchObject({ id: await idOf('shop', 'module') });
    // taken out of it, it stays in the module where it was
    expect((await ask('root', 'Modify', { cloud: 'menu', id, parent_entity: '' })).code).toBe(200);
    expect(await at()).toMatchObject({ id: await idOf('shop', 'module') });
    expect((await ask('root', 'Delete', { cloud: 'menu', id })).code).toBe(200);
  });

  it('FRAME-03 four levels, only directories hold entries, and one that holds some stays one', async () => {
    const made: number[] = [];
    let above: number | undefined;
    for (let level = 1; level <= 4; level += 1) {
      const one = await add({ key_name: `级${level}`, type: 1, ...(above ? { parent_entity: above } : {}) });
      expect(told(one)).toBe('200');
      above = Number(one.data.id);
      made.push(above);
    }
    expect(told(await add({ key_name: '级5', target: 'ware', parent_entity: above }))).toBe('317 $menuDeep');
    for (const deep of [made[3]!, made[2]!]) expect(await change('m.goods', { parent_entity: deep })).toBe('317 $menuDeep');
    expect(told(await add({ key_name: '页中', target: 'ware', parent_entity: await idOf('m.top') }))).toMatch(/^31[57]/);
    expect(await change('m.goods', { parent_entity: made[1]! })).toBe('200');
    expect(told(await ask('root', 'Modify', { cloud: 'menu', id: made[0]!, parent_entity: await idOf('m.goods') }))).toMatch(/^31[17]/);
    expect(told(await ask('root', 'Modify', { cloud: 'menu', id: made[0]!, type: 2, target: 'ware' }))).toBe('317 $menuHolds');
    expect((await ask('root', 'Delete', { cloud: 'menu', id: made[1]! })).code).toBe(311);
    expect(await change('m.ware', { module_entity: await idOf('sys.module', 'module') })).toBe('317 $menuModule');
    // a directory of nothing is not shown; what a person may not open is not, whoever put it there
    expect(await menu('will')).toEqual(['名m.top', ['级1', ['级2', ['名m.goods', '名m.ware']]]]);
    expect(await menu('root')).toEqual(['名m.top', ['级1', ['级2', ['名m.goods', '名m.ware', '名m.secret']]]]);
    expect(await change('m.goods', { parent_entity: '' })).toBe('200');
    for (const id of [...made].reverse()) expect((await ask('root', 'Delete', { cloud: 'menu', id })).code).toBe(200);
  });

  it('names in both languages, order, icon, hidden: for everybody of the company at once, and in no other', async () => {
    expect(await change('m.ware', { key_name: '<b>货</b>', name_en: 'Goods', icon: 8, ordinal: 90 })).toBe('200');
    expect(await change('m.top', { ordinal: 1 })).toBe('200');
    expect(await menu('will')).toEqual(['名m.top', ['名m.goods', '<b>货</b>']]);
    const goods = (await ask('will', 'LoadMenu', { module: 'shop' }, '/sys')).rows as unknown as Menu[];
    expect(goods[1]!.children).toEqual([
      { uid: 'm.ware', type: 'TAB', key_name: '<b>货</b>', key_name_en: 'Goods', icon: 'flag', cloud: 'ware' },
    ]);
    expect(await change('m.goods', { hidden: 1 })).toBe('200');
    expect(await menu('root')).toEqual(['名m.top']);
    // no right is taken with it
    expect((await ask('will', 'Page', { cloud: 'ware' })).code).toBe(200);
    expect(await change('m.goods', { hidden: 0 })).toBe('200');
    expect(await change('shop', { key_name: '商店', remark: '买卖', ordinal: -5 }, 'module')).toBe('200');
    expect(await modules('root')).toEqual(['商店', '系统管理']);
    expect(await modules('stranger')).toEqual(['名shop', '系统管理']);
    expect(await menu('stranger')).toEqual([['名m.goods', '名m.ware', '名m.secret'], '名m.top']);
    expect(await change('shop', { hidden: 1 }, 'module')).toBe('200');
    expect([await modules('will'), await menu('will')]).toEqual([[], []]);
    expect((await ask('will', 'DesktopApi', {}, '/cloud/hrsj/api/report/DesktopApi')).data).toMatchObject({ shop: 0 });
    // who gives rights still finds the permission
    const [worker] = await base.db.query<{ id: number }>(`select id from app."role" where company_id = 1 and code = 'worker'`);
    const role = await ask('root', 'Load', { id: worker!.id }, '/cloud/app/sys/user/api/RoleApi');
    expect((role.data as { flags: unknown[] }).flags).toContainEqual(expect.objectContaining({ code: 'shop', checked: 1 }));
    expect(await change('shop', { hidden: 0 }, 'module')).toBe('200');
  });

  it('a module of one’s own is seen by who sees something in it; what moves into another module takes along what lies in it', async () => {
    const made = await ask('root', 'Add', { cloud: 'module', key_name: '自有', name_en: 'Ours' });
    expect(told(made)).toBe('200');
    const own = Number(made.data.id);
    expect(await modules('will')).toEqual(['商店']);
    expect((await ask('will', 'LoadMenu', { module: `own${own}` }, '/sys')).code).toBe(312);
    expect(await change('m.goods', { module_entity: own })).toBe('200');
    expect(await modules('will')).toEqual(['商店', '自有']);
    expect(await menu('will', `own${own}`)).toEqual([['名m.goods', '<b>货</b>']]);
    expect(
      await base.db.query(
        `select distinct module_entity::int as at from app."menu" where company_id = 1 and uid like 'm.%' and uid <> 'm.top'`,
      ),
    ).toEqual([{ at: own }]);
    expect(await modules('eve')).toEqual(['系统管理']);
    expect((await ask('root', 'Delete', { cloud: 'module', id: own })).code).toBe(311);
    const link = await add({
      key_name: '外网',
      name_en: 'Outside',
      type: 3,
      link: 'https://example.org/a?b=c#d',
      home: 1,
      module_entity: own,
    });
    expect(told(link)).toBe('200');
    const rows = (await ask('will', 'LoadMenu', { module: `own${own}` }, '/sys')).rows;
    const shown = { uid: `own.${link.data.id}`, key_name: '外网', key_name_en: 'Outside', link: 'https://example.org/a?b=c#d' };
    expect(rows.at(-1)).toEqual({ ...shown, type: 'TAB', home: 1 });
    expect((await ask('will', 'LoadNav', {}, '/sys')).data.links).toEqual([shown]);
    expect((await ask('stranger', 'LoadNav', {}, '/sys')).data.links).toBeUndefined();
    expect(await change('m.goods', { module_entity: await idOf('shop', 'module') })).toBe('200');
    expect((await ask('root', 'Delete', { cloud: 'menu', id: Number(link.data.id) })).code).toBe(200);
    expect((await ask('root', 'Delete', { cloud: 'module', id: own })).code).toBe(200);
    expect(await modules('will')).toEqual(['商店']);
  });

  it('nobody hides the way to people, roles and menus: not itself, not its directory, not its module, not by moving it', async () => {
    for (const uid of ['sys.menu.user', 'sys.menu.role', 'sys.menu.module', 'sys.menu.menu', 'sys.menu.people', 'sys.menu.platform'])
      expect(await change(uid, { hidden: 1 })).toBe('312 $menuWayBack');
    expect(await change('sys.module', { hidden: 1 }, 'module')).toBe('312 $menuWayBack');
    const out = await add({ key_name: '暗', type: 1, hidden: 1 });
    expect(await change('sys.menu.menu', { parent_entity: Number(out.data.id) })).toBe('312 $menuWayBack');
    expect(await change('shop', { hidden: 1 }, 'module')).toBe('200');
    expect(await change('sys.menu.menu', { parent_entity: '', module_entity: await idOf('shop', 'module') })).toBe('312 $menuWayBack');
    expect(await change('shop', { hidden: 0 }, 'module')).toBe('200');
    expect(await change('sys.menu.user', { parent_entity: '', module_entity: await idOf('shop', 'module'), key_name: '人' })).toBe('200');
    expect(await change('shop', { hidden: 1 }, 'module')).toBe('312 $menuWayBack');
    expect(await change('sys.menu.user', { parent_entity: await idOf('sys.menu.people') })).toBe('200');
    expect(await change('sys.menu.dict', { hidden: 1 })).toBe('200');
    expect((await ask('root', 'Delete', { cloud: 'menu', id: Number(out.data.id) })).code).toBe(200);
  });
});

describe('ADMIN-12 in force at once', () => {
  it('a second process knows within a second what the first one saved', async () => {
    const db = createDb(base.servingUrl, { max: 2 });
    try {
      const other = await serve({ ...base, serving: db, close: async () => undefined }, diskFiles('/nonexistent'), { catalogue: first });
      const reader = await other.signIn('will');
      const called = async () => JSON.stringify((await reader.call('/sys', 'LoadMenu', { module: 'shop' })).rows);
      expect(await called()).not.toContain('另一处');
      expect(await change('m.top', { key_name: '另一处' })).toBe('200');
      await expect.poll(called, { timeout: 1_000, interval: 50 }).toContain('另一处');
    } finally {
      await db.close();
    }
  });
});

describe('ADMIN-12 the next version of a suite', () => {
  it('new entries come, those taken away are hidden unless changed, what was changed here stays and is told, one’s own stay', async () => {
    const own = await add({ key_name: '自己的', target: 'ware', parent_entity: await idOf('m.goods') });
    expect(told(own)).toBe('200');
    const lines: string[] = [];
    const start = (catalogue: typeof first) => loadSeeds(base.db, catalogue, demo, loadGrants, (line) => lines.push(line));
    const next = loadCatalogue([sys, suite({ ...page('m.top', 'ware'), key_name: '新名' }, page('m.new', 'ware'), page('m.ware', 'ware'))]);
    await start(next);
    expect(lines).toEqual([
      'key_name of menu m.top (新名) was changed here and stays 另一处; the suite says 新名 in company 1',
      'menu m.goods (名m.goods) was changed here and stays, the suite took it away in company 1',
    ]);
    const process = await serve(base, diskFiles('/nonexistent'), { catalogue: next });
    const of = async (who: string, at: string) =>
      names((await (await process.signIn(who, at)).call('/sys', 'LoadMenu', { module: 'shop' })).rows as unknown as Menu[]);
    expect(await of('will', 'demo')).toEqual(['另一处', ['名m.goods', '自己的'], '名m.new', '<b>货</b>']);
    expect(await of('stranger', 'other')).toEqual(['新名', '名m.new', '名m.ware']);
    const versions = () => base.db.query('select company_id, version from fw.rights_version order by 1');
    const before = await versions();
    lines.length = 0;
    await start(next);
    expect([lines, await versions()]).toEqual([[], before]);
    await start(first);
    expect(await of('stranger', 'other')).toEqual(expect.arrayContaining([['名m.goods', '名m.ware', '名m.secret']]));
  });
});
