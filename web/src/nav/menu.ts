import type { PageDescriptor, TabLabel } from './page.ts';

/** A menu item as LoadMenu answers it (the suite's MenuDef). */
export interface MenuItem {
  uid: string;
  key_name: string;
  key_name_en: string;
  type: 'DIR' | 'TAB';
  icon?: string;
  cloud?: string;
  op?: string;
  url?: string;
  query?: Readonly<Record<string, string>>;
  /** an address outside */
  link?: string;
  children?: readonly MenuItem[];
}

/** The address of a page of a report or a board. */
const NAMED = /^\/(report|board)\/(\w+)$/;

/** What a TAB item opens: an address where it has one, else its table's page. */
export function menuPage(item: MenuItem): PageDescriptor {
  const query = item.query ? { query: item.query } : {};
  const [, kind, named] = NAMED.exec(item.url ?? '') ?? [];
  if (named) return { cloud: named, mode: kind === 'board' ? 'BOARD' : 'REPORT', ...query };
  if (item.url) return { url: item.url, ...query };
  return { ...(item.cloud ? { cloud: item.cloud } : {}), op: item.op ?? 'List', ...query };
}

export const menuLabel = ({ key_name, key_name_en }: MenuItem): TabLabel => ({ key_name, key_name_en });

/** All TAB items, with the names of the folders above them. */
export function menuLeaves(
  items: readonly MenuItem[],
  above: readonly MenuItem[] = [],
): readonly { item: MenuItem; above: readonly MenuItem[] }[] {
  return items.flatMap((item) => (item.type === 'TAB' ? [{ item, above }] : menuLeaves(item.children ?? [], [...above, item])));
}

/** Whether `words` (split at spaces) all stand in one of the texts, upper and lower case alike. */
export function matches(words: string, texts: readonly string[]): boolean {
  const parts = words.toLowerCase().split(/\s+/).filter(Boolean);
  const all = texts.join('\n').toLowerCase();
  return parts.every((part) => all.includes(part));
}
