import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillWorld } from '#server/access/testing-world.ts';
import { type Lab, openLab } from '#server/records/testing.ts';
import { lab as suite } from '#server/records/testing-suite.ts';
import { counted, fillCases } from '#server/roles/testing-counted.ts';
import { sys } from '#suites/sys/suite.ts';
import { roleApi } from './testing-roles.ts';

let lab: Lab;
let api: ReturnType<typeof roleApi>;
/** May set rights (44), and has of these tables what a test gives him; nobody sees his rows by anything else. */
const BOSS = 8;
/** Has the role (45) that is asked about, and works elsewhere in the house. */
const HOLDER = 6;
const OWNER: Record<string, string> = { plan: 't.create_entity = $1', request: 't.create_entity = $1', tool: '$1 = any(t.holders)' };
const TABLES = Object.keys(OWNER);

beforeAll(async () => {
  lab = await openLab({ key: 'sight', suites: [counted], rooms: [] });
  api = roleApi(lab);
  await fillWorld(lab.base.db, [sys, suite, counted], 90, 3);
  await fillCases(lab.base.db);
  await lab.base.db.query('delete from fw.role_grant where company_id = 1 and role_id in (44, 45)');
  await lab.base.db.query('delete from fw.flow_agent');
  await lab.base.db.query('delete from fw.flow_todo');
  await lab.base.db.query(
    `insert into fw.role_grant (company_id, role_id, group_uid, scope, items) values (1, 44, 'sys.role', 2, '{List,Auth}')`,
  );
  await lab.base.db.query(`update app."user" set domain_entities = '{12,11}', department_entity = 34 where company_id = 1 and id = $1`, [
    BOSS,
  ]);
  await lab.base.db.query(
    `update app."user" set role_entities = '{45}', domain_entities = '{11}', department_entity = 32, status = 1 where company_id = 1 and id = $1`,
    [HOLDER],
  );
  await lab.base.db.query(
    `update app."user" set role_entities = array_remove(role_entities, 45) where company_id = 1 and id <> $1 and 45 = any(role_entities)`,
    [HOLDER],
  );
  for (const table of TABLES) {
    const owner = table === 'tool' ? 'holders = case when t.id % 3 = 0 then array[6, 8] else array[6] end' : 'create_entity = 6 + t.id % 3';
    await lab.base.db.query(`update app."${table}" t set ${owner}, deleted_time = null,
        subcompany_id = case when t.id % 4 = 0 then 12 else 11 end, department_entity = case when t.id % 2 = 0 then 34 else 32 end
      where company_id = 1`);
  }
});
afterAll(() => lab?.close());

const has = async (role: number, table: string, scope: number, items: string) => {
  await lab.base.db.query('delete from fw.role_grant where company_id = 1 and role_id = $1 and group_uid <> $2', [role, 'sys.role']);
  await lab.base.db.query(
    `insert into fw.role_grant (company_id, role_id, group_uid, scope, items) select 1, $1, $2, $3, $4::text[] where $4::text[] <> '{}'`,
    [role, table === 'tool' ? 'count.tool' : `lab.${table}`, scope, items],
  );
  await lab.base.db.query('update fw.rights_version set version = version + 1');
};
/** Rows of the one, and of these those that the other sees, as SQL says them by hand. */
async function rowsOf(table: string, sees: 'all' | 'own' | 'department'): Promise<number> {
  const seen = { all: 'true', own: OWNER[table]!.replace('$1', String(BOSS)), department: 't.department_entity = 34' }[sees];
  const [row] = await lab.base.db.query<{ n: number }>(
    `select count(*)::int as n from app."${table}" t where t.company_id = 1 and t.subcompany_id = 11 and ${OWNER[table]} and ${seen}`,
    [HOLDER],
  );
  return row!.n;
}
const told = async (as: string, table: string) => {
  const rows = JSON.stringify([{ code: table, items: ',List,', range: 0 }]);
  const { code, data, rows: lines } = await api(await lab.as(as), 'Effect', { id: 45, rows });
  const line = lines?.find(({ kind, item }) => kind === 'rows' && item === 'List');
  return { code, bounded: data?.bounded, most: line?.most_more ?? 0 };
};

describe('ADMIN-02 B19 what would change tells of no row that the asker does not see', () => {
  it.each(TABLES)('%s: who sees his own rows hears nothing of how many are somebody else’s', async (table) => {
    await has(45, table, 0, '{}');
    await has(44, table, 0, '{List}');
    const [his, shared] = [await rowsOf(table, 'all'), await rowsOf(table, 'own')];
    expect(his).toBeGreaterThan(shared);
    expect(await told('boss', table)).toEqual({ code: 200, bounded: 1, most: shared });
    // who is above rules hears of all
    expect(await told('root', table)).toEqual({ code: 200, bounded: 0, most: his });
  });
  it.each(TABLES)(
    '%s: who sees the rows of his department, of these alone; who sees all, of all, in whichever of his domains',
    async (table) => {
      await has(45, table, 0, '{}');
      await has(44, table, 1, '{List}');
      const [his, shared] = [await rowsOf(table, 'all'), await rowsOf(table, 'department')];
      expect(shared).toBeGreaterThan(0);
      expect(his).toBeGreaterThan(shared);
      expect(await told('boss', table)).toEqual({ code: 200, bounded: 1, most: shared });
      await has(44, table, 2, '{List}');
      expect(await told('boss', table)).toEqual({ code: 200, bounded: 1, most: his });
    },
  );
  it('who may give to list what he lists no more himself is refused before anything is counted', async () => {
    await has(44, 'plan', 2, '{Modify}');
    expect((await told('boss', 'plan')).code).toBe(312);
  });
});
