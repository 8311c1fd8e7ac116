import type { ServerText } from './text.ts';

/** What only an act upon a case is refused with, and what it warns of: a limit, who signs, where it goes back to, asking, passing on, adding, giving to read, hurrying, taking back, handing over. */
export const acts = {
  agent_self: { zh_CN: '不能请自己代理', en_US: 'Nobody acts for himself' },
  agent_over: { zh_CN: '结束时间应晚于开始时间和现在', en_US: 'It ends after it begins, and after now' },
  agent_long: { zh_CN: '一次最长一年', en_US: 'A year at most at once' },
  agent_domain: {
    zh_CN: '代理人没有您的核算域，看不到您的待办',
    en_US: 'Your agent works in none of your domains and would see none of your to-dos',
  },
  agent_taken: { zh_CN: '该时段已有人代理', en_US: 'Somebody acts for you in that time already' },
  agent_often: {
    zh_CN: '今天已通知该代理人 <{most}> 次，请明天再安排',
    en_US: 'This agent has been told <{most}> times today: plan it tomorrow',
  },
  agent_many: { zh_CN: '最多安排 <{most}> 次', en_US: 'At most <{most}> absences can be planned' },
  flow_need_limit: { zh_CN: '加急事项请填写办理时限', en_US: 'An urgent matter needs a time limit' },
  flow_limit_past: { zh_CN: '办理时限应晚于当前时间', en_US: 'The time limit must lie in the future' },
  flow_limit_far: { zh_CN: '办理时限最长十年', en_US: 'The time limit lies within ten years' },
  flow_limit_unasked: { zh_CN: '该办理结果没有办理时限', en_US: 'This choice has no time limit' },
  flow_need_back: { zh_CN: '请选择退回到哪一步', en_US: 'Please choose the step to return to' },
  flow_back_unknown: { zh_CN: '不能退回到该记录', en_US: 'It cannot be returned to that entry' },
  flow_handler_bound: { zh_CN: '只能从该步骤的办理人中选择', en_US: 'Only handlers of this step can be named' },
  flow_handler_all: { zh_CN: '该步骤的办理人不能减少', en_US: 'Nobody of this step may be left out' },
  flow_least: { zh_CN: '至少选择 <{least}> 位该步骤的办理人', en_US: 'Please choose at least <{least}> handlers of this step' },
  flow_handler_fixed: { zh_CN: '该步骤的办理人由流程指定', en_US: 'The flow itself names the handlers of this step' },
  flow_need_attach: { zh_CN: '请上传附件', en_US: 'Please attach a file' },
  flow_handover_own: {
    zh_CN: '本人申请或提交的事项，不能由本人指定接手人',
    en_US: 'Who takes over a case that you applied for or submitted is for somebody else to say',
  },
  flow_handover_why: { zh_CN: '请填写移交原因', en_US: 'Please say why it is handed over' },
  flow_handover_same: { zh_CN: '请选择另一位接手人', en_US: 'Please choose another person to receive it' },
  flow_handover_applicant: {
    zh_CN: '退回申请人修改的事项只能由申请人提交，不能移交',
    en_US: 'What is back with its applicant can be sent in by nobody else: it cannot be handed over',
  },
  flow_handover_bound: {
    zh_CN: '“<{step}>”由流程指定的人员办理，接手人不在其中',
    en_US: 'The flow says who handles “<{step}>”, and the receiver is not among them',
  },
  flow_handover_could: {
    zh_CN: '“<{step}>”由流程指定的人员办理，接手人不在其中；可移交给 <{who}>',
    en_US: 'The flow says who handles “<{step}>”, and the receiver is not among them; <{who}> could take it',
  },
  flow_handover_nobody: {
    zh_CN: '“<{step}>”由流程指定的人员办理，目前没有其他人可以接手；请先把相应的角色、岗位或负责人给接手人',
    en_US: 'The flow says who handles “<{step}>”, and nobody else could take it now; give the receiver the role, post or department first',
  },
  flow_handover_twice: {
    zh_CN: '接手人在该记录上已有待办，或已在该步骤办理',
    en_US: 'The receiver has a to-do on this record already, or has decided at this step',
  },
  flow_twice: { zh_CN: '<{name}>在该记录上已有待办', en_US: '<{name}> has a to-do on this record already' },
  flow_signed_here: { zh_CN: '<{name}>已在该步骤办理', en_US: '<{name}> has decided at this step already' },
  flow_domain: {
    zh_CN: '<{name}>没有该记录所属的核算域，无法打开',
    en_US: '<{name}> does not work in the domain of this record and could not open it',
  },
  flow_many: { zh_CN: '最多选择 <{most}> 人', en_US: 'At most <{most}> people' },
  flow_relay_off: { zh_CN: '该步骤不能征询', en_US: 'Nobody can be asked for an opinion at this step' },
  flow_relay_what: { zh_CN: '请填写要征询的问题', en_US: 'Please say what you ask' },
  flow_relay_whom: { zh_CN: '请选择征询谁', en_US: 'Please choose whom to ask' },
  flow_relay_none: { zh_CN: '没有未回复的征询', en_US: 'No question is open' },
  flow_assign_off: { zh_CN: '该步骤不能转办', en_US: 'Nothing can be passed on at this step' },
  flow_assign_whom: { zh_CN: '请选择转给谁办理', en_US: 'Please choose who decides instead' },
  flow_assign_again: { zh_CN: '转来的待办不能再转', en_US: 'What was passed to you goes no further' },
  flow_assign_countersign: { zh_CN: '会签须本人表态，不能转办', en_US: 'A countersignature is your own and cannot be passed on' },
  flow_assign_bound: {
    zh_CN: '“<{step}>”由流程指定的人员办理，只能转给其中的人',
    en_US: 'The flow says who handles “<{step}>”: it can be passed on only among them',
  },
  flow_add_sign_off: { zh_CN: '该步骤不能加签', en_US: 'No signer can be added at this step' },
  flow_add_sign_whom: { zh_CN: '请选择加签人', en_US: 'Please choose who signs too' },
  flow_add_sign_vote: { zh_CN: '按比例表决的步骤不能加签', en_US: 'A vote by ratio takes no further signers' },
  flow_add_sign_any: { zh_CN: '该步骤任一人办理即可，只能加在之后', en_US: 'Any one of several decides here: signers can only come after' },
  flow_add_sign_turned: { zh_CN: '转来的待办不能加在自己之前', en_US: 'Nobody can sign before what was passed to you' },
  flow_remove_sign_who: { zh_CN: '只有加签的人或管理员可以减签', en_US: 'Only who added a signer, or an administrator, takes him off' },
  flow_remove_sign_asked: { zh_CN: '征询请用撤回征询收回', en_US: 'A question is taken back by withdrawing it' },
  flow_remove_sign_bound: {
    zh_CN: '流程要求该人员办理，不能减签',
    en_US: 'The flow demands this signature: its signer cannot be taken off',
  },
  flow_remove_sign_decides: { zh_CN: '减签后该步骤会直接有结果，不能减签', en_US: 'Without this signer the step would be decided at once' },
  flow_remove_sign_last: { zh_CN: '减签后没有人办理该步骤，不能减签', en_US: 'Without this signer nobody would be left to decide' },
  flow_copy_off: { zh_CN: '该单据不能抄送', en_US: 'This record cannot be copied to others' },
  flow_copy_draft: { zh_CN: '提交后才能抄送', en_US: 'It can be copied to others once it is submitted' },
  flow_copy_whom: { zh_CN: '请选择抄送谁', en_US: 'Please choose who is to read it' },
  flow_copied: { zh_CN: '所选的人都已收到，尚未阅读', en_US: 'All of them have it to read already' },
  flow_revoke_off: { zh_CN: '该流程不能撤回', en_US: 'Nothing can be taken back in this flow' },
  flow_revoke_other: { zh_CN: '不是您送到这一步的，或已撤回过', en_US: 'You did not send it to this step, or have taken it back before' },
  flow_revoke_vote: {
    zh_CN: '由多人表决或依次签署送到这一步，不能撤回',
    en_US: 'Several votes or signatures sent it here: it cannot be taken back',
  },
  flow_revoke_written: {
    zh_CN: '送到这一步时已写入其他单据，不能撤回，请由当前办理人退回',
    en_US: 'Sending it here has written into other records: it cannot be taken back, whoever has it now may return it',
  },
  flow_short_seen: {
    zh_CN: '“<{table}>”<{record}>的“<{field}>”不足：现有 <{has}>，本次需要 <{asked}>',
    en_US: 'Not enough “<{field}>” of <{record}> (<{table}>): there is <{has}>, and <{asked}> is asked for',
  },
  flow_short_least: {
    zh_CN: '“<{table}>”<{record}>的“<{field}>”不足：现有 <{has}>，本次需要 <{asked}>，至少须留 <{least}>',
    en_US: 'Not enough “<{field}>” of <{record}> (<{table}>): there is <{has}>, <{asked}> is asked for, and <{least}> must stay',
  },
  flow_short_unseen: {
    zh_CN: '“<{table}>”中的“<{field}>”不足',
    en_US: 'There is not enough “<{field}>” in <{table}>',
  },
  flow_short_here: {
    zh_CN: '<{short}>。请减少“<{from}>”，或补足后再办理',
    en_US: '<{short}>. Ask for less in <{from}>, or decide once there is more',
  },
  flow_short_applicant: {
    zh_CN: '<{short}>。请退回给申请人 <{who}> 减少“<{from}>”，或补足后再办理',
    en_US: '<{short}>. Return it to the applicant, <{who}>, to ask for less in <{from}>, or decide once there is more',
  },
  flow_short_step: {
    zh_CN: '<{short}>。请退回到“<{step}>”减少“<{from}>”，或补足后再办理',
    en_US: '<{short}>. Return it to the step <{step}> to ask for less in <{from}>, or decide once there is more',
  },
  flow_short_admin: {
    zh_CN: '<{short}>。请补足后再办理，或联系管理员（<{who}>）',
    en_US: '<{short}>. Decide once there is more, or tell an administrator (<{who}>)',
  },
  flow_amount_below: { zh_CN: '数量小于零', en_US: 'the amount is below zero' },
  flow_revoke_late: { zh_CN: '下一步已有人办理，不能撤回', en_US: 'Somebody has decided since: it cannot be taken back' },
  flow_migrate_why: { zh_CN: '请填写换版原因', en_US: 'Please say why the flow is changed' },
  flow_migrate_home: {
    zh_CN: '在申请人处，重新提交时自动用最新版本',
    en_US: 'With its applicant: the next submission takes the newest version',
  },
  flow_migrate_over: { zh_CN: '流程已结束', en_US: 'Its flow has ended' },
  flow_migrate_newest: { zh_CN: '已是最新版本', en_US: 'It goes by the newest version already' },
  flow_migrate_step: {
    zh_CN: '最新版本没有这个环节，请指定对应的环节',
    en_US: 'The newest version has no such step: say which one it is there',
  },
  flow_migrate_signed: {
    zh_CN: '该环节已有人签署，换版会丢失签署，请在本环节办完后再换',
    en_US: 'Somebody has signed at this step, which would be lost: change it once the step is over',
  },
  flow_migrate_promise: {
    zh_CN: '最新版本必须经过“<{step}>”，该单据没有经过',
    en_US: 'The newest version must pass “<{step}>”, which this record has not',
  },
  flow_migrate_written: {
    zh_CN: '流程按环节登记其他数据，换版会多登记或少登记，请在旧版上办完',
    en_US: 'This flow writes elsewhere at its steps, which would be written twice or not at all: finish it under its old version',
  },
  flow_migrate_event: {
    zh_CN: '该单据已办理的动作在最新版本里是另一个动作，换版后记录会读错，请在旧版上办完',
    en_US:
      'A choice that was made on this record is another one in the newest version: its process would read wrongly. Finish it under its old version',
  },
  flow_migrate_warn: { zh_CN: '尚未换版，以下为将要发生的变化', en_US: 'Nothing is changed yet: this is what would become of each' },
  flow_revoke_why: { zh_CN: '请填写撤回原因', en_US: 'Please say why you take it back' },
  flow_revoke_warn: {
    zh_CN: '将收回到“<{step}>”，<{people}>的待办随即取消，需要您重新办理',
    en_US: 'It comes back to “<{step}>”: the to-dos of <{people}> are cancelled, and you decide anew',
  },
  flow_urge_nobody: { zh_CN: '没有可以催办的人', en_US: 'There is nobody for you to hurry' },
  flow_urge_soon: { zh_CN: '<{minutes}> 分钟内已催办过', en_US: 'They were asked within the last <{minutes}> minutes' },
} satisfies Record<string, ServerText>;
