import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Grant, openAccess } from '#server/access/access.ts';
import { PEOPLE } from '#server/flow/act/testing.ts';
import type { Module } from '#server/meta/menus/standing.ts';
import { usersOf } from '#server/people/account.ts';
import { dutiesOf } from '#server/people/duties.ts';
import { soleOffices } from '#server/people/offices.ts';
import { and, column, sql as sqlOf } from '#server/query/sql.ts';
import { type FlowDesk, openFlowDesk } from '../flow/testing-desk.ts';

let desk: FlowDesk;
let role: Record<string, number>;
beforeAll(async () => {
  desk = await openFlowDesk();
  const rows = await sql<{ code: string; id: number }>('select code, id from app."role" where company_id = 1');
  role = Object.fromEntries(rows.map(({ code, id }) => [code, id]));
}, 240_000);
afterAll(() => desk.lab.close());

const API = '/cloud/app/sys/user/api/UserApi';
const FINANCE = PEOPLE.finance;
const sql = <R>(text: string, values: unknown[] = []) => desk.lab.base.db.query<R>(text, values);
const has = (user: number, ...codes: string[]) =>
  sql('update app."user" set role_entities = $2::bigint[] || 98 where company_id = 1 and id = $1', [user, codes.map((code) => role[code])]);
interface Office {
  kind: string;
  id: number;
  steps: { table: { key_name: string }; step: { key_name: string } }[];
}
const alone = (offices: Office[]) => offices.map(({ kind, id, steps }) => [kind, id, steps.map(({ step }) => step.key_name)]);
const account = async (id: number) => {
  const { data } = await desk.ask('admin', `${API}?op=Account`, { id });
  return alone((data.holds as { offices: Office[] }).offices);
};
const duties = async (form: Record<string, unknown>) => (await desk.ask('admin', `${API}?op=Duties`, form)).data;
const offices = async (id: number, ...codes: string[]) =>
  alone((await duties({ id, role_entities: `,${codes.map((code) => role[code]).join()},` })).offices as Office[]);

describe('ADMIN-01 FLOW-01 an office that nobody else has', () => {
  it('is told with the steps that nobody could handle without him, of who is active, and not once somebody else has it who works', async () => {
    const [[kind, id, steps]] = (await account(FINANCE)) as [[string, number, string[]]];
    expect([kind, id]).toEqual(['role', role.finance]);
    expect(steps.length).toBeGreaterThan(0);
    await has(201, 'finance');
    expect(await account(FINANCE)).toEqual([]);
    expect(await account(201)).toEqual([]);
    await sql('update app."user" set status = 2 where company_id = 1 and id = 201');
    expect(await account(FINANCE)).toHaveLength(1);
    expect(await account(201), 'who does not work handles nothing').toEqual([]);
    await has(201);
    await sql('update app."user" set status = 1 where company_id = 1 and id = 201');
  });

  it('one that no flow asks for is none', async () => {
    expect((await account(PEOPLE.viewer)).flat()).not.toContain(role.viewer);
    expect(await account(PEOPLE.viewer)).toEqual([]);
  });

  it('a change of roles says which he would leave without anybody, and nothing of those that he keeps', async () => {
    expect(await offices(FINANCE, 'viewer')).toEqual(await account(FINANCE));
    expect(await offices(FINANCE, 'finance', 'viewer')).toEqual([]);
    expect((await duties({ role_entities: `,${role.finance},` })).offices, 'of somebody new').toEqual([]);
  });

  it('those who lose it in one go are counted together, as far as the reader sees them; who stays is somebody', async () => {
    await has(201, 'finance');
    const ask = async (leaving?: string) =>
      (await duties({ id: FINANCE, role_entities: `,${role.viewer},`, ...(leaving ? { leaving } : {}) })).offices as Office[];
    expect(await ask()).toEqual([]);
    expect(await ask(`,${PEOPLE.legal},`), 'who has it not takes nothing away').toEqual([]);
    expect(await ask(`,${FINANCE},201,`)).toMatchObject([{ kind: 'role', id: role.finance, together: 1 }]);
    expect((await duties({ id: FINANCE, role_entities: `,${role.finance},`, leaving: `,${FINANCE},201,` })).offices).toEqual([]);
    const { house } = desk.lab;
    const access = await openAccess(house, desk.as.admin);
    const grant = access.grant(usersOf(access), 'Account');
    const near: Grant = { ...grant, rows: (alias) => and(grant.rows(alias), sqlOf`${column(alias, 'id')} <> 201`) };
    expect(await soleOffices(house.db, access, grant, FINANCE, { leaving: [201] })).toHaveLength(1);
    expect(await soleOffices(house.db, access, near, FINANCE, { leaving: [201] })).toEqual([]);
    expect((await desk.ask('admin', `${API}?op=Duties`, { id: FINANCE, leaving: 'x' })).code).toBe(317);
    await has(201);
    expect(await ask(`,${FINANCE},201,`)).toMatchObject([{ together: 0 }]);
  });

  it('of somebody else’s company nobody counts', async () => {
    await sql(`update app."user" set role_entities = array[$1::bigint] where company_id = 2`, [role.finance]);
    expect(await account(FINANCE)).toHaveLength(1);
  });

  it.each(['role_entities', 'post_entities'])('says nothing to who may not read %s', async (hidden) => {
    const { house } = desk.lab;
    const access = await openAccess(house, desk.as.admin);
    const grant = access.grant(usersOf(access), 'Account');
    const blind: Grant = { ...grant, sees: (field, alias) => (field === hidden ? false : grant.sees(field, alias)) };
    expect(await soleOffices(house.db, access, grant, FINANCE)).not.toEqual([]);
    expect(await soleOffices(house.db, access, blind, FINANCE)).toEqual([]);
  });
});

describe('ADMIN-01 what somebody can enter with these roles', () => {
  const made = async (code: string, ...flags: string[]): Promise<number> => {
    const [row] = await sql<{ id: number }>(`insert into app."role" (company_id, code, key_name) values (1, $1, $1) returning id`, [code]);
    await sql('insert into fw.role_flag (company_id, role_id, flag) select 1, $1, unnest($2::text[])', [row!.id, flags]);
    return row!.id;
  };
  const modules = async (...ids: number[]) => (await duties({ role_entities: `,${ids.join()},` })).modules;

  it('counts the modules in which they find something: none by a role that brings none, or one in which nothing opens; more by a root role', async () => {
    const [bare, shut, open, root] = [await made('bare'), await made('shut', 'SYS'), await made('open', 'zb'), await made('root2')];
    await sql('update app."role" set "root" = 1 where company_id = 1 and id = $1', [root]);
    expect([await modules(bare), await modules(shut), await modules(open), await modules(bare, open)]).toEqual([0, 0, 1, 1]);
    expect(await modules(root)).toBeGreaterThan(1);
    const gone = await made('gone', 'zb');
    await sql('update app."role" set deleted_time = now() where company_id = 1 and id = $1', [gone]);
    expect(await modules(gone)).toBe(0);
  });

  it('of those that the company shows, its own among them, which no role gives', async () => {
    const [bare, open] = [await made('bare2'), await made('open2', 'zb')];
    const { house } = desk.lab;
    const access = await openAccess(house, desk.as.admin);
    const among = async (role: number, as: Partial<Module>) => {
      const all = access.catalogue.modules().map((module) => ({ ...module, ...as }));
      const { data } = await dutiesOf(
        house,
        { ...access, catalogue: { ...access.catalogue, modules: () => all } },
        { role_entities: [role], leaving: [] },
      );
      return (data as { modules: number }).modules;
    };
    expect([await among(open, {}), await among(open, { hidden: 1 })]).toEqual([1, 0]);
    expect(await among(bare, { own: 1, flag: '' })).toBeGreaterThan(0);
  });
});
