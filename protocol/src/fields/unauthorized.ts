import type { Label } from './kind.ts';

/** What stands for a record that its reader may not see (FORM-10). */
export const UNAUTHORIZED: Label = { zh_CN: '无权查看数据', en_US: 'Data not authorized for viewing' };
