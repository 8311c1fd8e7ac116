import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Refusal } from '#protocol/codes.ts';
import { initialsOf } from '#protocol/fields/initials.ts';
import { defineSuite } from '#protocol/meta/suite.ts';
import { testField, testTable } from '#protocol/meta/testing-suite.ts';
import type { FoundRow, FoundTable } from '#protocol/wire/find.ts';
import { openAccess } from '#server/access/access.ts';
import { find } from '#server/records/find/find.ts';
import { recordsMigrations } from '#server/records/migrations.ts';
import { grantAll, type Lab, openLab } from '#server/records/testing.ts';
import type { Op } from '../op.ts';
import { findCall } from './find.ts';
import { reads } from './testing-call.ts';

/** `paper` stands in everybody's module, `sealed` in one that only the chief has; a `scrap` stands behind a page of its own. */
const text = (name: string, rest: object = {}) => testField(name, { data_type: 'text', length: 4000, search: 1, ...rest });
const paper = testTable('paper', {
  english_name: 'english',
  fields: [text('key_name'), text('english'), text('code'), text('note', { list_hidden: 1 }), testField('scan', { data_type: 'file' })],
  variants: [{ uid: 'test.paper.v', name: 'short', fields: ['code'], ops: ['List'] }],
});
/** Rows of departments, each by its own. */
const ledger = testTable('ledger', {
  fields: [text('key_name'), text('note'), testField('department_entity', { data_type: 'entity', source: 'department' })],
});
const tables = [ledger, paper, testTable('sealed', { fields: [text('key_name')] }), testTable('scrap', { fields: [text('key_name')] })];
const menu = (cloud: string) => ({
  ...{ uid: `m.${cloud.replace(/\W/g, '.')}x`, key_name: cloud, key_name_en: cloud, type: 'TAB', cloud },
  ...(cloud === 'scrap' ? { url: '/scrap' } : {}),
});
const module = (code: string, clouds: string[]) => ({
  ...{ uid: `module.${code}`, code, key_name: code, key_name_en: code, flag: code, menus: clouds.map(menu) },
});
const grant = (group: string, rest: object = {}) => ({ group, scope: 2, items: ['List'], ...rest });
const role = (code: string, flags: string[], grants: object[]) => ({
  uid: `r.${code}`,
  code,
  key_name: code,
  key_name_en: code,
  flags,
  grants,
});
const suite = defineSuite({
  ...{ uid: 'test', code: 'test', version: '0.1.0', key_name: '试', key_name_en: 'Test', requires: ['sys'] },
  ...{
    dicts: [],
    seed: [],
    tables,
    modules: [module('open', ['paper', 'scrap', 'paper[short]']), module('shut', ['sealed']), module('units', ['ledger'])],
  },
  roles: [
    role('reader', ['open'], [grant('paper'), grant('sealed'), grant('scrap')]),
    role('half', ['open'], [grant('paper', { hide: ['note', 'scan', 'english'] })]),
    role('nameless', ['open'], [grant('paper', { hide: ['key_name'] })]),
    role('owner', ['open'], [grant('paper', { scope: 0 })]),
    role('unit', ['units'], [grant('ledger', { scope: 1 })]),
    role('mute', ['units'], [grant('ledger', { scope: 1, hide: ['note'] })]),
    role('chief', ['open', 'shut'], [grant('paper'), grant('sealed')]),
  ],
} as never);
const LOGINS = ['reader', 'half', 'nameless', 'owner', 'unit', 'mute', 'chief'];

let lab: Lab;
let send: ReturnType<typeof reads>;
const id: Record<string, number> = {};
beforeAll(async () => {
  lab = await openLab({ key: 'records-find', suites: [suite], rooms: [recordsMigrations] });
  send = reads(lab, [findCall as unknown as Op]);
  for (const [at, login] of LOGINS.entries()) {
    await lab.base.db.query(`insert into app."role" (company_id, id, code, key_name, root) values (1, $1, $2, $2, 0)`, [61 + at, login]);
    await lab.base.db.query(
      `insert into app."user" (company_id, id, login_name, key_name, name_en, mobile, department_entity, domain_entities, role_entities, status)
       values (1, $1, $2, $3, $4, $5, 32, '{11}', array[$6::bigint], 1)`,
      [
        71 + at,
        login,
        login === 'chief' ? '单晓江' : login,
        login === 'chief' ? 'River Shan' : null,
        `1390000000${login === 'chief' ? 4 : 10 + at}`,
        61 + at,
      ],
    );
  }
  await grantAll(lab.base.db, 1, lab.house.catalogueOf(null));
  const own = { company_id: 1, subcompany_id: 11, create_entity: 71 };
  id.exact = await lab.put('paper', { ...own, key_name: '滨江', english: 'Riverside' });
  id.begins = await lab.put('paper', { ...own, key_name: '滨江基地', code: 'B-1' });
  id.inner = await lab.put('paper', { ...own, key_name: '新滨江路' });
  id.elsewhere = await lab.put('paper', { ...own, key_name: '甲', note: '在滨江附近' });
  id.owned = await lab.put('paper', { ...own, create_entity: 74, key_name: '滨江自用' });
  id.signs = await lab.put('paper', { ...own, key_name: `100%_it's "a" \\ ＡＢＣ` });
  for (const other of [{ subcompany_id: 12 }, { deleted_time: '2026-01-01Z' }, { company_id: 2, subcompany_id: 21 }])
    await lab.put('paper', { ...own, ...other, key_name: '滨江外面' });
  for (const table of ['sealed', 'scrap']) await lab.put(table, { ...own, key_name: `滨江${table}` });
  await lab.base.db.query(
    `insert into fw.file (company_id, key_name, file_name, mime, length, sha256, source, field, rowid, create_entity, create_time)
     select 1, repeat(k, 24), n, 'x', 7, '', 'paper', 'scan', r, 71, now()
     from (values ('a', '滨江总图.dwg', $1::bigint), ('b', '滨江旧图.dwg', $1), ('c', '滨江等待.dwg', null)) f (k, n, r)`,
    [id.exact],
  );
  await lab.base.db.query(
    `update app.paper set scan = (select array_agg(id) from fw.file where key_name = repeat('a', 24)) where id = $1`,
    [id.exact],
  );
});
afterAll(() => lab.close());

const ask = async (login: string, key_word: unknown, more: object = {}) => send(await lab.as(login), 'Find', { key_word, ...more });
const rowsOf = async (login: string, key_word: string) => (await ask(login, key_word)).rows as unknown as FoundRow[];
const namesOf = async (login: string, key_word: string, kind = 'record') =>
  (await rowsOf(login, key_word)).filter((row) => row.kind === kind).map((row) => row.key_name);

/** The best twenty of a department's rows and of those below it, as one statement by hand finds them. */
async function plainly(login: string, word: string): Promise<[number, number][]> {
  const { departments } = await lab.as(login);
  const rows = await lab.base.db.query<{ id: number; rank: number }>(
    `select id, rank from (select l.id, case strpos(key_name, $2) when 0 then 3 when 1 then case when key_name = $2 then 0 else 1 end else 2 end as rank
       from app.ledger l where l.company_id = 1 and l.department_entity = any($1) and strpos(concat_ws(chr(10), key_name, case when $3 then note end), $2) > 0) f
     order by rank, id desc limit 20`,
    [departments, word, login === 'unit'],
  );
  return rows.map(({ id: of, rank }) => [of, rank]);
}

describe('FRAME-03 search over all tables', () => {
  it('nothing without a session; what one may not list, and what no menu of his opens, is neither asked nor named', async () => {
    expect((await send(null, 'Find', { key_word: '滨江' })).code).toBe(401);
    expect(await namesOf('none', '滨江')).toEqual([]);
    const reader = await ask('reader', '滨江');
    expect((reader.data!.tables as FoundTable[]).map(({ cloud }) => cloud)).toEqual(['user[contact]', 'paper', 'paper[short]', '']);
    expect(JSON.stringify(reader)).not.toMatch(/sealed|scrap|外面/);
    expect(await namesOf('chief', '滨江')).toContain('滨江sealed');
  });

  it('nothing to look for is 314, too much of it 316, anything else is looked for as it stands', async () => {
    for (const none of ['', '  ', '\n', undefined])
      expect(await ask('reader', none)).toMatchObject({ code: 314, data: { field: 'key_word' } });
    expect((await ask('reader', '滨'.repeat(201))).code).toBe(316);
    expect((await ask('reader', 'x'.repeat(10_000))).code).toBe(316);
    for (const rows of ['0', '21', 'x']) expect((await ask('reader', '滨江', { rows })).code).toBe(317);
    for (const odd of ['\u0000', '\u0007', '\u200b', '\ud83d']) expect([200, 314, 317]).toContain((await ask('reader', odd)).code);
    for (const [word, found] of [
      ['%_', 1],
      ["it's", 1],
      ['"a"', 1],
      ['\\', 0],
      ['\\ a', 1],
      ['%%', 0],
      ['__', 0],
      ['ａbc', 1],
      ['ABC', 1],
    ] as const)
      expect([word, await namesOf('reader', word)]).toEqual([word, Array(found).fill(`100%_it's "a" \\ ＡＢＣ`)]);
  });

  it('a name that is it comes first, then what begins with it, then what holds it, then what was found elsewhere', async () => {
    expect(await namesOf('reader', '滨江')).toEqual(['滨江', '滨江自用', '滨江基地', '新滨江路', '甲']);
    const rows = await rowsOf('reader', '滨江');
    expect(rows.filter(({ kind }) => kind === 'record').map(({ rank }) => rank)).toEqual([0, 1, 1, 2, 3]);
    expect(rows[0]).toMatchObject({ cloud: 'paper', id: id.exact, key_name: '滨江', key_name_en: 'Riverside' });
    expect(rows.find((row) => row.id === id.begins)!.told).toEqual([{ key_name: 'B-1' }]);
    expect(await namesOf('reader', 'riverside')).toEqual(['滨江']);
    expect((await rowsOf('reader', 'RIVER'))[0]).toMatchObject({ rank: 1 });
  });

  it('one character finds what begins with it', async () => {
    expect(await namesOf('reader', '滨')).toEqual(['滨江自用', '滨江基地', '滨江']);
    expect(await namesOf('reader', '江')).toEqual([]);
  });

  it('of each table so many as were asked for, and whether there are more', async () => {
    const { rows, data } = await ask('reader', '滨江', { rows: 2 });
    expect((rows as unknown as FoundRow[]).filter(({ kind }) => kind === 'record').map(({ key_name }) => key_name)).toEqual([
      '滨江',
      '滨江自用',
    ]);
    expect((data!.tables as FoundTable[]).find(({ cloud }) => cloud === 'paper')).toMatchObject({ more: 1, module: 'open' });
    expect(data!.late).toEqual([]);
  });

  it('B5 nothing is found by a field that the reader may not see, nor named nor ranked by it', async () => {
    expect(await namesOf('half', '附近')).toEqual([]);
    expect(await namesOf('half', 'Riverside')).toEqual([]);
    expect(JSON.stringify(await ask('half', '滨江'))).not.toContain('Riverside');
    expect(await namesOf('half', '滨江')).toEqual(['滨江', '滨江自用', '滨江基地', '新滨江路']);
    expect((await rowsOf('nameless', '滨江')).filter(({ kind }) => kind === 'record')).toEqual([
      expect.objectContaining({ id: id.elsewhere, rank: 3, key_name: '' }),
    ]);
    expect((await rowsOf('nameless', 'B-1'))[0]).toMatchObject({ id: id.begins, key_name: '', rank: 3 });
  });

  it('B4 rows of others, of other companies and domains, and what was deleted, are not found', async () => {
    expect(await namesOf('owner', '滨江')).toEqual(['滨江自用']);
    const { data } = await ask('owner', '滨江', { rows: 1 });
    expect((data!.tables as FoundTable[]).filter(({ more }) => more)).toEqual([]);
  });

  it("B4 of departments all is found as if every row were read, however many are others'", { timeout: 60_000 }, async () => {
    // 31 has few, all of before; 32 a quarter of the rows; 33, below it, few; 34 the others
    await lab.base.db.query(
      `insert into app.ledger (company_id, subcompany_id, create_entity, create_time, department_entity, key_name, note)
       select 1, 11, 71, now(), case when n <= 60 then 31 when n % 4 = 0 then 32 when n % 1000 = 1 then 33 else 34 end,
         case when n % 5 = 0 then '常见' when n % 7 = 0 then '大常见' || n else '别的' end || case when n in (40, 44, 64, 12000) then '稀有' else '' end
           || case when n <= 2000 and n % 40 = 0 then '往日' when n % 3 = 1 and n % 4 <> 0 then '往日' else '' end
           || case when n % 4 = 3 or n % 80 = 0 then '同名' else '' end,
         case when n % 11 = 0 then '密语' else '公开' end
       from generate_series(1, 12000) n`,
    );
    await lab.base.db.query('analyze app.ledger');
    for (const department of [31, 32, 33, 34, null]) {
      await lab.base.db.query(`update app."user" set department_entity = $1 where login_name in ('unit', 'mute')`, [department]);
      for (const login of ['unit', 'mute'])
        for (const word of ['常见', '稀有', '往日', '同名', '别的', '密语', '公开', '没有']) {
          const { rows, data } = await ask(login, word, { rows: 20 });
          expect((data!.tables as FoundTable[]).filter(({ cloud }) => cloud === 'ledger')).toHaveLength(1);
          const found = (rows as unknown as FoundRow[]).filter(({ kind }) => kind === 'record').map(({ id: of, rank }) => [of, rank]);
          expect([department, login, word, found]).toEqual([department, login, word, await plainly(login, word)]);
        }
    }
  });

  it('files are found by their names where the record and the field are seen, as they stand now', async () => {
    const [file, ...more] = (await rowsOf('reader', '总图')).filter(({ kind }) => kind === 'file');
    expect([file, more]).toEqual([
      { kind: 'file', cloud: 'paper', id: id.exact, key_name: '滨江总图.dwg', rank: 2, length: 7, told: [{ key_name: '滨江' }] },
      [],
    ]);
    for (const login of ['half', 'owner', 'none']) expect([login, await namesOf(login, '总图', 'file')]).toEqual([login, []]);
    for (const gone of ['旧图', '等待']) expect(await namesOf('reader', gone, 'file')).toEqual([]);
    expect((await rowsOf('nameless', '总图'))[0]!.told).toEqual([]);
  });

  it('people are found by everybody, by name, number and the first letters of its reading, and not by what the address book keeps back', async () => {
    for (const word of ['单晓江', '晓江', 'sxj', 'SX', 'river', '13900000004'])
      expect([word, await namesOf('none', word, 'person')]).toEqual([word, ['单晓江']]);
    expect(await namesOf('none', 'chief', 'person')).toEqual([]);
    expect((await rowsOf('none', 'sxj'))[0]).toMatchObject({
      cloud: 'user[contact]',
      key_name_en: 'River Shan',
      told: [{ key_name: '投资部' }, { key_name: '13900000004' }],
    });
    const listed = await send(await lab.as('none'), 'Page', { cloud: 'user[contact]', filters: '{"key_word":"sxj"}' });
    expect(listed.rows!.map((row) => row.key_name)).toEqual(['单晓江']);
  });

  it('what takes too long is left out and named, and nobody is told that the database is in trouble', async () => {
    const access = await openAccess(lab.house, await lab.as('reader'));
    const held = await new Promise<() => void>((resolve) => {
      void lab.base.db.tx(async (tx) => {
        await tx.query('lock table app.paper in access exclusive mode');
        await new Promise<void>((done) => resolve(done));
      });
    });
    const begun = performance.now();
    const { rows, data } = await find(lab.house, access, { key_word: '江', rows: 5 }).finally(held);
    expect(performance.now() - begun).toBeLessThan(2_500);
    expect((data!.late as FoundTable[]).map(({ cloud }) => cloud)).toEqual(['paper', 'paper[short]', '']);
    expect(rows).toEqual([]);
    expect(lab.house.db.strained()).toBe(false);
  });

  it('R3 a database that is away or full is no table that took long: the search is refused', async () => {
    const access = await openAccess(lab.house, await lab.as('reader'));
    const asked = (cause: object) => {
      const refusal = Object.assign(new Refusal(103), { cause });
      const tx = () => Promise.reject(refusal);
      return find({ ...lab.house, db: { ...lab.house.db, tx } }, access, { key_word: '滨江', rows: 5 });
    };
    const full = 'timeout exceeded when trying to connect';
    for (const cause of [{ code: 'ECONNREFUSED' }, { code: '53300' }, { message: full }, { message: 'Query read timeout' }])
      await expect(asked(cause)).rejects.toMatchObject({ code: 103 });
    expect((await asked({ code: '57014' })).data!.late).toHaveLength(4);
  });

  it('one statement asks one table, two at a time', async () => {
    const said: string[] = [];
    const { db } = lab.house;
    let [now, most] = [0, 0];
    const tx: typeof db.tx = (work, options) => {
      most = Math.max(most, ++now);
      return db.tx((own) => work({ query: (of, values) => own.query(said[said.push(of) - 1]!, values) }), options).finally(() => now--);
    };
    const access = await openAccess(lab.house, await lab.as('reader'));
    await find({ ...lab.house, db: { ...db, tx } }, access, { key_word: '滨江', rows: 5 });
    expect([said.length, most]).toEqual([4, 2]);
  });

  it('the letters that the database knows are those by which readings are sorted', async () => {
    const words = ['项目台账', '重庆长江', '张三李四王五', 'Report 2026', '合同与付款', '立项审批', '鑫森淼', '你好，世界'];
    const rows = await lab.base.db.query<{ is: string }>('select lower(fw.initials(w)) as is from unnest($1::text[]) w', [words]);
    expect(rows.map(({ is }) => is)).toEqual(words.map(initialsOf));
    expect(await lab.base.db.query(`select fw.initials('单位') as first, fw.initials('') as none, fw.initials(null) as nil`)).toEqual([
      { first: 'sw', none: null, nil: null },
    ]);
  });
});
