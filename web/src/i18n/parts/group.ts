import { group as en } from '../en_US/group.ts';
import { group } from '../zh_CN/group.ts';

/** Texts of the group page and of the pickers by group, which add them (`addTexts`). Chinese names the keys. */
export const GROUP_ZH = { group };
export const GROUP_EN: { group: Record<keyof typeof group, string> } = { group: en };
