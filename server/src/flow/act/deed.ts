import type { Code } from '#protocol/codes.ts';
import { eventsOf } from '#protocol/meta/events.ts';
import type { ActionDef, EventDef, StateDef } from '#protocol/meta/flow.ts';
import type { Access } from '#server/access/access.ts';
import type { Tx } from '#server/db/db.ts';
import type { ResolvedTable } from '#server/meta/catalogue.ts';
import type { House } from '#server/meta/house.ts';
import type { Session } from '#server/meta/session.ts';

/** What an event's action is carried out upon: the record as it is decided, its row locked, before it moves. */
export interface DeedOf {
  house: House;
  session: Session;
  access: Access;
  table: ResolvedTable;
  action: ActionDef;
  id: number;
  /** what the person said yes to */
  answer: string | undefined;
  /** Writes fields of the record as the decision itself would; answers the new version. */
  save(version: number, fields: Readonly<Record<string, unknown>>): Promise<number>;
}

// a type, not an interface: it is kept with its request as plain JSON
/** What the action has to say once it is done; 102: what whoever decided should know. */
export type DeedTold = { code: Code; remark: string; notify?: Record<string, unknown> };

/** Carries an action out in the decision's transaction; `wrote`: it made records elsewhere, which stay there. The call room knows how, which this room does not. */
export type RunDeed = (tx: Tx, of: DeedOf) => Promise<{ told: DeedTold; wrote: boolean }>;

/** The action that an event names: one of the step that the event is taken at. */
export const deedOf = (states: readonly StateDef[], { id, action: uid }: EventDef): ActionDef | undefined =>
  states
    .find((state) => eventsOf(state).some((event) => event.id === id))
    ?.actions?.find((action) => action.op === 'Call' && action.uid === uid);
