import type { PageDescriptor } from '#web/nav/page.ts';

/** The kinds of pages that exist. One table: `PAGES` in pages.ts draws each, `kindOf` chooses. */
export type PageKind = 'list' | 'form' | 'todo' | 'missing';

/** Pages of the client's own, by address below /main (FRAME-10). A row appears when what it opens works. */
const ADDRESSES: Readonly<Record<string, PageKind>> = { '/todo': 'todo' };

const BY_OP: Readonly<Record<string, PageKind>> = {
  List: 'list',
  Show: 'form',
  Add: 'form',
  Modify: 'form',
  Review: 'form',
  Reply: 'form',
};
const BY_MODE: Readonly<Record<string, PageKind>> = { TABLE: 'list', FORM: 'form' };

/** Page descriptor to page kind (FRAME-09): url, then mode, then op. */
export function kindOf(page: PageDescriptor): PageKind {
  if (page.url !== undefined) return own(ADDRESSES, page.url);
  if (!page.cloud) return 'missing';
  if (page.mode !== undefined) return own(BY_MODE, page.mode);
  return own(BY_OP, page.op ?? 'List');
}

function own(table: Readonly<Record<string, PageKind>>, name: string): PageKind {
  return Object.hasOwn(table, name) ? table[name]! : 'missing';
}
