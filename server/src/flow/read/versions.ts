import type { Flow } from '../definition/definition.ts';
import type { Todo } from '../kernel/model.ts';
import { decisionsOf, type Pin, pinsOf } from '../store/case-store.ts';
import { publishedDef } from '../store/publish.ts';
import { flowFor, type Look, type SeenCase } from './seen-case.ts';

/** The flows by which a case went, each for what was written under it: a later one may give its numbers another meaning. */
export interface Versions {
  /** by which a row was closed; of one that is open the case's own */
  ofRow(todo: Todo): Flow;
  /** of a row of the log */
  ofMove(seq: number): Flow;
}

/** What a case was submitted under each time, and taken over to. `ran` is what it goes by now, which nearly all have gone by from the first. */
export async function versionsOf(look: Look, { ran, caseId }: Pick<SeenCase, 'ran' | 'caseId'>): Promise<Versions> {
  const { house, session, access, table } = look;
  const company = session.company.id;
  const pins = caseId === null ? [] : await pinsOf(house.db, company, caseId);
  const newest = pins.at(-1)?.def_id;
  const older = [...new Set(pins.map(({ def_id }) => def_id))].filter((id) => id !== newest);
  if (caseId === null || older.length === 0) return { ofRow: () => ran, ofMove: () => ran };
  const flows = new Map<number, Flow>();
  for (const id of older) flows.set(id, flowFor(access, table, await publishedDef(house.db, id)));
  const flowOf = (pin: Pin | undefined): Flow => flows.get((pin ?? pins[0]!).def_id) ?? ran;
  const decided = await decisionsOf(house.db, company, caseId);
  const ofMove = (seq: number) => flowOf(pins.findLast((pin) => pin.seq <= seq));
  return {
    ofMove,
    ofRow: ({ id, finish_time }) => {
      const seq = decided.get(id);
      if (finish_time === null) return ran;
      // what a submission or a change of flow closes without deciding it was written before
      return seq === undefined ? flowOf(pins.findLast(({ at }) => at < finish_time)) : ofMove(seq);
    },
  };
}
