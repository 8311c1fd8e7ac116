import type { StateDef } from '#protocol/meta/flow.ts';
import type { Tx } from '#server/db/db.ts';
import type { Todo } from '../kernel/model.ts';
import { candidatesFor } from './candidates.ts';
import { type HandlerCase, leaderAbove } from './handlers.ts';

/** Whom a time-out that gives a row on would ask, in their order: whom it names, else the leader above its holder. */
export async function heirsOf(tx: Tx, step: StateDef | null | undefined, row: Todo, of: HandlerCase): Promise<readonly number[]> {
  const to = step?.timeout?.to;
  if (!step || !to) return leaderAbove(tx, of.company, { person: row.review_entity }, [row.review_entity, of.creator]);
  return (await candidatesFor(tx, { step: { ...step, handler: to }, rule: 'any', own: [of.creator], lenient: true }, of)).people;
}

/** Who hears of it beside its holder, where his step says so. */
export const tellsOf = (tx: Tx, company: number, { review_entity: holder }: Todo): Promise<number[]> =>
  leaderAbove(tx, company, { person: holder }, [holder]);
