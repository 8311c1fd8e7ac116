import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Lab, openLab } from '#server/records/testing.ts';
import { roleApi } from './testing-roles.ts';

/** `none` (45) gives nothing at first; `own`, `dept` and `mixed` work in department 32, `all` in 34. */
const ROLE = 45;
let lab: Lab;
let api: ReturnType<typeof roleApi>;
const sql = <R>(text: string, values: unknown[] = []) => lab.base.db.query<R>(text, values);

beforeAll(async () => {
  lab = await openLab();
  api = roleApi(lab);
  // boss authorises, and changes the people of his department; clerk authorises and changes nobody
  await sql(`insert into fw.role_grant (company_id, role_id, group_uid, scope, items) values
    (1, 44, 'sys.role', 2, '{List,Auth}'), (1, 44, 'sys.user', 1, '{List,Modify}'), (1, 43, 'sys.role', 2, '{List,Auth}')
    on conflict (company_id, role_id, group_uid) do update set scope = excluded.scope, items = excluded.items`);
  await sql(`delete from fw.role_grant where company_id = 1 and role_id = 43 and group_uid = 'sys.user'`);
});
afterAll(() => lab?.close());
beforeEach(() =>
  sql(`update app."user" u set role_entities = v.roles, department_entity = v.department from (values
    (2, '{41,46}'::bigint[], 32), (3, '{42,46}', 32), (6, '{45}', 32), (7, '{41,42}', 34), (9, '{40}', 31)) v (id, roles, department) where u.company_id = 1 and u.id = v.id`),
);

const members = async (as: string | null, form: object) => api(as === null ? null : await lab.as(as), 'Members', { id: ROLE, ...form });
const rolesOf = async (...ids: number[]) =>
  (
    await sql<{ roles: number[] }>(
      'select coalesce(role_entities, array[]::bigint[]) as roles from app."user" where company_id = 1 and id = any($1) order by id',
      [ids],
    )
  ).map(({ roles }) => roles);
const versions = async (id: number) =>
  (await sql<{ n: number }>('select count(*)::int as n from hist."user" where company_id = 1 and id = $1', [id]))[0]!.n;

describe('ADMIN-01 B19 who gives a role from its page', () => {
  it('needs a sign-in, the right to authorise, and that to change people', async () => {
    expect((await members(null, { add: ',2,' })).code).toBe(401);
    expect((await members('dept', { add: ',2,' })).code).toBe(312);
    expect((await members('all', { add: ',2,' })).code).toBe(312);
    // of several likewise: not each of them by himself
    expect(await members('all', { add: ',2,3,' })).toEqual({ code: 312, remark: '', data: {} });
    expect(await rolesOf(2)).toEqual([[41, 46]]);
  });
  it('no role of another company, and no person of one', async () => {
    expect((await api(await lab.as('root'), 'Members', { id: 48, add: ',2,' })).code).toBe(315);
    expect((await members('root', { add: ',10,' })).code).toBe(315);
    expect((await members('root', { add: ',2,100,' })).rows).toMatchObject([
      { id: 2, code: 200 },
      { id: 100, code: 315 },
    ]);
    expect(await sql(`select 1 from app."user" where company_id = 2 and role_entities && '{45}'`)).toEqual([]);
  });
  it('nobody, and who is to have it and not to have it, is no request', async () => {
    expect(await members('root', {})).toMatchObject({ code: 314, data: { field: 'add' } });
    expect(await members('root', { add: ',2,3,', remove: ',3,' })).toMatchObject({ code: 317, data: { field: 'remove' } });
    expect((await members('root', { add: `,${Array.from({ length: 101 }, (_, at) => at + 1).join()},` })).code).not.toBe(200);
    expect(await rolesOf(2, 3)).toEqual([
      [41, 46],
      [42, 46],
    ]);
  });
  it('whom he does not see, and to whom he may not give it, each refused by itself; the others have it', async () => {
    await sql('delete from fw.role_grant where company_id = 1 and role_id = $1', [ROLE]);
    const told = await members('boss', { add: ',2,7,8,' });
    expect(told.code).toBe(343);
    expect(told.rows).toMatchObject([
      { id: 2, code: 315 },
      { id: 7, code: 200 },
      { id: 8, code: 312, remark: '$ownAccount' },
    ]);
    expect(await rolesOf(2, 7, 8)).toEqual([[41, 46], [41, 42, 45], [44]]);
    // of what gives more than he has, nobody
    await sql(`insert into fw.role_grant (company_id, role_id, group_uid, scope, items) values (1, $1, 'lab.vault', 2, '{List}')`, [ROLE]);
    expect(await members('boss', { remove: ',7,' })).toMatchObject({ code: 312, remark: '$roleBeyondOn' });
    expect(await members('boss', { add: ',2,8,' })).toMatchObject({ code: 300 });
    expect(await rolesOf(7)).toEqual([[41, 42, 45]]);
    await sql('delete from fw.role_grant where company_id = 1 and role_id = $1', [ROLE]);
  });
});

describe('ADMIN-01 a role is given to many and taken from others', () => {
  it('at once, beside what each has; with his name in their history', async () => {
    const before = await versions(2);
    expect(await members('root', { add: ',3,2,', remove: ',6,' })).toMatchObject({
      code: 200,
      rows: [
        { id: 2, code: 200 },
        { id: 3, code: 200 },
        { id: 6, code: 200 },
      ],
    });
    expect(await rolesOf(2, 3, 6)).toEqual([[41, 46, 45], [42, 46, 45], []]);
    expect(await versions(2)).toBe(before + 1);
    expect(await sql('select modify_entity from app."user" where company_id = 1 and id = 2')).toEqual([{ modify_entity: 9 }]);
  });
  it('who has it already, or has it no more, stays as he is', async () => {
    const before = [await versions(6), await versions(2)];
    expect((await members('root', { add: ',6,', remove: ',2,' })).code).toBe(200);
    expect([await versions(6), await versions(2)]).toEqual(before);
    expect(await rolesOf(2, 6)).toEqual([[41, 46], [45]]);
  });
  it('two who give him different roles at once both do', async () => {
    const root = await lab.as('root');
    const give = (id: number) => api(root, 'Members', { id, add: ',2,' });
    expect((await Promise.all([give(42), give(45), give(43)])).map(({ code }) => code)).toEqual([200, 200, 200]);
    expect((await rolesOf(2))[0]!.toSorted()).toEqual([41, 42, 43, 45, 46]);
  });
  it('the last administrator keeps it', async () => {
    await sql(`update app."user" set status = 2 where company_id = 1 and id = 1`);
    expect((await api(await lab.as('root'), 'Members', { id: 40, remove: ',9,' })).code).toBe(312);
    await sql(`update app."user" set status = 1 where company_id = 1 and id = 1`);
    expect(await rolesOf(9)).toEqual([[40]]);
  });
});
