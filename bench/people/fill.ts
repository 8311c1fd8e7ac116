import type { GrantDef, RoleDef } from '#protocol/meta/suite.ts';
import { rightsOf } from '#server/access/grants/merge-grants.ts';
import { raiseRights, writeRights } from '#server/access/grants/role-rights.ts';
import type { Db } from '#server/db/db.ts';
import { publishedFlow } from '#server/flow/store/publish.ts';
import { installed } from '#server/installed.ts';
import { FIRST_ID } from '../fill.ts';

/** How many there are of each; all follow from the number of people. */
export interface Sizes {
  users: number;
  departments: number;
  roles: number;
  posts: number;
  records: number;
}
export const sizesOf = (users: number): Sizes => ({ users, departments: users / 10, roles: 200, posts: 500, records: users * 2 });

/** Places that every run finds: ids count from FIRST_ID. */
export const FIRST = FIRST_ID + 300_000;
/** Roles of ten people, of a twentieth of all and of half of them; all others are somebody's by chance. */
export const [FEW, SOME, MANY] = [FIRST + 1, FIRST + 2, FIRST + 3];
/** Who administers the first unit, with a scope of his department; and who holds what waits. */
export const [CHIEF, HOLDER] = [FIRST + 1, FIRST + 2];
const CHIEF_ROLE = FIRST + 4;
/** The unit that the chief administers: its node is of the second level. */
export const UNIT = FIRST + 1;
export const HELD = 300;
const COMPANY = 1;

/** A company of so many people, the same each time: departments five levels deep, roles, posts, domains, records. What is there stays. */
export async function fillPeople(db: Db, sizes: Sizes): Promise<void> {
  const [there] = await db.query('select 1 from app."department" where company_id = $1 and id = $2', [COMPANY, FIRST + sizes.departments]);
  if (there) return;
  const chance = createChance(20_261_124);
  const domains = await fillDomains(db);
  const departments = await fillDepartments(db, sizes, chance);
  await fillPosts(db, sizes);
  await fillRoles(db, sizes, chance);
  await fillUsers(db, sizes, { departments, domains, chance });
  await fillRecords(db, sizes, { departments, domains, chance });
  await fillHeld(db);
  await db.query('vacuum analyze');
}

type Chance = (below: number) => number;
/** Numbers by chance, the same for the same seed. */
function createChance(seed: number): Chance {
  let at = seed;
  return (below) => {
    at = (at + 0x6d2b79f5) | 0;
    const once = Math.imul(at ^ (at >>> 15), 1 | at);
    const twice = (once + Math.imul(once ^ (once >>> 7), 61 | once)) ^ once;
    return Math.floor((((twice ^ (twice >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}
const pick = <T>(list: readonly T[], chance: Chance): T => list[chance(list.length)]!;

/** Writes rows of a table of the company, some thousand a statement, with what every row has. */
async function insert(db: Db, table: string, types: Readonly<Record<string, string>>, rows: readonly object[]): Promise<void> {
  const names = Object.keys(types).join(', ');
  const shape = Object.entries(types).map(([name, type]) => `${name} ${type}`);
  for (let at = 0; at < rows.length; at += 2_000)
    await db.query(
      `insert into app."${table}" (company_id, review_state, create_time, create_entity, ${names})
       select $1, 1, timestamptz '2026-01-05 08:00+08' + x.id % 100000 * interval '3 minutes', 1, x.* from jsonb_to_recordset($2::jsonb) x (${shape})`,
      [COMPANY, JSON.stringify(rows.slice(at, at + 2_000))],
    );
}

/** Five domains in all. */
async function fillDomains(db: Db): Promise<number[]> {
  const named = ['华东大区', '西南大区'].map((key_name, at) => ({ id: FIRST + at, key_name, currency: '万元', currency_en: 'CNY 10,000' }));
  await insert(db, 'domain', { id: 'bigint', key_name: 'text', currency: 'text', currency_en: 'text' }, named);
  const rows = await db.query<{ id: number }>('select id from app."domain" where company_id = $1 order by id', [COMPANY]);
  return rows.map(({ id }) => id);
}

const PLACES = ['华东', '华南', '华北', '华中', '西南', '西北', '东北', '滨海'];
const TRADES = ['能源', '物流', '建设', '置业', '装备'];
const OFFICES = ['计划财务部', '工程管理部', '安全环保部', '人力资源部', '市场营销部', '信息技术部'];
const DESKS = ['综合科', '项目科', '预算科', '质量科', '设备科', '调度室', '法务室', '档案室', '采购组', '审计组'];

/** Below the group's own node: eight units, five trades in each, six offices in each of those, and desks until there are enough. */
async function fillDepartments(db: Db, { departments }: Sizes, chance: Chance): Promise<number[]> {
  const [group] = await db.query<{ id: number }>(
    'select id from app."department" where company_id = $1 and parent_entity is null order by id limit 1',
    [COMPANY],
  );
  const nodes: { id: number; code: string; key_name: string; parent_entity: number }[] = [];
  const add = (parent: { id: number; code: string }, key_name: string) => {
    if (nodes.length === departments) return [];
    const ordinal = String(nodes.filter(({ parent_entity }) => parent_entity === parent.id).length + 1).padStart(3, '0');
    const node = { id: FIRST + 1 + nodes.length, code: `${parent.code}${ordinal}`, key_name, parent_entity: parent.id };
    nodes.push(node);
    return [node];
  };
  const units = PLACES.flatMap((place) => add({ id: group!.id, code: 'P' }, `${place}分公司`));
  const trades = units.flatMap((unit, at) => TRADES.flatMap((trade) => add(unit, `${PLACES[at]}${trade}事业部`)));
  const offices = trades.flatMap((trade) => OFFICES.flatMap((office) => add(trade, office)));
  while (offices.length > 0 && nodes.length < departments) add(pick(offices, chance), pick(DESKS, chance));
  await insert(db, 'department', { id: 'bigint', code: 'text', key_name: 'text', parent_entity: 'bigint' }, nodes);
  return nodes.map(({ id }) => id);
}

const fillPosts = (db: Db, { posts }: Sizes): Promise<void> =>
  insert(
    db,
    'post',
    { id: 'bigint', code: 'text', key_name: 'text', ordinal: 'int', status: 'int' },
    Array.from({ length: posts }, (_, at) => ({
      ...{ id: FIRST + 1 + at, code: `p${at}`, ordinal: at, status: at % 25 === 24 ? 2 : 1 },
      key_name: `${TRADES[at % 5]}${['主管', '专员', '经理', '工程师', '会计'][Math.floor(at / 5) % 5]}（${Math.floor(at / 25) + 1} 级）`,
    })),
  );

const list = (group: string, scope: number, more: readonly string[] = [], rules: { hide?: string[]; readonly?: string[] } = {}) =>
  ({ group, scope, items: ['List', ...more], ...rules }) as GrantDef;
/** What nobody is without. */
const STAFF = [list('todo', 2), list('notice', 2), list('message', 2), list('domain', 2), list('department', 2)];

/** Roles whose rights differ in tables, scopes, items and fields. Projects are seen by department or all of them, so that a hand can count them. */
async function fillRoles(db: Db, { roles }: Sizes, chance: Chance): Promise<void> {
  const named: Readonly<Record<number, string>> = { [FEW]: '专项小组', [SOME]: '项目管理员', [MANY]: '全员', [CHIEF_ROLE]: '单位管理员' };
  const rows = Array.from({ length: roles }, (_, at) => ({ id: FIRST + 1 + at, code: `bench_${at}`, root: 0, factor: 0 }));
  const titled = rows.map((row, at) => ({ ...row, key_name: named[row.id] ?? `${PLACES[at % 8]}${OFFICES[at % 6]}角色${at}` }));
  await insert(db, 'role', { id: 'bigint', code: 'text', root: 'int', factor: 'int', key_name: 'text' }, titled);
  const catalogue = installed();
  await db.tx(async (tx) => {
    for (const { id } of rows) {
      const flags = id > CHIEF_ROLE && chance(2) ? ['zb'] : ['zb', 'SYS'];
      const grants = id === CHIEF_ROLE ? CHIEF_GRANTS : grantsOf(id, chance);
      await writeRights(tx, COMPANY, id, rightsOf(catalogue, { grants, flags } as unknown as RoleDef));
    }
    await raiseRights(tx, COMPANY);
  });
}

const CHIEF_GRANTS = [
  ...STAFF.slice(0, 4),
  list('department', 1, ['Add', 'Modify', 'Delete']),
  list('user', 1, ['Add', 'Modify', 'Account', 'Invite']),
  list('role', 2, ['Auth']),
  list('post', 2),
  list('initiation', 2, ['Add', 'Modify', 'Delete', 'Review']),
  list('project', 2),
];

function grantsOf(role: number, chance: Chance) {
  if (role <= MANY) return [...STAFF, list('user', 2, [], { hide: ['login_name'] }), list('initiation', 1, ['Add']), list('project', 1)];
  const grants = chance(3) ? [...STAFF] : STAFF.slice(0, 3);
  if (chance(2)) grants.push(list('user', chance(3), chance(2) ? ['Modify'] : [], { hide: chance(2) ? ['mobile', 'email'] : [] }));
  if (chance(2))
    grants.push(list('initiation', chance(3), ['Add', 'Modify'].slice(chance(3)), { readonly: chance(2) ? ['est_price'] : [] }));
  if (chance(4) === 0) grants.push(list('project', 1, [], { hide: chance(2) ? ['total_price'] : [] }));
  if (chance(3) === 0) grants.push(list('post', 2, [], { hide: ['remark'] }));
  return grants;
}

interface Ground {
  departments: readonly number[];
  domains: readonly number[];
  chance: Chance;
}

const SURNAMES = [...'王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕'];
const GIVEN = [...'伟芳娜敏静丽强磊军洋勇艳杰娟涛明超秀霞平刚桂英华玉萍红娥玲芬燕彬鹏浩凯健俊帆雪梅琳晨阳宇欣嘉子轩雨涵思怡'];

async function fillUsers(db: Db, { users, roles, posts }: Sizes, { departments, domains, chance }: Ground): Promise<void> {
  const some = <T>(most: number, one: () => T): T[] => [...new Set(Array.from({ length: chance(most) + 1 }, one))];
  const rows = Array.from({ length: users }, (_, at) => {
    const id = FIRST + 1 + at;
    const chosen = some(4, () => FIRST + 5 + chance(roles - 4));
    const set = at % 2 ? [...chosen.slice(0, 4), MANY] : chosen;
    if (at % 20 === 4) set.splice(0, 1, SOME);
    if (at >= 10 && at < 20) set.splice(0, 1, FEW);
    return {
      ...{ id, login_name: `bp${at}`, status: at % 40 === 39 ? 2 + (at % 3 ? 0 : 1) : 1 },
      key_name: `${pick(SURNAMES, chance)}${pick(GIVEN, chance)}${chance(4) ? pick(GIVEN, chance) : ''}`,
      mobile: `139${String(10_000_000 + ((at * 7_919) % 89_999_999))}`,
      title: pick(['主管', '专员', '经理', '工程师', '会计', '科长'], chance),
      department_entity: id <= HOLDER || (at >= 10 && at < 20) ? UNIT : pick(departments, chance),
      role_entities: id === CHIEF ? [CHIEF_ROLE] : set,
      post_entities: some(3, () => FIRST + 1 + chance(posts)),
      domain_entities: id === CHIEF ? [...domains] : some(3, () => pick(domains, chance)),
    };
  });
  const types = { id: 'bigint', login_name: 'text', status: 'int', key_name: 'text', mobile: 'text', title: 'text' };
  const lists = { role_entities: 'bigint[]', post_entities: 'bigint[]', domain_entities: 'bigint[]' };
  await insert(db, 'user', { ...types, department_entity: 'bigint', ...lists }, rows);
  await db.query(
    `insert into fw.credential select (jsonb_populate_record(c, jsonb_build_object('user_id', u.id, 'login_id', c.login_id || u.id))).*
     from fw.credential c join app."user" u on u.company_id = c.company_id and u.id > $2
     where c.company_id = $1 and c.user_id = 1 on conflict do nothing`,
    [COMPANY, FIRST],
  );
}

/** Two of five are applications, the others projects. */
async function fillRecords(db: Db, { users, records }: Sizes, { departments, domains, chance }: Ground): Promise<void> {
  const rows = Array.from({ length: records }, (_, at) => ({
    ...{ id: FIRST + 1 + at, subcompany_id: pick(domains, chance), department_entity: pick(departments, chance) },
    ...{ code: `BP-${at}`, key_name: `${pick(PLACES, chance)}${pick(TRADES, chance)}改扩建项目${at}` },
    ...{ manager_entity: FIRST + 1 + chance(users), project_type: 1 + chance(3), price: chance(1_000_000) / 100 },
  }));
  const types = { id: 'bigint', subcompany_id: 'bigint', department_entity: 'bigint', code: 'text', key_name: 'text' };
  const more = { manager_entity: 'bigint', project_type: 'int' };
  const part = Math.floor((records * 2) / 5);
  const applications = rows.slice(0, part).map(({ price, ...row }) => ({ ...row, est_price: price }));
  await insert(db, 'initiation', { ...types, ...more, est_price: 'numeric' }, applications);
  const projects = rows.slice(part).map(({ price, ...row }) => ({ ...row, total_price: price, level: 10, project_state: 1 }));
  await insert(db, 'project', { ...types, ...more, total_price: 'numeric', level: 'int', project_state: 'int' }, projects);
  await db.query(
    `update app.initiation set create_entity = manager_entity, create_department = department_entity, review_state = id % 3 * 45
     where company_id = $1 and id > $2`,
    [COMPANY, FIRST],
  );
}

/** What waits for one of them. */
async function fillHeld(db: Db): Promise<void> {
  const catalogue = installed();
  const flow = await publishedFlow(db, catalogue, catalogue.table('initiation')!);
  await db.query(
    `with cases as (insert into fw.flow_case (company_id, source, rowid, def_id, state, visit, status, seq, create_entity, create_time)
       select i.company_id, 'initiation', i.id, $4::bigint, 2, 1, 0, 1, i.create_entity, now()
       from app.initiation i where i.company_id = $1 and i.id > $2 order by i.id limit ${HELD} returning id, rowid, create_entity)
     insert into fw.flow_todo (company_id, case_id, source, rowid, subcompany_id, key_name, applicant, review_state, review_entity, create_entity,
       back_state, visit, ord, rule, create_time)
     select $1, c.id, 'initiation', c.rowid, i.subcompany_id, i.key_name, c.create_entity, 2, $3, c.create_entity, 2, 1, 1, 'any', now()
     from cases c join app.initiation i on i.company_id = $1 and i.id = c.rowid`,
    [COMPANY, FIRST, HOLDER, flow.id],
  );
}
