import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RoleDef } from '#protocol/meta/suite.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { testSuite } from '#protocol/meta/testing-suite.ts';
import { expected, type Person, type StoredRow, type World } from '#server/access/testing-oracle.ts';
import { giveCredentials } from '#server/demo.ts';
import { capex } from '#suites/capex/suite.ts';
import { opendata } from '#suites/opendata/suite.ts';
import { sys } from '#suites/sys/suite.ts';
import { laid, SUBS } from '../laid.ts';
import { type Form, type Heard, type Outside, openOutside, upload as send } from '../outside.ts';
import { uidOf } from '../uids.ts';

/** What each person of the demonstration may do with each table, worked out from the definitions of the roles and the stored rows; never from the server. */
const SUITES = [sys, capex, opendata, laid];
const TABLES = SUITES.flatMap((suite) => suite.tables).filter((table) => table.storage !== 'view');
/** A role of a company's own: it sees more rows than it may change, and changes others than it may delete. */
const PARTLY: RoleDef = {
  ...{ uid: 'partly', code: 'partly', key_name: '部分', key_name_en: 'Partly' },
  grants: [
    { group: 'invest_subject', scope: 2, items: ['List', 'Add', 'Modify', 'Delete'], item_scopes: { Modify: 0, Delete: 1 } },
    { group: 'message', scope: 2, items: ['List', 'Add', 'Modify', 'Delete'], item_scopes: { Delete: 0 } },
    { group: 'user', scope: 1, items: ['List', 'Modify'], item_scopes: { Modify: 0 } },
  ],
};
const OWN = testSuite([], { roles: [PARTLY] });
const ROLES = [...SUITES, OWN].flatMap((suite) => suite.roles);
const FAR = 2_000_000_000;

let it: Outside;
let world: World;
interface Actor extends Person {
  name: string;
  token: string;
}
const actors: Actor[] = [];

beforeAll(async () => {
  it = await openOutside({ laid: true });
  const insert = `insert into app."user" (company_id, key_name, login_name, department_entity, domain_entities, role_entities, status)
    select company_id, $1, $1, $3, domain_entities, array(select id from app."role" where company_id = 1 and code = any($2::text[])), 1 from app."user" where id = 1`;
  await it.sql(insert, ['nodept', ['staff', 'viewer', 'depthead', 'data_reader'], null]);
  await it.sql(insert, ['norole', [], 1]);
  await it.sql(`insert into app."role" (company_id, code, key_name, root) values (1, 'empty', 'empty', 0)`);
  await it.sql(insert, ['empty', ['empty'], 1]);
  await it.sql(`insert into app."role" (company_id, code, key_name, root) values (1, 'partly', '部分', 0)`);
  for (const { group, scope, items, item_scopes } of PARTLY.grants)
    await it.sql(
      `insert into fw.role_grant (company_id, role_id, group_uid, scope, items, item_scopes)
       select 1, id, $1, $2, $3, $4 from app."role" where company_id = 1 and code = 'partly'`,
      [uidOf(group), scope, items, JSON.stringify(item_scopes)],
    );
  await it.sql(insert, ['partly', ['partly'], 1]);
  await it.sql(`update app."user" set role_entities = role_entities || (select id from app."role" where company_id = 1 and code = 'laid')
    where company_id = 1 and login_name = 'applicant'`);
  await layRows();
  for (const table of ['invest_subject', 'message'])
    await it.sql(
      `update app.${table} set create_entity = (select id from app."user" where company_id = 1 and login_name = 'partly')
       where id = (select min(id) from app.${table} where company_id = 1 and deleted_time is null)`,
    );
  for (const table of ['initiation', 'message', 'power_unit'])
    await it.sql(`update app.${table} set deleted_time = now() where id in (select max(id) from app.${table} group by company_id)`);
  await giveCredentials(it.app.house, 'Passw0rd-1');
  const rows = new Map<string, StoredRow[]>();
  for (const { table_name } of TABLES) rows.set(table_name, await it.sql<StoredRow>(`select * from app."${table_name}" order by id`));
  world = { suites: [...SUITES, OWN], rows };
  await enter();
});
afterAll(() => it?.close());

/** Jobs of two people of different departments, with steps of both kinds and of none, and tools of each grade, some of them bound. */
async function layRows(): Promise<void> {
  const by = `insert into app.laid_job (company_id, subcompany_id, create_entity, create_department, review_state, key_name, grade, judge_entity)
    select u.company_id, u.domain_entities[1], u.id, u.department_entity, 0, u.key_name || n, 1 + n, u.id
    from app."user" u, generate_series(0, 1) n where u.company_id = 1 and u.login_name = $1`;
  const own = 'company_id, subcompany_id, create_entity, create_department';
  for (const who of ['partly', 'applicant']) await it.sql(by, [who]);
  await it.sql(`insert into app.laid_step (${own}, key_name, job_entity, kind, hours)
    select company_id, subcompany_id, create_entity, create_department, 'step ' || kind, id, kind, 1 from app.laid_job, generate_series(1, 3) kind`);
  await it.sql(`insert into app.laid_tool (${own}, key_name, grade, store, job_entity)
    select company_id, subcompany_id, create_entity, create_department, 'tool ' || n, grade, 0,
      case n when 1 then id when 2 then (select max(o.id) from app.laid_job o where o.create_entity <> j.create_entity) end
    from app.laid_job j, generate_series(0, 2) n`);
}

const rowsOf = (name: string) => world.rows.get(name) ?? [];

/** One actor for each person, and five of them in the other domains too. */
async function enter(): Promise<void> {
  const wide = ['admin', 'viewer', 'investmgr', 'applicant', 'nodept'];
  for (const user of rowsOf('user')) {
    const company = user.company_id as number;
    const domains = user.domain_entities as number[];
    const name = user.login_name as string;
    for (const domain of wide.includes(name) ? domains : domains.slice(0, 1)) {
      let token = await it.signIn(name, company === 1 ? 'demo' : 'other');
      const moved = await it.say('/cloud/app/sys/user/api/UserApi?op=SetDomain', { id: String(domain) }, { token });
      token = String(moved.data?.token);
      const roles = rowsOf('role').filter((role) => (user.role_entities as number[]).includes(role.id));
      const codes = roles.map((role) => role.code as string);
      const root = roles.some((role) => role.root === 1);
      actors.push({
        name: `${name} in ${domain}`,
        token,
        id: user.id,
        company,
        domain,
        departments: below(user.department_entity),
        roles: codes,
        root,
      });
    }
  }
}

function below(id: unknown): number[] {
  if (typeof id !== 'number') return [];
  return [
    id,
    ...rowsOf('department')
      .filter((one) => one.parent_entity === id && !one.deleted_time)
      .flatMap((one) => below(one.id)),
  ];
}

const ask = (actor: Actor, url: string, form: Form): Promise<Heard> => it.say(url, form, { token: actor.token });
const sorted = (ids: Iterable<number>) => [...ids].sort((a, b) => a - b);
const idsOf = (heard: Heard) => sorted((heard.rows ?? []).map((row) => row.id as number));
const named = (table: TableDef, op: string, state: string) =>
  table.states.find((one) => one.value === state)?.actions?.some((one) => one.op === op) ?? false;

/** Whether the definition offers this actor the op on a row in his scope: the state's list, and with a flow only to the creator of a draft. */
function offered(actor: Actor, table: TableDef, row: StoredRow, op: string): boolean {
  // a row goes where the form that it stands in may be changed; what else is written of it is asked for its version first
  if (op === 'Delete' && table.table_name === 'laid_step') {
    const job = rowsOf('laid_job').find(({ id }) => id === row.job_entity);
    if (job && !offered(actor, TABLES.find(({ table_name }) => table_name === 'laid_job')!, job, 'Modify')) return false;
  }
  if (table.flow !== 1) return named(table, op, '1');
  const state = row.review_state as number;
  return (state === 0 || state === 1) && row.create_entity === actor.id && named(table, op, String(state));
}
function has(actor: Actor, table: TableDef, items: readonly string[]): boolean {
  if (actor.id === 1 || (actor.root && table.tenancy !== 'platform')) return true;
  // of a stored table that is everybody's each has what it offers, on rows that he made (docs/decisions/230)
  const ops = table.states.flatMap(({ actions = [] }) => actions.map(({ op }) => op));
  if (table.everyone === 1 && (items.length === 0 || items.some((item) => ops.includes(item)))) return true;
  const group = table.permission ?? table.table_name;
  const grants = ROLES.filter((role) => actor.roles.includes(role.code)).flatMap((role) => role.grants);
  return grants.some((grant) => grant.group === group && (items.length === 0 || items.some((item) => grant.items.includes(item))));
}
const mayRead = (actor: Actor, table: TableDef) => actor.root || has(actor, table, ['List']);

/** A row that never was, then a live one outside, one in the recycle bin and one inside. */
function samples(inside: ReadonlySet<number>, table: TableDef): StoredRow[] {
  const rows = rowsOf(table.table_name);
  const live = rows.filter((row) => !row.deleted_time);
  const picked = [
    live.findLast((row) => !inside.has(row.id)),
    rows.find((row) => row.deleted_time),
    live.find((row) => inside.has(row.id)),
  ];
  return [{ id: FAR }, ...picked.filter((row) => row !== undefined)];
}

/** What would be in his scope if nothing lay in the bin. */
function outOfBin(actor: Actor, table: TableDef, op: string): ReadonlySet<number> {
  const revived = rowsOf(table.table_name).map((row) => ({ ...row, deleted_time: null }));
  const scope = expected({ ...world, rows: new Map([...world.rows, [table.table_name, revived]]) }, actor, table, op);
  return scope === 312 ? new Set() : scope;
}

/** One actor for each set of grants, company and domain: who has the same rights is asked once for single records. */
const distinct = (): Actor[] => {
  const rights = ({ roles }: Actor) => ROLES.filter((role) => roles.includes(role.code)).map((role) => role.grants);
  const key = (actor: Actor) => JSON.stringify([rights(actor), actor.root, actor.company, actor.domain, actor.departments.length > 0]);
  return [...new Map(actors.map((actor) => [key(actor), actor])).values()];
};

describe.each(TABLES.map((table) => [table.table_name, table] as const))('%s', (cloud, table) => {
  test('B2 B3 B27 every op that reads: by the roles, in the scope, and the rest like never there', async () => {
    for (const actor of actors) {
      const want = expected(world, actor, table, 'Page');
      const at = `${actor.name} on ${cloud}`;
      const page = await ask(actor, '/app?op=Page', { cloud, exact: '1', rows: '1' });
      expect(page.code, `Page ${at}`).toBe(want === 312 ? 312 : 200);
      if (want !== 312) expect(page.total, `Page ${at}`).toBe(want.size);
      for (const op of ['List', 'Tree'])
        expect((await ask(actor, `/app?op=${op}`, { cloud })).code === 312, `${op} ${at}`).toBe(want === 312);
      expect((await ask(actor, '/sys?op=LoadTable', { key_name: cloud })).code, `LoadTable ${at}`).toBe(
        actor.root || has(actor, table, []) ? 200 : 312,
      );
    }
    for (const actor of distinct()) {
      const want = expected(world, actor, table, 'Page');
      const at = `${actor.name} on ${cloud}`;
      const never = new Map<string, string>();
      for (const row of samples(want === 312 ? new Set() : want, table))
        for (const url of [
          '/app?op=Get',
          '/app?op=Show',
          '/app?op=History',
          '/app?op=Version',
          '/flow?op=Process',
          '/flow?op=Chart',
          '/flow?op=Since',
          '/flow?op=CheckRight',
        ]) {
          if (url.startsWith('/flow') && table.flow !== 1 && row.id !== FAR) continue;
          const told = await ask(actor, url, { cloud, id: String(row.id), ...(url.endsWith('=Version') ? { nth: '1' } : {}) });
          const flowless = url.startsWith('/flow') && table.flow !== 1;
          const code = want === 312 ? 312 : flowless ? 403 : want.has(row.id) ? 200 : 315;
          expect(told.code, `${url} ${row.id} ${at}`).toBe(code);
          if (row.id === FAR) never.set(url, told.bytes);
          else if (code !== 200) expect(told.bytes, `${url} ${row.id} ${at}`).toBe(never.get(url));
        }
    }
  });

  test('B2 B3 B9 every op that writes: by the roles, the scope and the state; what is out of reach reads like never there', async () => {
    const before = await it.one<string>(`select md5(string_agg(t::text, '' order by id)) from app."${cloud}" t`);
    for (const actor of distinct()) {
      const at = `${actor.name} on ${cloud}`;
      const reads = expected(world, actor, table, 'Page');
      const seen = (id: number) => reads !== 312 && reads.has(id);
      const add = await ask(actor, '/app?op=Add', { cloud, zz_no_such: '1' });
      const mayAdd = has(actor, table, ['Add']) && named(table, 'Add', '*');
      expect(add.code, `Add ${at}`).toBe(mayAdd ? 317 : 312);
      const mayUpload = has(actor, table, ['Add', 'Modify', 'Review']);
      expect((await upload(actor, cloud)).code, `Upload ${at}`).toBe(mayUpload ? 317 : 312);
      const never = new Map<string, string>();
      for (const op of ['Modify', 'Delete', 'Restore']) {
        const scope = expected(world, actor, table, op === 'Restore' ? 'Delete' : op);
        for (const row of samples(scope === 312 ? new Set() : scope, table)) {
          const told = await ask(actor, `/app?op=${op}`, { cloud, id: String(row.id), version: String(FAR) });
          // Restore finds what lies in the bin, the others what lives
          const there =
            op === 'Restore'
              ? Boolean(row.deleted_time) && outOfBin(actor, table, 'Delete').has(row.id)
              : scope !== 312 && scope.has(row.id);
          const away = op !== 'Restore' && seen(row.id) ? 312 : 315;
          const may = offered(actor, table, row, op === 'Restore' ? 'Delete' : op) ? 311 : 312;
          const code = scope === 312 ? 312 : there ? may : away;
          expect(told.code, `${op} ${row.id} ${at}`).toBe(code);
          if (row.id === FAR) never.set(op, told.bytes);
          else if (code === 315) expect(told.bytes, `${op} ${row.id} ${at}`).toBe(never.get(op));
        }
      }
      const bin = await ask(actor, '/app?op=Recycle', { cloud, rows: '1000' });
      expect(bin.code, `Recycle ${at}`).toBe(has(actor, table, ['Delete']) ? 200 : 312);
      for (const id of idsOf(bin)) expect(rowsOf(cloud).find((row) => row.id === id)).toMatchObject({ deleted_time: expect.anything() });
    }
    expect(await it.one<string>(`select md5(string_agg(t::text, '' order by id)) from app."${cloud}" t`)).toBe(before);
  });

  test('B4 the rows of Page, List, picker and Tree are the same ones, and groups add up to them', async () => {
    for (const actor of distinct().filter((one) => mayRead(one, table))) {
      const want = expected(world, actor, table, 'Page');
      if (want === 312) throw new Error(`${actor.name} reads ${cloud}`);
      const at = `${actor.name} on ${cloud}`;
      const few = want.size <= 1000;
      const page = await ask(actor, '/app?op=Page', { cloud, rows: '1000', fields: 'key_name' });
      const list = await ask(actor, '/app?op=List', { cloud, fields: 'id' });
      const picker = await ask(actor, '/app?op=Page', { cloud, rows: '1000', op_code: 'Delete', fields: 'id' });
      expect(idsOf(list), `List ${at}`).toEqual(idsOf(page));
      expect(idsOf(picker), `picker ${at}`).toEqual(idsOf(page));
      if (few) expect(idsOf(page), `Page ${at}`).toEqual(sorted(want));
      else
        expect(
          idsOf(page).every((id) => want.has(id)),
          `Page ${at}`,
        ).toBe(true);
      if (table.type === 'TREE') expect(idsOf(await ask(actor, '/app?op=Tree', { cloud })), `Tree ${at}`).toEqual(sorted(want));
      for (const field of table.fields.filter((one) => ['select', 'radio', 'entity'].includes(one.data_type)).slice(0, 3)) {
        const group = await ask(actor, '/app?op=Group', { cloud, field: field.field_name });
        if (group.code === 317) continue;
        expect(group.code, `${group.bytes} ${field.field_name} ${at}`).toBe(200);
        expect(
          group.rows!.reduce((sum, row) => sum + (row.num as number), 0),
          `Group ${field.field_name} ${at}`,
        ).toBe(want.size);
        const levels = await ask(actor, '/app?op=Group', { cloud, field: field.field_name, order: 'value', rows: '1000' });
        const told = levels.rows!.reduce((sum, row) => sum + (row.num as number), 0);
        expect([told, levels.data!.all], `groups ${field.field_name} ${at}`).toEqual([want.size, want.size]);
      }
    }
  });
});

test('B3 B11 of a record each is shown the rows that he may see, each in the sub-table of its kind; what is out of reach is bound by nobody and reads like never there', async () => {
  const table = TABLES.find(({ table_name }) => table_name === 'laid_job')!;
  const toolTable = TABLES.find(({ table_name }) => table_name === 'laid_tool')!;
  let bound = 0;
  for (const actor of distinct()) {
    const jobs = expected(world, actor, table, 'Page');
    const tools = expected(world, actor, toolTable, 'Page');
    if (jobs === 312) continue;
    const steps = (id: number, kind: number) => rowsOf('laid_step').filter((row) => row.job_entity === id && row.kind === kind);
    for (const id of jobs) {
      const { data } = await ask(actor, '/app?op=Show', { cloud: 'laid_job', id: String(id) });
      const told = data!._subtables as Record<string, { id: number }[]>;
      const ids = (key: string) => sorted((told[key] ?? []).map((row) => row.id));
      const at = `${actor.name} on ${id}`;
      expect(ids(SUBS.planned), at).toEqual(sorted(steps(id, 1).map((row) => row.id)));
      expect(ids(SUBS.done), at).toEqual(sorted(steps(id, 2).map((row) => row.id)));
      const his = rowsOf('laid_tool').filter((row) => row.job_entity === id && tools !== 312 && tools.has(row.id));
      expect(ids(SUBS.tools), at).toEqual(sorted(his.map((row) => row.id)));
      if (rowsOf('laid_job').find((row) => row.id === id)!.create_entity !== actor.id) continue;
      const bind = (row: number) =>
        ask(actor, '/app?op=Modify', {
          cloud: 'laid_job',
          id: String(id),
          _subtables: JSON.stringify({ [SUBS.tools]: [{ op: 'Bind', id: row }] }),
        });
      const never = await bind(FAR);
      for (const row of rowsOf('laid_tool').filter((one) => tools === 312 || !tools.has(one.id))) {
        expect((await bind(row.id)).bytes, `Bind ${row.id} ${at}`).toBe(never.bytes);
        bound += 1;
      }
    }
  }
  expect(bound).toBeGreaterThan(3);
});

test('B5 B27 the search everywhere finds a person what his lists have and nothing else, by its whole name and by a part of one that he may not see', async () => {
  const searched = TABLES.filter((table) => table.fields.some((field) => field.field_name === 'key_name' && field.search === 1));
  let found = 0;
  for (const actor of distinct()) {
    const find = async (key_word: string) => {
      const heard = await ask(actor, '/app?op=Find', { key_word, rows: '20' });
      expect(heard.code, `Find ${key_word} as ${actor.name}: ${heard.bytes}`).toBe(200);
      return { rows: heard.rows!, asked: (heard.data!.tables as { cloud: string }[]).map(({ cloud }) => cloud) };
    };
    const { asked } = await find('zz');
    for (const table of searched.filter(({ table_name }) => asked.includes(table_name) || table_name === 'initiation')) {
      const want = expected(world, actor, table, 'Page');
      const rows = rowsOf(table.table_name).filter((row) => String(row.key_name ?? '').length > 3);
      const inside = want === 312 ? undefined : rows.find((row) => want.has(row.id) && isOnly(rows, row));
      const outside = rows.findLast((row) => want === 312 || !want.has(row.id));
      for (const row of [inside, outside].filter((one) => one !== undefined)) {
        const name = String(row.key_name);
        const { rows: hits } = await find(row === inside ? name : name.slice(0, 3));
        for (const hit of hits) expect(isTold(actor, hit), `${name} told ${actor.name} ${JSON.stringify(hit)}`).toBe(true);
        if (row !== inside || !asked.includes(table.table_name)) continue;
        expect(hits, `${name} in ${table.table_name} as ${actor.name}`).toContainEqual(
          expect.objectContaining({ cloud: table.table_name, id: row.id, rank: 0 }),
        );
        found += 1;
      }
    }
  }
  expect(found).toBeGreaterThan(10);
});
const isOnly = (rows: readonly StoredRow[], row: StoredRow): boolean =>
  rows.filter(({ key_name }) => key_name === row.key_name).length === 1;
/** A record of a list that he has; of a variant, whose rows are everybody's, one of his company that is there. */
function isTold(actor: Actor, { cloud, id }: Readonly<Record<string, unknown>>): boolean {
  const [name = '', variant] = String(cloud).split('[');
  const want = expected(world, actor, TABLES.find((table) => table.table_name === name)!, 'Page');
  if (variant === undefined) return want !== 312 && want.has(Number(id));
  const row = rowsOf(name).find((one) => one.id === id);
  return row !== undefined && row.company_id === actor.company && !row.deleted_time;
}

test('B2 the matrix has people of every role, and each table has somebody who reads it all, a part, and nothing', () => {
  expect(new Set(actors.flatMap((actor) => actor.roles))).toEqual(new Set([...ROLES.map((role) => role.code), 'empty']));
  const shares = TABLES.flatMap((table) =>
    actors.map((actor) => {
      const want = expected(world, actor, table, 'Page');
      const all = rowsOf(table.table_name).filter(
        (row) => !row.deleted_time && (table.tenancy === 'platform' || row.company_id === actor.company),
      ).length;
      return want === 312 ? 'none' : want.size === 0 ? 'empty' : want.size < all ? 'part' : 'all';
    }),
  );
  for (const share of ['none', 'empty', 'part', 'all']) expect(shares.filter((one) => one === share).length, share).toBeGreaterThan(10);
});

const upload = (actor: Actor, cloud: string): Promise<Heard> => send(it, actor.token, { cloud, field: 'zz_no_such' }, 'a.txt', 'x');
