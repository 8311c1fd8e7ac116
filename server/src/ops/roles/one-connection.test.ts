import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Db } from '#server/db/db.ts';
import { createDb } from '#server/db/pool/pool.ts';
import { type Lab, openLab } from '#server/records/testing.ts';
import { roleApi } from './testing-roles.ts';

let lab: Lab;
let db: Db;
beforeAll(async () => {
  lab = await openLab();
  db = createDb(lab.base.servingUrl, { max: 1, connectWithinMs: 1_000 });
  // boss may set rights, and gives of plans what he has himself
  await lab.base.db.query(
    `insert into fw.role_grant (company_id, role_id, group_uid, scope, items) values
       (1, 44, 'sys.role', 2, '{List,Auth}'), (1, 44, 'lab.plan', 2, '{List,Modify}')
     on conflict (company_id, role_id, group_uid) do update set scope = excluded.scope, items = excluded.items`,
  );
});
afterAll(async () => {
  await db?.close();
  await lab?.close();
});

it('R5 ADMIN-01 who is no administrator saves a role with the one connection that there is', async () => {
  const call = roleApi({ house: { ...lab.house, db } });
  const boss = await lab.as('boss');
  const { data } = await call(boss, 'Load', { id: 45 });
  const rows = JSON.stringify([{ code: 'plan', items: ',List,', range: 0 }]);
  expect(await call(boss, 'Save', { id: 45, version: data.version, rows })).toMatchObject({ code: 200 });
  expect((await call(boss, 'Load', { id: 45 })).data.version).not.toBe(data.version);
});
