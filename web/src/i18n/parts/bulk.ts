import { bulk as en } from '../en_US/records/bulk.ts';
import { bulk } from '../zh_CN/records/bulk.ts';

/** Texts of changing several records; its dialog and its page add them (`addTexts`). Chinese names the keys. */
export const BULK_ZH = { bulk };
export const BULK_EN: { bulk: Record<keyof typeof bulk, string> } = { bulk: en };
