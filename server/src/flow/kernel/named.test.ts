import { describe, expect, it } from 'vitest';
import { Refusal } from '#protocol/codes.ts';
import type { EventDef, StateDef } from '#protocol/meta/flow.ts';
import { compileFlow, type FlowDef } from '../definition/definition.ts';
import { type Command, decide } from './decide.ts';
import { evolve, numbered } from './evolve.ts';
import { type Diff, type Env, type FlowState, NO_CASE } from './model.ts';

const named = { uid: 'u', key_name: 'n', key_name_en: 'n' };
const event = (id: number, rest: Partial<EventDef>): EventDef => ({ ...named, id, ...rest });
const state = (value: number, events: EventDef[], rest: Partial<StateDef> = {}): StateDef => ({
  ...named,
  value: String(value),
  actions: [{ ...named, op: 'Review', events }],
  ...rest,
});
/** 1 applies, 2 decides by one of these events, 3 is signed by whom its handler finds, 4 has no handler. */
const flowWith = (third: Partial<StateDef> = {}) => {
  const def: FlowDef = {
    table_name: 't',
    states: [
      state(1, [event(11, { next_state: 2 })]),
      state(2, [
        event(21, { next_state: 3 }),
        event(22, { next_state: 3, add: 1 }),
        event(23, { next_state: 3, pick: 1 }),
        event(24, { next_state: 3, pick: 1, least: 2 }),
        event(25, { next_state: 3, add: 1, pick: 1, least: 2 }),
        event(26, { next_state: 4, need_handler: 1 }),
        event(27, { next_state: 3, need_handler: 1 }),
      ]),
      state(3, [event(31, { next_state: 90 })], { sign: 'all', handler: { type: 'roles', codes: ['finance', 'legal'] }, ...third }),
      state(4, [event(41, { next_state: 90 })]),
      state(90, [], { end: 'pass' }),
    ],
    ...{ edit_state: {}, view_state: {}, relay: 0, assign: 0, copy: 0, revoke: 'last', assert: [], write_back: [] },
  };
  return compileFlow(def, () => true);
};
const people = Object.fromEntries([1, 2, 3, 4, 5, 6, 7].map((id) => [id, 1 as const]));
/** 1 applied, 7 submitted for him; 3, 4 and 5 are found. */
const env = (step: number, rest: Partial<Env> = {}): Env => ({
  now: '2026-11-21T08:00:00.000Z',
  today: '2026-11-21',
  user: { id: 0, department_entity: null },
  record: { state: step, creator: 1, data: {} },
  principals: [],
  candidates: step <= 1 ? [2] : [3, 4, 5],
  roles: { 3: ['finance'], 4: ['legal'] },
  own: [1, 7],
  people: { ...people, 9: 2 },
  ...rest,
});
const command = (op: 'Submit' | 'Review', id: number, reviewers: readonly number[] = []): Command => ({
  ...{ op, event: id, todo: null, back_id: null, next_state: null, reviewers, copies: [], remark: 'x', attachs: '', limit_time: null },
});
const submitted = (() => {
  const diff = decide(flowWith(), NO_CASE, 1, command('Submit', 11), env(1)) as Diff;
  return evolve(NO_CASE, numbered(diff, [1, 2]));
})();
const send = (id: number, reviewers: readonly number[], on: Partial<Env> = {}, third: Partial<StateDef> = {}) =>
  decide(flowWith(third), submitted, 2, command('Review', id, reviewers), env(2, on));
const holders = (answer: ReturnType<typeof send>) =>
  answer instanceof Refusal ? answer.remark : answer!.open.map((todo) => todo.review_entity);

describe('FLOW-02 who may be named for a step that its handler mans', () => {
  it('named nobody: those who are found, whatever the event allows', () => {
    for (const id of [21, 22, 23, 24, 25, 27]) expect(holders(send(id, [])), String(id)).toEqual([3, 4, 5]);
  });

  it('all who are found may be repeated back, once or twice; in which order they sign is not the sender’s to say', () => {
    for (const id of [21, 22, 23, 24, 25, 27]) expect(holders(send(id, [5, 4, 3, 3])), String(id)).toEqual([3, 4, 5]);
  });

  it('others beside them only where the event says add; the applicant and who submitted for him nowhere', () => {
    expect(holders(send(22, [3, 4, 5, 6]))).toEqual([3, 4, 5, 6]);
    expect(holders(send(25, [3, 4, 6]))).toEqual([3, 4, 6]);
    expect([21, 27].map((id) => holders(send(id, [3, 4, 5, 6])))).toEqual(['$flow_handler_fixed', '$flow_handler_fixed']);
    expect([23, 24].map((id) => holders(send(id, [3, 4, 5, 6])))).toEqual(['$flow_handler_bound', '$flow_handler_bound']);
    for (const self of [1, 7]) {
      expect(holders(send(22, [3, 4, 5, self])), String(self)).toBe('$flow_self_named');
      expect(holders(send(26, [self])), String(self)).toEqual('$flow_self_named');
      expect(holders(send(22, [3, 4, 5, self], {}, { self: 1 })), String(self)).toEqual([3, 4, 5, self]);
    }
  });

  it('some of them only where the event says pick, and no fewer than least: those who are added do not count', () => {
    expect(holders(send(23, [4]))).toEqual([4]);
    expect(holders(send(24, [5, 4]))).toEqual([4, 5]);
    expect([holders(send(21, [3, 4])), holders(send(22, [3, 4])), holders(send(27, [4]))]).toEqual([
      '$flow_handler_fixed',
      '$flow_handler_all',
      '$flow_handler_fixed',
    ]);
    expect(send(24, [4])).toMatchObject({ code: 314, remark: '$flow_least', data: { least: 2 } });
    expect(holders(send(25, [4, 6]))).toBe('$flow_least');
    expect(holders(send(25, [6]))).toBe('$flow_least');
    expect(holders(send(24, [4], { candidates: [4] }))).toEqual([4]);
  });

  it('a step without a handler is for the sender to man, and for nobody else to refuse', () => {
    const none = { candidates: [], roles: {} };
    expect(holders(send(26, [6, 3], none))).toEqual([6, 3]);
    expect(send(26, [], none)).toMatchObject({ code: 314, remark: '$flow_no_handler' });
    expect(send(26, [9], none)).toMatchObject({ code: 303 });
    expect(send(26, [77], none)).toMatchObject({ code: 302 });
  });

  it('nobody found refuses the sender, by the role that lacks', () => {
    expect(send(22, [6], { candidates: [], lacking: '' })).toMatchObject({ code: 314, remark: '$flow_no_handler', data: { step: 3 } });
    expect(send(22, [], { candidates: [], lacking: 'legal' })).toMatchObject({
      code: 314,
      remark: '$flow_no_role',
      data: { role: 'legal' },
    });
  });

  it('each is asked as what he was found by; who is added as nothing', () => {
    const diff = send(22, [3, 4, 5, 6]) as Diff;
    expect(diff.open.map((todo) => todo.roles)).toEqual([['finance'], ['legal'], [], []]);
  });
});

describe('FLOW-02 nobody signs his own case', () => {
  const opened = (): FlowState => {
    const diff = send(21, []) as Diff;
    return evolve(submitted, numbered(diff, [3, 4, 5]));
  };
  const sign = (actor: number, principals: number[], self?: StateDef['self']) =>
    decide(flowWith(self === undefined ? {} : { self }), opened(), actor, command('Review', 31), env(3, { principals }));

  it('not as the agent of one who was asked, unless the step lets him sign', () => {
    expect(sign(1, [3])).toMatchObject({ code: 312, remark: '$flow_self' });
    expect(sign(6, [3])).not.toBeInstanceOf(Refusal);
    expect(sign(1, [3], 1)).not.toBeInstanceOf(Refusal);
    expect(sign(1, [3], 'allow')).toMatchObject({ code: 312, remark: '$flow_self' });
  });

  it('nor does who submitted in his name', () => {
    const sent = evolve(
      NO_CASE,
      numbered(decide(flowWith(), NO_CASE, 6, command('Submit', 11), env(1, { principals: [1] })) as Diff, [1, 2]),
    );
    const after = evolve(sent, numbered(decide(flowWith(), sent, 2, command('Review', 21), env(2)) as Diff, [3, 4, 5]));
    expect(decide(flowWith(), after, 6, command('Review', 31), env(3, { principals: [3] }))).toMatchObject({
      code: 312,
      remark: '$flow_self',
    });
  });
});
