import type { Locale } from '#protocol/codes.ts';
import type { Db } from '#server/db/db.ts';
import type { Session } from './session.ts';

export interface SessionWish {
  /** login_name of the company; default demo */
  company?: string;
  /** key_name of one of the user's domains; default the first */
  domain?: string;
  locale?: Locale;
}

interface Row {
  user: Session['user'];
  company: Session['company'];
  domains: Session['domains'];
  department: Session['department'];
  departments: number[];
  roles: { id: number; code: string; root: number | null }[] | null;
  rights_version: number;
}

const FIND = `
select json_build_object('id', u.id, 'key_name', u.key_name, 'login_name', u.login_name) as "user",
  json_build_object('id', c.id, 'login_name', c.login_name, 'time_zone', c.time_zone) as company,
  (select json_agg(json_build_object('id', d.id, 'key_name', d.key_name, 'currency', d.currency, 'currency_en', d.currency_en) order by array_position(u.domain_entities, d.id))
     from app."domain" d where d.company_id = c.id and d.id = any(u.domain_entities)) as domains,
  (select json_build_object('id', p.id, 'key_name', p.key_name) from app."department" p
     where p.company_id = c.id and p.id = u.department_entity) as department,
  array(with recursive below (id) as (
      select p.id from app."department" p where p.company_id = c.id and p.id = u.department_entity
      union select p.id from app."department" p join below b on p.parent_entity = b.id where p.company_id = c.id)
    select id from below order by id) as departments,
  (select json_agg(json_build_object('id', r.id, 'code', r.code, 'root', r.root) order by r.id)
     from app."role" r where r.company_id = c.id and r.id = any(u.role_entities)) as roles,
  coalesce((select version from fw.rights_version v where v.company_id = c.id), 0) as rights_version
from app."user" u join fw.company c on c.id = u.company_id
where c.login_name = $1 and u.login_name = $2`;

/** The session that a user of a test's database would have, without signing in. */
export async function sessionFor(db: Db, login: string, wish: SessionWish = {}): Promise<Session> {
  const [row] = await db.query<Row>(FIND, [wish.company ?? 'demo', login]);
  if (!row) throw new Error(`no user ${login}`);
  const { roles: found, domains, ...rest } = row;
  const domain = wish.domain ? domains.find((one) => one.key_name === wish.domain) : domains[0];
  if (!domain) throw new Error(`${login} has no domain ${wish.domain ?? ''}`);
  const roles = found ?? [];
  const isSuper = row.user.id === 1;
  return Object.freeze({
    ...rest,
    sid: `test-${row.company.id}-${row.user.id}`,
    domain,
    domains,
    roles: roles.map(({ id, code }) => ({ id, code })),
    root: isSuper || roles.some((role) => role.root === 1),
    super: isSuper,
    locale: wish.locale ?? 'zh_CN',
  });
}
