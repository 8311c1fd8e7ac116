import { below as en } from '../../en_US/records/below.ts';
import { below } from '../../zh_CN/records/below.ts';

/** Texts of a list whose rows can be opened, which it adds (`addTexts`). Chinese names the keys. */
export const BELOW_ZH = { below };
export const BELOW_EN: { below: Record<keyof typeof below, string> } = { below: en };
