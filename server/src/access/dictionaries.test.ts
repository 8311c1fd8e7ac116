import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ItemDef } from '#protocol/meta/field.ts';
import type { DictDef, SuiteDef } from '#protocol/meta/suite.ts';
import { testField as field, testSuite, testTable } from '#protocol/meta/testing-suite.ts';
import type { Answer } from '#protocol/testing-person.ts';
import { createDb } from '#server/db/pool/pool.ts';
import type { TestDatabase } from '#server/db/testing.ts';
import { loadCatalogue } from '#server/meta/load.ts';
import { loadSeeds } from '#server/meta/seed.ts';
import { diskFiles } from '#server/ports/files-disk.ts';
import { serve, type TestApp } from '#server/testing-app.ts';
import { sys } from '#suites/sys/suite.ts';
import { openAccess } from './access.ts';
import { loadGrants } from './grants/load-grants.ts';
import { asking, demo, openDefined } from './testing-defined.ts';

const named = (uid: string) => ({ uid, key_name: `名${uid}`, key_name_en: `Name ${uid}` });
const item = (id: number, rest: Partial<ItemDef> = {}): ItemDef => ({ id, key_name: `选项${id}`, key_name_en: `Choice ${id}`, ...rest });
const KINDS = [item(1, { code: 'A' }), item(2, { code: 'BC' })];
const TINTS = [item(1, { look: 'plan' }), item(2), item(3), item(4)];
const states = (code: string) => [
  { ...named(`${code}.bar`), value: '*', actions: ['List', 'Add'].map((op) => ({ ...named(`${code}.${op}`), op })) },
  { ...named(`${code}.1`), value: '1', actions: ['Show', 'Modify', 'Delete'].map((op) => ({ ...named(`${code}.${op}1`), op })) },
];
/** A thing has a tint, on which a field and a look go; a copy of it takes the tint into choices that its own definition has. */
const suite = (tints: ItemDef[], more: DictDef[] = []): SuiteDef =>
  testSuite(
    [
      testTable('thing', {
        tenancy: 'company',
        group: 'tint',
        order: 'id',
        fields: [
          field('tint', { data_type: 'select', items: 'tint', search: 1 }),
          field('tints', { data_type: 'checkbox', items: 'tint' }),
          field('kind', { data_type: 'radio', items: 'kind', notnull: 1, defvalue: 1 }),
          field('number', { data_type: 'text', length: 20, number: 'N{kind}-{000}' }),
          field('why', { data_type: 'text', length: 20, view_where: 'tint=2' }),
        ],
        styles: [{ uid: 'thing.style', field: 'tint', value: '3', style: 'late', target: 'Cell' }],
        states: states('thing'),
      }),
      testTable('copy', {
        tenancy: 'company',
        fields: [
          field('thing_entity', { data_type: 'entity', source: 'thing', fetch: 'tint=tint' }),
          field('tint', { data_type: 'select', items: [...TINTS, item(5), item(9, { key_name: '未说明' })] }),
        ],
        states: states('copy'),
      }),
    ],
    {
      requires: ['sys'],
      dicts: [{ ...named('d.tint'), code: 'tint', items: tints }, { ...named('d.kind'), code: 'kind', items: KINDS }, ...more],
      roles: [
        {
          ...named('r1'),
          code: 'worker',
          grants: ['thing', 'copy'].map((group) => ({ group, scope: 2 as const, items: ['List', 'Add', 'Modify', 'Delete'] })),
        },
        { ...named('r2'), code: 'editor', grants: [{ group: 'dict', scope: 2, items: ['List', 'Modify'] }] },
      ],
    },
  );
/** 9 is of the first version only. */
const first = loadCatalogue([sys, suite([...TINTS, item(9)])]);

let base: TestDatabase;
let app: TestApp;
beforeAll(async () => {
  ({ base, app } = await openDefined('dictionaries', first));
});
afterAll(() => app?.close());

const ask = asking(() => app);
const told = ({ code, remark }: Answer) => `${code} ${remark}`.trim();
const dictId = async (code: string, company = 1): Promise<number> =>
  (await base.db.query<{ id: number }>('select id from app."dict" where company_id = $1 and code = $2', [company, code]))[0]!.id;
const itemId = async (code: string, number: number, company = 1): Promise<number> =>
  (
    await base.db.query<{ id: number }>(
      `select i.id from app."dict_item" i join app."dict" d on d.company_id = i.company_id and d.id = i.dict_entity
       where i.company_id = $1 and d.code = $2 and i.number = $3`,
      [company, code, number],
    )
  )[0]!.id;
const rows = (code: string, ...changes: object[]) => ({ code, changes });
const change = async ({ code, changes }: ReturnType<typeof rows>, who = 'root') =>
  ask(who, 'Modify', {
    cloud: 'dict',
    id: await dictId(code, who === 'stranger' ? 2 : 1),
    _subtables: { 'dict_item.dict_entity': changes },
  });
const set = async (number: number, values: object, code = 'tint') => ({ op: 'Modify', id: await itemId(code, number), ...values });
const added = (key_name: string, rest: object = {}) => ({ op: 'Add', key_name, ...rest });
const choices = async (who: string, cloud = 'thing', name = 'tint'): Promise<ItemDef[]> => {
  const { data } = await ask(who, 'LoadTable', { key_name: cloud }, '/sys');
  return (data as { fields: { field_name: string; items: ItemDef[] }[] }).fields.find((of) => of.field_name === name)!.items;
};
const offered = async (who: string, cloud?: string, name?: string) =>
  (await choices(who, cloud, name)).filter(({ hidden }) => hidden !== 1).map(({ id }) => id);
const newest = async () =>
  (await base.db.query<{ number: number }>('select max(number)::int as number from app."dict_item" where company_id = 1'))[0]!.number;

describe('ADMIN-12 FIELD-04 dictionaries are rows of a company', () => {
  it('not signed in 401, without the right 312, and another company reaches none of them', async () => {
    const [id, first_item] = [await dictId('tint'), await itemId('tint', 1)];
    expect((await ask(null, 'Modify', { cloud: 'dict', id, key_name: '夺' })).code).toBe(401);
    expect((await ask('will', 'Page', { cloud: 'dict' })).code).toBe(312);
    expect((await ask('will', 'Modify', { cloud: 'dict', id, key_name: '夺' })).code).toBe(312);
    expect((await ask('will', 'Modify', { cloud: 'dict_item', id: first_item, key_name: '夺' })).code).toBe(312);
    expect((await ask('will', 'LoadTable', { key_name: 'dict_item' }, '/sys')).code).toBe(312);
    for (const [cloud, at] of [
      ['dict', id],
      ['dict_item', first_item],
    ] as const)
      expect([312, 315]).toContain((await ask('stranger', 'Modify', { cloud, id: at, key_name: '夺' })).code);
    expect((await ask('eve', 'Page', { cloud: 'dict' })).rows.map(({ code, suite: of }) => [code, of])).toEqual([
      ['kind', 'test'],
      ['tint', 'test'],
    ]);
  });

  it('none is added, deleted or called by another code; a number and a dictionary stay; texts have their lengths; a state is one of two', async () => {
    const [id, choice] = [await dictId('tint'), await itemId('tint', 1)];
    expect((await ask('root', 'Add', { cloud: 'dict', key_name: '新', code: 'new' })).code).not.toBe(200);
    expect((await ask('root', 'Delete', { cloud: 'dict', id })).code).not.toBe(200);
    expect((await ask('root', 'Modify', { cloud: 'dict', id, code: 'other' })).code).toBe(312);
    expect(told(await ask('root', 'Modify', { cloud: 'dict_item', id: choice, dict_entity: await dictId('kind') }))).toMatch(/^31\d/);
    await ask('root', 'Modify', { cloud: 'dict_item', id: choice, number: 77 });
    expect(await itemId('tint', 1)).toBe(choice);
    const wrong = async (...changes: object[]) => (await change(rows('tint', ...changes))).code;
    expect(await wrong(added(''))).toBe(301);
    expect([301, 316]).toContain(await wrong(added('长'.repeat(201))));
    expect([301, 317]).toContain(await wrong(added('新', { hidden: 7 })));
    expect([301, 317]).toContain(await wrong(added('新', { look: 9 })));
    expect([301, 305, 317]).toContain(await wrong(added('新', { code: '甲' })));
    expect([312, 315]).toContain(await wrong({ op: 'Modify', id: await itemId('tint', 1, 2), key_name: '夺' }));
  });

  it('a label that is changed, and a choice that is added, are in every definition, row and form of the company, and in no other', async () => {
    const thing = Number((await ask('will', 'Add', { cloud: 'thing', key_name: '物', tint: 1, tints: ',1,2,' })).data.id);
    expect(
      told(
        await change(
          rows('tint', await set(1, { key_name: '<b>赤</b>', name_en: 'Red', look: 3 }), added('橙', { name_en: 'Orange', look: 4 })),
        ),
      ),
    ).toBe('200');
    const orange = await newest();
    expect(orange).toBeGreaterThanOrEqual(10_000);
    expect((await choices('will'))[0]).toEqual({ id: 1, key_name: '<b>赤</b>', key_name_en: 'Red', look: 'late' });
    expect((await choices('will')).at(-1)).toEqual({ id: orange, key_name: '橙', key_name_en: 'Orange', look: 'done' });
    expect((await ask('will', 'Show', { cloud: 'thing', id: thing })).data).toMatchObject({
      tint: { id: 1, key_name: '<b>赤</b>' },
      tints: [{ id: 1, key_name: '<b>赤</b>' }, { id: 2 }],
    });
    expect((await ask('will', 'LoadDict', { key_name: 'tint' }, '/sys')).data.items).toEqual(await choices('will'));
    expect((await ask('will', 'Modify', { cloud: 'thing', id: thing, tint: orange, tints: `,2,${orange},` })).code).toBe(200);
    const found = await ask('will', 'Page', { cloud: 'thing', filters: { fields: { tint: orange } } });
    expect(found.rows).toMatchObject([{ id: thing, tint: { id: orange, key_name: '橙' } }]);
    expect((await ask('will', 'Group', { cloud: 'thing', field: 'tint' })).rows).toMatchObject([{ id: orange, key_name: '橙' }]);
    // the other company has what the suite says, and cannot choose it
    expect(await choices('stranger')).toEqual([...TINTS, item(9)]);
    expect((await ask('stranger', 'Add', { cloud: 'thing', key_name: '物', tint: orange })).code).toBe(317);
    expect((await ask('will', 'Add', { cloud: 'thing', key_name: '物', tint: 77 })).code).toBe(317);
  });

  it('what is copied into a field with choices of its own is known there, and called the same', async () => {
    const orange = await newest();
    const thing = Number((await ask('will', 'Add', { cloud: 'thing', key_name: '物', tint: orange })).data.id);
    const copy = await ask('will', 'Add', { cloud: 'copy', key_name: '抄', thing_entity: thing, tint: orange });
    expect(told(copy)).toBe('200');
    expect((await ask('will', 'Show', { cloud: 'copy', id: Number(copy.data.id) })).data.tint).toMatchObject({
      id: orange,
      key_name: '橙',
    });
    expect((await choices('will', 'copy')).map(({ id, key_name }) => [id, key_name])).toEqual([
      [1, '<b>赤</b>'],
      [2, '选项2'],
      [3, '选项3'],
      [4, '选项4'],
      [5, '选项5'],
      [9, '未说明'],
      [orange, '橙'],
    ]);
    expect((await choices('stranger', 'copy')).map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 9]);
  });

  it('hidden, it is offered and taken no more; a record that has it keeps it with its name', async () => {
    const thing = Number((await ask('will', 'Add', { cloud: 'thing', key_name: '旧', tint: 4 })).data.id);
    expect(told(await change(rows('tint', await set(4, { hidden: 1 }))))).toBe('200');
    expect(await offered('will')).not.toContain(4);
    expect(told(await ask('will', 'Add', { cloud: 'thing', key_name: '新', tint: 4 }))).toBe('305 $choiceGone');
    expect((await ask('will', 'Modify', { cloud: 'thing', id: thing, tint: 4, key_name: '旧物' })).code).toBe(200);
    expect((await ask('will', 'Show', { cloud: 'thing', id: thing })).data.tint).toMatchObject({ id: 4, key_name: '选项4' });
    expect(await offered('stranger')).toContain(4);
    expect(told(await change(rows('tint', await set(4, { hidden: 0 }))))).toBe('200');
    expect(await offered('will')).toContain(4);
  });

  it('what a definition goes by stays on offer, and its name may change; what a suite brings is never removed', async () => {
    for (const number of [2, 3]) {
      const refused = await change(rows('tint', await set(number, { hidden: 1 })));
      expect(told(refused)).toBe('312 $choiceNamed');
      expect(refused.data).toMatchObject({ where: { zh_CN: '表 thing · 字段 tint', en_US: 'Table thing · Field tint' } });
    }
    expect(told(await change(rows('kind', await set(1, { hidden: 1 }, 'kind'))))).toBe('312 $choiceNamed');
    expect(told(await change(rows('tint', await set(2, { key_name: '绿' }))))).toBe('200');
    expect(told(await change(rows('tint', { op: 'Delete', id: await itemId('tint', 4) })))).toBe('312 $choiceOfSuite');
    expect(told(await ask('root', 'Delete', { cloud: 'dict_item', id: await itemId('tint', 4) }))).toMatch(/^312/);
  });

  it('one’s own that records have is not removed but hidden; one that nobody has goes, and its number comes to nothing else', async () => {
    const orange = await newest();
    const refused = await change(rows('tint', { op: 'Delete', id: await itemId('tint', orange) }));
    expect(told(refused)).toBe('311 $choiceUsed');
    expect(refused.data.table).toEqual({ zh_CN: '表 thing', en_US: 'Table thing' });
    // who may not know of these records is told of none
    expect(told(await change(rows('tint', { op: 'Delete', id: await itemId('tint', orange) }), 'eve'))).toMatch(/^31[12]/);
    await change(rows('tint', added('青')));
    const cyan = await newest();
    expect(cyan).toBe(orange + 1);
    expect(told(await change(rows('tint', { op: 'Delete', id: await itemId('tint', cyan) })))).toBe('200');
    expect(await offered('will')).not.toContain(cyan);
    await change(rows('tint', added('紫')));
    expect(await newest()).toBe(cyan + 1);
  });

  it('numbers of records are made of codes: a choice there has one, as long as they have room for', async () => {
    expect(told(await change(rows('kind', added('丙'))))).toBe('314 $choiceCode');
    expect(told(await change(rows('kind', added('丙', { code: 'XYZ' }))))).toBe('316 $choiceCodeLong');
    expect(told(await change(rows('kind', await set(1, { code: '' }, 'kind'))))).toBe('314 $choiceCode');
    expect(told(await change(rows('kind', added('丙', { code: 'X' }))))).toBe('200');
    const made = await ask('will', 'Add', { cloud: 'thing', key_name: '丙物', kind: await newest() });
    expect((await ask('will', 'Show', { cloud: 'thing', id: Number(made.data.id) })).data.number).toBe('NX-001');
  });

  it('something is left to choose', async () => {
    await change(rows('kind', await set(2, { hidden: 1 }, 'kind')));
    const own = await itemId('kind', (await offered('will', 'thing', 'kind')).find((id) => id >= 10_000)!);
    expect(told(await change(rows('kind', { op: 'Modify', id: own, hidden: 1 })))).toBe('200');
    await base.db.query('update app."dict_item" set hidden = 1 where company_id = 2 and id = $1', [await itemId('kind', 1, 2)]);
    const last = { op: 'Modify', id: await itemId('kind', 2, 2), hidden: 1 };
    expect(told(await change(rows('kind', last), 'stranger'))).toBe('312 $choiceLast');
  });
});

describe('ADMIN-12 in force at once, at no cost', () => {
  it('a second process knows within a second what the first one saved', async () => {
    const db = createDb(base.servingUrl, { max: 2 });
    try {
      const other = await serve({ ...base, serving: db, close: async () => undefined }, diskFiles('/nonexistent'), { catalogue: first });
      const reader = await other.signIn('will');
      const called = async () =>
        (
          (await reader.call('/sys', 'LoadTable', { key_name: 'thing' })).data as { fields: { field_name: string; items: ItemDef[] }[] }
        ).fields.find((of) => of.field_name === 'tint')!.items[1]!.key_name;
      expect(await called()).toBe('绿');
      expect(told(await change(rows('tint', await set(2, { key_name: '碧' }))))).toBe('200');
      await expect.poll(called, { timeout: 1_000, interval: 50 }).toBe('碧');
      expect(other.house.catalogueOf(null).dict('tint')!.items[1]!.key_name).toBe('选项2');
    } finally {
      await db.close();
    }
  });

  it('a company that changed nothing works with the definitions that all share; its dictionaries are asked for once', async () => {
    const said: string[] = [];
    const { db } = app.house;
    const query: typeof db.query = (text, values) => {
      if (text.includes('app."dict"')) said.push(text);
      return db.query(text, values);
    };
    const house = { ...app.house, db: { ...db, query } };
    const session = async (version: number, of = 3) =>
      ({ sid: 's', company: { id: of, time_zone: 'UTC' }, roles: [], rights_version: version, domain: {}, domains: [], user: {} }) as never;
    const [one, two] = [await openAccess(house, await session(1)), await openAccess(house, await session(1))];
    expect(one.catalogue).toBe(house.catalogueOf(null));
    expect(two.catalogue).toBe(one.catalogue);
    expect(said).toHaveLength(1);
    const [mine, again] = [await openAccess(house, await session(900, 1)), await openAccess(house, await session(900, 1))];
    expect(mine.catalogue).not.toBe(one.catalogue);
    expect(again.catalogue).toBe(mine.catalogue);
    expect(mine.catalogue.table('thing')!.def).toBe(one.catalogue.table('thing')!.def);
    expect(said).toHaveLength(2);
  });
});

describe('ADMIN-12 the next version of a suite', () => {
  it('new choices come, those taken away are hidden, what was changed here stays and is told', async () => {
    const lines: string[] = [];
    const next = loadCatalogue([
      sys,
      suite(
        [item(1, { key_name: '朱', look: 'plan' }), ...TINTS.slice(1), item(5)],
        [{ ...named('d.new'), code: 'fresh', items: [item(1)] }],
      ),
    ]);
    const start = (catalogue: typeof next) => loadSeeds(base.db, catalogue, demo, loadGrants, (line) => lines.push(line));
    await start(next);
    expect(lines).toEqual([
      'dictionary tint in company 1: key_name of choice 1 (朱) was changed here and stays <b>赤</b>; the suite says 朱',
    ]);
    const stands = async (of: number) =>
      Object.fromEntries(
        (
          await base.db.query<{ number: number; key_name: string; hidden: number }>(
            `select i.number, i.key_name, i.hidden from app."dict_item" i join app."dict" d on d.company_id = i.company_id and d.id = i.dict_entity
             where i.company_id = $1 and d.code = 'tint' and i.deleted_time is null`,
            [of],
          )
        ).map(({ number, key_name, hidden }) => [number, `${key_name}${hidden ? ' hidden' : ''}`]),
      );
    expect(await stands(1)).toMatchObject({ 1: '<b>赤</b>', 2: '碧', 5: '选项5', 9: '选项9 hidden' });
    expect(await stands(2)).toMatchObject({ 1: '朱', 2: '选项2', 5: '选项5', 9: '选项9 hidden' });
    const versions = () => base.db.query('select company_id, version from fw.rights_version order by 1');
    const before = await versions();
    lines.length = 0;
    await start(next);
    expect([lines, await versions()]).toEqual([[], before]);
    await start(loadCatalogue([sys, { ...suite([item(1)]), dicts: [], tables: [], roles: [] }]));
    expect(await base.db.query(`select distinct status::int from app."dict"`)).toEqual([{ status: 2 }]);
    await start(next);
    expect(await base.db.query(`select distinct status::int from app."dict"`)).toEqual([{ status: 1 }]);
    expect(await stands(1)).toMatchObject({ 1: '<b>赤</b>', 2: '碧', 5: '选项5', 9: '选项9 hidden' });
  });
});
