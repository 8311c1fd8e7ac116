import { paste as en } from '../en_US/records/paste.ts';
import { paste } from '../zh_CN/records/paste.ts';

/** Texts of rows that are pasted; what shows them adds them (`addTexts`). Chinese names the keys. */
export const PASTE_ZH = { paste };
export const PASTE_EN: { paste: Record<keyof typeof paste, string> } = { paste: en };
