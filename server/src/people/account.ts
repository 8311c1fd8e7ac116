import { Refusal } from '#protocol/codes.ts';
import { isEmail } from '#protocol/fields/email.ts';
import { LIVE } from '#protocol/rules/todo.ts';
import type { Access } from '#server/access/access.ts';
import { readStanding, type Standing } from '#server/access/giving/standing.ts';
import { demandOver } from '#server/access/giving/user.ts';
import type { Tx } from '#server/db/db.ts';
import type { ResolvedTable } from '#server/meta/catalogue.ts';
import type { House } from '#server/meta/house.ts';
import { relation } from '#server/query/source.ts';
import { and, bound, compile, sql } from '#server/query/sql.ts';
import { lockOne } from '#server/records/row/stored.ts';
import type { Work } from '#server/records/row/work.ts';
import { lockedUntil } from '#server/signin/attempts/lock-out.ts';
import { type Agent, agentOf } from '#server/signin/own/agent.ts';
import { type SoleOffice, soleOffices } from './offices.ts';

/** The table whose rows are people. */
export function usersOf(access: Access): ResolvedTable {
  const table = access.catalogue.tables().find(({ def }) => def.uid === 'sys.user');
  if (!table) throw new Refusal(312);
  return table;
}

/** Whether the caller reads in a list how somebody's account stands: to anybody else no answer says more than that he is not there. */
export async function seesStatus(tx: Tx, access: Access, id: number): Promise<boolean> {
  const table = usersOf(access);
  const grant = access.may(table, 'List') ? access.grant(table, 'List') : null;
  if (grant?.sees('status', 't') !== true) return false;
  const his = sql`t.id = ${bound(id, 'bigint')}`;
  const { text, values } = compile(sql`select 1 from ${relation(table)} t where ${and(his, grant.rows('t'))}`, access.asker);
  return (await tx.query(text, values)).length > 0;
}

/** A user whose account the caller may act upon, locked: 312 or 315 where his right does not reach, 312 where that one has more than he. */
export async function lockAccount(work: Work, table: ResolvedTable, id: number): Promise<Standing> {
  await lockOne(work, table, id, work.access.grant(table, 'Account'));
  const standing = await readStanding(work.tx, work.session.company.id, id);
  await demandOver(work.tx, work.access, id, standing);
  return standing;
}

export interface Named {
  key_name: string;
  key_name_en: string;
}
type SessionShown = Agent & Record<'address' | 'created' | 'last_seen' | 'domain' | 'domain_en', string>;
/** How an account stands: what of it can be ended, and what would be left behind. Times are instants. */
export interface AccountShown extends Named {
  login_name: string;
  status: number;
  /** when the password was set last; null: he has none */
  changed_at: string | null;
  /** since when he has a second factor; null: he has none */
  factor: string | null;
  link: { purpose: 'invite' | 'reset'; until: string } | null;
  locked_until: string | null;
  /** whether he has an address, and whether mails are sent */
  mail: { has: boolean; sent: boolean };
  sessions: SessionShown[];
  /** where he works: one of them is chosen to look through his eyes */
  domains: (Named & { id: number })[];
  holds: {
    /** open to-dos by the table of their records, those among them that wait for their turn */
    todos: (Named & { table: string; count: number })[];
    /** applications of his that are under approval */
    cases: number;
    departments: (Named & { id: number; as: 'head' | 'leader' })[];
    /** by which he alone handles steps of flows */
    offices: SoleOffice[];
  };
}

type Stands = Omit<AccountShown, 'locked_until' | 'mail' | 'holds' | 'sessions'> & {
  email: string | null;
  sessions: (Omit<SessionShown, keyof Agent> & { user_agent: string })[];
};

/** For who may act upon the account. What he holds is counted; held.ts tells it record by record. */
export async function readAccount(
  work: Work,
  { keys, mail }: Pick<House, 'keys' | 'mail'>,
  table: ResolvedTable,
  id: number,
): Promise<AccountShown> {
  const { tx, session, now, access } = work;
  const company = session.company.id;
  const standing = await lockAccount(work, table, id);
  const [row] = await tx.query<Stands>(STANDS, [company, id, now]);
  const [held] = await tx.query<{
    todos: { source: string; count: number }[];
    cases: number;
    departments: AccountShown['holds']['departments'];
  }>(HOLDS, [company, id, [...LIVE]]);
  const until = await lockedUntil(
    tx,
    keys,
    { subname: session.company.login_name.toLowerCase(), username: standing.login_name.toLowerCase() },
    now,
  );
  const todos = held!.todos.map(({ source, count }) => ({ table: source, count, ...namedTable(access, source) }));
  const { email, ...stands } = row!;
  const sessions = stands.sessions.map(({ user_agent, ...session }) => ({ ...session, ...agentOf(user_agent) }));
  const mailed = { has: isEmail(email ?? ''), sent: mail !== undefined };
  const offices = await soleOffices(tx, access, access.grant(table, 'Account'), id);
  return { ...stands, sessions, mail: mailed, locked_until: until?.toISOString() ?? null, holds: { ...held!, todos, offices } };
}

/** What the table of a to-do's record is called; one that is there no more goes by its name. */
export function namedTable({ catalogue }: Access, source: string): Named {
  const def = catalogue.table(source)?.def;
  return def ? { key_name: def.key_name, key_name_en: def.key_name_en } : { key_name: source, key_name_en: source };
}

const STANDS = `
select u.key_name, coalesce(nullif(u.name_en, ''), u.key_name) as key_name_en, u.login_name, u.status, u.email, k.changed_at,
  (select f.made_at from fw.factor f where f.company_id = $1 and f.user_id = $2) as factor,
  coalesce((select json_agg(json_build_object('id', o.id, 'key_name', o.key_name, 'key_name_en', coalesce(nullif(o.name_en, ''), o.key_name))
      order by array_position(u.domain_entities, o.id)) from app."domain" o
    where o.company_id = $1 and o.id = any(u.domain_entities) and o.deleted_time is null), '[]') as domains,
  (select json_build_object('purpose', l.purpose, 'until', l.expires_at) from fw.entry_link l
     where l.company_id = $1 and l.user_id = $2 and l.used_at is null and l.expires_at > $3) as link,
  coalesce((select json_agg(json_build_object('address', s.address, 'user_agent', s.user_agent, 'created', s.created, 'last_seen', s.last_seen,
      'domain', d.key_name, 'domain_en', coalesce(nullif(d.name_en, ''), d.key_name)) order by s.last_seen desc)
    from fw.session s left join app."domain" d on d.company_id = s.company_id and d.id = s.domain_id
    where s.company_id = $1 and s.user_id = $2 and s.epoch = k.epoch and s.left_until is null and least(s.idle_until, s.abs_until) > $3), '[]') as sessions
from app."user" u left join fw.credential k on k.company_id = u.company_id and k.user_id = u.id
where u.company_id = $1 and u.id = $2`;

const HOLDS = `
select coalesce((select json_agg(json_build_object('source', t.source, 'count', t.count) order by t.count desc, t.source) from (
    select w.source, count(*) as count from fw.flow_todo w
    where w.company_id = $1 and w.review_entity = $2 and w.review_state = any($3::int[]) group by w.source) t), '[]') as todos,
  (select count(*) from fw.flow_todo w join fw.flow_case c on c.company_id = w.company_id and c.id = w.case_id
    where w.company_id = $1 and w.review_entity = $2 and w.review_state = 1 and c.status = 0) as cases,
  coalesce((select json_agg(json_build_object('id', p.id, 'key_name', p.key_name, 'key_name_en', coalesce(nullif(p.name_en, ''), p.key_name),
      'as', case when p.manager_entity = $2 then 'head' else 'leader' end) order by p.code)
    from app."department" p where p.company_id = $1 and p.deleted_time is null and $2 in (p.manager_entity, p.leader_entity)), '[]') as departments`;
