import { roles as en } from '../en_US/roles.ts';
import { roles } from '../zh_CN/roles.ts';

/** Texts of the page of role rights, which adds them (`addTexts`). Chinese names the keys. */
export const ROLES_ZH = { roles };
export const ROLES_EN: { roles: Record<keyof typeof roles, string> } = { roles: en };
