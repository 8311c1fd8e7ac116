import { account as en } from '../en_US/account.ts';
import { account } from '../zh_CN/account.ts';

/** Texts of one's own account, which its page adds (`addTexts`). Chinese names the keys. */
export const ACCOUNT_ZH = { account };
export const ACCOUNT_EN: { account: Record<keyof typeof account, string> } = { account: en };
