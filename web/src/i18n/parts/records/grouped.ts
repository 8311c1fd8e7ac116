import { grouped as en } from '../../en_US/records/grouped.ts';
import { grouped } from '../../zh_CN/records/grouped.ts';

/** Texts of a list in groups, which it adds (`addTexts`). Chinese names the keys. */
export const GROUPED_ZH = { grouped };
export const GROUPED_EN: { grouped: Record<keyof typeof grouped, string> } = { grouped: en };
