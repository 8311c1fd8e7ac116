import { TODO, WAITS } from '#protocol/rules/todo.ts';
import type { Tx } from '#server/db/db.ts';

/** Badges count no further: who has more waiting needs no number. */
export const MOST_COUNTED = 1000;

export interface Counts {
  /** what waits for him: to decide, or to answer */
  todo: number;
  /** how much of it is to be answered */
  answer: number;
  read: number;
  notices: number;
}

/** The order of the indexes that are counted along: without it the whole table looks as near to the planner. One principal after the other, for the same reason. */
const ALONG = 'order by create_time desc, id desc';
const LIVE_AGENCY = `g.company_id = $1 and g.agent_entity = $2 and g.begin_time <= $3 and g.end_time > $3`;

const mine = (states: string): string =>
  `select from fw.flow_todo where company_id = $1 and review_entity = $2 and review_state in (${states}) ${ALONG} limit ${MOST_COUNTED}`;

/** Of these states, his own and those of whose agent he is now. */
const waiting = (states: string): string => `(select count(*) from (
         (${mine(states)})
         union all
         (select from (select distinct g.user_entity from fw.flow_agent g where ${LIVE_AGENCY}) principal cross join lateral (
            select from fw.flow_todo t where t.company_id = $1 and t.review_entity = principal.user_entity and t.review_state in (${states})
              and exists (select from fw.flow_agent g where ${LIVE_AGENCY} and g.user_entity = t.review_entity and (g.sources is null or t.source = any(g.sources)))
              and (t.subcompany_id is null or t.subcompany_id = any(
                (select u.domain_entities from app."user" u where u.company_id = $1 and u.id = $2)::bigint[])) ${ALONG} limit ${MOST_COUNTED}) theirs
          limit ${MOST_COUNTED})
         limit ${MOST_COUNTED}) waiting)`;

/**
 * Badges of a person, from all domains: what waits for a decision or an answer, of his own and of those whose agent he is now, what is
 * to be read, and unread notices of his applications; each up to MOST_COUNTED. What access/rows.ts says of the to-do view is said here again: live counts have no session to ask with.
 */
export async function countsOf(tx: Tx, company: number, user: number, now: Date): Promise<Counts> {
  const [row] = await tx.query<Counts>(
    `select ${waiting([...WAITS].join())} as todo,
       ${waiting(String(TODO.asked))} as answer,
       (select count(*) from (${mine(String(TODO.toRead))}) unread) as read,
       (select count(*) from (select from fw.notice where company_id = $1 and user_entity = $2 and read_time is null limit ${MOST_COUNTED}) news) as notices`,
    [company, user, now],
  );
  return row!;
}
