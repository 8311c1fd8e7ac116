import { version as en } from '../../en_US/records/version.ts';
import { version } from '../../zh_CN/records/version.ts';

/** Texts of a version that is looked at; its dialog adds them (`addTexts`). Chinese names the keys. */
export const VERSION_ZH = { version };
export const VERSION_EN: { version: Record<keyof typeof version, string> } = { version: en };
