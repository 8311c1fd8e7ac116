import { files as en } from '../../en_US/fields/files.ts';
import { files } from '../../zh_CN/fields/files.ts';

/** Texts of what shows and takes pictures, videos, sounds and papers; it adds them (`addTexts`). Chinese names the keys. */
export const FILES_ZH = { files };
export const FILES_EN: { files: Record<keyof typeof files, string> } = { files: en };
