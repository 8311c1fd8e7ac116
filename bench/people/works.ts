import type { Ask } from '../load.ts';
import { CHIEF, FEW, FIRST, HELD, HOLDER, MANY, type Sizes, SOME, UNIT } from './fill.ts';

/** A call, by whom, and the same answer asked for by hand. */
export interface Deed {
  who: 'root' | 'chief';
  name: string;
  ask: Ask;
  sql: string;
  values?: readonly unknown[];
}

const UNIT_NODES = `with recursive b (id) as (select ${UNIT}::bigint union select d.id from app."department" d join b on d.parent_entity = b.id
  where d.company_id = 1 and d.deleted_time is null)`;
const [USERS, ROLES] = ['/cloud/app/sys/user/api/UserApi', '/cloud/app/sys/user/api/RoleApi'];
const ITEMS = ',List,';

/** All of administration that a person opens; `project` is one that the root administrator sees in his domain. */
export const deedsOf = (sizes: Sizes, project: number): readonly Deed[] => [
  ...treeDeeds(),
  ...listDeeds(sizes),
  ...roleDeeds(),
  ...personDeeds(project),
];

const both = (make: (who: Deed['who']) => Omit<Deed, 'who'>): Deed[] => (['root', 'chief'] as const).map((who) => ({ who, ...make(who) }));
const within = (who: Deed['who'], column: string) => (who === 'chief' ? ` and ${column} in (select id from b)` : '');
const head = (who: Deed['who']) => (who === 'chief' ? UNIT_NODES : '');

function treeDeeds(): Deed[] {
  const tree = both((who) => ({
    name: 'tree of departments',
    ask: { op: 'Tree', form: { cloud: 'department' } },
    sql: `${head(who)} select d.id, d.code, d.key_name, d.name_en, d.version, d.parent_entity, p.key_name as parent, d.manager_entity, m.key_name as manager,
      d.leader_entity, l.key_name as leader from app."department" d
      left join app."department" p on p.company_id = 1 and p.id = d.parent_entity left join app."user" m on m.company_id = 1 and m.id = d.manager_entity
      left join app."user" l on l.company_id = 1 and l.id = d.leader_entity
      where d.company_id = 1 and d.deleted_time is null${within(who, 'd.id')} order by d.code`,
  }));
  const groups = both((who) => ({
    name: 'groups of people by department, with branches',
    ask: { op: 'Group', form: { cloud: 'user', field: 'department_entity', below: '1' } },
    sql: `with recursive ${head(who).replace('with recursive ', '')}${who === 'chief' ? ', ' : ''}g as (select department_entity as id, count(*) as num from app."user" u
        where u.company_id = 1 and u.deleted_time is null${within(who, 'u.department_entity')} group by 1),
      up (id, top) as (select id, id from g union select up.id, d.parent_entity from up join app."department" d on d.company_id = 1 and d.id = up.top
        where d.parent_entity is not null)
      select up.top, n.key_name, coalesce(max(g.num) filter (where up.id = up.top), 0), sum(g.num) from up join g on g.id = up.id
      left join app."department" n on n.company_id = 1 and n.id = up.top group by 1, 2`,
  }));
  const moved = { cloud: 'department', id: String(UNIT + 8), parent: String(UNIT + 1) };
  return [
    ...tree,
    ...groups,
    {
      who: 'root',
      name: 'what moving a department changes',
      ask: { op: 'Moving', form: moved },
      sql: `with recursive m (id) as (select $1::bigint union select d.id from app."department" d join m on d.parent_entity = m.id where d.company_id = 1 and d.deleted_time is null),
        reach as (select u.id, u.department_entity, g.group_uid from app."user" u join fw.role_grant g on g.company_id = 1 and g.role_id = any(u.role_entities) and 'List' = any(g.items)
          where u.company_id = 1 and u.deleted_time is null and u.status = 1 and u.department_entity in ($2, ${UNIT})
            and not exists (select 1 from app."role" r where r.company_id = 1 and r.id = any(u.role_entities) and r.root = 1)
          group by 1, 2, 3 having max(g.scope) = 1)
        select (select count(*) from m), (select count(*) from app."user" u where u.company_id = 1 and u.deleted_time is null and u.status = 1 and u.department_entity in (select id from m)),
          (select json_agg(json_build_object('at', department_entity, 'n', n)) from (select department_entity, count(distinct id) as n from reach group by 1) x),
          (select count(*) from app.initiation where company_id = 1 and deleted_time is null and department_entity in (select id from m)),
          (select count(*) from app.project where company_id = 1 and deleted_time is null and department_entity in (select id from m))`,
      values: [UNIT + 8, UNIT + 1],
    },
  ];
}

const LISTED = `u.id, u.key_name, u.name_en, u.login_name, u.title, u.mobile, u.status, u.version, d.id as department, d.key_name as department_name,
  (select json_agg(json_build_object('id', p.id, 'key_name', p.key_name)) from app."post" p where p.company_id = 1 and p.id = any(u.post_entities)) as posts,
  (select json_agg(json_build_object('id', r.id, 'key_name', r.key_name)) from app."role" r where r.company_id = 1 and r.id = any(u.role_entities)) as roles,
  (select json_agg(json_build_object('id', o.id, 'key_name', o.key_name)) from app."domain" o where o.company_id = 1 and o.id = any(u.domain_entities)) as domains`;
const KEYWORD = '(u.key_name like $1 or u.name_en like $1 or u.login_name like $1 or u.mobile like $1)';

/** A page of people by hand, with its total as far as a page says it. */
function people(who: Deed['who'], columns: string, { where = '', order = 'u.id', limit = 20, offset = 0 } = {}): string {
  const mine = `u.company_id = 1 and u.deleted_time is null${where && ` and ${where}`}${within(who, 'u.department_entity')}`;
  return `${head(who)} select ${columns}, (select count(*) from (select from app."user" u where ${mine} limit 1001) c) as total
    from app."user" u left join app."department" d on d.company_id = 1 and d.id = u.department_entity where ${mine} order by ${order} limit ${limit} offset ${offset}`;
}

function listDeeds({ users }: Sizes): Deed[] {
  const page = (filters: object | null, more: Record<string, string> = {}): Ask => ({
    op: 'Page',
    form: { cloud: 'user', page: '1', rows: '20', ...(filters ? { filters: JSON.stringify(filters) } : {}), ...more },
  });
  const picked = 'u.id, u.key_name, d.id as department, d.key_name as department_name, u.title, u.status';
  const fields = 'key_name,department_entity,title,status';
  const last = Math.floor(users / 20) - 10;
  return [
    ...both((who) => ({
      name: 'picker of people, two characters',
      ask: page({ key_word: '王伟' }, { rows: '10', fields }),
      sql: people(who, picked, { where: KEYWORD, limit: 10 }),
      values: ['%王伟%'],
    })),
    ...both((who) => ({
      name: 'picker of people, a department and below',
      ask: page({ fields: { department_entity: { op: 'below', value: UNIT } } }, { rows: '50', fields }),
      sql: people(who === 'root' ? 'chief' : who, picked, { limit: 50 }),
    })),
    ...both((who) => ({ name: 'list of people, first page', ask: page(null), sql: people(who, LISTED) })),
    {
      who: 'root',
      name: 'list of people, deep page',
      ask: page(null, { page: String(last) }),
      sql: people('root', LISTED, { offset: (last - 1) * 20 }),
    },
    ...both((who) => ({
      name: 'list of people, keyword',
      ask: page({ key_word: '李' }),
      sql: people(who, LISTED, { where: KEYWORD }),
      values: ['%李%'],
    })),
    ...both((who) => ({
      name: 'list of people, sorted by name',
      ask: page({ sort: [['key_name', 'desc']] }),
      sql: people(who, LISTED, { order: 'u.key_name desc nulls last, u.id desc' }),
    })),
    ...both((who) => ({
      name: 'address book, keyword',
      ask: page({ key_word: '陈' }, { cloud: 'user[contact]' }),
      sql: `select ${picked}, u.mobile, u.avatar, (select count(*) from (select from app."user" u where u.company_id = 1 and u.deleted_time is null and u.status = 1
          and (u.key_name like $1 or u.name_en like $1 or u.mobile like $1) limit 1001) c) as total, '${who}' as who
        from app."user" u left join app."department" d on d.company_id = 1 and d.id = u.department_entity
        where u.company_id = 1 and u.deleted_time is null and u.status = 1 and (u.key_name like $1 or u.name_en like $1 or u.mobile like $1) order by u.id limit 20`,
      values: ['%陈%'],
    })),
  ];
}

const LOADED = `select r.id, r.key_name, r.code, array(select f.flag from fw.role_flag f where f.company_id = 1 and f.role_id = r.id) as flags,
  (select jsonb_agg(to_jsonb(g)) from fw.role_grant g where g.company_id = 1 and g.role_id = r.id) as grants from app."role" r where r.company_id = 1 and r.id = $1`;
const LISTED_ROLES = `select r.id, r.key_name, r.code, r.root, coalesce(h.n, 0) as members from app."role" r left join
  (select x.id, count(*) as n from app."user" u cross join lateral unnest(u.role_entities) x (id) where u.company_id = 1 and u.deleted_time is null and u.status = 1 group by 1) h on h.id = r.id
  where r.company_id = 1 and r.deleted_time is null order by r.id`;

/**
 * For whom and by how many rows the projects that he sees become more where role $1 sees all of them: each department's and domain's rows
 * are counted once and summed up the tree.
 */
const WIDENED = `with recursive c as (select department_entity as id, subcompany_id as domain, count(*) as n from app.project
    where company_id = 1 and deleted_time is null group by 1, 2),
  up (id, top) as (select d.id, d.id from app."department" d where d.company_id = 1 and d.deleted_time is null
    union select up.id, d.parent_entity from up join app."department" d on d.company_id = 1 and d.id = up.top and d.deleted_time is null where d.parent_entity is not null),
  branch as (select up.top as id, c.domain, sum(c.n) as n from up join c on c.id = up.id group by 1, 2),
  whole as (select domain, sum(n) as n from c group by 1),
  member as (select u.id, u.department_entity, coalesce(k.last_domain, u.domain_entities[1]) as domain,
      exists (select from fw.role_grant g where g.company_id = 1 and g.role_id = any(u.role_entities) and g.group_uid = 'capex.project' and g.scope = 2) as wide
    from app."user" u left join fw.credential k on k.company_id = 1 and k.user_id = u.id
    where u.company_id = 1 and u.deleted_time is null and u.status = 1 and u.role_entities @> array[$1::bigint])
  select count(*) as members, count(*) filter (where w.n > coalesce(b.n, 0)) as more, max(w.n - coalesce(b.n, 0)) as most
  from member m left join whole w on w.domain = m.domain left join branch b on b.id = m.department_entity and b.domain = m.domain where not m.wide`;
const MEMBERS = `select u.id, u.key_name, u.role_entities, (select jsonb_agg(to_jsonb(g)) from fw.role_grant g where g.company_id = 1 and g.role_id = any(u.role_entities) and g.group_uid = 'capex.initiation') as grants
  from app."user" u where u.company_id = 1 and u.deleted_time is null and u.status = 1 and u.role_entities @> array[$1::bigint] order by u.id`;

function roleDeeds(): Deed[] {
  const effect = (who: Deed['who'], name: string, id: number, row: object, sql = MEMBERS): Deed => ({
    ...{ who, name: `what would change: ${name}`, values: [id], sql },
    ask: { path: ROLES, op: 'Effect', form: { id: String(id), rows: JSON.stringify([row]) } },
  });
  const wide = { code: 'project', items: ITEMS, range: 2 };
  const items = { code: 'initiation', items: ',List,Add,Modify,Delete,', range: 1 };
  const hidden = { code: 'initiation', items: ',List,Add,', range: 1, hide: ',est_price,mobile,' };
  return [
    ...both(() => ({ name: 'list of roles', ask: { path: ROLES, op: 'List', form: {} }, sql: LISTED_ROLES })),
    ...both(() => ({
      name: 'rights of a role',
      ask: { path: ROLES, op: 'Load', form: { id: String(SOME) } },
      sql: LOADED,
      values: [SOME],
    })),
    effect('chief', 'scope, 10 members', FEW, wide, WIDENED),
    effect('root', 'scope, 10 members', FEW, wide, WIDENED),
    effect('root', 'scope, a twentieth of all', SOME, wide, WIDENED),
    effect('root', 'scope, half of all', MANY, wide, WIDENED),
    effect('root', 'items, half of all', MANY, items),
    effect('root', 'hidden fields, half of all', MANY, hidden),
    {
      ...effect('root', 'all groups narrowed to own, half of all', MANY, {}),
      ask: {
        path: ROLES,
        op: 'Effect',
        form: {
          id: String(MANY),
          rows: JSON.stringify(['project', 'initiation', 'user'].map((code) => ({ code, items: ITEMS, range: 0 }))),
        },
      },
    },
  ];
}

function personDeeds(project: number): Deed[] {
  const why = { user: String(CHIEF), cloud: 'project', id: String(project), act: 'Show' };
  const someone = FIRST + 12;
  return [
    {
      ...{ who: 'root', name: 'why somebody may', ask: { path: ROLES, op: 'Why', form: why } },
      sql: `${UNIT_NODES} select p.id, p.subcompany_id = any(u.domain_entities) as his, p.department_entity in (select id from b) as below,
        (select jsonb_agg(to_jsonb(g)) from fw.role_grant g where g.company_id = 1 and g.role_id = any(u.role_entities) and g.group_uid = 'capex.project') as grants
        from app.project p join app."user" u on u.company_id = 1 and u.id = $1 where p.company_id = 1 and p.id = $2`,
      values: [CHIEF, project],
    },
    {
      who: 'root',
      name: "a person's account",
      ask: { path: USERS, op: 'Account', form: { id: String(someone) } },
      sql: `select u.key_name, u.login_name, u.status, k.changed_at, (select json_agg(s.*) from fw.session s where s.company_id = 1 and s.user_id = u.id and s.left_until is null) as sessions,
        (select count(*) from fw.flow_todo w where w.company_id = 1 and w.review_entity = u.id and w.review_state in (1, 2, 4, 7, 9, 11, 12, 13)) as held,
        (select json_agg(d.key_name) from app."department" d where d.company_id = 1 and u.id in (d.manager_entity, d.leader_entity)) as heads
        from app."user" u left join fw.credential k on k.company_id = 1 and k.user_id = u.id where u.company_id = 1 and u.id = $1`,
      values: [someone],
    },
    {
      ...{ who: 'root', name: `what somebody holds, 100 of ${HELD}`, ask: { path: '/flow', op: 'Held', form: { user: String(HOLDER) } } },
      sql: `select w.id, w.source, w.rowid, w.review_state, w.create_time, w.limit_time, i.key_name, count(*) over () as total from fw.flow_todo w
        join app.initiation i on i.company_id = 1 and i.id = w.rowid where w.company_id = 1 and w.review_entity = $1 and w.review_state in (1, 2, 4, 7, 9, 11, 12, 13)
        order by w.create_time, w.id limit 100`,
      values: [HOLDER],
    },
    ...both((who) => ({
      name: 'badges',
      ask: { path: '/sys', op: 'Counts', form: { _bg: '1' } },
      sql: `select (select count(*) from fw.flow_todo where company_id = 1 and review_entity = $1 and review_state in (2, 4, 7, 13)) as todo,
        (select count(*) from fw.notice where company_id = 1 and user_entity = $1 and read_time is null) as notices`,
      values: [who === 'root' ? 1 : CHIEF],
    })),
    ...both((who) => ({
      name: 'modules',
      ask: { path: '/sys', op: 'LoadNav', form: {} },
      sql: FLAGS,
      values: [who === 'root' ? 1 : CHIEF],
    })),
    ...both((who) => ({
      name: 'menus of a module',
      ask: { path: '/sys', op: 'LoadMenu', form: { module: who === 'root' ? 'SYS' : 'zb' } },
      sql: FLAGS,
      values: [who === 'root' ? 1 : CHIEF],
    })),
  ];
}

const FLAGS = `select array_agg(distinct f.flag) from app."user" u join fw.role_flag f on f.company_id = 1 and f.role_id = any(u.role_entities) where u.company_id = 1 and u.id = $1`;
