import { find as en } from '../en_US/find.ts';
import { find } from '../zh_CN/find.ts';

/** Texts of the search over everything; its dialog adds them (`addTexts`). Chinese names the keys. */
export const FIND_ZH = { find };
export const FIND_EN: { find: Record<keyof typeof find, string> } = { find: en };
