import { Refusal } from '#protocol/codes.ts';
import { LIVE } from '#protocol/rules/todo.ts';
import { namedBy, namesOf } from '#server/records/row/names.ts';
import { revocable } from '../kernel/commands/revoke.ts';
import { inBoth, listed, stepLabel } from '../read/labels.ts';
import { type Look, principalsHere, seenCase } from '../read/seen-case.ts';
import { inWords } from '../read/words.ts';
import { explain } from './explain.ts';

/** What taking a record back would undo: the step that it comes back to, and whose to-dos go. Refuses as the command itself would. */
export async function foretellRevoke(look: Look, id: number): Promise<Record<string, unknown>> {
  const { house, session, access } = look;
  const seen = await seenCase(look, id);
  const { record, state, flow } = seen;
  const principals = await principalsHere(look, record.create_entity, state);
  const back = revocable(flow, state, session.user.id, {
    record: { state: record.review_state, creator: record.create_entity, data: {} },
    principals,
  });
  if (back instanceof Refusal) return explain(look, await inWords(look, back, seen));
  const holders = [...new Set(state.todos.filter((todo) => LIVE.has(todo.review_state)).map((todo) => todo.review_entity))];
  const names = await namesOf(house.db, access, 'user', holders);
  const people = holders.map((one) => namedBy(names, one));
  return {
    step: inBoth(stepLabel(flow, back.step)),
    people: listed(people),
  };
}
