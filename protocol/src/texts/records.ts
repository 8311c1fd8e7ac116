import type { ServerText } from './text.ts';

/** Why records could not be read, or an action not run. */
export const records = {
  searchTooLong: {
    zh_CN: '要查找的文字不能超过 <{limit}> 个字符',
    en_US: 'The text to look for can have at most <{limit}> characters',
  },
  pivotMuch: {
    zh_CN: '结果超过 <{columns}> 列或 <{cells}> 格，请改用更大的期间或缩小查询范围',
    en_US: 'This comes to more than <{columns}> columns or <{cells}> cells: choose longer periods, or search for fewer',
  },
  boardEmpty: { zh_CN: '至少保留一个部分', en_US: 'At least one part has to stay' },
  boardStale: {
    zh_CN: '您已在其他窗口调整过此看板；再次保存将以这里为准',
    en_US: 'You have arranged this board elsewhere; save again to keep what is here',
  },
  boardPart: { zh_CN: '看板中没有这一部分', en_US: 'The board has no such part' },
  boardNoRecord: { zh_CN: '参数错误', en_US: 'Wrong parameter' },
  callNotOffered: {
    zh_CN: '该记录目前不能执行此操作',
    en_US: 'This cannot be done to the record as it is now',
  },
  madeName: { zh_CN: '操作生成的文件名称不正确：{name}', en_US: 'The action gave a file with a name that is none: {name}' },
  madeType: {
    zh_CN: '操作生成的文件 {name} 类型不允许：{type}',
    en_US: 'The action gave {name}, which it may not as {type}',
  },
  madeOther: {
    zh_CN: '操作生成的文件 {name} 内容与类型不符',
    en_US: 'What the action gave as {name} is something else',
  },
  madeLarge: { zh_CN: '操作生成的文件不能超过 <{mb}> MB', en_US: 'The file that the action gives can have at most <{mb}> MB' },
  madeSeveral: { zh_CN: '此操作每次只能对一条记录生成文件', en_US: 'This action gives a file of one record at a time' },
  madeInDecision: { zh_CN: '随办理执行的操作不能生成文件', en_US: 'What is carried out with a decision gives no file' },
  callAsks: { zh_CN: '有 <{n}> 项需要确认', en_US: '<{n}> of them have to be confirmed' },
} satisfies Record<string, ServerText>;
