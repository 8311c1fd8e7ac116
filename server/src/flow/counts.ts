import type { Tx } from '#server/db/db.ts';

/** Badges of a person, from all domains: what waits for a decision or an answer, and what is to be read. */
export async function countsOf(tx: Tx, company: number, user: number): Promise<{ todo: number; read: number }> {
  const [row] = await tx.query<{ todo: number; read: number }>(
    `select count(*) filter (where review_state <> 6) as todo, count(*) filter (where review_state = 6) as read
     from fw.flow_todo where company_id = $1 and review_entity = $2 and review_state in (2, 4, 6, 7, 13)`,
    [company, user],
  );
  return row!;
}
