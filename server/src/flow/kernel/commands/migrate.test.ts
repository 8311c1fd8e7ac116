import { describe, expect, it } from 'vitest';
import { Refusal } from '#protocol/codes.ts';
import type { AssertDef } from '#protocol/meta/flow.ts';
import type { Flow } from '../../definition/definition.ts';
import { decide } from '../decide.ts';
import { bareCommand, type Env, type FlowState, NO_CASE, type Todo } from '../model.ts';
import { accept, countersigned, env, event, flow, flowOf, flowWith, rowOf, shape, state, submitted, todo } from '../testing-decide.ts';
import type { MigrateCommand } from './migrate.ts';

const ADMIN = 8;
const go = (step: number, rest: Partial<MigrateCommand> = {}): MigrateCommand => ({ op: 'Migrate', step, remark: 'new rules', ...rest });
const refusal = (at: FlowState, command: MigrateCommand, on: Env = env(2), of: Flow = flow) => {
  const told = decide(of, at, ADMIN, command, on);
  return told instanceof Refusal ? `${told.code} ${told.remark}`.trim() : told;
};
const ahead = (step: number, rest: Partial<Env> = {}) => env(step, { candidates: [3, 4], ...rest });
const promising = (states: Parameters<typeof flowOf>[0], ...assert: AssertDef[]): Flow => {
  const of = flowOf(states);
  return { ...of, def: { ...of.def, assert } };
};

describe('FLOW-01 a running case goes on by another flow', () => {
  it('at its step as it stands: nobody’s row is touched, nothing is forgotten', () => {
    const before = countersigned();
    const diff = decide(flowWith('any'), before, ADMIN, go(3), env(3));
    expect(diff).toMatchObject({
      ...{ op: 'Migrate', actor: ADMIN, behalf: null, todo_id: null, event_id: null, from_state: 3, to_state: 3, remark: 'new rules' },
      ...{ close: [], open: [], turn: [], read: [], case: { ...before.case, seq: before.case!.seq + 1 } },
    });
  });

  it('what somebody has signed of several stays signed, and the others sign on', () => {
    let at = countersigned();
    at = accept(at, 3, bareCommand('Review', { event: 31, todo: rowOf(at, 3) }), env(3));
    at = accept(at, ADMIN, go(3), env(3), flowWith('all'));
    expect(shape(at)).toBe('1:1 2:3 3:3 4:7 5:7');
  });

  it('at another step those whom it finds are asked, and whoever waited is not any more', () => {
    const at = accept(submitted(), ADMIN, go(3), ahead(2), flowWith('seq'));
    expect(shape(at)).toBe('1:1 2:10 3:7 4:11');
    expect(at.todos.at(-1)).toMatchObject({ rule: 'seq', ord: 2, back_state: 3, visit: at.case!.visit, create_entity: ADMIN });
    expect(at.todos.find((row) => row.review_entity === 2)).toMatchObject({ done_entity: ADMIN, remark: 'new rules' });
    expect(at.case).toMatchObject({ state: 3, status: 0, last_actor: null, last_from: null, resume_state: null });
  });

  it('at its own step too, where that finds its people otherwise: also who was asked for an opinion is let go', () => {
    const asking: FlowState = {
      ...submitted(),
      todos: [...submitted().todos, todo({ id: 70, review_state: 4, review_entity: 6, parent_id: 1 })],
    };
    const at = accept(asking, ADMIN, go(2, { anew: true }), ahead(2, { roles: { 3: ['judge'] } }));
    expect(shape(at)).toBe('1:1 2:10 6:10 3:2 4:2');
    expect(at.todos.at(-2)!.roles).toEqual(['judge']);
  });

  it('a limit that was set binds those who are asked anew', () => {
    const limit_time = '2026-12-01T08:00:00.000Z';
    const at = submitted();
    const urgent: FlowState = { ...at, todos: at.todos.map((row) => (row.review_state === 2 ? { ...row, urgent: 1, limit_time } : row)) };
    expect(accept(urgent, ADMIN, go(3), ahead(2)).todos.slice(-2)).toMatchObject([
      { urgent: 1, limit_time },
      { urgent: 1, limit_time },
    ]);
  });

  it('a step that is countersigned by the event that leads there is so without it', () => {
    const of = flowOf([
      state(2, [event(21, { next_state: 3, is_countersign: 1 })]),
      state(3, [event(31, { next_state: 90 })]),
      state(90, [], { end: 'pass' }),
    ]);
    expect(accept(submitted(), ADMIN, go(3), ahead(2), of).todos.at(-1)).toMatchObject({ review_state: 7, rule: 'all' });
  });

  it('who sent it on may take it back still, but not to a step that there is no more', () => {
    const before = countersigned();
    expect(before.case).toMatchObject({ last_actor: 2, last_from: 2 });
    const without = flowOf([
      state(1, [event(11, { next_state: 3 })]),
      state(3, [event(31, { next_state: 90 })]),
      state(90, [], { end: 'pass' }),
    ]);
    expect(accept(before, ADMIN, go(3), env(3), without).case).toMatchObject({ last_actor: null, last_from: null });
    const resumes = { ...before, case: { ...before.case!, resume_state: 2, resume_entity: 2 } };
    expect(accept(resumes, ADMIN, go(3), env(3)).case).toMatchObject({ resume_state: 2, last_from: 2 });
    expect(accept(resumes, ADMIN, go(3), env(3), without).case).toMatchObject({ resume_state: null, resume_entity: null });
  });
});

describe('FLOW-01 what does not go on by another flow', () => {
  it('what never ran, has ended, or is with its applicant 311', () => {
    expect(refusal(NO_CASE, go(2))).toBe('311');
    const ended: FlowState = { case: { ...submitted().case!, status: 1, state: 90 }, todos: [] };
    expect(refusal(ended, go(2))).toBe('311');
    const back = accept(submitted(), 2, bareCommand('Review', { event: 22, remark: 'no' }), env(2));
    expect(refusal(back, go(2))).toBe('311 $flow_migrate_home');
  });

  it('to no step, an end, or the applicant 311; without a reason 314, with one too long 316', () => {
    for (const step of [0, 1, 77, 90, 92]) expect(refusal(submitted(), go(step), ahead(2)), String(step)).toBe('311 $flow_migrate_step');
    expect(refusal(submitted(), go(2, { remark: '  ' }))).toBe('314 $flow_migrate_why');
    expect(refusal(submitted(), go(2, { remark: 'x'.repeat(800) }))).toBe('316');
  });

  it('to other people while somebody has signed 311: his signature would be lost', () => {
    let at = countersigned();
    at = accept(at, 3, bareCommand('Review', { event: 31, todo: rowOf(at, 3) }), env(3));
    expect(refusal(at, go(3, { anew: true }), ahead(3))).toBe('311 $flow_migrate_signed');
    expect(refusal(at, go(2), ahead(3))).toBe('311 $flow_migrate_signed');
  });

  it('to a step that finds nobody 314', () => {
    expect(refusal(submitted(), go(3), env(2, { candidates: [] }))).toBe('314 $flow_no_handler');
    expect(refusal(submitted(), go(3), env(2, { candidates: [], lacking: 'legal' }))).toBe('314 $flow_no_role');
  });
});

describe('FLOW-01 what a flow promises holds for who comes into it midway', () => {
  const states = [
    state(1, [event(11, { next_state: 2 })]),
    state(2, [event(21, { next_state: 3 }), event(22, { next_state: 90, where: 'small' })]),
    state(3, [event(31, { next_state: 4 })]),
    state(4, [event(41, { next_state: 90 })]),
    state(90, [], { end: 'pass' }),
  ];
  // the one guard of these flows asks whether the amount is 1
  const large = (step: number) => ahead(step, { record: { state: step, creator: 1, data: { amount: 2 } } });
  const always = promising(states, { before: 90, must_pass: 3 });
  const signedAt = (step: number, rest: Partial<Todo> = {}): FlowState => {
    const at = submitted();
    return { ...at, todos: [...at.todos, todo({ id: 60, review_state: 3, outcome: 1, back_state: step, visit: 0, ...rest })] };
  };

  it('behind a step that it has not passed it does not go, before it it does, nor where a way past it holds', () => {
    expect(refusal(submitted(), go(4), large(2), always)).toBe('311 $flow_migrate_promise');
    expect(refusal(submitted(), go(3), large(2), always)).toMatchObject({ to_state: 3 });
    expect(refusal(submitted(), go(2), large(2), always)).toMatchObject({ to_state: 2 });
    expect(refusal(submitted(), go(2), ahead(2), always), 'small ones end at 2').toBe('311 $flow_migrate_promise');
  });

  it('signed before, it holds', () => {
    expect(refusal(signedAt(3), go(4), large(2), always)).toMatchObject({ to_state: 4 });
  });

  it('signed and then returned behind it, it is not passed any more', () => {
    const at = submitted();
    const rows = [2, 3].map((back_state, id) =>
      todo({ id: 60 + id, review_state: 3, outcome: back_state === 3 ? -1 : 1, back_state, visit: 0 }),
    );
    const back: FlowState = { case: { ...at.case!, state: 2 }, todos: [...at.todos, ...rows] };
    expect(refusal(back, go(4), large(2), always)).toBe('311 $flow_migrate_promise');
  });

  it('a promise of some records only binds these, and all where every way leads through it', () => {
    const some = promising(states, { before: 90, must_pass: 3, where: 'small' });
    expect(refusal(submitted(), go(2), large(2), some), 'it does not speak of this one').toMatchObject({ to_state: 2 });
    expect(refusal(submitted(), go(2), ahead(2), some)).toBe('311 $flow_migrate_promise');
    expect(refusal(submitted(), go(4), large(2), some), 'behind it nothing would hold it any more').toBe('311 $flow_migrate_promise');
  });
});
