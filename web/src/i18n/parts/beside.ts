import { beside as en } from '../en_US/case/beside.ts';
import { beside } from '../zh_CN/case/beside.ts';

/** Texts of what is done with a case beside deciding it, and of how the process tells of it; who shows any of it adds them (`addTexts`). Chinese names the keys. */
export const BESIDE_ZH = { beside };
export const BESIDE_EN: { beside: Record<keyof typeof beside, string> } = { beside: en };
