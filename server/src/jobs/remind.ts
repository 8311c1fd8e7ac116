import type { Tx } from '#server/db/db.ts';

/**
 * Reminds once of each to-do that waits longer than its step's `timeout` of `do: remind` allows, or past its time limit (FLOW-07).
 * The outbox row and the mark are one statement: whoever runs it twice reminds once. Answers how many.
 */
export async function remindLate(tx: Tx, now: Date): Promise<number> {
  const rows = await tx.query(
    `with late as (
       update fw.flow_todo t set remind_time = $1
       from fw.flow_case c join fw.flow_def d on d.id = c.def_id
       where c.company_id = t.company_id and c.id = t.case_id and t.review_state in (2, 7, 13) and t.remind_time is null
         and (t.limit_time < $1 or exists (
           select 1 from jsonb_array_elements(d.def -> 'states') s
           where s ->> 'value' = t.back_state::text and s -> 'timeout' ->> 'do' = 'remind'
             and t.create_time + (s -> 'timeout' ->> 'hours')::numeric * interval '1 hour' < $1))
       returning t.company_id, t.review_entity, t.source, t.rowid, t.key_name)
     insert into fw.outbox (company_id, user_id, kind, payload)
     select company_id, review_entity, 'remind', jsonb_build_object('cloud', source, 'id', rowid, 'key_name', key_name) from late returning 1`,
    [now],
  );
  return rows.length;
}
