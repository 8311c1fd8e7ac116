import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SuiteDef } from '#protocol/meta/suite.ts';
import { testField as field, testSuite, testTable } from '#protocol/meta/testing-suite.ts';
import { type Answer, answered, asForm } from '#protocol/testing-person.ts';
import { loadGrants } from '#server/access/grants/load-grants.ts';
import { type TestDatabase, templateDatabase } from '#server/db/testing.ts';
import { event, step } from '#server/flow/act/testing-trade.ts';
import { loadCatalogue } from '#server/meta/load.ts';
import { loadSeeds } from '#server/meta/seed.ts';
import { diskFiles } from '#server/ports/files-disk.ts';
import { makeEngineTables, makeTables } from '#server/tables.ts';
import { serve, type TestApp } from '#server/testing-app.ts';
import { sys } from '#suites/sys/suite.ts';

/** A claim is made (1), judged by who assesses (2), and paid (90). The suite brings the post; each company says who has it. */
const named = (uid: string) => ({ uid, key_name: `名${uid}`, key_name_en: `Name ${uid}` });
const claims: SuiteDef = testSuite(
  [
    testTable('claim', {
      flow: 1,
      fields: [field('amount', { data_type: 'int', notnull: 1 })],
      states: [
        { ...named('bar'), value: '*', actions: ['List', 'Add'].map((op) => ({ ...named(`t${op}`), op })) },
        step('1', [event(11, { next_state: 2 })]),
        step('2', [event(21, { next_state: 90 }), event(22, { next_state: 0 })], { handler: { type: 'post', code: 'assessor' } }),
        { ...named('s90'), value: '90', end: 'pass', look: 'done' },
      ],
    }),
  ],
  {
    requires: ['sys'],
    posts: [{ uid: 'p.assessor', code: 'assessor', key_name: '核赔岗', key_name_en: 'Assessor' }],
    roles: [
      { ...named('r1'), code: 'claimant', grants: [{ group: 'claim', scope: 0, items: ['List', 'Add', 'Modify'] }] },
      {
        ...named('r2'),
        code: 'personnel',
        grants: ['user', 'post', 'role', 'domain'].map((group) => ({
          ...{ group, scope: 2 as const, items: ['List', 'Add', 'Modify', 'Delete', ...(group === 'user' ? ['Account'] : [])] },
        })),
      },
    ],
  },
);
const person = (login_name: string, ...roles: string[]) => ({
  ...{ _key: login_name, login_name, key_name: login_name, domain_entities: ['@domain:d'], status: 1 },
  role_entities: roles.map((role) => `@role:${role}`),
});
const company = (key: string, id: number) => ({ key, id, login_name: key, key_name: key, key_name_en: key });
const domain = { _key: 'd', key_name: '域', currency: '元', currency_en: 'CNY' };
const demo = {
  companies: [company('demo', 1), company('other', 2)],
  seeds: [
    { table: 'domain', company: 'demo', rows: [domain] },
    { table: 'domain', company: 'other', rows: [domain] },
    {
      table: 'user',
      company: 'demo',
      rows: [
        { ...person('root', 'root'), _id: 1 },
        person('clara', 'claimant'),
        person('paula', 'personnel'),
        ...['ann', 'ben', 'cid'].map((login) => person(login)),
      ],
    },
    { table: 'user', company: 'other', rows: [{ ...person('stranger', 'root'), post_entities: ['@post:assessor'] }] },
  ],
};

let base: TestDatabase;
let app: TestApp;
const people: Record<string, number> = {};
const posts: Record<string, number> = {};
beforeAll(async () => {
  const catalogue = loadCatalogue([sys, claims]);
  base = await templateDatabase('posts', async (db) => {
    await makeEngineTables(db);
    await makeTables(db, catalogue);
    await loadSeeds(db, catalogue, demo, loadGrants);
  });
  app = await serve(base, diskFiles('/nonexistent'), { catalogue });
  for (const row of await base.db.query<{ id: number; login_name: string }>('select id, login_name from app."user"'))
    people[row.login_name] = row.id;
  const [assessor] = await base.db.query<{ id: number }>(`select id from app."post" where company_id = 1 and code = 'assessor'`);
  posts.assessor = assessor!.id;
});
afterAll(() => app?.close());

const ask = async (who: string | null, op: string, form: Record<string, string | number>, path = '/app'): Promise<Answer> => {
  const sent = Object.fromEntries(Object.entries(form).map(([key, value]) => [key, String(value)]));
  return { data: {}, rows: [], ...(await app.call(path, op, sent, who)) } as Answer;
};
const list = (ids: readonly (number | undefined)[]) => `,${ids.join()},`;
const give = (who: string, to: string, ...codes: string[]) =>
  ask(who, 'Modify', { cloud: 'user', id: people[to]!, post_entities: codes.length ? list(codes.map((code) => posts[code])) : '' });
const claim = (who = 'clara') => ask(who, 'Add', { cloud: 'claim', key_name: '理赔', amount: 9, _event: 11 });
const waiting = async (who: string) =>
  (await base.db.query('select 1 from fw.flow_todo where review_entity = $1 and review_state in (2, 7)', [people[who]])).length;
const told = ({ code, remark }: Answer) => `${code} ${remark}`.trim();

describe('ADMIN-12 posts are rows of a company', () => {
  it('not signed in 401, without the right 312, and another company reaches none of them', async () => {
    const form = { cloud: 'post', code: 'cashier', key_name: '出纳' };
    expect((await ask(null, 'Add', form)).code).toBe(401);
    expect((await ask('clara', 'Add', form)).code).toBe(312);
    expect((await ask('clara', 'Page', { cloud: 'post' })).code).toBe(312);
    const away = await app.call('/app', 'Modify', { cloud: 'post', id: String(posts.assessor), key_name: '夺' }, 'stranger', 'other');
    expect([312, 315]).toContain(away.code);
  });

  it('a code that can be none, one that is taken (310), one that signs and that he has not (312), none at all (305) are refused', async () => {
    const add = (rest: Record<string, string>) => ask('paula', 'Add', { cloud: 'post', key_name: '岗', ...rest });
    expect(await add({})).toMatchObject({ code: 305, data: { errors: [{ code: 305, data: { field_name: 'code' } }] } });
    for (const code of ['9x', 'a-b', '出纳']) expect([305, 316, 317]).toContain((await add({ code })).code);
    expect(told(await add({ code: 'assessor' }))).toBe('312 $postSigns');
    const taken = { cloud: 'post', key_name: '岗', code: 'assessor' };
    expect((await ask('root', 'Add', taken)).code).toBe(310);
    expect((await add({ code: 'odd', ordinal: '-1' })).code).not.toBe(200);
    expect((await add({ code: 'odd', status: '7' })).code).toBe(317);
  });

  it('one of a suite keeps its code and stays, is called otherwise and hidden; one of the company comes and goes', async () => {
    const change = (form: Record<string, string>) => ask('root', 'Modify', { cloud: 'post', id: posts.assessor!, ...form });
    expect(told(await change({ code: 'other' }))).toBe('312 $postOfSuite');
    expect(told(await ask('root', 'Delete', { cloud: 'post', id: posts.assessor! }))).toBe('312 $postOfSuite');
    expect((await change({ key_name: '核赔', status: '2' })).code).toBe(200);
    expect((await change({ status: '1' })).code).toBe(200);
    const { data } = await ask('paula', 'Add', { cloud: 'post', code: 'cashier', key_name: '出纳', name_en: 'Cashier' });
    posts.cashier = Number(data.id);
    const { rows } = await ask('paula', 'Page', { cloud: 'post' });
    expect(rows.find(({ id }) => Number(id) === posts.cashier)).toMatchObject({ code: 'cashier', ordinal: 100, status: { id: 1 } });
    expect((await ask('paula', 'Delete', { cloud: 'post', id: posts.cashier })).code).toBe(200);
    expect((await ask('paula', 'Restore', { cloud: 'post', id: posts.cashier })).code).toBe(200);
  });

  it('one that somebody has is not deleted (311); hidden, it is kept by him and given to nobody else (315)', async () => {
    expect((await give('paula', 'cid', 'cashier')).code).toBe(200);
    expect((await ask('paula', 'Delete', { cloud: 'post', id: posts.cashier! })).code).toBe(311);
    expect((await ask('paula', 'Modify', { cloud: 'post', id: posts.cashier!, status: 2 })).code).toBe(200);
    expect((await give('paula', 'ann', 'cashier')).code).toBe(315);
    const other = await ask('paula', 'Add', { cloud: 'post', code: 'driver', key_name: '司机' });
    posts.driver = Number(other.data.id);
    expect((await give('paula', 'cid', 'cashier', 'driver')).code).toBe(200);
    const shown = await ask('clara', 'Page', { cloud: 'user[contact]', filters: JSON.stringify({ key_word: 'cid' }) });
    expect(shown.rows[0]!.post_entities).toMatchObject([{ key_name: '出纳', key_name_en: 'Cashier' }, { key_name: '司机' }]);
    expect((await give('root', 'cid')).code).toBe(200);
    expect((await ask('paula', 'Delete', { cloud: 'post', id: posts.cashier! })).code).toBe(200);
  });
});

describe('ADMIN-12 nobody gives a post that signs and that he has not', () => {
  it('neither to himself nor to others, and takes it from nobody; a post that signs nowhere is given by who keeps users', async () => {
    for (const who of ['paula', 'root']) expect(told(await give(who, who, 'assessor'))).toMatch(/^312 \$(ownAccount|platformAccount)$/);
    expect(told(await give('paula', 'ann', 'assessor'))).toBe('312 $postSigns');
    expect((await give('paula', 'ann', 'driver')).code).toBe(200);
    expect((await give('root', 'ann', 'assessor')).code).toBe(200);
    expect(told(await give('paula', 'ann'))).toBe('312 $postSigns');
    const form = { cloud: 'user', key_name: '新', login_name: 'newcomer', domain_entities: list([1]) };
    const [home] = await base.db.query<{ id: number }>('select id from app."domain" where company_id = 1');
    const added = await ask('paula', 'Add', { ...form, domain_entities: list([home!.id]), post_entities: list([posts.assessor]) });
    expect(told(added)).toBe('312 $postSigns');
    expect(told(await ask('paula', 'Modify', { cloud: 'post', id: posts.assessor!, status: 2 }))).toBe('312 $postSigns');
  });

  it('nor does he act upon the account of who has it: its password would be his', async () => {
    const USER = '/cloud/app/sys/user/api/UserApi';
    expect(told(await ask('paula', 'Invite', { id: people.ann! }, USER)), 'a row of its own').toMatch(/312|343/);
    expect((await ask('paula', 'Disable', { id: people.ann! }, USER)).code).not.toBe(200);
    expect((await ask('paula', 'Disable', { id: people.ben! }, USER)).code).toBe(200);
    expect((await ask('paula', 'Enable', { id: people.ben! }, USER)).code).toBe(200);
  });

  it('who has it himself gives it on', async () => {
    expect((await give('root', 'paula', 'assessor')).code).toBe(200);
    expect((await give('paula', 'ann')).code).toBe(200);
    expect((await give('paula', 'ann', 'assessor')).code).toBe(200);
    expect((await give('root', 'paula')).code).toBe(200);
    expect((await give('root', 'ann')).code).toBe(200);
  });
});

describe('FLOW-01 a step goes to whoever has the post', () => {
  it('where nobody has it the sender is told, as of a role that nobody has', async () => {
    expect(told(await claim())).toMatch(/^314 \$flow_no_handler$/);
    expect((await ask('clara', 'Page', { cloud: 'claim' })).rows).toEqual([]);
  });

  it('two have it: both are foretold and asked, one of them decides, and it is no other’s any more', async () => {
    for (const who of ['ann', 'ben']) expect((await give('root', who, 'assessor')).code).toBe(200);
    const { data } = await claim();
    expect((data.holders as { key_name: string }[]).map(({ key_name }) => key_name)).toEqual(['ann', 'ben']);
    expect([await waiting('ann'), await waiting('ben'), await waiting('cid')]).toEqual([1, 1, 0]);
    const id = Number(data.id);
    expect((await ask('cid', 'Modify', { cloud: 'claim', id, _event: 21 })).code).toBe(312);
    expect(await ask('ben', 'Modify', { cloud: 'claim', id, _event: 21 })).toMatchObject({ code: 200, data: { outcome: 'approved' } });
    expect(await waiting('ann')).toBe(0);
    expect(told(await ask('ann', 'Modify', { cloud: 'claim', id, _event: 21 }))).toMatch(/^311/);
  });

  it('its row is handed on to who has the post, and to nobody else', async () => {
    expect((await give('root', 'ben')).code).toBe(200);
    const id = Number((await claim()).data.id);
    const [todo] = await base.db.query<{ id: number; roles: string[] }>(
      'select id, roles from fw.flow_todo where rowid = $1 and review_state = 2 and review_entity = $2',
      [id, people.ann],
    );
    expect(todo?.roles).toEqual(['post:assessor']);
    const hand = (to: string) => ask('root', 'Handover', { user: people.ann!, to: people[to]!, todo: todo!.id, remark: '休假' }, '/flow');
    expect(JSON.stringify(await hand('ben'))).toContain('$flow_handover_nobody');
    expect((await give('root', 'ben', 'assessor')).code).toBe(200);
    expect((await hand('ben')).code).toBe(200);
    expect([await waiting('ann'), await waiting('ben')]).toEqual([0, 1]);
    expect((await ask('ben', 'Modify', { cloud: 'claim', id, _event: 21 })).code).toBe(200);
  });
});

it('ADMIN-12 the address book and what one reads of oneself tell of posts without a session to nobody', async () => {
  const sent = asForm('/app?op=Page', { cloud: 'user[contact]', page: 1, rows: 10, _os: 'web' });
  expect(answered(await app.server.send(sent)).code).toBe(401);
  const own = await ask('ann', 'Page', { cloud: 'user[own]' });
  expect(own.rows).toMatchObject([{ post_entities: [{ id: posts.assessor }] }]);
});
