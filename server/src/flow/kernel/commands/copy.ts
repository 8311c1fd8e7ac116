import { Refusal } from '#protocol/codes.ts';
import { knownPeople, MAX_COPIES } from '../demand.ts';
import type { CommandRule } from '../model.ts';
import { copyRows } from '../rows.ts';
import { demandWords } from './said.ts';
import { stays } from './stays.ts';

/** 抄送: whoever may see the record has others read it, also after its end; who has it to read already gets no second one. */
export const copy: CommandRule<{ op: 'Copy'; copies?: readonly number[]; remark?: string }> = {
  names: ({ copies = [] }) => copies,
  does: (flow, state, actor, { op, copies = [], remark }, env) => {
    if (!state.case) throw new Refusal(311, '$flow_copy_draft');
    if (!flow.def.copy) throw new Refusal(312, '$flow_copy_off');
    if (copies.length === 0) throw new Refusal(314, '$flow_copy_whom', { field: 'copies' });
    if (copies.length > MAX_COPIES) throw new Refusal(341, '$flow_many', { most: MAX_COPIES });
    const asked = demandWords(remark);
    knownPeople(copies, env);
    const open = copyRows(state, actor, { copies }, env, state.case.state, state.case.visit).map((row) => ({ ...row, asked }));
    if (open.length === 0) throw new Refusal(310, '$flow_copied');
    return { ...stays(state.case, { op, actor, now: env.now }), remark: asked, open };
  },
};
