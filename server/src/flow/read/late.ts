import type { EntityValue } from '#protocol/wire/envelope.ts';
import type { Late } from '#protocol/wire/process.ts';
import { onClock } from '../kernel/clock/time.ts';
import { isThere } from '../kernel/commands/handover.ts';
import type { Todo } from '../kernel/model.ts';
import { latesOf } from '../store/case-store.ts';
import { heirsOf, tellsOf } from '../store/late.ts';
import { handlerCase, type Look, type SeenCase } from './seen-case.ts';

/** What the time-out of a row comes to, with the person whom it names by id. */
export interface ComingLate extends Omit<Late, 'who'> {
  person?: number;
}

/** Of the open rows that their steps' time-outs have still to come to: when, and what then, as things stand. */
export async function comingLate(
  look: Look,
  { flow, record, state, caseId }: Pick<SeenCase, 'flow' | 'record' | 'state' | 'caseId'>,
): Promise<Map<number, ComingLate>> {
  const { house, session } = look;
  const company = session.company.id;
  if (caseId === null || state.case?.status !== 0 || ![...flow.steps.values()].some(({ def }) => def?.timeout)) return new Map();
  const lates = await latesOf(house.db, company, caseId, house.clock.now());
  const coming = new Map<number, ComingLate>();
  for (const row of state.todos) {
    const at = lates.get(row.id);
    if (at === undefined) continue;
    const time = onClock(at, session.company.time_zone)!;
    coming.set(row.id, { time, ...(await comesTo(look, { flow, record, state }, row)) });
  }
  return coming;
}

async function comesTo(
  look: Look,
  { flow, record, state }: Pick<SeenCase, 'flow' | 'record' | 'state'>,
  row: Todo,
): Promise<Omit<ComingLate, 'time'>> {
  const { house, session } = look;
  const step = flow.steps.get(row.back_state);
  const does = step?.def?.timeout?.do ?? 'remind';
  if (does === 'event') {
    const event = step?.events.get(step.def?.timeout?.event ?? 0);
    return event ? { do: does, event: { key_name: event.key_name, key_name_en: event.key_name_en } } : { do: 'remind' };
  }
  if (does === 'remind') return { do: does };
  const found =
    does === 'escalate'
      ? await tellsOf(house.db, session.company.id, row)
      : await heirsOf(house.db, step?.def, row, handlerCase(look, record));
  const person = found.find((one) => does === 'escalate' || !isThere(state, row, one));
  return person === undefined ? { do: 'remind' } : { do: does, person };
}

/** The same as the wire says it. */
export const presentLate = ({ person, ...late }: ComingLate, entity: (of: number) => EntityValue): Late =>
  person === undefined ? late : { ...late, who: entity(person) };
