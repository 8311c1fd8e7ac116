/** What opens in a tab: a page of a table (cloud, op, id), or one of the client's own by its address (url). */
export interface PageDescriptor {
  cloud?: string;
  /** List, Tree, Group, Show, Add, Modify, Review, Reply … */
  op?: string;
  id?: number;
  url?: string;
  mode?: 'TABLE' | 'FORM' | 'REPORT' | 'BOARD' | 'TREE' | 'GROUP' | 'TAB';
  /** further facts of the page, such as a parent's id, a to-do row */
  query?: Readonly<Record<string, string>>;
}

/** A tab's words in both languages, so that switching the language relabels it. */
export interface TabLabel {
  key_name: string;
  key_name_en: string;
}

/** The words of a record: its names, or the one that it has for both languages. */
export const dataLabel = (name: string, english = ''): TabLabel => ({ key_name: name, key_name_en: english || name });

/** In the address of a new record: the id of the one that it begins as a copy of. */
export const COPY_OF = 'copy_of';

/** What a person set on a page and its address carries, such as keyword, sort and page; not what the page is. */
export type PageView = Readonly<Record<string, string>>;

/** The kinds of pages of a table, as its address names them. */
export type PageSegment = 'list' | 'tree' | 'group' | 'report' | 'board' | 'form' | 'tabform' | 'bin' | 'batch';

const BY_MODE = { TABLE: 'list', FORM: 'form', REPORT: 'report', BOARD: 'board', TREE: 'tree', GROUP: 'group', TAB: 'tabform' } as const;
const BY_OP: Readonly<Record<string, PageSegment>> = { List: 'list', Tree: 'tree', Group: 'group', Recycle: 'bin', Batch: 'batch' };

/** A page of a table by its descriptor: mode, then op; what is neither is a record's. */
export function segmentOf({ mode, op = 'List' }: PageDescriptor): PageSegment {
  if (mode) return BY_MODE[mode];
  return Object.hasOwn(BY_OP, op) ? BY_OP[op]! : 'form';
}

const isRecord = (page: PageDescriptor): boolean => ['form', 'tabform'].includes(segmentOf(page));

/** Two descriptors that mean the same page have the same key. */
export function pageKey(page: PageDescriptor): string {
  if (page.url !== undefined) return JSON.stringify([page.url]);
  const query = Object.entries(page.query ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  // with tabs or without, a record's page is the same
  return JSON.stringify([
    isRecord(page) ? 'form' : segmentOf(page),
    page.cloud ?? '',
    isRecord(page) ? (page.op ?? 'Show') : '',
    page.id ?? 0,
    query,
  ]);
}

/** Pages that share a tab have the same key: a record has one, whatever is done with it there. */
export const tabKey = (page: PageDescriptor): string =>
  page.url === undefined && page.id && isRecord(page) ? JSON.stringify([page.cloud ?? '', page.id]) : pageKey(page);

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
