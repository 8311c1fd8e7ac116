import { layout as en } from '../en_US/records/layout.ts';
import { layout } from '../zh_CN/records/layout.ts';

/** Texts of a list's layout, which its panel adds (`addTexts`). Chinese names the keys. */
export const LAYOUT_ZH = { layout };
export const LAYOUT_EN: { layout: Record<keyof typeof layout, string> } = { layout: en };
