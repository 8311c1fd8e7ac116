import { Refusal } from '#protocol/codes.ts';
import type { EventDef } from '#protocol/meta/flow.ts';
import { dayIn } from '#protocol/wire/clock.ts';
import type { EntityValue } from '#protocol/wire/envelope.ts';
import type { Late } from '#protocol/wire/process.ts';
import { ruleOf } from '../definition/definition.ts';
import { onClock } from '../kernel/clock/time.ts';
import { type Command, decide } from '../kernel/decide.ts';
import { bareCommand, ENGINE, type Env, type Todo } from '../kernel/model.ts';
import { applicants } from '../kernel/whose.ts';
import { candidatesFor, NOBODY } from '../store/candidates.ts';
import { latesOf } from '../store/case-store.ts';
import { guardDataFor } from '../store/guard-data.ts';
import { heirsOf, tellsOf } from '../store/late.ts';
import { handlerCase, type Look, type SeenCase } from './seen-case.ts';

/** What the time-out of a row comes to, with the person whom it names by id. */
export interface ComingLate extends Omit<Late, 'who'> {
  person?: number;
}

type Of = Pick<SeenCase, 'flow' | 'record' | 'state'>;

/** Of the open rows that their steps' time-outs have still to come to: when, and what then, as things stand. */
export async function comingLate(
  look: Look,
  { flow, record, state, caseId }: Of & Pick<SeenCase, 'caseId'>,
): Promise<Map<number, ComingLate>> {
  const { house, session } = look;
  const company = session.company.id;
  if (caseId === null || state.case?.status !== 0 || ![...flow.steps.values()].some(({ def }) => def?.timeout)) return new Map();
  const lates = await latesOf(house.db, company, caseId, house.clock.now());
  const once = memo();
  const coming = new Map<number, ComingLate>();
  for (const row of state.todos) {
    const late = lates.get(row.id);
    if (!late) continue;
    const does = late.acts ? await comesTo(look, { flow, record, state }, row, once) : { do: 'remind' as const };
    coming.set(row.id, { time: onClock(late.at, session.company.time_zone)!, ...does });
  }
  return coming;
}

type Once = <T>(key: string, ask: () => Promise<T>) => Promise<T>;

/** What many rows of a case ask alike is asked once. */
function memo(): Once {
  const asked = new Map<string, Promise<unknown>>();
  return <T>(key: string, ask: () => Promise<T>) => {
    if (!asked.has(key)) asked.set(key, ask());
    return asked.get(key) as Promise<T>;
  };
}

/** What the clock would do with a row now; where that is refused, it only reminds. */
async function comesTo(look: Look, of: Of, row: Todo, once: Once): Promise<Omit<ComingLate, 'time'>> {
  const { house, session } = look;
  const step = of.flow.steps.get(row.back_state);
  const timeout = step?.def?.timeout;
  if (timeout?.do === 'escalate') {
    const [person] = await once(`leader ${row.review_entity}`, () => tellsOf(house.db, session.company.id, row));
    return person === undefined ? { do: 'remind' } : { do: 'escalate', person };
  }
  if (timeout?.do === 'assign') {
    const key = timeout.to ? `step ${row.back_state}` : `holder ${row.review_entity}`;
    const heirs = await once(key, () => heirsOf(house.db, step?.def, row, handlerCase(look, of.record)));
    const env = envBy(look, of, {}, { people: Object.fromEntries(heirs.map((one) => [one, 1])) });
    const person = heirs.find((to) => isDone(of, { op: 'Handover', todo: row.id, to, remark: '', late: true }, env));
    return person === undefined ? { do: 'remind' } : { do: 'assign', person };
  }
  const event = timeout?.do === 'event' ? step?.events.get(timeout.event ?? 0) : undefined;
  if (!event) return { do: 'remind' };
  const env = await once(`event ${event.id}`, () => eventEnv(look, of, event));
  const taken = env && isDone(of, bareCommand('Skip', { event: event.id, todo: row.id, why: 'late' }), env);
  return taken ? { do: 'event', event: { key_name: event.key_name, key_name_en: event.key_name_en } } : { do: 'remind' };
}

function isDone({ flow, state }: Of, command: Command, env: Env): boolean {
  const said = decide(flow, state, ENGINE, command, env);
  return said !== null && !(said instanceof Refusal);
}

/** What an event is decided on, with whom its step finds; null where its guards ask a record that is gone. */
async function eventEnv(look: Look, of: Of, event: EventDef): Promise<Env | null> {
  const { flow, record, state } = of;
  const { db } = look.house;
  try {
    const data = await guardDataFor(db, look, flow, record, event);
    const to = event.next_state;
    const own = applicants(state, record.create_entity, null);
    const entering = to === undefined ? null : { step: flow.steps.get(to)?.def, rule: ruleOf(flow, event, to), own };
    const { people: candidates, roles, lacking } = entering ? await candidatesFor(db, entering, handlerCase(look, record)) : NOBODY;
    return envBy(look, of, data, { candidates, roles, ...(lacking === null ? {} : { lacking }) });
  } catch (error) {
    if (error instanceof Refusal && error.code === 311) return null;
    throw error;
  }
}

/** What the clock decides on: it is nobody, with nobody's rights. */
const envBy = ({ house, session }: Look, { record, state }: Of, data: Env['record']['data'], found: Partial<Env>): Env => ({
  now: house.clock.now().toISOString(),
  today: dayIn(session.company.time_zone, house.clock.now()),
  user: { id: ENGINE, department_entity: null },
  record: { state: record.review_state, creator: record.create_entity, data },
  principals: [],
  candidates: [],
  own: applicants(state, record.create_entity, null),
  people: {},
  ...found,
});

/** The same as the wire says it. */
export const presentLate = ({ person, ...late }: ComingLate, entity: (of: number) => EntityValue): Late =>
  person === undefined ? late : { ...late, who: entity(person) };
