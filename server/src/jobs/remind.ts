import { DECIDES } from '#protocol/rules/todo.ts';
import type { Tx } from '#server/db/db.ts';

/** Reminded of in one go at most: what is left comes with the next minute. */
const MOST = 5_000;

/**
 * Reminds once of each to-do that is due (FLOW-07), its holder and whoever is his agent now. Where the clock does more than remind, that
 * comes first (flow/act/expire.ts). The outbox row and the mark are one statement:
 * whoever runs it twice reminds once; a row that is just being decided is left alone. Answers how many to-dos were due.
 */
export async function remindLate(tx: Tx, now: Date): Promise<number> {
  const [row] = await tx.query<{ due: number }>(
    `with due as (
       select company_id, id from fw.flow_todo where due_time < $1 and remind_time is null and (late_do is null or limit_time < $1 or expire_time is not null) and review_state in (${[...DECIDES].join()})
       order by due_time limit ${MOST} for update skip locked),
     late as (
       update fw.flow_todo t set remind_time = $1 from due where t.company_id = due.company_id and t.id = due.id
       returning t.company_id, t.review_entity, t.source, jsonb_build_object('cloud', t.source, 'id', t.rowid, 'key_name', t.key_name) as payload),
     told as (
       insert into fw.outbox (company_id, user_id, kind, payload)
       select company_id, review_entity, 'remind', payload from late
       union all
       select distinct late.company_id, a.agent_entity, 'remind', late.payload
       from late join fw.flow_agent a on a.company_id = late.company_id and a.user_entity = late.review_entity
         and a.begin_time <= $1 and a.end_time > $1 and (a.sources is null or late.source = any(a.sources)) returning 1)
     select count(*) as due from late`,
    [now],
  );
  return row!.due;
}
