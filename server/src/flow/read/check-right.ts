import type { RecordPage } from '#protocol/rules/record-page.ts';
import { formState, isFirst } from '#protocol/rules/states.ts';
import { DECIDES, OVER, TODO } from '#protocol/rules/todo.ts';
import type { Reply } from '#protocol/wire/envelope.ts';
import { namedBy, namesOf } from '#server/records/row/names.ts';
import { closingOf, openChildren, successorOf } from '../kernel/admit.ts';
import type { Todo } from '../kernel/model.ts';
import { mayDecide } from '../kernel/whose.ts';
import { eventById, inBoth, stepLabel } from './labels.ts';
import { type Look, principalsHere, type SeenCase, seenCase } from './seen-case.ts';
import { versionsOf } from './versions.ts';

/**
 * How the caller may open a record now: `data.op` is Review, Reply, Modify or Show, `data.todo` his row, his
 * own before a principal's; `data.behalf` for whom it is where it is another's, `data.todos` all of several that he may decide.
 * A to-do that is closed meanwhile answers 102 with who handled it, and the page is read-only. Not his at all: 312 or 315.
 */
export async function checkRight(look: Look, id: number, todoId?: number): Promise<Reply> {
  const { session } = look;
  const seen = await seenCase(look, id);
  const { record, state } = seen;
  const principals = await principalsHere(look, record.create_entity, state);
  const mine = state.todos.filter((todo) => todo.review_entity === session.user.id || principals.includes(todo.review_entity));
  const asked = mine.find((todo) => todo.id === todoId);
  if (asked && OVER.has(asked.review_state)) return closed(look, seen, asked);
  const turns = mayDecide(state, { id: session.user.id, principals });
  const open = opened(asked ? [asked] : [...turns, ...mine]);
  const owner = record.create_entity === session.user.id || principals.includes(record.create_entity);
  if (isFirst(record.review_state) && owner) return { data: { op: 'Modify', todo: open?.id ?? null, review_state: record.review_state } };
  if (!open) return { data: { op: 'Show', todo: null, review_state: record.review_state } };
  const blocked = openChildren(state, open.id).length > 0;
  const data = { ...(await opening(look, open, turns)), todo: open.id, review_state: open.review_state };
  return { data: { ...data, ...(blocked ? { blocked: 1 } : {}) } };
}

const opened = (rows: readonly Todo[]): Todo | undefined =>
  rows.find((todo) => DECIDES.has(todo.review_state)) ??
  rows.find((todo) => todo.review_state === TODO.asked || todo.review_state === TODO.toRead);

async function opening({ house, session, access }: Look, todo: Todo, turns: readonly Todo[]): Promise<Record<string, unknown>> {
  const names = await namesOf(house.db, access, 'user', [todo.create_entity, ...[todo, ...turns].map((one) => one.review_entity)]);
  const person = (id: number) => namedBy(names, id);
  if (!DECIDES.has(todo.review_state))
    return todo.review_state === TODO.asked ? { op: 'Reply', reply_user: person(todo.create_entity) } : { op: 'Show' };
  return {
    op: 'Review',
    ...(todo.review_entity === session.user.id ? {} : { behalf: person(todo.review_entity) }),
    ...(turns.length < 2 ? {} : { todos: turns.map((one) => ({ id: one.id, review_entity: person(one.review_entity) })) }),
  };
}

/** Who closed a to-do of the reader's, or of somebody for whom he acts, how, and where it is now; null where it is open, or nobody's of his. */
export async function closedTodo(look: Look, id: number, todoId: number): Promise<RecordPage['closed'] | null> {
  const seen = await seenCase(look, id);
  const { record, state } = seen;
  const todo = state.todos.find((one) => one.id === todoId);
  if (!todo || !OVER.has(todo.review_state)) return null;
  const principals = await principalsHere(look, record.create_entity, state);
  if (todo.review_entity !== look.session.user.id && !principals.includes(todo.review_entity)) return null;
  return closingIn(look, seen, todo);
}

async function closingIn(look: Look, seen: SeenCase, todo: Todo): Promise<NonNullable<RecordPage['closed']>> {
  const { house, access } = look;
  const { record, state, ran } = seen;
  const closing = closingOf(state, todo);
  const step = stepLabel(ran, formState(record.review_state));
  if (!closing) return { by: null, step };
  const next = successorOf(state, todo);
  const names = await namesOf(house.db, access, 'user', [closing.by, next]);
  const by = namedBy(names, closing.by);
  if (next !== null) return { by, step, to: namedBy(names, next) };
  if (todo.review_state === TODO.revoked) return { by, step, withdrawn: 1 };
  const event = eventById((await versionsOf(look, seen)).ofRow(todo), closing.event);
  return { by, step, ...(event ? { event: { key_name: event.key_name, key_name_en: event.key_name_en } } : {}) };
}

/** 102 with who handled it and how; a row closed by others' decisions says who decided last. */
async function closed(look: Look, seen: SeenCase, todo: Todo): Promise<Reply> {
  const { by, event, step, to, withdrawn } = await closingIn(look, seen, todo);
  const named = by === null ? {} : { by: by.id, name: to ?? by, event: inBoth(event, '–'), step: inBoth(step) };
  const how = withdrawn ? '$flow_withdrawn' : '$flow_decided';
  return {
    code: 102,
    remark: to ? '$flow_handed_on' : by === null ? '$flow_excused' : how,
    data: { op: 'Show', todo: todo.id, review_state: todo.review_state, ...named },
  };
}
