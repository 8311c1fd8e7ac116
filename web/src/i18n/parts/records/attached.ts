import { attached as en } from '../../en_US/records/attached.ts';
import { attached } from '../../zh_CN/records/attached.ts';

/** Texts of the files that stand in a record; what draws it adds them (`addTexts`). Chinese names the keys. */
export const ATTACHED_ZH = { attached };
export const ATTACHED_EN: { attached: Record<keyof typeof attached, string> } = { attached: en };
