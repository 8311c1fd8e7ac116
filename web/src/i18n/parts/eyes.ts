import { eyes as en } from '../en_US/eyes.ts';
import { eyes } from '../zh_CN/eyes.ts';

/** Texts of a window that looks through somebody's eyes; what shows them adds them (`addTexts`). Chinese names the keys. */
export const EYES_ZH = { eyes };
export const EYES_EN: { eyes: Record<keyof typeof eyes, string> } = { eyes: en };
