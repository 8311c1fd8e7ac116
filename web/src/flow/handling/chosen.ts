import type { Next } from './next.ts';

/** Where a decision leads: the event whose guard holds, and the step that it comes to. */
export type Goal = Pick<Next, 'event' | 'state'>;

/** Whom a person chose to sign next, and for what: people of one step are never named for another. */
export interface Chosen extends Goal {
  ids: readonly number[];
}

export const chosenFor = (chosen: Chosen | null, goal: Goal | null): readonly number[] | null =>
  chosen && goal && chosen.event === goal.event && chosen.state === goal.state ? chosen.ids : null;

/** Those who will be asked: the choice as it was made, never without those who must stay. */
export function signersOf({ people }: Pick<Next, 'people'>, chosen: readonly number[] | null): number[] {
  if (chosen === null) return people.map((each) => each.id);
  const must = people.filter((each) => each.must).map((each) => each.id);
  return [...must, ...chosen.filter((id) => !must.includes(id))];
}
