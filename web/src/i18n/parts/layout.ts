import { layout as en } from '../en_US/records/layout.ts';
import { views as viewsEn } from '../en_US/records/views.ts';
import { layout } from '../zh_CN/records/layout.ts';
import { views } from '../zh_CN/records/views.ts';

/** Texts of a list's layout, which its panel adds (`addTexts`). Chinese names the keys. */
export const LAYOUT_ZH = { layout };
export const LAYOUT_EN: { layout: Record<keyof typeof layout, string> } = { layout: en };

/** Texts of its named views, which their picker adds. */
export const VIEWS_ZH = { views };
export const VIEWS_EN: { views: Record<keyof typeof views, string> } = { views: viewsEn };
