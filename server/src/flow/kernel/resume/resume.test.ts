import { describe, expect, it } from 'vitest';
import type { TableDef } from '#protocol/meta/table.ts';
import { compileFlow, type Flow } from '../../definition/definition.ts';
import { decide } from '../decide.ts';
import { bareCommand, type DecisionCommand, type Diff, type Env, type FlowState, NO_CASE } from '../model.ts';
import { accept, env, event, flowOf, rowOf, state } from '../testing-decide.ts';

const handler = { handler: { type: 'role', code: 'r' } } as const;
/** 1 applies, 2 checks, 3 only where the amount is 1, 4 signs by `sign`; 4 returns straight (43) and plainly (44), 3 straight (33). */
const flowWith = (sign?: string, assert: TableDef['assert'] = []): Flow => {
  const { def } = flowOf([
    state(1, [event(11, { next_state: 2 })]),
    state(2, [event(21, { key_name: 'on', next_state: 3, where: 'amount=1' }), event(22, { key_name: 'on', next_state: 4 })], handler),
    state(3, [event(31, { next_state: 4 }), event(33, { back_state: '1,2', resume: 'direct' })], handler),
    state(4, [event(41, { next_state: 90 }), event(43, { back_state: '1,2,3', resume: 'direct' }), event(44, { back_state: '1,2,3' })], {
      ...handler,
      ...(sign ? { sign } : {}),
    }),
    state(90, [], { end: 'pass' }),
  ]);
  return compileFlow({ ...def, assert, dedupe: 'once' }, (_, { data }) => data.amount === 1);
};
const plain = flowWith();
const data = (amount = 1) => ({ amount });
type Rest = Partial<Env> & { amount?: number };
const on = (step: number, { amount = 1, ...rest }: Rest = {}): Env =>
  env(step, { record: { state: step, creator: 1, data: data(amount) }, ...rest });
const say = (of: FlowState, who: number, step: number, id: number, rest: Rest & { said?: Partial<DecisionCommand>; flow?: Flow } = {}) => {
  const { said, flow = plain, ...facts } = rest;
  return accept(of, who, bareCommand(step <= 1 ? 'Submit' : 'Review', { event: id, remark: 'x', ...said }), on(step, facts), flow);
};
const atFour = (flow = plain, people = [5]) => {
  const three = say(say(NO_CASE, 1, 1, 11, { candidates: [2], flow }), 2, 2, 21, { candidates: [3], flow });
  return say(three, 3, 3, 31, { candidates: people, flow });
};
const back = (of: FlowState, to: number, flow = plain, id = 43) => {
  const row = of.todos.find((todo) => todo.back_state === to && todo.outcome === 1)!;
  return say(of, 5, 4, id, { said: { back_id: row.id }, flow });
};
const returned = { returned: { data: data() } };
const standing = (of: FlowState) => ({
  step: of.case!.state,
  open: of.todos.filter((todo) => todo.finish_time === null).map((todo) => `${todo.review_entity} ${todo.rule} ${todo.resume}`),
});

describe('FLOW-04 returned, and sent straight back to who returned it', () => {
  it('the applicant’s next submission leads to that step and person, past those who have passed it', () => {
    const sent = say(back(atFour(), 1), 1, 1, 11, { candidates: [5, 6], ...returned });
    expect(standing(sent)).toEqual({ step: 4, open: ['5 any direct'] });
    expect(say(sent, 5, 4, 41).case).toMatchObject({ state: 90, resume_state: null });
  });

  it('so does the decision of a step that it was returned to; who returned it is asked, though he has passed something before', () => {
    const sent = say(back(atFour(), 2), 2, 2, 21, { candidates: [5], ...returned });
    expect(standing(sent)).toEqual({ step: 4, open: ['5 any direct'] });
  });

  it('a return without it walks all steps again', () => {
    const sent = say(back(atFour(), 1, plain, 44), 1, 1, 11, { candidates: [2] });
    expect(standing(sent)).toEqual({ step: 2, open: ['2 any '] });
  });

  it('where the data lead otherwise now, the ordinary way is walked, and the row says why', () => {
    const sent = say(back(atFour(), 1), 1, 1, 11, { candidates: [2], amount: 2, ...returned });
    expect(standing(sent)).toEqual({ step: 2, open: ['2 any way'] });
    // and what comes after it goes straight nowhere
    expect(standing(say(sent, 2, 2, 22, { candidates: [5], amount: 2 }))).toEqual({ step: 4, open: ['5 any '] });
  });

  it('and where the flow is another', () => {
    const sent = say(back(atFour(), 1), 1, 1, 11, { candidates: [2], returned: { data: {}, renewed: true } });
    expect(standing(sent)).toEqual({ step: 2, open: ['2 any version'] });
  });

  it('a step that must be passed is asked again, once what guards ask for has changed', () => {
    const flow = flowWith(undefined, [{ before: 90, must_pass: 3 }]);
    const sent = (then: number) => say(back(atFour(flow), 1, flow), 1, 1, 11, { candidates: [2, 5], returned: { data: data(then) }, flow });
    expect(standing(sent(1))).toEqual({ step: 4, open: ['5 any direct'] });
    expect(standing(sent(7)).open).toEqual(['2 any changed', '5 any changed']);
  });

  it('where several sign all of them do: one who refused for all does not sign for all', () => {
    const flow = flowWith('all');
    const sent = say(back(atFour(flow, [5, 6]), 1, flow), 1, 1, 11, { candidates: [5, 6], flow, ...returned });
    expect(standing(sent)).toEqual({ step: 4, open: ['5 all direct', '6 all direct'] });
  });

  it('who left, or is none of the step’s any more, has it no more: its people of now have', () => {
    const given = back(atFour(), 1);
    const gone = say(given, 1, 1, 11, { candidates: [6, 4], people: { 5: 2 }, ...returned });
    expect(standing(gone)).toEqual({ step: 4, open: ['6 any step', '4 any step'] });
    expect(standing(say(given, 1, 1, 11, { candidates: [6], people: { 5: 1 }, ...returned }))).toEqual({ step: 4, open: ['6 any step'] });
    const nobody = decide(plain, given, 1, bareCommand('Submit', { event: 11 }), on(1, { candidates: [], lacking: 'r', ...returned }));
    expect(nobody).toMatchObject({ code: 314, remark: '$flow_no_role', data: { step: 4 } });
  });

  it('nobody else is named for it, and who meant another step is told', () => {
    const given = back(atFour(), 1);
    const asks = (said: Partial<DecisionCommand>) =>
      decide(plain, given, 1, bareCommand('Submit', { event: 11, ...said }), on(1, { candidates: [5], ...returned }));
    expect(asks({ reviewers: [6], next_state: 4 })).toMatchObject({ code: 312, remark: '$flow_handler_fixed' });
    expect(asks({ next_state: 2 })).toMatchObject({ code: 311, remark: '$flow_other_step', data: { meant: 2, leads: 4 } });
    expect((asks({ next_state: 4 }) as Diff).to_state).toBe(4);
  });

  it('taken back by its applicant it is returned as before; the return itself taken back is none', () => {
    const revoke = (of: FlowState, who: number, step: number) => accept(of, who, { op: 'Revoke', remark: 'x' }, on(step), plain);
    const sent = say(back(atFour(), 1), 1, 1, 11, { candidates: [5], ...returned });
    const again = revoke(sent, 1, 4);
    expect(standing(say(again, 1, 1, 11, { candidates: [5], ...returned }))).toEqual({ step: 4, open: ['5 any direct'] });
    const undone = revoke(back(atFour(), 2), 5, 2);
    expect(undone.case).toMatchObject({ state: 4, resume_state: null });
    expect(say(undone, 5, 4, 41).case!.state).toBe(90);
  });

  it('what an applicant takes home from elsewhere was not returned to him', () => {
    const flow = compileFlow({ ...plain.def, revoke: 'any' }, (_, { data: of }) => of.amount === 1);
    const sent = say(back(atFour(flow), 2, flow), 2, 2, 21, { candidates: [5], flow, ...returned });
    const home = accept(sent, 1, { op: 'Revoke', remark: 'x' }, on(4), flow);
    expect(home.case).toMatchObject({ state: 1, resume_state: null });
  });

  it('what its clock decides, or another step returns, is sent straight nowhere', () => {
    const given = back(atFour(), 2);
    const late = accept(
      given,
      0,
      bareCommand('Skip', { event: 21, todo: rowOf(given, 2), why: 'late' }),
      on(2, { candidates: [3] }),
      plain,
    );
    expect(late.case).toMatchObject({ state: 3, resume_state: null });
    const twice = say(say(late, 3, 3, 33, { said: { back_id: late.todos[0]!.id } }), 1, 1, 11, { candidates: [3], ...returned });
    expect(standing(twice)).toEqual({ step: 3, open: ['3 any direct'] });
  });
});
