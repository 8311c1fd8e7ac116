import type { Reply, WireRow } from '#protocol/wire/envelope.ts';
import { readShortcuts } from '#protocol/wire/shortcut.ts';
import type { Access } from '#server/access/access.ts';
import { modulesFor } from '#server/access/menus.ts';
import type { House } from '#server/meta/house.ts';
import type { Menu } from '#server/meta/menus/standing.ts';
import { readPage } from '../read/page.ts';

/** His shortcuts that open something for him, each as its menu has it, with its module; and the row that keeps them. */
export async function readShortcutsOf(house: House, access: Access): Promise<Reply> {
  const grant = access.grant(access.table('shortcut'), 'Page');
  const { rows = [] } = await readPage(house, access, grant, { page: 1, rows: 1, fields: 'content' });
  const [kept] = rows as readonly WireRow[];
  const entries = new Map(
    modulesFor(access).flatMap(({ code, menus }) => leavesOf(menus).map((menu) => [menu.uid, { ...menu, module: code }])),
  );
  const shown = (readShortcuts(kept?.content) ?? []).flatMap((uid) => entries.get(uid) ?? []);
  return { rows: shown as unknown as WireRow[], data: kept ? { id: kept.id, version: kept.version } : {} };
}

const leavesOf = (menus: readonly Menu[]): Menu[] =>
  menus.flatMap((menu) => (menu.type === 'TAB' ? [menu] : leavesOf(menu.children ?? [])));
