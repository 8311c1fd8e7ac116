import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Lab, openLab } from '#server/records/testing.ts';
import { colleagues } from './people.ts';

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
  await lab.base.db.query(`update app."domain" set deleted_time = now() where company_id = 1 and id = 12`);
  await lab.base.db.query(`update app."role" set deleted_time = now() where company_id = 1 and id = 46`);
  await lab.base.db.query(`update app."department" set deleted_time = now() where company_id = 1 and id in (33, 34)`);
  await lab.base.db.query(
    `insert into app."domain" (company_id, id, key_name, currency, currency_en) values (1, 13, '北京市', '万元', 'CNY')`,
  );
  await lab.base.db.query(
    `update app."user" set domain_entities = '{12,13,11,13}', role_entities = '{46,42,41,42,48}' where company_id = 1 and id in (2, 3, 7)`,
  );
  await lab.base.db.query(`update app."user" set domain_entities = null, role_entities = null where company_id = 1 and id = 6`);
});
afterAll(() => lab?.close());

const found = async (last?: readonly [number, number]) => {
  await lab.base.db.query('delete from fw.credential where company_id = 1');
  if (last)
    await lab.base.db.query(
      `insert into fw.credential (company_id, user_id, login_id, v, sealed, last_domain) values (1, $1, 'own', 'P1', '', $2)`,
      last,
    );
  return new Map((await colleagues(lab.base.db, 1, 'true', [])).map((one) => [one.id, one]));
};

it('ADMIN-02 people are what is there of what they belong to: each once, domains in their order, roles in that of ids', async () => {
  const people = await found();
  expect(people.get(2)).toEqual({
    ...{ id: 2, key_name: '张三', login_name: 'own', department: { id: 32, key_name: '投资部' }, departments: [32] },
    ...{ domain: 13, domains: [13, 11], roles: [41, 42] },
  });
  expect(people.get(9)!.departments).toEqual([31, 32]);
  expect(people.get(4)).toMatchObject({ department: null, departments: [], domain: 11, domains: [11] });
  expect(people.get(6)).toMatchObject({ domain: null, domains: [], roles: [] });
  expect(people.has(10)).toBe(false);
  expect(people.get(7)!.departments).toBe(people.get(3)!.departments);
});
it('ADMIN-02 somebody works in the domain in which he was last, where it is his still', async () => {
  expect((await found([2, 11])).get(2)!.domain).toBe(11);
  expect((await found([2, 12])).get(2)!.domain).toBe(13);
});
