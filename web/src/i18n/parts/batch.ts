import { batch as en } from '../en_US/desk.ts';
import { batch } from '../zh_CN/desk.ts';

/** Texts of many to-dos decided at once; what shows them adds them (`addTexts`). Chinese names the keys. */
export const BATCH_ZH = { batch };
export const BATCH_EN: { batch: Record<keyof typeof batch, string> } = { batch: en };
