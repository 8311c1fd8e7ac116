import { createHash } from 'node:crypto';
import { Refusal } from '#protocol/codes.ts';
import type { Tx } from '#server/db/db.ts';
import type { Session } from '#server/meta/session.ts';
import { faultPoint } from '#server/ports/fault.ts';

/** What a repeated submit is told again. */
export type Answer = Record<string, unknown>;

/** A request that is to be done once. */
export interface Once {
  /** its id, given by the client; absent: nothing is remembered */
  rid: string | undefined;
  /** the call, and the record */
  what: string;
  /** all that it says beside its id, as its op reads it: the same id with another body is another request */
  body: object;
}

/**
 * Runs `work` once for a request id (R5): a repeat, also one that arrives while the first still runs, has no effect and gets the
 * stored answer. The note lies in the same transaction, so a refused submit leaves none. The same id for another call or with another body is
 * 317, and the first answer stays.
 */
export async function onceFor(
  tx: Tx,
  session: Session,
  { rid, what, body }: Once,
  now: Date,
  work: () => Promise<Answer>,
): Promise<Answer> {
  if (!rid) return work();
  const whose = [session.company.id, session.user.id, rid];
  const said = hashOf(body);
  const fresh = await tx.query(
    'insert into fw.rid (company_id, user_id, rid, what, create_time, body) values ($1, $2, $3, $4, $5, $6) on conflict do nothing returning 1',
    [...whose, what, now, said],
  );
  if (fresh.length === 0) return repeated(tx, whose, what, said);
  await faultPoint('rid.noted');
  const answer = await work();
  await tx.query('update fw.rid set answer = $4::jsonb where company_id = $1 and user_id = $2 and rid = $3', [
    ...[...whose, JSON.stringify(answer)],
  ]);
  await faultPoint('rid.answered');
  return answer;
}

async function repeated(tx: Tx, whose: readonly unknown[], what: string, said: string): Promise<Answer> {
  const [row] = await tx.query<{ what: string; body: string | null; answer: Answer | null }>(
    'select what, body, answer from fw.rid where company_id = $1 and user_id = $2 and rid = $3',
    whose,
  );
  if (!row?.answer) throw new Refusal(103);
  if (row.what !== what || (row.body ?? said) !== said) throw new Refusal(317, '$request_changed', { field: '_rid' });
  return row.answer;
}

/** Of what is said, whatever the order of its names; the id itself left out. */
function hashOf(body: object): string {
  const { _rid, ...rest } = body as Record<string, unknown>;
  return createHash('sha256').update(JSON.stringify(rest, inOrder)).digest('base64url');
}

const inOrder = (_: string, value: unknown): unknown =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value;

/** Forgets request ids of more than 24 hours ago; answers how many. */
export async function sweepRids(tx: Tx, now: Date): Promise<number> {
  const gone = await tx.query('delete from fw.rid where create_time < $1 returning 1', [new Date(now.getTime() - 86_400_000)]);
  return gone.length;
}
