import { password as en } from '../en_US/password.ts';
import { password } from '../zh_CN/password.ts';

/** Texts of what sets a password, which adds them (`addTexts`). Chinese names the keys. */
export const PASSWORD_ZH = { password };
export const PASSWORD_EN: { password: Record<keyof typeof password, string> } = { password: en };
