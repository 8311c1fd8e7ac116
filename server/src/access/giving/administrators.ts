import { Refusal } from '#protocol/codes.ts';
import type { Tx } from '#server/db/db.ts';
import { ACTIVE_PERSON } from '#server/meta/person.ts';
import { bothNames, type Standing } from './standing.ts';

/**
 * Refuses what would leave a company without an administrator who can sign in. Those who take administrators away go one after the other:
 * of two at once the second counts what the first has left.
 */
export async function demandAdministrator(tx: Tx, company: number, id: number, before: Standing, after: Standing): Promise<void> {
  const losing = isOpen(before) && (!isOpen(after) || before.role_entities.some((role) => !after.role_entities.includes(role)));
  if (!losing && before.login_name === after.login_name) return;
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('administrators ' || $1, 0))`, [String(company)]);
  const roles = (await tx.query<{ id: number }>(ROOTS, [company])).map((row) => row.id);
  const isRoot = (person: Standing) => isOpen(person) && person.role_entities.some((role) => roles.includes(role));
  if (!isRoot(before) || (isRoot(after) && before.login_name === after.login_name)) return;
  const others = await tx.query(OTHERS, [company, id, roles]);
  if (others.length === 0) throw new Refusal(312, '$lastAdministrator', { person: bothNames(before) });
}

const isOpen = ({ active, domain_entities }: Standing): boolean => active && domain_entities.length > 0;

const ROOTS = 'select r.id from app."role" r where r.company_id = $1 and r.root = 1 and r.deleted_time is null';
/** Whoever has never come in, or has to come in anew, is none yet. */
const OTHERS = `select 1 from app."user" u join fw.credential k on k.company_id = u.company_id and k.user_id = u.id
  and split_part(k.login_id, '/', 2) = lower(u.login_name)
  where u.company_id = $1 and u.id <> $2 and ${ACTIVE_PERSON} and u.role_entities && $3::bigint[] and cardinality(u.domain_entities) > 0 limit 1`;
