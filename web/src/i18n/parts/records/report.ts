import { report as en } from '../../en_US/records/report.ts';
import { report } from '../../zh_CN/records/report.ts';

/** Texts of a report; its page adds them (`addTexts`). Chinese names the keys. */
export const REPORT_ZH = { report };
export const REPORT_EN: { report: Record<keyof typeof report, string> } = { report: en };
