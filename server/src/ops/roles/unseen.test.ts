import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Lab, openLab } from '#server/records/testing.ts';
import { roleApi } from './testing-roles.ts';

let lab: Lab;
let api: ReturnType<typeof roleApi>;
let plan: number;
/** Of role 44, who may set rights; 6 has the role that is asked about. */
const BOSS = 8;
beforeAll(async () => {
  lab = await openLab();
  api = roleApi(lab);
  await lab.base.db.query('delete from fw.role_grant where company_id = 1 and role_id = 44');
  await lab.base.db.query(`insert into fw.role_grant (company_id, role_id, group_uid, scope, items) values
    (1, 44, 'sys.role', 2, '{List,Auth}'), (1, 44, 'lab.plan', 2, '{List}')`);
  plan = await lab.put('plan', { company_id: 1, subcompany_id: 11, key_name: '甲', create_entity: BOSS, department_entity: 34 });
});
afterAll(() => lab?.close());

/** What the asker may see of people: how far, and whether their roles. */
const sees = async (scope: number, hide: string) => {
  await lab.base.db.query(`delete from fw.role_grant where company_id = 1 and role_id = 44 and group_uid = 'sys.user'`);
  await lab.base.db.query(
    `insert into fw.role_grant (company_id, role_id, group_uid, scope, items, hide_uids) values (1, 44, 'sys.user', $1, '{List}', $2)`,
    [scope, hide],
  );
  await lab.base.db.query(`insert into fw.rights_version (company_id) values (1)
    on conflict (company_id) do update set version = fw.rights_version.version + 1`);
};
const ROLES = '{sys.user:sys.user.role_entities}';
const why = async () => api(await lab.as('boss'), 'Why', { user: 6, cloud: 'plan', id: plan });
const names = async () => {
  const rows = JSON.stringify([{ code: 'plan', items: ',List,', range: 2 }]);
  const { code, data } = await api(await lab.as('boss'), 'Effect', { id: 45, rows });
  expect(code).toBe(200);
  return [data.changed, data.names, data.unseen];
};

describe('ADMIN-02 B19 which roles somebody has is told by no other way to who may not read it', () => {
  it('why is refused to him by its person, and answers who may', async () => {
    await sees(2, ROLES);
    expect(await why()).toMatchObject({ code: 312, data: { field: 'user' } });
    await sees(2, '{}');
    expect((await why()).code).toBe(200);
  });

  it('what would change names people to who reads their roles, and of these those whom he sees; how many it counts besides it says', async () => {
    await sees(2, ROLES);
    expect(await names()).toEqual([1, [], 1]);
    await sees(2, '{}');
    expect(await names()).toEqual([1, [{ id: 6, key_name: '无权限' }], 0]);
    await sees(0, '{}');
    expect(await names()).toEqual([1, [], 1]);
  });
});
