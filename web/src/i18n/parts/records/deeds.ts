import { deeds as en } from '../../en_US/records/deeds.ts';
import { deeds } from '../../zh_CN/records/deeds.ts';

/** Texts of actions that call a handler or open an address; what does it adds them (`addTexts`). Chinese names the keys. */
export const DEEDS_ZH = { deeds };
export const DEEDS_EN: { deeds: Record<keyof typeof deeds, string> } = { deeds: en };
