import { setup as en } from '../../en_US/threshold/setup.ts';
import { setup } from '../../zh_CN/threshold/setup.ts';

/** Texts of the set-up page, which adds them (`addTexts`). Chinese names the keys. */
export const SETUP_ZH = { setup };
export const SETUP_EN: { setup: Record<keyof typeof setup, string> } = { setup: en };
