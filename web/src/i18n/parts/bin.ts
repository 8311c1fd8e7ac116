import { bin as en } from '../en_US/records/bin.ts';
import { bin } from '../zh_CN/records/bin.ts';

/** Texts of the recycle bin; its page adds them (`addTexts`). Chinese names the keys. */
export const BIN_ZH = { bin };
export const BIN_EN: { bin: Record<keyof typeof bin, string> } = { bin: en };
