import type { TableDef } from '#protocol/meta/table.ts';
import type { WireRow } from '#protocol/wire/envelope.ts';
import { call } from '#web/api/call.ts';
import { asApiError } from '#web/api/error.ts';
import { ops } from '#web/api/ops.ts';
import { afterAdd } from '../state/granted.ts';

/** What a page that follows an Add asks for first: who is refused there has no such page. */
const ASKED = { Account: ops.account } as const;

const isRefused = (error: unknown): boolean => asApiError(error).code === 312;

/**
 * The page on which who has added a record goes on, by its op: the one that its definition names where it is his, else typing, else
 * looking; null: he may add it and nothing more.
 */
export async function pageAfterAdd(table: TableDef | undefined, cloud: string, id: number): Promise<string | null> {
  const next = afterAdd(table);
  const asked = Object.hasOwn(ASKED, next) ? ASKED[next as keyof typeof ASKED] : undefined;
  if (!asked) return next;
  const isHis = await call(asked, { id }).then(
    () => true,
    (error) => !isRefused(error),
  );
  if (isHis) return next;
  const shown = await call(ops.show, { cloud, id }).catch((error) => (isRefused(error) ? null : undefined));
  if (!shown) return shown === null ? null : 'Show';
  const granted = ((shown.data as WireRow | undefined)?._actions ?? []).map(({ op }) => op);
  return ['Modify', 'Show'].find((op) => granted.includes(op)) ?? 'Show';
}
