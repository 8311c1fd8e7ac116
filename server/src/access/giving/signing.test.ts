import { afterAll, beforeAll, expect, it } from 'vitest';
import type { HandlerDef } from '#protocol/meta/flow.ts';
import type { SuiteDef } from '#protocol/meta/suite.ts';
import { testField as field, testSuite, testTable } from '#protocol/meta/testing-suite.ts';
import type { Answer } from '#protocol/testing-person.ts';
import { loadGrants } from '#server/access/grants/load-grants.ts';
import type { Db, Tx } from '#server/db/db.ts';
import { type TestDatabase, templateDatabase } from '#server/db/testing.ts';
import { event, step } from '#server/flow/act/testing-trade.ts';
import { loadCatalogue } from '#server/meta/load.ts';
import { loadSeeds } from '#server/meta/seed.ts';
import { diskFiles } from '#server/ports/files-disk.ts';
import { makeEngineTables, makeTables } from '#server/tables.ts';
import { serve, type TestApp } from '#server/testing-app.ts';
import { sys } from '#suites/sys/suite.ts';

const named = (uid: string) => ({ uid, key_name: `名${uid}`, key_name_en: `Name ${uid}` });
const role = (code: string, grants: NonNullable<SuiteDef['roles'][number]['grants']> = []) => ({ ...named(`r.${code}`), code, grants });
const DESK: HandlerDef = { type: 'role', code: 'desk' };
/** A claim goes to whoever `judges`, and on to who is `senior`, before it is paid; where that takes too long, to somebody else. */
const claims = (judges: HandlerDef, senior: HandlerDef, late: HandlerDef): SuiteDef =>
  testSuite(
    [
      testTable('claim', {
        flow: 1,
        fields: [field('amount', { data_type: 'int', notnull: 1 })],
        states: [
          { ...named('bar'), value: '*', actions: ['List', 'Add'].map((op) => ({ ...named(`t${op}`), op })) },
          step('1', [event(11, { next_state: 2 })]),
          step('2', [event(21, { next_state: 3 }), event(22, { next_state: 0 })], { handler: judges }),
          step('3', [event(31, { next_state: 90 })], { handler: senior, timeout: { hours: 8, do: 'assign', to: late } }),
          { ...named('s90'), value: '90', end: 'pass', look: 'done' },
        ],
      }),
    ],
    {
      requires: ['sys'],
      posts: [{ uid: 'p.assessor', code: 'assessor', key_name: '核赔岗', key_name_en: 'Assessor' }],
      roles: [
        role('claimant', [{ group: 'claim', scope: 0, items: ['List', 'Add', 'Modify'] }]),
        ...['senior', 'junior', 'deputy', 'desk'].map((code) => role(code)),
        role(
          'personnel',
          ['user', 'post', 'role', 'domain'].map((group) => ({ group, scope: 2 as const, items: ['List', 'Add', 'Modify', 'Delete'] })),
        ),
      ],
    },
  );
const before = claims({ type: 'post', code: 'assessor' }, { type: 'roles', codes: ['senior', 'junior'] }, { type: 'role', code: 'deputy' });
const today = claims(DESK, DESK, DESK);

const person = (login_name: string, rest: object = {}) => ({
  ...{ _key: login_name, login_name, key_name: login_name, domain_entities: ['@domain:d'], status: 1, ...rest },
});
const roles = (...codes: string[]) => ({ role_entities: codes.map((code) => `@role:${code}`) });
const company = (key: string, id: number) => ({ key, id, login_name: key, key_name: key, key_name_en: key });
const domain = { _key: 'd', key_name: '域', currency: '元', currency_en: 'CNY' };
const demo = {
  companies: [company('demo', 1), company('other', 2)],
  seeds: ['demo', 'other'].flatMap((key) => [
    { table: 'domain', company: key, rows: [domain] },
    {
      table: 'user',
      company: key,
      rows: [
        { ...person('root', roles('root')), ...(key === 'demo' ? { _id: 1 } : {}) },
        person('clara', roles('claimant')),
        person('paula', roles('personnel')),
        person('ann', { post_entities: ['@post:assessor'] }),
        person('sven', roles('senior', 'junior', 'deputy', 'desk')),
        person('ben'),
      ],
    },
  ]),
};

const said: string[] = [];
let base: TestDatabase;
let old: TestApp;
let app: TestApp;
let id: number;
beforeAll(async () => {
  const catalogue = loadCatalogue([sys, before]);
  base = await templateDatabase('signing', async (db) => {
    await makeEngineTables(db);
    await makeTables(db, catalogue);
    await loadSeeds(db, catalogue, demo, loadGrants);
  });
  old = await serve(base, diskFiles('/nonexistent'), { catalogue });
  app = await serve({ ...base, serving: listened(base.serving) }, diskFiles('/nonexistent'), { catalogue: loadCatalogue([sys, today]) });
  const { data } = await ask(old, 'clara', 'Add', { cloud: 'claim', key_name: '理赔', amount: 9, _event: 11 });
  id = Number(data.id);
});
afterAll(() => app?.close());

/** A database whose transactions are written down in `said`. */
function listened(db: Db): Db {
  const noted = (tx: Tx): Tx => ({
    query: (text, values) => {
      said.push(text);
      return tx.query(text, values);
    },
  });
  return { ...db, tx: (work, options) => db.tx((tx) => work(noted(tx)), options) };
}

async function ask(of: TestApp, who: string, op: string, form: Record<string, string | number>, at = 'demo'): Promise<Answer> {
  const sent = Object.fromEntries(Object.entries(form).map(([key, value]) => [key, String(value)]));
  return { data: {}, rows: [], ...(await of.call('/app', op, sent, who, at)) } as Answer;
}
const idOf = async (table: string, field: string, value: string, of = 1): Promise<number> =>
  (await base.db.query<{ id: number }>(`select id from app."${table}" where company_id = $1 and ${field} = $2`, [of, value]))[0]!.id;
const give = async (name: string, codes: readonly string[], at = 'demo') => {
  const of = at === 'demo' ? 1 : 2;
  const ids = await Promise.all(codes.map((code) => idOf(name, 'code', code, of)));
  const { code, remark } = await ask(
    app,
    'paula',
    'Modify',
    { cloud: 'user', id: await idOf('user', 'login_name', 'ben', of), [`${name}_entities`]: ids.length ? `,${ids.join()},` : '' },
    at,
  );
  return `${code} ${remark}`.trim();
};

it('ADMIN-12 a post that signs in a flow by which a case still runs is given by nobody who has it not, whatever the flow says today', async () => {
  expect(await give('post', ['assessor'])).toBe('312 $postSigns');
  expect((await ask(app, 'paula', 'Add', { cloud: 'post', code: 'assessor', key_name: '岗' })).remark).toBe('$postSigns');
  const hidden = await ask(app, 'paula', 'Modify', { cloud: 'post', id: await idOf('post', 'code', 'assessor'), status: 2 });
  expect(hidden.remark).toBe('$postSigns');
});

it('ADMIN-12 so it is of a role, of each of several, and of one to which it goes in time; no role comes to be called so', async () => {
  for (const code of ['senior', 'junior', 'deputy', 'desk']) expect(await give('role', [code]), code).toBe('312 $roleSigns');
  expect((await ask(app, 'paula', 'Add', { cloud: 'role', code: 'junior', key_name: '角' })).remark).toBe('$roleCodeSigns');
});

it('ADMIN-12 a case of another company makes nobody sign here', async () => {
  expect(await give('post', ['assessor'], 'other')).toBe('200');
  expect(await give('role', ['senior'], 'other')).toBe('200');
});

it('PERF a save of a person that gives nothing asks nothing of cases', async () => {
  const ben = await idOf('user', 'login_name', 'ben');
  const asked = () => said.filter((text) => text.includes('fw.flow_def')).length;
  said.length = 0;
  expect((await ask(app, 'paula', 'Modify', { cloud: 'user', id: ben, key_name: '本' })).code).toBe(200);
  expect([said.some((text) => text.startsWith('update')), asked()]).toEqual([true, 0]);
  await give('post', ['assessor']);
  expect(asked()).toBe(1);
});

it('ADMIN-12 once the last such case has come to its end they sign no more', async () => {
  expect((await ask(app, 'ann', 'Modify', { cloud: 'claim', id, _event: 21 })).code).toBe(200);
  expect(await give('post', ['assessor'])).toBe('312 $postSigns');
  expect((await ask(app, 'sven', 'Modify', { cloud: 'claim', id, _event: 31 })).code).toBe(200);
  expect(await give('post', ['assessor'])).toBe('200');
  expect(await give('role', ['senior', 'junior', 'deputy'])).toBe('200');
  expect(await give('role', ['desk'])).toBe('312 $roleSigns');
});
