import { describe, expect, it } from 'vitest';
import type { StateDef } from '#protocol/meta/flow.ts';
import { compileFlow } from '../../definition/definition.ts';
import type { Command } from '../decide.ts';
import { bareCommand, type FlowState, NO_CASE } from '../model.ts';
import { event, rowOf, shape, state, todo } from '../testing-decide.ts';
import { adderOf } from './add-sign.ts';
import { accept, all, at, countersigned, flowWith, passes, people, refusal, said, submitted } from './testing-commands.ts';

describe('FLOW-05 an opinion is asked for, and the row waits for the answer', () => {
  const before = submitted();
  const ask = (rest: object = {}): Command => ({ op: 'Relay', todo: rowOf(before, 2), reviewers: [6, 7], remark: said, ...rest });
  const asked = accept(before, 2, ask(), at(2));

  it('who is asked has a row of its own, with the question', () => {
    expect(shape(asked)).toBe('1:1 2:2 6:4 7:4');
    expect(asked.todos.at(-1)).toMatchObject({ asked: said, remark: '', parent_id: rowOf(before, 2), visit: 1, back_state: 2 });
    expect(asked.case).toMatchObject({ state: 2, visit: 1, seq: 2 });
  });

  it('until all have answered nobody decides, passes on or is added; asking one more is free', () => {
    expect(refusal(asked, 2, bareCommand('Review', { event: 21 }), at(2))).toBe('311 $flow_blocked');
    expect(refusal(asked, 2, { op: 'Assign', reviewers: [8], remark: said }, at(2))).toBe('311 $flow_blocked');
    expect(refusal(asked, 2, { op: 'AddSign', place: 'with', reviewers: [8], remark: said }, at(2))).toBe('311 $flow_blocked');
    expect(shape(accept(asked, 2, ask({ reviewers: [8] }), at(2)))).toBe('1:1 2:2 6:4 7:4 8:4');
    const one = accept(asked, 6, { op: 'Reply', remark: 'yes' }, at(2));
    expect(shape(one)).toBe('1:1 2:2 6:5 7:4');
    expect(refusal(one, 2, bareCommand('Review', { event: 21 }), at(2))).toBe('311 $flow_blocked');
    const both = accept(one, 7, { op: 'Reply', remark: 'no' }, at(2));
    expect(both.todos.at(-1)).toMatchObject({ review_state: 5, remark: 'no', done_entity: 7, outcome: null });
    expect(accept(both, 2, bareCommand('Review', { event: 21 }), at(2)).case).toMatchObject({ state: 3 });
  });

  it('FLOW-08 what came with the question stays beside what comes with the answer', () => {
    const one = accept(before, 2, ask({ reviewers: [6], attachs: 'plan' }), at(2));
    expect(accept(one, 6, { op: 'Reply', remark: 'yes', attachs: 'offer' }, at(2)).todos.at(-1)).toMatchObject({ attachs: 'plan,offer' });
    expect(accept(one, 6, { op: 'Reply', remark: 'yes' }, at(2)).todos.at(-1)).toMatchObject({ attachs: 'plan' });
  });

  it('what is no longer needed is withdrawn, and said why', () => {
    const one = accept(asked, 6, { op: 'Reply', remark: 'yes' }, at(2));
    expect(refusal(one, 2, { op: 'RevokeRelay', remark: '' }, at(2))).toBe('314 $flow_need_remark');
    const back = accept(one, 2, { op: 'RevokeRelay', remark: said }, at(2));
    expect(shape(back)).toBe('1:1 2:2 6:5 7:9');
    expect(back.todos.at(-1)).toMatchObject({ remark: said, done_entity: 2 });
    expect(refusal(back, 7, { op: 'Reply', remark: 'x' }, at(2))).toBe('312');
    expect(refusal(back, 2, { op: 'RevokeRelay', remark: said }, at(2))).toBe('311 $flow_relay_none');
  });

  it('an answer is its holder’s or his agent’s; of several principals one is named', () => {
    expect(refusal(asked, 2, { op: 'Reply', todo: rowOf(asked, 6), remark: said }, at(2))).toBe('312');
    expect(refusal(asked, 2, { op: 'Reply', todo: rowOf(before, 2), remark: said }, at(2))).toBe('311');
    expect(refusal(asked, 6, { op: 'Reply', remark: ' ' }, at(2))).toBe('314 $flow_need_remark');
    expect(refusal(asked, 6, { op: 'Reply', remark: 'x'.repeat(800) }, at(2))).toBe('316');
    expect(refusal(asked, 8, { op: 'Reply', remark: said }, at(2, { principals: [6, 7] }))).toBe('314 $flow_need_todo');
    expect(refusal(asked, 8, { op: 'Reply', remark: said }, at(2, { principals: [6] }))).toMatchObject({ behalf: 6 });
    expect(refusal(asked, 8, { op: 'Reply', todo: 987, remark: said }, at(2))).toBe('315');
  });

  it('without the flag, a question, people, or to whom has a to-do there', () => {
    expect(refusal(before, 2, ask(), at(2), flowWith('all', { relay: 0 }))).toBe('312 $flow_relay_off');
    expect(refusal(before, 2, ask({ remark: '' }), at(2))).toBe('314 $flow_relay_what');
    expect(refusal(before, 2, ask({ reviewers: [] }), at(2))).toBe('314 $flow_relay_whom');
    expect(refusal(before, 2, ask({ reviewers: [77] }), at(2))).toBe('302');
    expect(refusal(before, 2, ask({ reviewers: [9] }), at(2))).toBe('303');
    expect(refusal(before, 2, ask({ reviewers: Array.from({ length: 21 }, (_, n) => n + 1) }), at(2))).toBe('341 $flow_many');
    expect(refusal(before, 2, ask({ reviewers: [2] }), at(2))).toBe('310 $flow_twice');
    expect(refusal(before, 6, ask(), at(2))).toBe('312');
    const home = accept(before, 2, bareCommand('Review', { event: 22 }), at(2));
    expect(refusal(home, 1, { op: 'Relay', reviewers: [6], remark: said }, at(0))).toBe('311');
  });

  it('whose group is decided by another needs no answer any more', () => {
    const either = flowWith('any');
    const open = countersigned(either);
    const waits = accept(open, 3, { op: 'Relay', todo: rowOf(open, 3), reviewers: [6], remark: said }, at(3), either);
    expect(shape(passes(waits, 4, either))).toBe('1:1 2:3 3:10 4:3 5:10 6:10');
  });
});

describe('FLOW-05 a to-do is passed on', () => {
  const before = submitted();
  const on = (reviewers: readonly number[], rest: object = {}): Command => ({ op: 'Assign', reviewers, remark: said, ...rest });

  it('who gets it decides in its place; of several any one does', () => {
    const to = accept(before, 2, on([6, 7]), at(2));
    expect(shape(to)).toBe('1:1 2:8 6:13 7:13');
    expect(to.todos.at(-1)).toMatchObject({ asked: said, parent_id: rowOf(before, 2), rule: 'any', create_entity: 2 });
    expect(refusal(to, 2, bareCommand('Review', { event: 21, todo: rowOf(before, 2) }), at(2))).toBe('311 $flow_handed_on');
    expect(shape(accept(to, 7, bareCommand('Review', { event: 21 }), at(2)))).toBe('1:1 2:8 6:10 7:3 3:7 4:7 5:7');
  });

  it('once, and no countersignature', () => {
    const to = accept(before, 2, on([6]), at(2));
    expect(refusal(to, 6, on([7]), at(2))).toBe('311 $flow_assign_again');
    expect(refusal(countersigned(), 3, on([6]), at(3))).toBe('311 $flow_assign_countersign');
  });

  it('a step that must be passed is passed by whom it finds itself', () => {
    const bound = flowWith('all', {}, [{ before: 90, must_pass: 2 }]);
    expect(refusal(submitted(bound), 2, on([6]), at(2, { candidates: [2, 7] }), bound)).toBe('312 $flow_assign_bound');
    expect(refusal(submitted(bound), 2, on([7]), at(2, { candidates: [2, 7] }), bound)).toMatchObject({ op: 'Assign' });
  });

  it('not to the applicant, to who has a row or has signed here, without a flag or a reason', () => {
    expect(refusal(before, 2, on([1]), at(2))).toBe('312 $flow_self_named');
    expect(refusal(before, 2, on([2]), at(2))).toBe('310 $flow_twice');
    expect(refusal(before, 2, on([6], { remark: '' }), at(2))).toBe('314 $flow_need_remark');
    expect(refusal(before, 2, on([]), at(2))).toBe('314 $flow_assign_whom');
    expect(refusal(before, 2, on([6]), at(2), flowWith('all', { assign: 0 }))).toBe('312 $flow_assign_off');
    const signed = { ...before, todos: [...before.todos, todo({ id: 70, review_state: 3, review_entity: 6, outcome: 1 })] };
    expect(refusal(signed, 2, on([6]), at(2))).toBe('310 $flow_signed_here');
    const home = accept(before, 2, bareCommand('Review', { event: 22 }), at(2));
    expect(refusal(home, 1, on([6]), at(0))).toBe('311');
  });
});

describe('FLOW-03 FLOW-05 signers are added', () => {
  const add = (place: 'before' | 'with' | 'after', reviewers: readonly number[] = [6], rest: object = {}): Command => ({
    ...{ op: 'AddSign', place, reviewers, remark: said },
    ...rest,
  });

  it('after one who signs alone: the case goes on when they have signed too', () => {
    let now = accept(submitted(), 2, add('after', [6, 7]), at(2));
    expect(shape(now)).toBe('1:1 2:2 6:11 7:11');
    now = accept(now, 2, bareCommand('Review', { event: 21, todo: rowOf(now, 2) }), at(2));
    expect(shape(now)).toBe('1:1 2:3 6:7 7:7');
    expect(now.case).toMatchObject({ state: 2, visit: 1 });
    now = accept(now, 6, bareCommand('Review', { event: 21 }), at(2));
    now = accept(now, 7, bareCommand('Review', { event: 21 }), at(2));
    expect(now.case).toMatchObject({ state: 3 });
  });

  it.each(['before', 'with', 'after'] as const)('FLOW-07 %s him: until when the step was given holds for them too', (place) => {
    const limit = { urgent: 1 as const, limit_time: '2026-12-01T00:00:00.000Z' };
    const given = submitted();
    const urgent = { ...given, todos: given.todos.map((one) => (one.review_entity === 2 ? { ...one, ...limit } : one)) };
    expect(accept(urgent, 2, add(place, [6, 7]), at(2)).todos.slice(2)).toMatchObject([limit, limit]);
  });

  it('with one who signs alone: both must', () => {
    const now = accept(submitted(), 2, add('with'), at(2));
    expect(shape(now)).toBe('1:1 2:7 6:7');
    expect(now.todos.slice(1).map(({ rule, ord }) => [rule, ord])).toEqual([
      ['all', 1],
      ['all', 1],
    ]);
    expect(accept(now, 2, bareCommand('Review', { event: 21 }), at(2)).case).toMatchObject({ state: 2 });
  });

  it('with one to whom it was passed on: he stays who he is, and both must', () => {
    const passed = accept(submitted(), 2, { op: 'Assign', reviewers: [6], remark: said }, at(2));
    const now = accept(passed, 6, add('with', [7]), at(2));
    expect(shape(now)).toBe('1:1 2:8 6:13 7:7');
    expect(refusal(passed, 6, add('before', [7]), at(2))).toBe('311 $flow_add_sign_turned');
  });

  it('before me: my turn comes when they have signed, and it is a review again', () => {
    let now = accept(submitted(), 2, add('before', [6, 7]), at(2));
    expect(shape(now)).toBe('1:1 2:11 6:7 7:7');
    expect(refusal(now, 2, bareCommand('Review', { event: 21 }), at(2))).toBe('311');
    now = accept(now, 6, bareCommand('Review', { event: 21 }), at(2));
    now = accept(now, 7, bareCommand('Review', { event: 21 }), at(2));
    expect(shape(now)).toBe('1:1 2:2 6:3 7:3');
    expect(accept(now, 2, bareCommand('Review', { event: 21 }), at(2)).case).toMatchObject({ state: 3 });
  });

  it('before one of a countersignature: the others sign on, he comes behind them all', () => {
    let now = countersigned();
    now = accept(now, 3, add('before', [6]), at(3));
    expect(shape(now)).toBe('1:1 2:3 3:11 4:7 5:7 6:7');
    for (const who of [4, 5, 6]) now = passes(now, who);
    expect(shape(now)).toBe('1:1 2:3 3:7 4:3 5:3 6:3');
    expect(passes(now, 3).case).toMatchObject({ status: 1 });
  });

  it('among those who sign one after the other the place behind is made free', () => {
    const row = flowWith('seq');
    let now = countersigned(row);
    now = accept(now, 3, add('after', [6]), at(3), row);
    expect(now.todos.slice(2).map(({ review_entity, ord }) => [review_entity, ord])).toEqual([
      [3, 1],
      [4, 3],
      [5, 4],
      [6, 2],
    ]);
    now = passes(now, 3, row);
    expect(shape(now)).toBe('1:1 2:3 3:3 4:11 5:11 6:7');
    for (const who of [6, 4]) now = passes(now, who, row);
    expect(shape(now)).toBe('1:1 2:3 3:3 4:3 5:7 6:3');
  });

  it('behind people of whom any one signs: the first who does calls them', () => {
    const either = flowWith('any');
    const open = countersigned(either);
    const now = accept(open, 3, add('after', [6]), at(3), either);
    expect(shape(passes(now, 5, either))).toBe('1:1 2:3 3:10 4:10 5:3 6:7');
    expect(refusal(open, 3, add('with'), at(3), either)).toBe('311 $flow_add_sign_any');
    expect(refusal(open, 3, add('before'), at(3), either)).toBe('311 $flow_add_sign_any');
  });

  it('not to a vote by ratio, without the flag, a reason or people, nor whom nobody may name', () => {
    const vote = flowWith('2/3');
    for (const place of ['before', 'with', 'after'] as const)
      expect(refusal(countersigned(vote), 3, add(place), at(3), vote)).toBe('311 $flow_add_sign_vote');
    expect(refusal(submitted(), 2, add('with'), at(2), flowWith('all', { add_sign: 0 }))).toBe('312 $flow_add_sign_off');
    expect(refusal(submitted(), 2, add('with', [6], { remark: '' }), at(2))).toBe('314 $flow_need_remark');
    expect(refusal(submitted(), 2, add('with', []), at(2))).toBe('314 $flow_add_sign_whom');
    expect(refusal(submitted(), 2, add('with', [1]), at(2))).toBe('312 $flow_self_named');
    expect(refusal(submitted(), 2, add('with', [2]), at(2))).toBe('310 $flow_twice');
    const one = passes(countersigned(), 4);
    expect(refusal(one, 3, add('with', [4]), at(3))).toBe('310 $flow_signed_here');
  });

  it('what a step says of itself wins over its table', () => {
    const { def } = all;
    const states = def.states.map((one) =>
      one.value === '2' ? { ...one, actions: one.actions!.map((action) => ({ ...action, add_sign: 0 as const, relay: 0 as const })) } : one,
    );
    const shut = compileFlow({ ...def, states }, () => true);
    expect(refusal(submitted(shut), 2, add('with'), at(2), shut)).toBe('312 $flow_add_sign_off');
    expect(refusal(countersigned(shut), 3, add('with'), at(3), shut)).toMatchObject({ op: 'AddSign' });
  });
});

describe('FLOW-05 who adds a signer and passes his own row on has added him nevertheless', () => {
  it('the signer stays an added one, and his to take off', () => {
    const before = submitted();
    const added = accept(before, 2, { op: 'AddSign', place: 'after', reviewers: [6], remark: said }, at(2));
    const later = at(2, { now: '2026-11-22T10:00:00.000Z' });
    const passed = accept(added, 2, { op: 'Assign', reviewers: [7], remark: said }, later);
    expect(adderOf(passed, passed.todos.find(({ review_entity }) => review_entity === 6)!)).toBe(2);
    expect(adderOf(passed, passed.todos.find(({ review_entity }) => review_entity === 7)!)).toBeNull();
  });
});

describe('FLOW-03 a signer is taken off', () => {
  const add = (place: 'before' | 'with' | 'after', reviewers: readonly number[] = [6]): Command => ({
    op: 'AddSign',
    place,
    reviewers,
    remark: said,
  });
  const off = (before: FlowState, who: number, remark = said): Command => ({ op: 'RemoveSign', todo: rowOf(before, who), remark });
  const root = { root: true } as const;

  it('by who added him; the others decide as if he had never been asked', () => {
    const more = accept(countersigned(), 3, add('with'), at(3));
    let now = accept(more, 3, off(more, 6), at(3));
    expect(shape(now)).toBe('1:1 2:3 3:7 4:7 5:7 6:10');
    for (const who of [3, 4, 5]) now = passes(now, who);
    expect(now.case).toMatchObject({ status: 1 });
  });

  it('whom I put before me: my turn comes at once', () => {
    const before = accept(submitted(), 2, add('before'), at(2));
    expect(shape(accept(before, 2, off(before, 6), at(2)))).toBe('1:1 2:2 6:10');
  });

  it('by an administrator, whom the flow finds too; an answer he owes goes with his question', () => {
    const now = countersigned();
    expect(refusal(now, 3, off(now, 4), at(3))).toBe('312 $flow_remove_sign_who');
    const asking = accept(now, 4, { op: 'Relay', todo: rowOf(now, 4), reviewers: [7], remark: said }, at(3));
    expect(shape(accept(asking, 8, off(asking, 4), at(3, root)))).toBe('1:1 2:3 3:7 4:10 5:7 7:10');
  });

  it('an added one stays his adder’s when his row is handed on', () => {
    const more = accept(countersigned(), 3, add('with'), at(3));
    const handed = accept(more, 8, { op: 'Handover', todo: rowOf(more, 6), to: 7, remark: said }, at(3, { people: { ...people } }));
    expect(refusal(handed, 3, off(handed, 7), at(3))).toMatchObject({ op: 'RemoveSign' });
    expect(refusal(handed, 4, off(handed, 7), at(3))).toBe('312 $flow_remove_sign_who');
    expect(refusal(handed, 8, off(handed, 7), at(3, root))).toMatchObject({ op: 'RemoveSign' });
  });

  it('never the last who could decide, never so that the vote is over by it, never who must sign', () => {
    const alone = submitted();
    expect(refusal(alone, 8, off(alone, 2), at(2, root))).toBe('311 $flow_remove_sign_last');
    const vote = flowWith('1/3');
    const two = countersigned(vote);
    const no = accept(two, 3, bareCommand('Review', { event: 32, todo: rowOf(two, 3) }), at(3), vote);
    const more = accept(no, 4, bareCommand('Review', { event: 32, todo: rowOf(no, 4) }), at(3), vote);
    expect(refusal(more, 8, off(more, 5), at(3, root), vote)).toBe('311 $flow_remove_sign_last');
    const most = flowWith('2/3');
    const yes = passes(countersigned(most), 3, most);
    expect(refusal(yes, 8, off(yes, 4), at(3, root), most)).toMatchObject({ op: 'RemoveSign' });
    const bound = flowWith('all', {}, [{ before: 90, must_pass: 3 }]);
    const must = countersigned(bound);
    expect(refusal(must, 8, off(must, 4), at(3, root), bound)).toBe('312 $flow_remove_sign_bound');
    const added = accept(must, 3, add('with'), at(3), bound);
    expect(refusal(added, 3, off(added, 6), at(3), bound)).toMatchObject({ op: 'RemoveSign' });
  });

  it('who has signed, is asked or stands elsewhere; without a reason', () => {
    const more = accept(countersigned(), 3, add('with'), at(3));
    expect(refusal(passes(more, 6), 3, off(more, 6), at(3))).toBe('311 $flow_decided');
    expect(refusal(more, 3, off(more, 6, ''), at(3))).toBe('314 $flow_need_remark');
    expect(refusal(more, 3, { op: 'RemoveSign', todo: 987, remark: said }, at(3))).toBe('315');
    const asking = accept(more, 3, { op: 'Relay', todo: rowOf(more, 3), reviewers: [7], remark: said }, at(3));
    expect(refusal(asking, 3, off(asking, 7), at(3))).toBe('311 $flow_remove_sign_asked');
    expect(refusal(more, 3, off(more, 2), at(3, root))).toBe('311');
  });
});

describe('FLOW-05 others are given it to read', () => {
  const copy = (copies: readonly number[], remark = said): Command => ({ op: 'Copy', copies, remark });

  it('with why, each once, also after the end', () => {
    const now = accept(submitted(), 1, copy([6, 7, 6]), at(2));
    expect(shape(now)).toBe('1:1 2:2 6:6 7:6');
    expect(now.todos.at(-1)).toMatchObject({ asked: said });
    expect(refusal(now, 1, copy([6]), at(2))).toBe('310 $flow_copied');
    let over = countersigned();
    for (const who of [3, 4, 5]) over = passes(over, who);
    expect(shape(accept(over, 1, copy([6]), at(90)))).toBe('1:1 2:3 3:3 4:3 5:3 6:6');
  });

  it('to somebody, to twenty at most, with a reason, of what was submitted', () => {
    expect(refusal(submitted(), 1, copy([]), at(2))).toBe('314 $flow_copy_whom');
    expect(refusal(submitted(), 1, copy(Array.from({ length: 21 }, (_, n) => n + 1)), at(2))).toBe('341 $flow_many');
    expect(refusal(submitted(), 1, copy([6], ''), at(2))).toBe('314 $flow_need_remark');
    expect(refusal(submitted(), 1, copy([9]), at(2))).toBe('303');
    expect(refusal(submitted(), 1, copy([6]), at(2), flowWith('all', { copy: 0 }))).toBe('312 $flow_copy_off');
    expect(refusal(NO_CASE, 1, copy([6]), at(1))).toBe('311 $flow_copy_draft');
  });
});

describe('FLOW-05 what was sent on is taken back', () => {
  const back: Command = { op: 'Revoke', remark: said };

  it('by the applicant, before anybody has decided: it is his again', () => {
    const now = accept(submitted(), 1, back, at(2));
    expect(shape(now)).toBe('1:1 2:9 1:2');
    expect(now.todos[1]).toMatchObject({ remark: said, done_entity: 1 });
    expect(now.case).toMatchObject({ state: 1, visit: 2, status: 0, last_actor: null });
    expect(refusal(now, 1, back, at(1))).toBe('311');
    expect(accept(now, 1, bareCommand('Submit', { event: 11 }), at(1)).case).toMatchObject({ state: 2, visit: 3 });
  });

  it('by who decided last, once: he decides anew as what he was', () => {
    const now = accept(countersigned(), 2, back, at(3));
    expect(shape(now)).toBe('1:1 2:3 3:9 4:9 5:9 2:2');
    expect(now.case).toMatchObject({ state: 2, visit: 3 });
    expect(refusal(now, 2, back, at(2))).toBe('312 $flow_revoke_other');
    expect(accept(now, 2, bareCommand('Review', { event: 21 }), at(2)).case).toMatchObject({ state: 3 });
  });

  it('not when somebody has decided since, by another, after a vote, after the end, where the flow forbids it', () => {
    expect(refusal(passes(countersigned(), 3), 2, back, at(3))).toBe('311 $flow_decided');
    expect(refusal(countersigned(), 1, back, at(3))).toBe('312 $flow_revoke_other');
    expect(refusal(countersigned(), 3, back, at(3))).toBe('312 $flow_revoke_other');
    expect(refusal(submitted(flowWith('all', { revoke: 'none' })), 1, back, at(2), flowWith('all', { revoke: 'none' }))).toBe(
      '312 $flow_revoke_off',
    );
    let over = countersigned();
    for (const who of [3, 4, 5]) over = passes(over, who);
    expect(refusal(over, 5, back, at(90))).toBe('311');
    expect(refusal(submitted(), 1, { op: 'Revoke', remark: '' }, at(2))).toBe('314 $flow_revoke_why');
    const voted = { ...countersigned(), case: { ...countersigned().case!, last_rule: '2/3' } };
    expect(refusal(voted, 2, back, at(3))).toBe('311 $flow_revoke_vote');
  });

  it('where the flow says so, by the applicant at every step', () => {
    const free = flowWith('all', { revoke: 'any' });
    const some = passes(countersigned(free), 3, free);
    const now = accept(some, 1, back, at(3), free);
    expect(shape(now)).toBe('1:1 2:3 3:3 4:9 5:9 1:2');
    expect(refusal(some, 2, back, at(3), free)).toBe('311 $flow_decided');
  });

  it('over a step that was passed over: it is back with who sent it, not at that step', () => {
    const steps = [...all.def.states].map((one) => (one.value === '3' ? { ...one, self: 'skip' as const } : one));
    const more = [
      state(4, [event(41, { next_state: 90 })]),
      ...steps.map((one) => (one.value === '3' ? { ...one, actions: state(3, [event(31, { next_state: 4 })]).actions } : one)),
    ];
    const skips = compileFlow({ ...all.def, states: more as StateDef[] }, () => true);
    let now = accept(submitted(skips), 2, bareCommand('Review', { event: 21 }), at(2, { candidates: [1] }), skips);
    now = accept(now, 2, bareCommand('Skip', { event: 31 }), at(3, { candidates: [6] }), skips);
    expect(now.case).toMatchObject({ state: 4, last_from: 2, last_actor: 2 });
    expect(accept(now, 2, back, at(4), skips).case).toMatchObject({ state: 2 });
  });
});

describe('FLOW-05 who has it is asked to hurry', () => {
  const urge = (rest: object = {}): Command => ({ op: 'Urge', ...rest });
  const later = (minutes: number) => new Date(Date.parse(at(2).now) + minutes * 60_000).toISOString();

  it('by who applied, or had it, each once in ten minutes', () => {
    const now = accept(countersigned(), 1, urge({ remark: said }), at(3));
    expect(now.todos.slice(2).map(({ urge_time }) => urge_time)).toEqual([at(3).now, at(3).now, at(3).now]);
    expect(refusal(now, 1, urge(), at(3, { now: later(9) }))).toBe('311 $flow_urge_soon');
    expect(refusal(now, 2, urge(), at(3, { now: later(9) }))).toBe('311 $flow_urge_soon');
    expect(refusal(now, 2, urge(), at(3, { now: later(10) }))).toMatchObject({ urge: [3, 4, 5].map((who) => rowOf(now, who)) });
  });

  it('one of them, by a colleague who signs beside him', () => {
    const now = countersigned();
    expect(refusal(now, 4, urge({ todo: rowOf(now, 3) }), at(3))).toMatchObject({ urge: [rowOf(now, 3)] });
    expect(refusal(now, 4, urge(), at(3))).toMatchObject({ urge: [3, 5].map((who) => rowOf(now, who)) });
  });

  it('not oneself, by nobody else, not after the end, not at length', () => {
    const now = submitted();
    expect(refusal(now, 2, urge(), at(2))).toBe('311 $flow_urge_nobody');
    expect(refusal(now, 6, urge(), at(2))).toBe('311 $flow_urge_nobody');
    expect(refusal(now, 1, urge({ todo: rowOf(now, 1) }), at(2))).toBe('312 $flow_urge_nobody');
    expect(refusal(now, 1, urge({ todo: 987 }), at(2))).toBe('315');
    expect(refusal(now, 1, urge({ remark: 'x'.repeat(800) }), at(2))).toBe('316');
    let over = countersigned();
    for (const who of [3, 4, 5]) over = passes(over, who);
    expect(refusal(over, 1, urge(), at(90))).toBe('311');
  });
});
