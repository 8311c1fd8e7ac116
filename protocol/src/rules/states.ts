import type { StateDef } from '#protocol/meta/flow.ts';

/** State 0, a draft or a returned record, is read as state 1 wherever a definition lists states (FORM-05). */
export const formState = (review_state: number): number => (review_state === 0 ? 1 : review_state);

/** Whether the state is the applicant's: a draft, not yet sent, returned or withdrawn. */
export const isFirst = (review_state: number): boolean => formState(review_state) === 1;

/** Whether a comma list of states names the state; 0 and 1 are one. A list that is absent names all. */
export function inStates(list: string | undefined, review_state: number): boolean {
  if (!list) return true;
  return list.split(',').some((state) => formState(Number(state)) === formState(review_state));
}

/** Whether a step may be passed over by itself: nobody but the applicant could sign it, or nobody at all, and it says so. */
export const mayPassOver = (step: Pick<StateDef, 'self' | 'empty'> | null | undefined): boolean =>
  step?.self === 'skip' || step?.empty === 'skip';
