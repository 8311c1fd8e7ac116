import { messages as en } from '../en_US/messages.ts';
import { messages } from '../zh_CN/messages.ts';

/** Texts of the message centre; its page adds them (`addTexts`). Chinese names the keys. */
export const MESSAGES_ZH = { messages };
export const MESSAGES_EN: { messages: Record<keyof typeof messages, string> } = { messages: en };
