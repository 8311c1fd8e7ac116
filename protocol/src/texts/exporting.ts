import type { ServerText } from './text.ts';

/** Why something is not given away as a file. */
export const exporting = {
  exportPart: {
    zh_CN: '有些计入的记录您只能查看，不能导出',
    en_US: 'Some of the records counted here are yours to look at, but not to export',
  },
} satisfies Record<string, ServerText>;
