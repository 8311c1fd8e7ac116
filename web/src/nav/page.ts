/** What opens in a tab: a page of a table (cloud, op, id), or one of the client's own by its address (url). */
export interface PageDescriptor {
  cloud?: string;
  /** List, Tree, Group, Show, Add, Modify, Review, Reply … */
  op?: string;
  id?: number;
  url?: string;
  mode?: 'TABLE' | 'FORM' | 'REPORT' | 'TREE' | 'GROUP' | 'TAB';
  /** further facts of the page, such as a parent's id, a to-do row */
  query?: Readonly<Record<string, string>>;
}

/** A tab's words in both languages, so that switching the language relabels it; data (a record's name) has the same in both. */
export interface TabLabel {
  key_name: string;
  key_name_en: string;
}

export const dataLabel = (name: string): TabLabel => ({ key_name: name, key_name_en: name });

/** Two descriptors that mean the same page have the same key. */
export function pageKey(page: PageDescriptor): string {
  const query = Object.entries(page.query ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([page.url ?? '', page.cloud ?? '', page.op ?? '', page.id ?? 0, page.mode ?? '', query]);
}

/**
 * Labels over 10 characters are cut to 8 plus '..' (FRAME-06). A character is as wide as a Chinese one: two Latin letters are one
 * (docs/decisions/074), else an English label would lose what it says. Counted as a reader counts: by code points.
 */
export function shortLabel(label: string): string {
  if (widthOf(label) <= 10) return label;
  const letters = [...label];
  while (widthOf(letters.join('')) > 8) letters.pop();
  return `${letters.join('').trimEnd()}..`;
}

const widthOf = (text: string): number => [...text].reduce((sum, letter) => sum + (letter.codePointAt(0)! < 0x2e80 ? 0.5 : 1), 0);
