import { aside as en } from '../../en_US/records/aside.ts';
import { aside } from '../../zh_CN/records/aside.ts';

/** Texts of a record that stands beside its list; what draws it adds them (`addTexts`). Chinese names the keys. */
export const ASIDE_ZH = { aside };
export const ASIDE_EN: { aside: Record<keyof typeof aside, string> } = { aside: en };
