import { enter as en } from '../../en_US/threshold/enter.ts';
import { enter } from '../../zh_CN/threshold/enter.ts';

/** Texts of the page that a one-time link opens, which adds them (`addTexts`). Chinese names the keys. */
export const ENTER_ZH = { enter };
export const ENTER_EN: { enter: Record<keyof typeof enter, string> } = { enter: en };
