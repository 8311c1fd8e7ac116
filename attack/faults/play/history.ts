import type { Answered } from '#protocol/testing-person.ts';
import type { Person } from '../lab.ts';

/** What one client did, as it saw it. Times are of one clock, in milliseconds. */
export interface Did {
  who: Person;
  kind: 'Add' | 'Modify' | 'Delete' | 'Decide' | 'Upload' | 'Show' | 'Page';
  rid: string;
  begun: number;
  /** of the last attempt with this rid */
  ended: number;
  /** fail: the server said that nothing was done; unknown: no answer, or one that does not say */
  came: 'ok' | 'fail' | 'unknown';
  code: number;
  id: number | null;
  /** the version that a writer sent, and what the answer names */
  sent: number | null;
  version: number | null;
  /** the to-do that a decision names */
  todo: number | null;
  /** of a read: what was seen */
  seen?: Seen | readonly Listed[];
  /** SHA-256 of what was uploaded, and the key it got */
  file?: { sha256: string; key: string | null };
}
export interface Seen {
  memo: string | null;
  total: number;
  /** the amounts of the sub-tables, added up by the client */
  sum: number;
}
export interface Listed {
  id: number;
  version: number;
  memo: string | null;
}

/** Codes after which a write may or may not have happened: the connection to the database, or the server's own thread, was lost. */
const UNSURE: ReadonlySet<number> = new Set([103, 300, 306, 331]);

export const cameOf = (code: number): Did['came'] => (code === 200 ? 'ok' : UNSURE.has(code) ? 'unknown' : 'fail');

export type Wish = Pick<Did, 'who' | 'kind' | 'rid'> & Partial<Did>;

/** Writes down what clients do, with the moment before and the moment after. */
export interface Recorder {
  did: Did[];
  /** Makes the call, and once more with the same rid while it is not known what came of it, `tries` times in all. */
  run(wish: Wish, call: () => Promise<Answered>, tries?: number): Promise<{ answer: Answered | null; did: Did }>;
}

export function recorder(again: () => Promise<void> = async () => undefined): Recorder {
  const did: Did[] = [];
  const now = () => performance.now();
  return {
    did,
    run: async (wish, call, tries = 1) => {
      const one: Did = { begun: now(), ended: 0, came: 'unknown', code: 0, id: null, sent: null, version: null, todo: null, ...wish };
      let answer: Answered | null = null;
      for (let left = tries; left > 0 && one.came === 'unknown'; left -= 1) {
        answer = await call().catch(() => null);
        one.code = answer?.code ?? 0;
        one.came = answer ? cameOf(answer.code) : 'unknown';
        one.ended = now();
        if (one.came === 'unknown' && left > 1) await again();
      }
      if (one.came === 'ok') {
        one.id = (answer?.data?.id as number | undefined) ?? one.id;
        one.version = (answer?.data?.version as number | undefined) ?? null;
      }
      did.push(one);
      return { answer, did: one };
    },
  };
}
