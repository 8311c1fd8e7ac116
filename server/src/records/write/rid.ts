import { Refusal } from '#protocol/codes.ts';
import type { Tx } from '#server/db/db.ts';
import type { Session } from '#server/meta/session.ts';
import { faultPoint } from '#server/ports/fault.ts';

/** What a repeated submit is told again. */
export type Answer = Record<string, unknown>;

/**
 * Runs `work` once for a request id (R5): a repeat, also one that arrives while the first still runs, has no effect and gets the
 * stored answer. The note lies in the same transaction, so a refused submit leaves none. `what` names the call; the same id for
 * another call is 317.
 */
export async function onceFor(
  tx: Tx,
  session: Session,
  rid: string | undefined,
  what: string,
  now: Date,
  work: () => Promise<Answer>,
): Promise<Answer> {
  if (!rid) return work();
  const whose = [session.company.id, session.user.id, rid];
  const fresh = await tx.query(
    'insert into fw.rid (company_id, user_id, rid, what, create_time) values ($1, $2, $3, $4, $5) on conflict do nothing returning 1',
    [...whose, what, now],
  );
  if (fresh.length === 0) return repeated(tx, whose, what);
  await faultPoint('rid.noted');
  const answer = await work();
  await tx.query('update fw.rid set answer = $4::jsonb where company_id = $1 and user_id = $2 and rid = $3', [
    ...[...whose, JSON.stringify(answer)],
  ]);
  await faultPoint('rid.answered');
  return answer;
}

async function repeated(tx: Tx, whose: readonly unknown[], what: string): Promise<Answer> {
  const [row] = await tx.query<{ what: string; answer: Answer | null }>(
    'select what, answer from fw.rid where company_id = $1 and user_id = $2 and rid = $3',
    whose,
  );
  if (!row?.answer) throw new Refusal(103);
  if (row.what !== what) throw new Refusal(317, '', { field: '_rid' });
  return row.answer;
}

/** Forgets request ids of more than 24 hours ago; answers how many. */
export async function sweepRids(tx: Tx, now: Date): Promise<number> {
  const gone = await tx.query('delete from fw.rid where create_time < $1 returning 1', [new Date(now.getTime() - 86_400_000)]);
  return gone.length;
}
