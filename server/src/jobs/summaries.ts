import type { Db } from '#server/db/db.ts';
import type { LogVerdict } from './check-logs.ts';

/** A summary that is not what its rows are. */
export interface Differing {
  name: string;
  /** how many of its keys differ */
  differs: number;
  /** reports read the rows in its place */
  aside: boolean;
}

/** Takes what writers appended into the folded rows. Answers how much that was; 0 while another does it. */
export async function foldSummaries(db: Db): Promise<number> {
  const [done] = await db.tx((tx) => tx.query<{ folded: number }>('select sum.fold() as folded'), { patient: true });
  return done!.folded;
}

/** Counts the rows of all summaries again, at one instant, and answers those that differ, or were put aside and not filled since. */
export function recountSummaries(db: Db): Promise<Differing[]> {
  return db.tx(
    async (tx) => {
      await tx.query('set transaction isolation level repeatable read, read only');
      return tx.query<Differing>('select r.name, r.differs, r.aside from sum.recount() r where r.differs > 0 or r.aside order by r.name');
    },
    { patient: true },
  );
}

/**
 * Recounts, each night. One that differs is said in the security log and put aside, so that reports read its rows from that moment on, and is
 * filled anew. A night on which nothing is wrong stands there as well.
 */
export async function checkSummaries(db: Db, record: (verdict: LogVerdict) => Promise<void>): Promise<Differing[]> {
  const found = await recountSummaries(db);
  for (const { name, differs } of found) {
    if (differs > 0) await record({ op: 'VerifySummary', reason: 'differs', target: `${name}: ${differs}` });
    await db.query('select sum.aside($1)', [name]);
    await db.tx((tx) => tx.query('select sum.fill($1)', [name]), { patient: true });
  }
  if (!found.length) await record({ op: 'VerifySummary', reason: 'ok' });
  return found;
}
