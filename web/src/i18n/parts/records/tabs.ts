import { tabs as en } from '../../en_US/records/tabs.ts';
import { tabs } from '../../zh_CN/records/tabs.ts';

/** Texts of a record's tabs, which add them (`addTexts`). Chinese names the keys. */
export const TABS_ZH = { tabs };
export const TABS_EN: { tabs: Record<keyof typeof tabs, string> } = { tabs: en };
