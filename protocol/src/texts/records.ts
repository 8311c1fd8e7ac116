import type { ServerText } from './text.ts';

/** Why records could not be read, or an action not run. */
export const records = {
  searchTooLong: {
    zh_CN: '要查找的文字不能超过 <{limit}> 个字符',
    en_US: 'The text to look for can have at most <{limit}> characters',
  },
  boardNoRecord: { zh_CN: '参数错误', en_US: 'Wrong parameter' },
  callNotOffered: {
    zh_CN: '该记录目前不能执行此操作',
    en_US: 'This cannot be done to the record as it is now',
  },
  callAsks: { zh_CN: '有 <{n}> 项需要确认', en_US: '<{n}> of them have to be confirmed' },
} satisfies Record<string, ServerText>;
