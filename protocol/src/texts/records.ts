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
  callAsks: { zh_CN: '有 <{n}> 项需要确认', en_US: '<{n}> of them have to be confirmed' },
} satisfies Record<string, ServerText>;
