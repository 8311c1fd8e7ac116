import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeList } from '#protocol/wire/lists.ts';
import { openAccess } from '#server/access/access.ts';
import { fillWorld, seeded } from '#server/access/testing-world.ts';
import { relation } from '#server/query/source.ts';
import { compile, sql } from '#server/query/sql.ts';
import { type Lab, openLab } from '#server/records/testing.ts';
import { lab as suite } from '#server/records/testing-suite.ts';
import { counted, fillCases } from '#server/roles/testing-counted.ts';
import { sys } from '#suites/sys/suite.ts';
import { reads } from '../app/testing-call.ts';
import { roleApi } from './testing-roles.ts';

let lab: Lab;
let api: ReturnType<typeof roleApi>;
let read: ReturnType<typeof reads>;
beforeAll(async () => {
  lab = await openLab({ key: 'effect', suites: [counted], rooms: [] });
  api = roleApi(lab);
  read = reads(lab);
  await fillWorld(lab.base.db, [sys, suite, counted], 60, 7);
  await fillCases(lab.base.db);
  // several roles at once, in one domain or the other, in departments high and low
  await lab.base.db.query(
    `insert into app."user" (company_id, login_name, key_name, department_entity, domain_entities, role_entities, status) values
       (1, 'three', '三角色', 33, '{12,11}', '{41,42,46}', 1), (1, 'head', '总部', 31, '{12}', '{42,46}', 1), (1, 'wide', '宽', 34, '{11}', '{43,41}', 1)`,
  );
  // who is above roles has them without gaining or losing anything
  await lab.base.db.query(`update app."user" set role_entities = '{40,41,42,43,46}' where company_id = 1 and id in (1, 9)`);
});
afterAll(() => lab?.close());

const ITEMS_OF_ROWS = ['List', 'Modify', 'Delete'];
const OFFERED = {
  ...{ plan: ITEMS_OF_ROWS, request: ['List', 'Modify', 'Review'], folder: ['List'] },
  ...{ kept: ITEMS_OF_ROWS, paper: ITEMS_OF_ROWS, tool: ITEMS_OF_ROWS, secret: ITEMS_OF_ROWS },
};
const TABLES = Object.keys(OFFERED) as (keyof typeof OFFERED)[];
const WITH_AMOUNT = ['plan', 'request', 'kept'];
const ITEMS = ['List', 'Add', 'Modify', 'Delete', 'Review', 'Export'];

/** Who has a role and works. */
async function membersOf(role: number): Promise<string[]> {
  const rows = await lab.base.db.query<{ login_name: string }>(
    `select login_name from app."user" where company_id = 1 and status = 1 and $1 = any(role_entities) order by id`,
    [role],
  );
  return rows.map(({ login_name }) => login_name);
}

/** What one person really gets: acts, how many rows, which fields. */
async function really(login: string) {
  const session = await lab.as(login);
  const access = await openAccess(lab.house, session);
  const acts = new Set<string>();
  const rows: Record<string, number> = {};
  const fields: Record<string, Set<string> | null> = {};
  const written: Record<string, number | null> = {};
  for (const cloud of TABLES) {
    for (const item of ITEMS) if (access.may(access.table(cloud), item)) acts.add(`${cloud} ${item}`);
    const page = await read(session, 'Page', { cloud, exact: '1', rows: '1' });
    rows[cloud] = page.code === 200 ? page.total! : 0;
    for (const item of ['Modify', 'Delete']) written[`${cloud} ${item}`] = await writable(access, cloud, item);
    const table = page.code === 200 ? await read(session, 'LoadTable', { key_name: cloud }) : null;
    fields[cloud] = table && new Set((table.data as { fields: { field_name: string }[] }).fields.map(({ field_name }) => field_name));
  }
  return { acts, rows, fields, written };
}

/** How many rows the gate gives an item on, row by row as a save would ask; null where nothing gives it. */
async function writable(access: Awaited<ReturnType<typeof openAccess>>, cloud: string, item: string): Promise<number | null> {
  const table = access.table(cloud);
  const grant = access.rules.grant(table, item);
  if (!grant) return null;
  const { text, values } = compile(sql`select t.id from ${relation(table)} t where ${grant.rows('t')}`, access.asker);
  return (await lab.base.db.query(text, [...values])).length;
}

/** Lines as RoleApi says them, out of what people really got before and after. */
function differences(before: Awaited<ReturnType<typeof really>>[], after: Awaited<ReturnType<typeof really>>[]): string[] {
  const lines: string[] = [];
  const told = (name: string, more: number, less: number, most = '') => {
    if (more || less) lines.push(`${name} +${more} -${less}${most}`);
  };
  const count = (holds: (at: number) => boolean) => before.filter((_, at) => holds(at)).length;
  for (const cloud of TABLES) {
    for (const item of ITEMS) {
      const key = `${cloud} ${item}`;
      const more = count((at) => !before[at]!.acts.has(key) && after[at]!.acts.has(key));
      told(
        `item ${key}`,
        more,
        count((at) => before[at]!.acts.has(key) && !after[at]!.acts.has(key)),
      );
    }
    const by = before.map((one, at) => after[at]!.rows[cloud]! - one.rows[cloud]!);
    const most = ` ${Math.max(0, ...by)}/${Math.max(0, ...by.map((each) => -each))}`;
    told(`rows ${cloud}`, by.filter((each) => each > 0).length, by.filter((each) => each < 0).length, most);
    for (const item of ['Modify', 'Delete']) {
      const key = `${cloud} ${item}`;
      const own = before.map((one, at) => {
        const [had, has] = [one.written[key], after[at]!.written[key]];
        const change = had === null || has === null ? 0 : has! - had!;
        return change === by[at] ? 0 : change;
      });
      const [ups, downs] = [own.filter((each) => each > 0), own.filter((each) => each < 0)];
      told(`rows ${key}`, ups.length, downs.length, ` ${Math.max(0, ...ups)}/${Math.max(0, ...downs.map((each) => -each))}`);
    }
    const both = before.map((_, at) => at).filter((at) => before[at]!.fields[cloud] && after[at]!.fields[cloud]);
    const names = new Set(both.flatMap((at) => [...before[at]!.fields[cloud]!, ...after[at]!.fields[cloud]!]));
    for (const name of names) {
      const [had, has] = [before, after].map((list) => both.map((at) => list[at]!.fields[cloud]!.has(name))) as [boolean[], boolean[]];
      told(`sees ${cloud}.${name}`, had.filter((one, n) => !one && has[n]).length, had.filter((one, n) => one && !has[n]).length);
    }
  }
  return lines.sort();
}

describe('ADMIN-02 what would change', () => {
  it('is what really changes for those who have the role, with their other roles, whatever is saved', async () => {
    const pick = seeded(29);
    const root = await lab.as('root');
    let told = 0;
    for (let round = 0; round < 24; round += 1) {
      const id = [41, 42, 43, 46][pick(4)]!;
      const version = (await api(root, 'Load', { id })).data.version;
      const group = (code: keyof typeof OFFERED) => {
        const taken = OFFERED[code].filter(() => pick(3) > 0);
        const hide = ['amount'].filter(() => WITH_AMOUNT.includes(code) && pick(2) > 0);
        const range = pick(3);
        const narrow = taken.filter((item) => item === 'Modify' || item === 'Delete').map((item) => [item, pick(3)] as const);
        const of = (scope: number) => codeList(narrow.filter(([, own]) => own === scope && own < range).map(([item]) => item));
        return { code, items: codeList(taken), range, range_own: of(0), range_department: of(1), hide: codeList(hide) };
      };
      const all = TABLES.filter(() => pick(2) > 0);
      const rows = JSON.stringify(all.map(group));
      const people = await membersOf(id);
      const before = await Promise.all(people.map(really));
      const said = await api(root, 'Effect', { id, rows });
      expect(said.code, rows).toBe(200);
      expect((await api(root, 'Save', { id, version, rows })).code).toBe(200);
      const after = await Promise.all(people.map(really));
      const lines = said
        .rows!.filter(({ kind, way }) => kind !== 'field' || way === 'sees')
        .map((line) => {
          const most = line.kind === 'rows' ? ` ${line.most_more}/${line.most_less}` : '';
          const name = {
            item: `item ${line.group} ${line.item}`,
            rows: `rows ${line.table}${line.item === 'List' ? '' : ` ${line.item}`}`,
            field: `sees ${line.table}.${line.field}`,
          };
          return `${name[line.kind as keyof typeof name]} +${line.more} -${line.less}${most}`;
        })
        .filter((line) => !line.includes('plan_item'))
        .sort();
      expect(lines, `round ${round} role ${id} ${rows}`).toEqual(differences(before, after));
      expect(said.data.members).toBe(people.length);
      told += lines.length;
    }
    expect(told).toBeGreaterThan(40);
  });
  it('writes nothing, and refuses what Save would refuse as no right', async () => {
    const root = await lab.as('root');
    const { version } = (await api(root, 'Load', { id: 43 })).data;
    expect((await api(root, 'Effect', { id: 43, rows: JSON.stringify([{ code: 'plan', items: '', range: 0 }]) })).code).toBe(200);
    expect((await api(root, 'Load', { id: 43 })).data.version).toBe(version);
    expect((await api(root, 'Effect', { id: 43, rows: JSON.stringify([{ code: 'ghost', items: '', range: 0 }]) })).code).toBe(317);
  });
  it('counts who is yet to come in: what is given now he has then; who is disabled is not counted', async () => {
    const root = await lab.as('root');
    const members = async () => {
      const { data } = await api(root, 'Effect', { id: 45, rows: JSON.stringify([{ code: 'plan', items: ',List,', range: 2 }]) });
      const { rows } = await api(root, 'List', {});
      return [data!.members, rows!.find(({ id }) => id === 45)!.members];
    };
    const [before] = await members();
    const set = (status: number) =>
      lab.base.db.query(
        `update app."user" set role_entities = array_append(array_remove(role_entities, 45), 45), status = $1 where company_id = 1 and id = 6`,
        [status],
      );
    const [{ roles } = { roles: [] }] = await lab.base.db.query<{ roles: number[] }>(
      'select role_entities as roles from app."user" where company_id = 1 and id = 6',
    );
    const more = roles.includes(45) ? 0 : 1;
    await set(3);
    expect(await members()).toEqual([Number(before) + more, Number(before) + more]);
    await set(2);
    expect(await members()).toEqual([Number(before) + more - 1, Number(before) + more - 1]);
    await lab.base.db.query(`update app."user" set role_entities = $1, status = 1 where company_id = 1 and id = 6`, [roles]);
  });
  it('of a role that nobody has it touches nobody', async () => {
    await lab.put('role', { company_id: 1, code: 'fresh', key_name: '新', root: 0 });
    const [row] = await lab.base.db.query<{ id: number }>(`select id from app."role" where code = 'fresh'`);
    const rows = JSON.stringify([{ code: 'plan', items: ',List,', range: 2 }]);
    expect(await api(await lab.as('root'), 'Effect', { id: row!.id, rows })).toMatchObject({ data: { members: 0, changed: 0 }, rows: [] });
  });
  it('costs statements by what roles say of the group, not by how many sets of roles there are, and counts for all of them', async () => {
    const root = await lab.as('root');
    const rows = JSON.stringify([{ code: 'plan', items: ',List,', range: 2 }]);
    const asked = async (id: number) => {
      const { house, said } = lab.watched();
      return { told: await roleApi({ ...lab, house })(root, 'Effect', { id, rows }), statements: said.length };
    };
    const id = await lab.put('role', { company_id: 1, code: 'many', key_name: '众人', root: 0 });
    // each has a role of his own beside the one
    const join = (from: number, to: number) =>
      lab.base.db.query(
        `with own as (insert into app."role" (company_id, code, key_name, root) select 1, 'one' || n, 'one' || n, 0 from generate_series($2::int, $3::int) n returning id, code)
         insert into app."user" (company_id, login_name, key_name, review_state, status, role_entities, domain_entities)
         select 1, code, code, 1, 1, array[$1::bigint, id], array[11::bigint] from own`,
        [id, from, to],
      );
    await join(0, 0);
    const one = await asked(id);
    await join(1, 600);
    const all = await asked(id);
    expect(all.statements).toBe(one.statements);
    expect([one.told.data.changed, all.told.data.changed]).toEqual([1, 601]);
    const counted = all.told.rows!.filter(({ kind }) => kind === 'rows').map(({ table, more, uncounted }) => ({ table, more, uncounted }));
    expect(counted).toContainEqual({ table: 'plan', more: 601, uncounted: 0 });
  });
});

describe('ADMIN-02 why', () => {
  it('never says another thing than the gate, for every person, table and record', async () => {
    const admin = await lab.as('admin');
    const wide = { ...admin, domains: [...admin.domains] };
    let [yes, no] = [0, 0];
    for (const cloud of ['plan', 'request', 'folder', 'vault']) {
      const found = await lab.base.db.query<{ id: number }>(
        `select id from app."${cloud}" where company_id = 1 and deleted_time is null ${cloud === 'vault' ? '' : 'and subcompany_id = 11'} order by id limit 12`,
      );
      for (const login of ['own', 'dept', 'all', 'nodept', 'none', 'mixed', 'root']) {
        const session = await lab.as(login);
        for (const { id } of found) {
          const said = await api(wide, 'Why', { user: session.user.id, cloud, id });
          if (said.code === 315) continue;
          const shown = await read(session, 'Get', { cloud, id });
          expect([said.data.allowed, said.data.offered], `${login} ${cloud} ${id} ${JSON.stringify(said)}`).toEqual(
            shown.code === 200 ? [1, 1] : [0, 0],
          );
          const holds = said.data.ground && (said.data.todo || said.data.root || said.rows!.some((row) => row.holds));
          expect(Boolean(holds), `${login} ${cloud} ${id} ${JSON.stringify(said)}`).toBe(shown.code === 200);
          if (shown.code === 200) yes += 1;
          else no += 1;
        }
      }
    }
    expect(Math.min(yes, no)).toBeGreaterThan(30);
  });
  it('315 for a record that the reader does not see, and for nobody', async () => {
    const root = await lab.as('root');
    expect((await api(root, 'Why', { user: 3, cloud: 'plan', id: 999999 })).code).toBe(315);
    const [row] = await lab.base.db.query<{ id: number }>(
      `select id from app."plan" where company_id = 1 and deleted_time is null and subcompany_id = 11 limit 1`,
    );
    expect((await api(root, 'Why', { user: 10, cloud: 'plan', id: row!.id })).code).toBe(315);
    expect((await api(root, 'Why', { user: 3, cloud: 'ghost', id: row!.id })).code).toBe(312);
    expect((await api(root, 'Why', { user: 3, cloud: 'plan', id: row!.id, act: 'Fly' })).code).toBe(317);
  });
});
