import { charts as en } from '../../en_US/records/charts.ts';
import { charts } from '../../zh_CN/records/charts.ts';

/** Texts of charts; who draws them adds them (`addTexts`). Chinese names the keys. */
export const CHARTS_ZH = { charts };
export const CHARTS_EN: { charts: Record<keyof typeof charts, string> } = { charts: en };
