import { forgot as en } from '../../en_US/threshold/forgot.ts';
import { forgot } from '../../zh_CN/threshold/forgot.ts';

/** Texts of the page for a forgotten password, which adds them (`addTexts`). Chinese names the keys. */
export const FORGOT_ZH = { forgot };
export const FORGOT_EN: { forgot: Record<keyof typeof forgot, string> } = { forgot: en };
