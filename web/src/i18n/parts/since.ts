import { since as en } from '../en_US/case/since.ts';
import { since } from '../zh_CN/case/since.ts';

/** Texts of what has changed since one decided or looked, which its line adds (`addTexts`). Chinese names the keys. */
export const SINCE_ZH = { since };
export const SINCE_EN: { since: Record<keyof typeof since, string> } = { since: en };
