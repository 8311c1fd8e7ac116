import { chart as en } from '../en_US/case/chart.ts';
import { chart } from '../zh_CN/case/chart.ts';

/** Texts of the flow chart, which adds them (`addTexts`). Chinese names the keys. */
export const CHART_ZH = { chart };
export const CHART_EN: { chart: Record<keyof typeof chart, string> } = { chart: en };
