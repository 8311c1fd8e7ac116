import { Refusal } from '#protocol/codes.ts';
import { isFirst } from '#protocol/rules/states.ts';
import { TODO } from '#protocol/rules/todo.ts';
import { may, mustPass } from '../../definition/may.ts';
import { decidingRow } from '../admit.ts';
import type { CommandRule } from '../model.ts';
import { demandNamed, demandSigner, demandWords, type Said } from './said.ts';
import { behalfOf, stays } from './stays.ts';

/**
 * 转办: the row goes to others, who decide it in the place of its holder; of several any one does. Only what waits for one person (2): a
 * countersignature is its signer's own, and what was passed on once (13) goes no further.
 */
export const assign: CommandRule<{ op: 'Assign' } & Said> = {
  names: ({ reviewers = [] }) => reviewers,
  does: (flow, state, actor, { op, todo = null, reviewers, remark, attachs = '' }, env) => {
    const row = decidingRow(flow, state, actor, todo, env);
    const step = row.back_state;
    if (isFirst(step)) throw new Refusal(311);
    if (!may(flow, step, 'assign')) throw new Refusal(312, '$flow_assign_off');
    if (row.review_state === TODO.turned) throw new Refusal(311, '$flow_assign_again');
    if (row.review_state !== TODO.pending) throw new Refusal(311, '$flow_assign_countersign');
    const said = demandWords(remark);
    const people = demandNamed(reviewers, env, '$flow_assign_whom');
    // what must be passed is passed by whom the step itself finds
    if (mustPass(flow, step) && people.some((id) => !env.candidates.includes(id))) throw new Refusal(312, '$flow_assign_bound', { step });
    demandSigner(flow, state, row, people, env);
    return {
      ...stays(state.case!, { op, actor, now: env.now }),
      ...{ behalf: behalfOf(row, actor), todo_id: row.id, remark: said },
      close: [{ id: row.id, review_state: TODO.moved, done_entity: actor, remark: said, attachs }],
      open: people.map((holder) => ({
        ...row,
        ...{ id: 0, review_state: TODO.turned, review_entity: holder, create_entity: actor, parent_id: row.id },
        ...{ asked: said, read_time: null, urge_time: null, create_time: env.now },
      })),
    };
  },
};
