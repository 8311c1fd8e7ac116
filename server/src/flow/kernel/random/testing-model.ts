import fc from 'fast-check';
import type { EventDef, StateDef } from '#protocol/meta/flow.ts';
import { compileFlow, type Flow, type FlowDef } from '../../definition/definition.ts';
import type { Command } from '../decide.ts';
import type { Env, FlowState } from '../model.ts';
import { resumes, resumption } from '../resume/resume.ts';
import { type Act, actOf, acts } from './testing-acts.ts';

/** People of the model: 1 applies, 9 is disabled, 10 does not exist. */
export const PEOPLE = [1, 2, 3, 4, 5, 6];
const SIGNS = [undefined, 'any', 'all', 'seq', '1/2', '2/3', '1/3', '1/1'];

const named = (id: number) => ({ uid: `u${id}`, key_name: `e${id}`, key_name_en: `e${id}` });

interface StepSeed {
  sign: string | undefined;
  skip: boolean;
  split: boolean;
  back: boolean;
  refuse: boolean;
  handler: boolean;
  urgent: boolean;
  remark: boolean;
  resume: boolean;
  attach: boolean;
  people: readonly number[];
}
const stepSeed: fc.Arbitrary<StepSeed> = fc.record({
  sign: fc.constantFrom(...SIGNS),
  skip: fc.boolean(),
  split: fc.boolean(),
  back: fc.boolean(),
  refuse: fc.boolean(),
  handler: fc.boolean(),
  urgent: fc.boolean(),
  remark: fc.boolean(),
  resume: fc.boolean(),
  attach: fc.boolean(),
  people: fc.uniqueArray(fc.constantFrom(...PEOPLE), { minLength: 1, maxLength: 5 }),
});

export interface ModelFlow {
  flow: Flow;
  /** default handlers by step */
  people: Readonly<Record<number, readonly number[]>>;
}

/** A random definition of 1 to 4 steps with forward, guarded, return, to-draft and refusing events. */
export const modelFlows: fc.Arbitrary<ModelFlow> = fc.array(stepSeed, { minLength: 1, maxLength: 4 }).map((seeds) => {
  const last = seeds.length + 1;
  const state = (value: number, events: EventDef[], rest: Partial<StateDef> = {}): StateDef => ({
    ...named(value),
    value: String(value),
    actions: [{ ...named(value), op: value === 1 ? 'Modify' : 'Review', events }],
    ...rest,
  });
  const forward = (from: number) => (from >= last ? 90 : from + 1);
  const states = seeds.map((seed, at) => {
    const value = at + 2;
    const event = (n: number, rest: Partial<EventDef>): EventDef => ({ ...named(value * 10 + n), id: value * 10 + n, ...rest });
    const past = Array.from({ length: value - 1 }, (_, i) => i + 1).join(',');
    const to = forward(value);
    const urgent = seed.urgent && to !== 90 ? { urgent: 1 as const } : {};
    const handler = seed.handler && to !== 90 ? { need_handler: 1 as const } : {};
    return state(
      value,
      [
        ...(seed.split
          ? [
              event(1, { key_name: 'ok', where: 'amount<100', next_state: to, ...urgent }),
              event(2, { key_name: 'ok', where: 'amount>=100', next_state: seed.skip ? 90 : to, is_countersign: 1 }),
            ]
          : [event(1, { next_state: to, ...handler, ...urgent })]),
        event(3, { next_state: 0, ...(seed.remark ? { need_remark: 1 as const } : {}) }),
        ...(seed.back ? [event(4, { back_state: past })] : []),
        ...(seed.resume ? [event(6, { back_state: past, resume: 'direct' })] : []),
        ...(seed.refuse ? [event(5, { next_state: 92, ...(seed.attach ? { need_attach: 1 as const } : {}) })] : []),
      ],
      { ...(seed.resume ? { handler: { type: 'role' as const, code: 'r' } } : {}), ...(seed.sign ? { sign: seed.sign } : {}) },
    );
  });
  const def: FlowDef = {
    table_name: 't',
    states: [
      state(1, [
        { ...named(11), id: 11, next_state: 2 },
        { ...named(12), id: 12, next_state: 91 },
      ]),
      ...states,
      state(90, [], { end: 'pass' }),
      state(91, [], { end: 'cancel' }),
      state(92, [], { end: 'reject' }),
    ],
    edit_state: {},
    view_state: {},
    ...{ relay: 1, assign: 1, add_sign: 1, copy: 1 },
    revoke: seeds.length % 2 ? 'last' : 'any',
    assert: seeds[0]!.refuse ? [{ before: 90, must_pass: 2 }] : [],
    write_back: [],
  };
  const holds = (where: string, { data }: { data: Readonly<Record<string, unknown>> }) =>
    (where === 'amount<100') === Number(data.amount) < 100;
  return { flow: compileFlow(def, holds), people: Object.fromEntries(seeds.map((seed, at) => [at + 2, seed.people])) };
});

/** One random move; numbers pick among what exists then, so that most moves are possible and some are attacks. */
export interface Move {
  actor: number;
  row: number;
  event: number;
  back: number;
  amount: number;
  remark: boolean;
  copies: readonly number[];
  reviewers: readonly number[];
  wild: 'none' | 'actor' | 'event' | 'todo' | 'forged' | 'agent' | 'read' | 'unknown' | 'limit' | 'act';
  act: Act;
}
export const moves: fc.Arbitrary<Move> = fc.record({
  actor: fc.nat(20),
  row: fc.nat(20),
  event: fc.nat(20),
  back: fc.nat(20),
  amount: fc.constantFrom(99, 100),
  remark: fc.boolean(),
  copies: fc.uniqueArray(fc.constantFrom(...PEOPLE), { maxLength: 2 }),
  reviewers: fc.uniqueArray(fc.constantFrom(...PEOPLE), { maxLength: 3 }),
  wild: fc.constantFrom(
    'none',
    'none',
    'none',
    'none',
    'none',
    'none',
    'actor',
    'event',
    'todo',
    'forged',
    'agent',
    'read',
    'unknown',
    'limit',
    'act',
    'act',
    'act',
    'act',
    'act',
    'act',
  ),
  act: acts,
});

const pick = <T>(list: readonly T[], at: number): T | undefined => list[at % Math.max(1, list.length)];

const goesStraight = (
  { flow }: ModelFlow,
  state: FlowState,
  event: EventDef,
  from: number,
  move: Move,
  returned: Env['returned'],
): boolean =>
  resumption(
    flow,
    state,
    { op: 'Review', event, from },
    { data: { amount: move.amount }, today: '2026-11-21', user: { id: 1, department_entity: null } },
    returned,
  )?.off === null;

/** The command that a move means in a state; null when nothing fits (the case is done). */
export function commandOf(
  model: ModelFlow,
  state: FlowState,
  move: Move,
  minute: number,
  returned?: Env['returned'],
): { actor: number; command: Command; env: Env } {
  const step = state.case?.state ?? 1;
  const rows = state.todos.filter((todo) => [2, 7, 13].includes(todo.review_state));
  const row = pick(rows, move.row);
  const holder = row?.review_entity ?? 1;
  const events = [...(model.flow.steps.get(step)?.events.values() ?? [])];
  const event =
    move.wild === 'event'
      ? (pick([...model.flow.homes.keys(), 777], move.event) ?? 777)
      : (pick(events, step <= 1 && move.event % 8 ? 0 : move.event)?.id ?? 11);
  const def = model.flow.steps.get(step)?.events.get(event);
  const back = returned && resumes(state.case);
  const there = move.event % 4 === 1 ? { ...returned!, renewed: true as const } : returned;
  const target = back && def && goesStraight(model, state, def, step, move, there) ? back.step : (def?.next_state ?? 0);
  const actor = move.wild === 'actor' ? (pick(PEOPLE, move.actor) ?? 1) : move.wild === 'agent' ? 6 : holder;
  const backs = state.todos.filter((todo) => todo.review_state === 1 || todo.review_state === 3);
  const now = new Date(Date.UTC(2026, 10, 21) + minute * 60_000).toISOString();
  const envOf = (user: number, principals: readonly number[]): Env => ({
    now,
    today: '2026-11-21',
    user: { id: user, department_entity: null },
    record: { state: step, creator: 1, data: { amount: move.amount } },
    principals,
    // who returned it may be none of the step's any more, or gone
    candidates: (model.people[target] ?? []).filter((id) => move.back % 5 || id !== back?.holder || model.people[target]!.length < 2),
    ...(back ? { returned: there! } : {}),
    people: {
      ...Object.fromEntries(PEOPLE.map((id) => [id, 1 as const])),
      9: 2,
      ...(back && move.back % 10 === 0 ? { [back.holder]: 2 as const } : {}),
    },
  });
  const command: Command =
    move.wild === 'read'
      ? { op: 'Read' }
      : {
          op: step <= 1 ? 'Submit' : def?.back_state && move.back % 2 ? 'Reject' : 'Review',
          event,
          todo: move.wild === 'todo' ? (pick(state.todos, move.row)?.id ?? 5) : step <= 1 ? null : (row?.id ?? null),
          back_id: def?.back_state ? (pick(backs, move.back)?.id ?? null) : null,
          next_state: move.wild === 'forged' ? 90 : null,
          reviewers: def?.need_handler ? (move.wild === 'unknown' ? [10, 9] : move.reviewers) : [],
          copies: move.copies,
          remark: move.remark || def?.back_state ? 'x' : '',
          attachs: move.back % 3 ? 'k' : '',
          limit_time: def?.urgent && move.wild !== 'limit' ? new Date(Date.parse(now) + 3_600_000).toISOString() : null,
        };
  if (move.wild === 'act') {
    const { actor: sender, command: sent } = actOf(move.act, state, move, PEOPLE);
    const env = envOf(sender, move.event % 5 ? [] : [holder]);
    const root = sent.op === 'RemoveSign' && move.back % 3 === 0;
    const found = sent.op === 'Migrate' ? { candidates: model.people[sent.step] ?? [2] } : {};
    return { actor: sender, command: sent, env: { ...env, ...found, ...(root ? { root } : {}) } };
  }
  const read = pick(state.todos, move.row)?.review_entity ?? 1;
  return { actor: command.op === 'Read' ? read : actor, command, env: envOf(actor, move.wild === 'agent' ? [holder] : []) };
}
