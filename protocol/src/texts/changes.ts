import type { ServerText } from './text.ts';

/** Why a change of many records does not begin, goes no further, or leaves a record as it is. */
export const changes = {
  changeNone: { zh_CN: '没有可以修改的记录', en_US: 'There is no record to change' },
  changeMost: {
    zh_CN: '一次最多修改 <{limit}> 条，请先筛选',
    en_US: 'At most <{limit}> records can be changed at once; narrow the list first',
  },
  changeCounted: {
    zh_CN: '符合条件的记录已有变化，现在可修改 <{open}> 条，请核对后再修改',
    en_US: 'The matching records are others by now: <{open}> can be changed. Look again, then change them',
  },
  changesRunning: {
    zh_CN: '您已有 <{limit}> 个批量修改正在进行，请等其中一个结束',
    en_US: 'You have <{limit}> changes under way; wait until one has ended',
  },
  changesDay: {
    zh_CN: '一天内批量修改的记录最多 <{limit}> 条，请明天再改',
    en_US: 'At most <{limit}> records can be changed in this way within a day; go on tomorrow',
  },
  changeNoUndo: { zh_CN: '该批量修改不能撤回', en_US: 'This change cannot be taken back' },
  changeUndoLate: {
    zh_CN: '批量修改只能在 <{hours}> 小时内撤回',
    en_US: 'A change can be taken back within <{hours}> hours only',
  },
  changeNobody: {
    zh_CN: '您的账号已停用、登录已被终止、已不在当时的核算域，或企业已停用，修改已停止',
    en_US: 'Your account was disabled, your sign-ins were ended, you left the domain, or the company was closed; the change stopped',
  },
  changeLate: { zh_CN: '一天内没有完成，修改已停止', en_US: 'It was not done within a day; the change stopped' },
  changeNoRight: { zh_CN: '您已没有批量修改的权限，修改已停止', en_US: 'You may not change these records any more; the change stopped' },
  changeNoField: {
    zh_CN: '要修改的字段已不能批量修改，修改已停止',
    en_US: 'A field of it can no longer be changed for several records; the change stopped',
  },
  changeFault: { zh_CN: '多次出错，修改已停止', en_US: 'It failed several times; the change stopped' },
  changedSince: {
    zh_CN: '<{who}> 已于 <{when}> 又修改了这条记录，保留现在的值',
    en_US: '<{who}> changed this record again at <{when}>; it stays as it is',
  },
  changedSinceSilent: { zh_CN: '这条记录后来又被修改，保留现在的值', en_US: 'This record was changed again since; it stays as it is' },
} as const satisfies Readonly<Record<string, ServerText>>;
