import type { EventDef, StateDef } from './flow.ts';

/** Fields that an event asks for: names by commas, with blanks beside them or without. */
export const neededFields = ({ need_fields }: Pick<EventDef, 'need_fields'>): string[] =>
  need_fields?.split(',').map((name) => name.trim()) ?? [];

/** Events of a step, as its actions list them. */
export const eventsOf = (state: Pick<StateDef, 'actions'> | undefined): EventDef[] =>
  (state?.actions ?? []).flatMap((action) => action.events ?? []);
