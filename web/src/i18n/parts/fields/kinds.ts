import { kinds as en } from '../../en_US/kinds.ts';
import { kinds } from '../../zh_CN/kinds.ts';

/** Texts of types with a box of their own; their boxes add them (`addTexts`). Chinese names the keys. */
export const KINDS_ZH = { kinds };
export const KINDS_EN: { kinds: Record<keyof typeof kinds, string> } = { kinds: en };
