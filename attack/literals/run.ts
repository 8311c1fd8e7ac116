import { openPair, type Pair } from '../twin/pair.ts';
import { ACTORS } from '../twin/people.ts';
import type { Known } from './places.ts';

/** Who writes everything: his own drafts are open to him, what is others' carries markers. */
const ACTOR = ACTORS.find((actor) => actor.login === 'applicant')!;

export interface Ground {
  pair: Pair;
  known: Known;
  close(): Promise<void>;
}

/** The world in which all that the applicant may not see is marked, and a draft of his own. */
export async function openGround(seed: number): Promise<Ground> {
  const pair = await openPair(ACTOR, { seed });
  const { id } = pair.know.sight.person;
  const draft = pair.know.a.get('initiation')!.find((row) => row.create_entity === id && row.review_state === 0 && !row.deleted_time)!;
  const [subject] = pair.know.a.get('invest_subject')!;
  return { pair, known: { initiation: String(draft.id), subject: String(subject!.id), event: '11' }, close: pair.close };
}

/** What the run's log says, after all else. */
export function scanLog({ pair }: Ground): void {
  for (const token of pair.b.secrets()) pair.canary.secret('a token', token);
  pair.canary.scan('the log', pair.b.log());
}
