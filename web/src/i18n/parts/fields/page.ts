import { page as en } from '../../en_US/page.ts';
import { page } from '../../zh_CN/page.ts';

/** Texts of rich text and Markdown; their boxes add them (`addTexts`). Chinese names the keys. */
export const PAGE_ZH = { page };
export const PAGE_EN: { page: Record<keyof typeof page, string> } = { page: en };
