import { eventsOf, neededFields } from '#protocol/meta/events.ts';
import type { EventDef } from '#protocol/meta/flow.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { stateOf } from '#protocol/rules/actions.ts';
import { isReturn, needsRemark } from '#protocol/rules/event.ts';
import { isFirst } from '#protocol/rules/states.ts';
import { DECIDES } from '#protocol/rules/todo.ts';
import type { Back, Next } from '#web/flow/handling/next.ts';
import { type Choice, choicesOf } from '#web/flow/process/events.ts';
import type { TodoItem } from '../todo-item.ts';
import type { Way } from './result.ts';

/** Why a row is not decided with others: a person must look at it. */
export type Need = 'unknown' | 'own' | 'none' | 'several' | 'fields' | 'handler' | 'limit' | 'attach' | 'opinion' | 'changed' | 'goal';

/** How a row would be decided; or why it is not, with the fields that it asks for. */
export type Plan = { choice: Choice; need?: undefined } | { need: Need; fields?: readonly string[] };

const KINDS = { agree: 'forward', home: 'return', refuse: 'refuse' } as const;

type Row = Pick<TodoItem, 'review_state' | 'back_state'>;

/** What the definition says of it before anybody is asked. Nothing is decided where it leaves more than one way, or asks for more than an opinion. */
export function planOf(table: TableDef | undefined, row: Row, way: Way, remark: string): Plan {
  if (!table || !DECIDES.has(row.review_state.id)) return { need: 'unknown' };
  if (isFirst(row.back_state)) return { need: 'own' };
  const choices = choicesOf(table, row.back_state).filter(({ kind }) => kind === KINDS[way]);
  const [choice, ...others] = choices;
  if (!choice) return { need: 'none' };
  const eventsNamed = ({ name }: Choice) => eventsOf(stateOf(table, row.back_state)).filter(({ key_name }) => key_name === name);
  // what every way asks for is the reason, however many there are
  const asked = choices.map((each) => eventsNamed(each).flatMap(neededFields));
  if (asked.every((fields) => fields.length > 0)) return { need: 'fields', fields: [...new Set(asked.flat())] };
  if (others.length > 0) return { need: 'several' };
  const need = askedBy(eventsNamed(choice), remark);
  return need ? { need } : { choice };
}

/** Which of its events holds is known later: what any of them asks is asked. */
function askedBy(events: readonly EventDef[], remark: string): Need | undefined {
  if (events.some(({ need_handler }) => need_handler === 1)) return 'handler';
  if (events.some(({ urgent }) => urgent === 1)) return 'limit';
  if (events.some(({ need_attach }) => need_attach === 1)) return 'attach';
  return remark.trim() === '' && events.some(needsRemark) ? 'opinion' : undefined;
}

/** What the server says of it now: the row of the log that it goes back to; or why a person must look at it. */
export function goingOf(choice: Choice, next: Next, remark: string): { need: Need } | { need?: undefined; back?: Back } {
  // the case runs under another version of its flow, in which this event means something else
  if (next.name !== choice.name) return { need: 'changed' };
  if (next.needsLimit) return { need: 'limit' };
  if (next.needsAttach) return { need: 'attach' };
  if (next.needsRemark && remark.trim() === '') return { need: 'opinion' };
  if (next.editable && next.people.length === 0) return { need: 'handler' };
  if (choice.kind !== 'return' || !isReturn(choice.event)) return {};
  const back = next.backs.find(({ back_state }) => isFirst(back_state));
  return back ? { back } : { need: 'goal' };
}
