/**
 * What a decision made of its record, from the decider's side: `waiting`, others have yet to sign; `moved`, it went on to a next step;
 * `returned`, it is with somebody who had it before; `refused`, `cancelled`, `approved`, it has come to that end.
 */
export const OUTCOMES = ['waiting', 'moved', 'returned', 'refused', 'cancelled', 'approved'] as const;
export type DecisionOutcome = (typeof OUTCOMES)[number];

/** How far the signing of a step is. Who was excused, passed it on or withdrew is in neither figure. */
export interface Tally {
  /** signatures so far, for or against */
  signed: number;
  /** those who sign, the signed ones included */
  of: number;
}
