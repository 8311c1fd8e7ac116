import { Refusal } from '#protocol/codes.ts';
import { isFirst } from '#protocol/rules/states.ts';
import { TODO } from '#protocol/rules/todo.ts';
import { may as mayAsk } from '../../definition/may.ts';
import { decidedAlready, found, may, openChildren, turnRow } from '../admit.ts';
import type { CommandRule } from '../model.ts';
import { newRow } from '../rows.ts';
import { demandFree, demandNamed, demandWords, type Said } from './said.ts';
import { behalfOf, stays } from './stays.ts';

/** 征询: somebody is asked for his opinion; the row of who asks waits until all have answered. */
export const relay: CommandRule<{ op: 'Relay' } & Said> = {
  names: ({ reviewers = [] }) => reviewers,
  does: (flow, state, actor, { op, todo = null, reviewers, remark, attachs = '' }, env) => {
    const row = turnRow(flow, state, actor, todo, env);
    if (isFirst(row.back_state)) throw new Refusal(311);
    if (!mayAsk(flow, row.back_state, 'relay')) throw new Refusal(312, '$flow_relay_off');
    const asked = demandWords(remark, '$flow_relay_what');
    const people = demandNamed(reviewers, env, '$flow_relay_whom');
    demandFree(state, people);
    const { back_state, visit, ord, rule } = row;
    return {
      ...stays(state.case!, { op, actor, now: env.now }),
      ...{ behalf: behalfOf(row, actor), todo_id: row.id, remark: asked },
      open: people.map((holder) => ({
        ...newRow(actor, env.now),
        ...{ review_state: TODO.asked, review_entity: holder, parent_id: row.id, back_state, visit, ord, rule, asked, attachs },
      })),
    };
  },
};

/** The answer; with the last of them the row of who asked is free again. */
export const reply: CommandRule<{ op: 'Reply' } & Said> = {
  does: (_flow, state, actor, { op, todo = null, remark, attachs = '' }, env) => {
    const mine = state.todos.filter((one) => one.review_state === TODO.asked && may(one.review_entity, actor, env));
    const row = todo === null ? (mine.find((one) => one.review_entity === actor) ?? mine[0]) : found(state, todo);
    if (!row || !may(row.review_entity, actor, env)) throw new Refusal(312);
    if (row.finish_time) throw decidedAlready(state, row);
    if (row.review_state !== TODO.asked) throw new Refusal(311);
    if (todo === null && row.review_entity !== actor && mine.length > 1) throw new Refusal(314, '$flow_need_todo');
    const said = demandWords(remark);
    return {
      ...stays(state.case!, { op, actor, now: env.now }),
      ...{ behalf: behalfOf(row, actor), todo_id: row.id, remark: said },
      // what came with the question stays beside what comes with the answer
      close: [
        {
          id: row.id,
          review_state: TODO.replied,
          done_entity: actor,
          remark: said,
          attachs: [row.attachs, attachs].filter(Boolean).join(),
        },
      ],
    };
  },
};

/** Whoever asked needs no answer any more: what is still open of it is withdrawn. */
export const revokeRelay: CommandRule<{ op: 'RevokeRelay' } & Said> = {
  does: (flow, state, actor, { op, todo = null, remark }, env) => {
    const row = turnRow(flow, state, actor, todo, env);
    const asked = openChildren(state, row.id);
    if (asked.length === 0) throw new Refusal(311, '$flow_relay_none');
    const said = demandWords(remark);
    return {
      ...stays(state.case!, { op, actor, now: env.now }),
      ...{ behalf: behalfOf(row, actor), todo_id: row.id, remark: said },
      close: asked.map(({ id }) => ({ id, review_state: TODO.revoked, done_entity: actor, remark: said })),
    };
  },
};
