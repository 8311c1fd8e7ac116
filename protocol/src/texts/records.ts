import type { ServerText } from './text.ts';

/** Why records could not be read. */
export const records = {
  searchTooLong: {
    zh_CN: '要查找的文字不能超过 <{limit}> 个字符',
    en_US: 'The text to look for can have at most <{limit}> characters',
  },
} satisfies Record<string, ServerText>;
