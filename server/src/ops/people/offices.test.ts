import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Grant, openAccess } from '#server/access/access.ts';
import { PEOPLE } from '#server/flow/act/testing.ts';
import { usersOf } from '#server/people/account.ts';
import { dutiesOf } from '#server/people/duties.ts';
import { soleOffices } from '#server/people/offices.ts';
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
  it('counts the modules that the company shows: none by a role that brings none, all of them by a root role', async () => {
    const [first, other] = await sql<{ id: number }>(
      `insert into app."role" (company_id, code, key_name) values (1, 'bare', '基本'), (1, 'root2', '管理') returning id`,
    );
    const modules = async (id: number) => (await duties({ role_entities: `,${id},` })).modules;
    expect(await modules(first!.id)).toBe(0);
    await sql(`insert into fw.role_flag (company_id, role_id, flag) values (1, $1, 'zb')`, [first!.id]);
    expect(await modules(first!.id)).toBe(1);
    const { house } = desk.lab;
    const access = await openAccess(house, desk.as.admin);
    const catalogue = {
      ...access.catalogue,
      modules: () => access.catalogue.modules().map((module) => ({ ...module, hidden: 1 as const })),
    };
    const hidden = await dutiesOf(house.db, { ...access, catalogue }, { role_entities: [first!.id] });
    expect(hidden.data, 'of those that the company hides').toMatchObject({ modules: 0 });
    await sql('update app."role" set "root" = 1 where company_id = 1 and id = $1', [other!.id]);
    expect(await modules(other!.id)).toBeGreaterThan(1);
    await sql('update app."role" set deleted_time = now() where company_id = 1 and id = $1', [first!.id]);
    expect(await modules(first!.id)).toBe(0);
  });
});
