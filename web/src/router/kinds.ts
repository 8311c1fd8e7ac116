import { type PageDescriptor, type PageSegment, segmentOf } from '#web/nav/page.ts';

/** The kinds of pages that exist. One table: `PAGES` in pages.ts draws each, `kindOf` chooses. */
export type PageKind =
  | 'list'
  | 'group'
  | 'tree'
  | 'form'
  | 'bin'
  | 'batch'
  | 'report'
  | 'board'
  | 'todo'
  | 'messages'
  | 'changes'
  | 'account'
  | 'profile'
  | 'roles'
  | 'missing';

/** Pages of the client's own, by address below /main (FRAME-10). A row appears when what it opens works. */
const ADDRESSES: Readonly<Record<string, PageKind>> = {
  '/todo': 'todo',
  '/message': 'messages',
  '/auth': 'roles',
  '/profile': 'profile',
  '/changes': 'changes',
};

/** The kinds of a table's pages (nav/page.ts says which a descriptor means). */
const OF_TABLE: Readonly<Partial<Record<PageSegment, PageKind>>> = {
  list: 'list',
  group: 'group',
  tree: 'tree',
  form: 'form',
  tabform: 'form',
  bin: 'bin',
  batch: 'batch',
  report: 'report',
  board: 'board',
};
/** What a page is opened for; anything else is done without one. */
const OPENED: ReadonlySet<string> = new Set(['List', 'Tree', 'Group', 'Show', 'Add', 'Modify', 'Review', 'Reply', 'Recycle', 'Batch']);

/** What is done upon a record on a page of its own, which is no form. */
const OF_OP: Readonly<Record<string, PageKind>> = { Account: 'account' };

/** Page descriptor to page kind (FRAME-09): url, then mode, then op. */
export function kindOf(page: PageDescriptor): PageKind {
  if (page.url !== undefined) return own(ADDRESSES, page.url);
  if (page.cloud && page.id && page.mode === undefined && Object.hasOwn(OF_OP, page.op ?? '')) return OF_OP[page.op ?? '']!;
  if (!page.cloud || (page.mode === undefined && !OPENED.has(page.op ?? 'List'))) return 'missing';
  return OF_TABLE[segmentOf(page)] ?? 'missing';
}

function own(table: Readonly<Record<string, PageKind>>, name: string): PageKind {
  return Object.hasOwn(table, name) ? table[name]! : 'missing';
}
