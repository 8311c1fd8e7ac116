import { isFirst } from '#protocol/rules/states.ts';
import { LIVE, TODO } from '#protocol/rules/todo.ts';
import type { Flow } from '../../definition/definition.ts';
import type { Diff, Env, FlowState } from '../model.ts';

/**
 * I19: what goes straight back goes to the step that returned it so, by who had got it, past steps that were all passed before, and past no
 * promised one upon other data; there it is signed by who returned it, or by as many as the step asks. Steps are taken to be in the order of their
 * numbers, as those of the model are. Written without the engine's own way.
 */
export function brokenByResume(flow: Flow, before: FlowState, diff: Diff, env: Env): string[] {
  const opened = diff.open.filter((todo) => todo.resume === 'direct' || todo.resume === 'step');
  const event = flow.steps.get(diff.from_state)?.events.get(diff.event_id ?? 0);
  const moved = diff.case.visit !== (before.case?.visit ?? 0);
  const jumped = moved && event?.next_state !== undefined && diff.to_state !== event.next_state;
  // what is handed on, or passed on, comes as it was
  if (!moved) return [];
  if (!opened.length) return jumped && diff.op !== 'Revoke' ? ['I19 it jumps'] : [];
  // a visit that was taken back ended by no vote: those against in it returned nothing
  const takenBack = new Set(before.todos.filter((todo) => todo.review_state === TODO.revoked && !todo.asked).map(({ visit }) => visit));
  const returns = before.todos
    .filter((todo) => todo.outcome === -1 && !takenBack.has(todo.visit))
    .sort((a, b) => b.visit - a.visit || a.id - b.id);
  const last = returns.filter((todo) => todo.visit === returns[0]?.visit);
  const direct = new Set([...(flow.steps.get(diff.to_state)?.events.values() ?? [])].filter(({ resume }) => resume).map(({ id }) => id));
  const said = last.some((todo) => todo.back_state === diff.to_state && direct.has(todo.event_id ?? 0));
  const from = isFirst(diff.from_state) ? 1 : diff.from_state;
  const between = [...flow.steps.keys()].filter((step) => step > from && step < diff.to_state);
  const passed = between.every((step) =>
    before.todos.some((todo) => todo.back_state === step && (todo.outcome === 1 || todo.skipped !== '')),
  );
  const promised = between.some((step) => flow.def.assert.some(({ must_pass }) => must_pass === step));
  const same = JSON.stringify(env.returned?.data) === JSON.stringify(env.record.data);
  const sign = flow.steps.get(diff.to_state)?.def?.sign;
  const several = opened[0]!.rule !== 'any';
  const ruled = sign === undefined || opened.every((todo) => todo.rule === sign);
  const fit = ruled && (!several || opened.length === new Set(env.candidates).size);
  const byHand = (holder: number) => last.some((one) => one.review_entity === holder && one.parent_id !== null);
  const his = opened.every(
    ({ review_entity, resume }) => env.candidates.includes(review_entity) || (resume === 'direct' && byHand(review_entity)),
  );
  const alone =
    several ||
    opened[0]!.resume !== 'direct' ||
    (opened.length === 1 && last.some((one) => one.review_entity === opened[0]!.review_entity));
  const checks: [string, boolean][] = [
    ['goes to no step that returned it', said],
    ['goes past a step that nobody passed', passed],
    ['goes past a promised step upon other data', !promised || same],
    ['goes by another flow', !env.returned?.renewed],
    ['fewer sign than the step asks', fit],
    ['somebody else has it', his && alone],
    [
      'somebody sends it on who had not got it',
      before.todos.every(
        (todo) =>
          todo.outcome === null ||
          todo.visit <= last[0]!.visit ||
          [from, diff.to_state].includes(isFirst(todo.back_state) ? 1 : todo.back_state),
      ),
    ],
    ['a vote opens it', diff.op === 'Submit' || diff.op === 'Review'],
    ['somebody who left has it', opened.every((todo) => env.people[todo.review_entity] !== 2)],
    [
      'leaves somebody behind',
      before.todos.every(
        (todo) => !LIVE.has(todo.review_state) || todo.review_state === TODO.toRead || diff.close.some(({ id }) => id === todo.id),
      ),
    ],
  ];
  return checks.flatMap(([what, holds]) => (holds ? [] : [`I19 ${what}`]));
}
