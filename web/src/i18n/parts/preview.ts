import { preview as en } from '../en_US/desk.ts';
import { preview } from '../zh_CN/desk.ts';

/** Texts of the to-do that is looked at beside the list; what shows them adds them (`addTexts`). Chinese names the keys. */
export const PREVIEW_ZH = { preview };
export const PREVIEW_EN: { preview: Record<keyof typeof preview, string> } = { preview: en };
