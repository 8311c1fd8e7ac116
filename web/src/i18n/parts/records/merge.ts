import { merge as en } from '../../en_US/records/merge.ts';
import { merge } from '../../zh_CN/records/merge.ts';

/** Texts of the dialog that puts two people's changes together; it adds them (`addTexts`). Chinese names the keys. */
export const MERGE_ZH = { merge };
export const MERGE_EN: { merge: Record<keyof typeof merge, string> } = { merge: en };
