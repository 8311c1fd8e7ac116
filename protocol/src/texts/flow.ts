import type { ServerText } from './text.ts';

export const flow = {
  flow_decided: {
    zh_CN: '已由<{name}>办理（<{event}>），目前处于“<{step}>”',
    en_US: 'Already handled by <{name}> (<{event}>), now at “<{step}>”',
  },
  flow_handed_on: {
    zh_CN: '已移交给<{name}>办理，目前处于“<{step}>”',
    en_US: 'Handed over to <{name}>, now at “<{step}>”',
  },
  flow_withdrawn: {
    zh_CN: '已由<{name}>撤回，目前处于“<{step}>”',
    en_US: 'Taken back by <{name}>, now at “<{step}>”',
  },
  flow_excused: { zh_CN: '该事项已无需您办理', en_US: 'This no longer waits for you' },
  flow_blocked: { zh_CN: '征询尚未全部回复，暂不能办理', en_US: 'Waiting for the answer of a colleague who was asked' },
  flow_guard: { zh_CN: '当前数据不满足该操作的条件', en_US: 'The record does not meet the condition of this choice' },
  flow_guard_gone: {
    zh_CN: '“<{label}>”所选的记录已不存在，无法判断该操作的条件：请先改选，或退回',
    en_US: 'What “<{label}>” names is no longer there, so the condition of this choice cannot be told: choose another first, or return it',
  },
  flow_other_step: {
    zh_CN: '按当前数据，下一步是“<{step}>”，不是“<{meant}>”，请重新确认办理人',
    en_US: 'As the record stands the next step is “<{step}>”, not “<{meant}>”: please check who handles it',
  },
  flow_need_remark: { zh_CN: '请填写办理意见', en_US: 'Please give your opinion' },
  flow_need_field: { zh_CN: '请先填写：<{label}>', en_US: 'Please fill in: <{label}>' },
  flow_need_hidden: {
    zh_CN: '尚有您看不到的必填内容未填写，请联系能看到它的同事或管理员',
    en_US: 'Something that you do not see is still to be filled in: please ask a colleague who sees it, or an administrator',
  },
  flow_need_event: { zh_CN: '请选择办理结果', en_US: 'Please choose an action' },
  flow_need_todo: {
    zh_CN: '您受多人委托办理该事项，请选择代谁办理',
    en_US: 'You act for several people here: please choose for whom',
  },
  flow_self: {
    zh_CN: '本人申请或提交的事项，不能代他人办理',
    en_US: 'You cannot sign for others what you applied for or submitted yourself',
  },
  flow_self_named: { zh_CN: '申请人和提交人不能办理自己的事项', en_US: 'Who applied or submitted does not sign his own case' },
  flow_no_handler: {
    zh_CN: '“<{step}>”没有可以办理的人，请联系管理员',
    en_US: 'Nobody can handle “<{step}>”, please tell the administrator',
  },
  flow_no_role: {
    zh_CN: '“<{step}>”缺少办理人：<{role}>，请联系管理员',
    en_US: 'Nobody handles “<{step}>” as <{role}>, please tell the administrator',
  },
  flow_write_back_applicant: {
    zh_CN: '批准后要写入“<{table}>”，写不进去：<{why}>。该值来自“<{from}>”，请退回给申请人 <{who}> 修改',
    en_US:
      'The approval has to be written into <{table}>, which is refused: <{why}>. The value comes from <{from}>: return it to the applicant, <{who}>, to change it',
  },
  flow_write_back_step: {
    zh_CN: '批准后要写入“<{table}>”，写不进去：<{why}>。该值来自“<{from}>”，请退回到“<{step}>”修改',
    en_US:
      'The approval has to be written into <{table}>, which is refused: <{why}>. The value comes from <{from}>: return it to the step <{step}> to change it',
  },
  flow_write_back_admin: {
    zh_CN: '批准后要写入“<{table}>”，写不进去：<{why}>。您无法更正，请联系管理员（<{who}>）',
    en_US:
      'The approval has to be written into <{table}>, which is refused: <{why}>. You cannot correct it: please tell an administrator (<{who}>)',
  },
  flow_lock: { zh_CN: '该记录正在被他人办理，请稍候再试', en_US: 'Someone is handling this record right now, please try again shortly' },
} satisfies Record<string, ServerText>;
