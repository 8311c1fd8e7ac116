import { home as en } from '../en_US/home.ts';
import { home } from '../zh_CN/home.ts';

/** Texts of the chooser, which adds them (`addTexts`). Chinese names the keys. */
export const HOME_ZH = { home };
export const HOME_EN: { home: Record<keyof typeof home, string> } = { home: en };
