import { mine as en } from '../en_US/desk.ts';
import { mine } from '../zh_CN/desk.ts';

/** Texts of one's own applications and of what narrows the to-do page; what shows them adds them (`addTexts`). Chinese names the keys. */
export const MINE_ZH = { mine };
export const MINE_EN: { mine: Record<keyof typeof mine, string> } = { mine: en };
