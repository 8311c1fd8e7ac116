import { register as en } from '../../en_US/threshold/register.ts';
import { register } from '../../zh_CN/threshold/register.ts';

/** Texts of the page on which a company registers and of the ways that lead beside the sign-in, which add them (`addTexts`). Chinese names the keys. */
export const REGISTER_ZH = { register };
export const REGISTER_EN: { register: Record<keyof typeof register, string> } = { register: en };
