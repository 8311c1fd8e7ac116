import type { EventDef } from '#protocol/meta/flow.ts';
import type { Decision } from '#protocol/ops/decision.ts';
import type { DecisionOutcome } from '#protocol/wire/decision.ts';
import type { Label } from '../read/labels.ts';
import type { DeedTold } from './deed.ts';

/** A decision as it comes from the wire: the workflow submission of engine section 3. Absent `id` is Add; `event` may be absent in a Reject, where the step has one return only. */
export interface DecideRequest extends Omit<Decision, '_event' | '_answer'> {
  op?: 'Reject';
  id?: number;
  event?: number;
  remark?: string;
  /** fields of the table, and sub-tables, as in a plain Add or Modify */
  fields: Readonly<Record<string, unknown>>;
  subtables?: Readonly<Record<string, readonly Record<string, unknown>[]>>;
  version?: number;
  /** what its sender said yes to, where the event's action asked */
  answer?: string;
  rid?: string;
}

/** Where a record stands after an act; kept as the answer that a repeat of the request is told. */
export type Stands = {
  id: number;
  version: number;
  /** step of the record now */
  state: number;
  /** as the case's own flow calls it */
  step: Label;
  /** who has it now */
  holders: readonly number[];
};

/** What became of a decision. */
export type Decided = Stands & {
  /** the step changed by this decision; its event, for the notice */
  fired: boolean;
  event: EventDef;
  /** what the event's action had to say; absent: the event names none, or did not move the record yet */
  deed?: DeedTold;
  outcome: DecisionOutcome;
  /** signatures of the step that was decided in, this one included, and those who sign there */
  signed: number;
  of: number;
};
