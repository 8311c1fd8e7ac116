import { session as en } from '../en_US/session.ts';
import { session } from '../zh_CN/session.ts';

/** Texts of the dialog over unsaved work, which adds them (`addTexts`). Chinese names the keys. */
export const SESSION_ZH = { session };
export const SESSION_EN: { session: Record<keyof typeof session, string> } = { session: en };
