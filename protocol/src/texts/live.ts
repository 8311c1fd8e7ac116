import type { ServerText } from './text.ts';

/** Titles of live messages of the flow: the server says them, in the language of each session. */
export const live = {
  flow_live_todo: { zh_CN: '新的待办', en_US: 'New to-do' },
  flow_live_todo_for: { zh_CN: '新的待办（代<{principal}>办理）', en_US: 'New to-do on behalf of <{principal}>' },
  flow_live_back: { zh_CN: '退回给您办理的事项', en_US: 'Returned to you' },
  flow_live_turned: { zh_CN: '转给您办理的事项', en_US: 'Passed on to you' },
  flow_live_asked: { zh_CN: '征询您的意见', en_US: 'You are asked for your opinion' },
  flow_live_replied: { zh_CN: '征询已回复', en_US: 'Your question was answered' },
  flow_live_urge: { zh_CN: '催办：请尽快办理', en_US: 'You are asked to hurry' },
  flow_live_withdrawn: { zh_CN: '已撤回，不再需要您办理', en_US: 'Taken back: it no longer waits for you' },
  flow_live_handover: { zh_CN: '移交给您办理的事项', en_US: 'Handed over to you' },
  flow_live_returned: { zh_CN: '您的申请被退回', en_US: 'Your application was returned' },
  flow_live_refused: { zh_CN: '您的申请未通过', en_US: 'Your application was refused' },
  flow_live_approved: { zh_CN: '您的申请已通过', en_US: 'Your application is approved' },
  flow_live_cancelled: { zh_CN: '您的申请已作废', en_US: 'Your application was cancelled' },
  flow_live_cc: { zh_CN: '新的待阅', en_US: 'New to read' },
  flow_live_escalated: { zh_CN: '下属的待办已超时', en_US: 'Somebody who reports to you is late' },
  flow_live_remind: { zh_CN: '待办超时提醒', en_US: 'Reminder: a to-do is late' },
} satisfies Record<string, ServerText>;
