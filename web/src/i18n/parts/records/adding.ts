import { adding as en } from '../../en_US/records/adding.ts';
import { adding } from '../../zh_CN/records/adding.ts';

/** Texts of a record that is added where another refers to it; what draws it adds them (`addTexts`). Chinese names the keys. */
export const ADDING_ZH = { adding };
export const ADDING_EN: { adding: Record<keyof typeof adding, string> } = { adding: en };
