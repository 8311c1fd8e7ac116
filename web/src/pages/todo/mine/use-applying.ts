import type { ActionDef } from '#protocol/meta/flow.ts';
import { toolbarActions } from '#protocol/rules/actions.ts';
import { ops } from '#web/api/ops.ts';
import { useOp } from '#web/api/use-op.ts';
import { useTables } from '#web/api/use-tables.ts';
import { type MenuItem, menuLeaves } from '#web/nav/menu.ts';
import { useNav } from '#web/nav/store.ts';

const LONG = 30 * 60_000;

/** How an application of one kind begins. */
export interface Application {
  cloud: string;
  add: ActionDef;
}

/** What the reader may apply for: tables of the menu where he is that are handled in steps, and to which he may add. */
export function useApplying(): readonly Application[] {
  const module = useNav((state) => state.module);
  const menu = useOp(ops.loadMenu, { module }, { fresh: LONG, enabled: module !== '' });
  const leaves = menuLeaves((menu.data?.rows ?? []) as unknown as readonly MenuItem[]);
  const clouds = leaves.flatMap(({ item }) => (item.cloud && !item.url && !item.query ? [item.cloud] : []));
  const tables = useTables([...new Set(clouds)]) ?? [];
  return tables.flatMap((table) => {
    const add = table.flow === 1 ? toolbarActions(table, () => true).find((action) => action.op === 'Add') : undefined;
    return add ? [{ cloud: table.table_name, add }] : [];
  });
}
