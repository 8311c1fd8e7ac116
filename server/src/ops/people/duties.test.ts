import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RoleDef, SuiteDef } from '#protocol/meta/suite.ts';
import { testSuite, testTable } from '#protocol/meta/testing-suite.ts';
import type { Answer } from '#protocol/testing-person.ts';
import { loadGrants } from '#server/access/grants/load-grants.ts';
import { type TestDatabase, templateDatabase } from '#server/db/testing.ts';
import { loadCatalogue } from '#server/meta/load.ts';
import { loadSeeds } from '#server/meta/seed.ts';
import { diskFiles } from '#server/ports/files-disk.ts';
import { makeEngineTables, makeTables } from '#server/tables.ts';
import { serve, type TestApp } from '#server/testing-app.ts';
import { sys } from '#suites/sys/suite.ts';

const USER = '/cloud/app/sys/user/api/UserApi';
const ROLES = ['buyer', 'payer', 'keeper', 'checker', 'auditor'];
const POSTS = ['cashier', 'accountant', 'storeman'];

const named = (uid: string) => ({ uid, key_name: `名${uid}`, key_name_en: `Name ${uid}` });
const all = ['List', 'Add', 'Modify', 'Delete'];
const gives = (code: string, ...grants: RoleDef['grants']): RoleDef => ({ ...named(`r.${code}`), code, grants });
const suite: SuiteDef = testSuite([testTable('thing')], {
  requires: ['sys'],
  posts: POSTS.map((code) => ({ ...named(`p.${code}`), code })),
  roles: [
    ...ROLES.map((code) => gives(code)),
    gives('personnel', ...['user', 'post', 'role'].map((group) => ({ group, scope: 2 as const, items: all }))),
    gives('people_only', { group: 'user', scope: 2, items: all }),
    gives('roles_only', { group: 'role', scope: 2, items: all }),
    gives('no_roles', { group: 'role', scope: 2, items: ['List'] }, { group: 'user', scope: 2, items: all, hide: ['role_entities'] }),
    gives(
      'no_sides',
      { group: 'role', scope: 2, items: ['List'], hide: ['duty.second_role_entities'] },
      { group: 'user', scope: 2, items: all },
    ),
    gives('own_office', { group: 'role', scope: 2, items: ['List'] }, { group: 'user', scope: 1, items: ['List'] }),
  ],
});
const person = (login_name: string, ...roles: string[]) => ({
  ...{ _key: login_name, login_name, key_name: login_name, domain_entities: ['@domain:d'], status: 1 },
  role_entities: roles.map((role) => `@role:${role}`),
});
const readers = ['personnel', 'people_only', 'roles_only', 'no_roles', 'no_sides', 'own_office'];
const company = (key: string, id: number) => ({ key, id, login_name: key, key_name: key, key_name_en: key });
const demo = {
  companies: [company('demo', 1)],
  seeds: [
    { table: 'domain', company: 'demo', rows: [{ _key: 'd', key_name: '域', currency: '元', currency_en: 'CNY' }] },
    { table: 'department', company: 'demo', rows: [{ _key: 'o', key_name: '办', code: '01' }] },
    {
      table: 'user',
      company: 'demo',
      rows: [
        { ...person('root', 'root'), _id: 1 },
        ...readers.map((role) => person(role.replace('_', ''), role)),
        ...['ann', 'ben', 'cid'].map((login) => person(login)),
        { ...person('dan'), department_entity: '@department:o' },
        { ...person('boss', 'own_office'), department_entity: '@department:o' },
      ],
    },
  ],
};

let base: TestDatabase;
let app: TestApp;
const ids: Record<'user' | 'role' | 'post', Record<string, number>> = { user: {}, role: {}, post: {} };
beforeAll(async () => {
  const catalogue = loadCatalogue([sys, suite]);
  base = await templateDatabase('duties', async (db) => {
    await makeEngineTables(db);
    await makeTables(db, catalogue);
    await loadSeeds(db, catalogue, demo, loadGrants);
  });
  app = await serve(base, diskFiles('/nonexistent'), { catalogue });
  for (const table of ['user', 'role', 'post'] as const) {
    const code = table === 'user' ? 'login_name' : 'code';
    for (const row of await base.db.query<{ id: number; code: string }>(
      `select id, ${code} as code from app."${table}" where company_id = 1`,
    ))
      ids[table][row.code] = row.id;
  }
});
afterAll(() => app?.close());

const ask = async (who: string | null, op: string, form: Record<string, unknown>, path = '/app'): Promise<Answer> => {
  const sent = Object.fromEntries(Object.entries(form).map(([key, value]) => [key, String(value)]));
  return { data: {}, rows: [], ...(await app.call(path, op, sent, who)) } as Answer;
};
const list = (some: readonly (number | undefined)[]) => (some.length ? `,${some.join()},` : '');
const roles = (...codes: string[]) => list(codes.map((code) => ids.role[code]));
const posts = (...codes: string[]) => list(codes.map((code) => ids.post[code]));
let rules = 0;
async function rule(form: Record<string, unknown>): Promise<number> {
  rules += 1;
  const told = await ask('personnel', 'Add', { cloud: 'duty', key_name: `规则${rules}`, name_en: `Rule ${rules}`, ...form });
  expect(told.code, JSON.stringify(told)).toBe(200);
  return Number(told.data.id);
}
const drop = async (...some: number[]) => {
  for (const id of some) expect((await ask('personnel', 'Delete', { cloud: 'duty', id })).code).toBe(200);
};
const give = async (login: string, role_entities: string, post_entities = '') => {
  const told = await ask('personnel', 'Modify', { cloud: 'user', id: ids.user[login], role_entities, post_entities });
  expect(told.code, JSON.stringify(told)).toBe(200);
};
const broken = (who: string | null, form: Record<string, unknown>) => ask(who, 'Duties', form, USER);
const against = async (who: string, id: number) => {
  const { code, data } = await ask(who, 'Show', { cloud: 'duty', id });
  expect(code).toBe(200);
  return (data.page as { against?: { total: number; people: { id: number; key_name: string }[] } }).against;
};

describe('ADMIN-01 who learns of incompatible duties', () => {
  it('without a session nobody', async () => {
    expect((await broken(null, { id: 1 })).code).toBe(401);
    expect((await ask(null, 'Add', { cloud: 'duty', key_name: '规则' })).code).toBe(401);
  });
  it('who may change roles writes rules; who may not neither reads nor writes any', async () => {
    const form = { first_role_entities: roles('buyer'), second_role_entities: roles('payer') };
    expect((await ask('peopleonly', 'Page', { cloud: 'duty' })).code).toBe(312);
    expect((await ask('peopleonly', 'Add', { cloud: 'duty', key_name: '规则', ...form })).code).toBe(312);
    expect((await ask('noroles', 'Add', { cloud: 'duty', key_name: '规则', ...form })).code).toBe(312);
    expect((await ask('ann', 'Page', { cloud: 'duty' })).code).toBe(312);
    const told = await ask('rolesonly', 'Add', { cloud: 'duty', key_name: '别人的规则', ...form });
    expect(told.code).toBe(200);
    expect((await ask('rolesonly', 'Delete', { cloud: 'duty', id: told.data.id })).code).toBe(200);
  });
  it('a warning is for who reads the rules whole, and of people who has which roles', async () => {
    const id = await rule({ first_role_entities: roles('buyer'), second_role_entities: roles('payer') });
    await give('ann', roles('buyer', 'payer'));
    const asked = { id: ids.user.ann, role_entities: roles('buyer', 'payer') };
    expect((await broken('personnel', asked)).rows).toMatchObject([{ id, standing: 1 }]);
    expect(await against('personnel', id)).toMatchObject({ total: 1, people: [{ id: ids.user.ann, key_name: 'ann' }] });
    for (const who of ['peopleonly', 'noroles', 'nosides']) {
      expect(await broken(who, asked), who).toMatchObject({ code: 200, rows: [] });
      expect(await broken(who, { role_entities: roles('buyer', 'payer') }), who).toMatchObject({ code: 200, rows: [] });
    }
    for (const who of ['noroles', 'nosides', 'rolesonly']) expect(await against(who, id), who).toBeUndefined();
    for (const who of ['rolesonly', 'ann']) expect((await broken(who, asked)).code, who).toBe(312);
    await give('ann', '');
    await drop(id);
  });
  it('of the people whom he may see only those are told and counted', async () => {
    const id = await rule({ first_role_entities: roles('buyer'), second_post_entities: posts('cashier') });
    for (const login of ['ann', 'dan']) await give(login, roles('buyer'), posts('cashier'));
    expect((await against('personnel', id))!.people.map(({ key_name }) => key_name)).toEqual(['ann', 'dan']);
    expect(await against('boss', id)).toMatchObject({ total: 1, people: [{ key_name: 'dan' }] });
    expect((await broken('boss', { id: ids.user.ann })).code).toBe(315);
    expect((await broken('boss', { id: ids.user.dan })).rows).toMatchObject([{ id, standing: 1 }]);
    for (const login of ['ann', 'dan']) await give(login, '');
    await drop(id);
  });
});

describe('ADMIN-01 a rule that can be none is refused', () => {
  const add = (form: Record<string, unknown>) => ask('personnel', 'Add', { cloud: 'duty', key_name: '坏规则', ...form });
  it('a duty of nothing (305), what is on both sides (305), what is no role (315), a name that is taken (310)', async () => {
    const first = { first_role_entities: roles('buyer') };
    const [none] = [await add(first)];
    expect(none).toMatchObject({ code: 305, data: { errors: [{ data: { field_name: 'second_role_entities' } }] } });
    expect(await add({ ...first, second_role_entities: roles('payer', 'buyer') })).toMatchObject({
      ...{ code: 305, remark: '$dutyBoth', data: { field_name: 'second_role_entities' } },
    });
    const both = { first_post_entities: posts('cashier'), second_post_entities: posts('cashier') };
    expect(await add(both)).toMatchObject({ code: 305, remark: '$dutyBoth', data: { field_name: 'second_post_entities' } });
    expect((await add({ ...first, second_role_entities: ',987654321,' })).code).toBe(315);
    expect((await add({ ...first, second_role_entities: 'payer' })).code).toBe(317);
    const id = await rule({ key_name: '只此一条', first_role_entities: roles('buyer'), second_role_entities: roles('payer') });
    expect((await add({ ...first, key_name: '只此一条', second_role_entities: roles('payer') })).code).toBe(310);
    const changed = (form: Record<string, unknown>) => ask('personnel', 'Modify', { cloud: 'duty', id, ...form });
    expect(await changed({ first_role_entities: roles('payer') })).toMatchObject({ code: 305, remark: '$dutyBoth' });
    expect((await changed({ first_role_entities: '' })).code).toBe(305);
    expect((await changed({ first_role_entities: roles('payer'), second_role_entities: roles('buyer') })).code).toBe(200);
    await drop(id);
  });
  it('ids that are none are 317, nobody is 315', async () => {
    for (const form of [{ id: 'x' }, { role_entities: 'x' }, { post_entities: ',0,' }])
      expect((await broken('personnel', form)).code).toBe(317);
    expect((await broken('personnel', { id: 987654321 })).code).toBe(315);
  });
  it('a role or a post that a rule names is not deleted (311)', async () => {
    const { data } = await ask('personnel', 'Add', { cloud: 'role', code: 'passing', key_name: '临时角色' });
    const id = await rule({ first_role_entities: list([Number(data.id)]), second_role_entities: roles('payer') });
    expect((await ask('personnel', 'Delete', { cloud: 'role', id: data.id })).code).toBe(311);
    await drop(id);
    expect((await ask('personnel', 'Delete', { cloud: 'role', id: data.id })).code).toBe(200);
  });
});

describe('ADMIN-01 rules warn, and refuse nothing', () => {
  it('the warning names both duties and the reason, the save goes through, and he stands in the record of the rule', async () => {
    const id = await rule({
      ...{ first_role_entities: roles('buyer', 'keeper'), second_role_entities: roles('payer'), second_post_entities: posts('cashier') },
      ...{ reason: '采购与付款分离', reason_en: 'Who buys does not pay' },
    });
    expect(await against('personnel', id)).toEqual({ total: 0, people: [] });
    await give('ann', roles('buyer'));
    const told = await broken('personnel', { id: ids.user.ann, role_entities: roles('buyer', 'payer'), post_entities: posts('cashier') });
    expect(told.rows).toEqual([
      {
        ...{
          id,
          key_name: `规则${rules}`,
          key_name_en: `Rule ${rules}`,
          reason: '采购与付款分离',
          reason_en: 'Who buys does not pay',
          standing: 0,
        },
        first: [{ id: ids.role.buyer, key_name: '名r.buyer', key_name_en: 'Name r.buyer' }],
        second: [
          { id: ids.role.payer, key_name: '名r.payer', key_name_en: 'Name r.payer' },
          { id: ids.post.cashier, key_name: '名p.cashier', key_name_en: 'Name p.cashier' },
        ],
      },
    ]);
    await give('ann', roles('buyer', 'payer'), posts('cashier'));
    expect(await against('personnel', id)).toMatchObject({ total: 1, people: [{ id: ids.user.ann }] });
    expect((await broken('personnel', { id: ids.user.ann })).rows).toMatchObject([{ id, standing: 1 }]);
    expect((await broken('personnel', { id: ids.user.ann, role_entities: '', post_entities: '' })).rows).toEqual([]);
    expect((await broken('personnel', { role_entities: roles('keeper', 'payer') })).rows).toMatchObject([{ id, standing: 0 }]);
    await give('ann', '');
    await drop(id);
  });
  it('a hidden rule warns of nobody; who is disabled does not count, who has not come in yet does', async () => {
    const id = await rule({ first_role_entities: roles('buyer'), second_role_entities: roles('payer') });
    await give('ann', roles('buyer', 'payer'));
    const status = async (to: number) =>
      base.db.query('update app."user" set status = $1 where company_id = 1 and id = $2', [to, ids.user.ann]);
    await status(3);
    expect(await against('personnel', id)).toMatchObject({ total: 1 });
    await status(2);
    expect(await against('personnel', id)).toEqual({ total: 0, people: [] });
    expect((await broken('personnel', { id: ids.user.ann })).rows).toEqual([]);
    await status(1);
    expect((await ask('personnel', 'Modify', { cloud: 'duty', id, status: 2 })).code).toBe(200);
    expect(await against('personnel', id)).toBeUndefined();
    expect((await broken('personnel', { id: ids.user.ann })).rows).toEqual([]);
    await give('ann', '');
    await drop(id);
  });
  it('of many the first hundred are named, and how many there are is said', async () => {
    const id = await rule({ first_role_entities: roles('checker'), second_role_entities: roles('auditor') });
    await base.db.query(
      `insert into app."user" (company_id, login_name, key_name, role_entities, status)
       select 1, 'many' || n, '众' || n, $1::bigint[], 1 from generate_series(1, 105) n`,
      [[ids.role.checker, ids.role.auditor]],
    );
    const told = (await against('personnel', id))!;
    expect([told.total, told.people.length]).toEqual([105, 100]);
    await base.db.query(`delete from app."user" where company_id = 1 and login_name like 'many%'`);
    await drop(id);
  });
});

interface Plain {
  id: number;
  first_role_entities: number[] | null;
  first_post_entities: number[] | null;
  second_role_entities: number[] | null;
  second_post_entities: number[] | null;
}
/** Who stands against which rule, out of the plain rows: "rule person". */
async function standing(): Promise<string[]> {
  const duties = await base.db.query<Plain>('select * from app.duty where company_id = 1 and status = 1 and deleted_time is null');
  const people = await base.db.query<{ id: number; role_entities: number[] | null; post_entities: number[] | null }>(
    `select id, role_entities, post_entities from app."user" where company_id = 1 and deleted_time is null and status <> 2`,
  );
  const meet = (one: number[] | null, other: number[] | null) =>
    (one ?? []).some((each) => (other ?? []).map(String).includes(String(each)));
  const has = (of: (typeof people)[number], some: number[] | null, more: number[] | null) =>
    meet(of.role_entities, some) || meet(of.post_entities, more);
  return duties.flatMap((duty) =>
    people
      .filter(
        (of) =>
          has(of, duty.first_role_entities, duty.first_post_entities) && has(of, duty.second_role_entities, duty.second_post_entities),
      )
      .map((of) => `${duty.id} ${of.id}`),
  );
}

const some = (codes: readonly string[]) => fc.subarray([...codes], { maxLength: 3 });
/** Each role and post on one side, on the other, or on none. */
const sides = fc.array(fc.constantFrom(0, 1, 2), { minLength: ROLES.length + POSTS.length, maxLength: ROLES.length + POSTS.length });
function ruleOf(of: readonly number[]): Record<string, string> | null {
  const on = (side: number) => ({
    role: ROLES.filter((_, at) => of[at] === side),
    post: POSTS.filter((_, at) => of[ROLES.length + at] === side),
  });
  const [first, second] = [on(1), on(2)];
  if ([first, second].some(({ role, post }) => role.length + post.length === 0)) return null;
  return {
    ...{ first_role_entities: roles(...first.role), first_post_entities: posts(...first.post) },
    ...{ second_role_entities: roles(...second.role), second_post_entities: posts(...second.post) },
  };
}

it('ADMIN-01 ADMIN-02 what is warned of before a save is what stands after it and did not stand before', async () => {
  const play = fc.asyncProperty(
    fc.array(sides, { minLength: 1, maxLength: 3 }),
    fc.array(fc.tuple(fc.constantFrom('ann', 'ben', 'cid'), some(ROLES), some(POSTS)), { minLength: 2, maxLength: 5 }),
    async (wanted, saves) => {
      const made: number[] = [];
      for (const form of wanted.map(ruleOf)) if (form) made.push(await rule(form));
      for (const [login, some_roles, some_posts] of saves) {
        const before = await standing();
        const form = { role_entities: roles(...some_roles), post_entities: posts(...some_posts) };
        const { rows } = await broken('personnel', { id: ids.user[login], ...form });
        await give(login, form.role_entities, form.post_entities);
        const after = await standing();
        const told = (is: 0 | 1) => rows.filter((row) => row.standing === is).map((row) => `${row.id} ${ids.user[login]}`);
        const ofHim = after.filter((one) => one.endsWith(` ${ids.user[login]}`));
        expect(told(0).sort()).toEqual(ofHim.filter((one) => !before.includes(one)).sort());
        expect(told(1).sort()).toEqual(ofHim.filter((one) => before.includes(one)).sort());
        for (const id of made) {
          const { total, people } = (await against('personnel', id))!;
          const shown = people.map((of) => `${id} ${of.id}`);
          expect([total, shown.sort()]).toEqual([shown.length, after.filter((one) => one.startsWith(`${id} `)).sort()]);
        }
      }
      for (const login of ['ann', 'ben', 'cid']) await give(login, '');
      await drop(...made);
    },
  );
  await fc.assert(play, { numRuns: 12 });
}, 120_000);
