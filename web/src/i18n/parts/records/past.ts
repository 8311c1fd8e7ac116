import { past as en } from '../../en_US/records/past.ts';
import { past } from '../../zh_CN/records/past.ts';

/** Texts of what is shown as of a month of the past, which its bar and picker add (`addTexts`). Chinese names the keys. */
export const PAST_ZH = { past };
export const PAST_EN: { past: Record<keyof typeof past, string> } = { past: en };
