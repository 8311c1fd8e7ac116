import { describe, expect, it } from 'vitest';
import { NO_CASE, type Todo } from '../model.ts';
import { NOW, submitted, todo } from '../testing-decide.ts';
import { readRows } from './read-rows.ts';

const read = (todos: readonly Todo[], actor = 2) => readRows({ case: submitted().case, todos }, actor, NOW);
const row = (id: number, review_state: Todo['review_state'], rest: Partial<Todo> = {}) => todo({ id, review_state, ...rest });

describe('FLOW-06 a record that somebody opens', () => {
  it('of no case there is nothing to read', () => expect(readRows(NO_CASE, 2, NOW)).toBeNull());

  it('what waits for him, or asks him, is seen for the first time; what is decided or queued is not', () => {
    const seen = read([row(1, 2), row(2, 7), row(3, 13), row(4, 4), row(5, 3, { outcome: 1 }), row(6, 11), row(7, 10)]);
    expect(seen).toMatchObject({ op: 'Read', actor: 2, todo_id: 1, close: [], read: [1, 2, 3, 4], turn: [], open: [] });
  });

  it('what he has seen before stays as it is', () => expect(read([row(1, 2, { read_time: NOW })])).toBeNull());

  it('a copy becomes read by him, before what waits', () => {
    expect(read([row(1, 2), row(2, 6)])).toMatchObject({
      todo_id: 2,
      close: [{ id: 2, review_state: 12, done_entity: 2 }],
      read: [2, 1],
    });
  });

  it('what is others’ is left alone', () => {
    expect(read([row(1, 2), row(2, 6)], 3)).toBeNull();
    expect(read([row(1, 2, { review_entity: 3 }), row(2, 2)])).toMatchObject({ read: [2] });
  });
});
