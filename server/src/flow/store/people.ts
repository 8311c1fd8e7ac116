import type { Tx } from '#server/db/db.ts';
import { ACTIVE_PERSON, INACTIVE_PERSON } from '#server/meta/person.ts';
import type { Session } from '#server/meta/session.ts';

/**
 * Those of `among` whose rows the caller may handle now on a table: his principals (fw.flow_agent), and for an administrator whoever is
 * not active any more, so that nothing waits for one who has left.
 */
export async function principalsOf(
  tx: Tx,
  { company, user, root }: Pick<Session, 'company' | 'user' | 'root'>,
  source: string,
  now: string,
  among: readonly number[],
): Promise<number[]> {
  const rows = await tx.query<{ id: number }>(`select id from (${PRINCIPALS}) p order by id`, [
    company.id,
    user.id,
    source,
    now,
    among,
    root,
  ]);
  return rows.map((row) => row.id);
}

/** The company, the caller, the table, the instant, the people asked of, whether he is an administrator. */
const PRINCIPALS = `
  select user_entity as id from fw.flow_agent
    where company_id = $1 and agent_entity = $2 and begin_time <= $4 and end_time > $4 and (sources is null or $3 = any(sources)) and user_entity = any($5)
  union
  select u.id from app."user" u where $6 and u.company_id = $1 and u.id = any($5) and ${INACTIVE_PERSON}`;

/** Those who are not active any more: disabled, deleted, or of no company of ours. */
export async function inactiveAmong(tx: Tx, company: number, people: readonly number[]): Promise<Set<number>> {
  if (!people.length) return new Set();
  const rows = await tx.query<{ id: number }>(
    `select x.id from unnest($2::bigint[]) x (id) where not exists (select 1 from app."user" u
       where u.company_id = $1 and u.id = x.id and ${ACTIVE_PERSON})`,
    [company, people],
  );
  return new Set(rows.map((row) => row.id));
}

/** Of these people: 1 active, 2 disabled; who is not a user of the company is absent. */
export async function statusesOf(tx: Tx, company: number, people: readonly number[]): Promise<Record<number, 1 | 2>> {
  if (!people.length) return {};
  const rows = await tx.query<{ id: number; status: 1 | 2 }>(
    `select u.id, case when ${ACTIVE_PERSON} then 1 else 2 end as status from app."user" u
     where u.company_id = $1 and u.id = any($2::bigint[]) and u.deleted_time is null`,
    [company, people],
  );
  return Object.fromEntries(rows.map(({ id, status }) => [id, status]));
}
