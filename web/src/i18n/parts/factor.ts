import { factor as en } from '../en_US/factor.ts';
import { factor } from '../zh_CN/factor.ts';

/** Texts of the second factor, which add who asks for one, sets one up or shows one (`addTexts`). Chinese names the keys. */
export const FACTOR_ZH = { factor };
export const FACTOR_EN: { factor: Record<keyof typeof factor, string> } = { factor: en };
