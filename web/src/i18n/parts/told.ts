import { told as en } from '../en_US/messages.ts';
import { told } from '../zh_CN/messages.ts';

/** Texts of what one was told, which its marks and titles add (`addTexts`). Chinese names the keys. */
export const TOLD_ZH = { told };
export const TOLD_EN: { told: Record<keyof typeof told, string> } = { told: en };
