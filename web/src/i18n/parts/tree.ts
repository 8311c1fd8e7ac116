import { tree as en } from '../en_US/tree.ts';
import { tree } from '../zh_CN/tree.ts';

/** Texts of trees, which add them (`addTexts`). Chinese names the keys. */
export const TREE_ZH = { tree };
export const TREE_EN: { tree: Record<keyof typeof tree, string> } = { tree: en };
