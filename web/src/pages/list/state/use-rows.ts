import type { TableDef } from '#protocol/meta/table.ts';
import { ops } from '#web/api/ops.ts';
import { useOp } from '#web/api/use-op.ts';
import { type TableQuery, useTable } from '#web/api/use-table.ts';
import { bounds, type Listed, pageOf, withRows } from './first-rows.ts';
import type { ListState } from './list-state.ts';

export function useRows(of: Listed, state: ListState, table: TableDef | undefined) {
  const request = table ? pageOf(of, state, table) : bounds(of, state);
  return useOp(ops.page, request, { enabled: table !== undefined, keepPrevious: () => true });
}

/**
 * The definition of a list's table. Where it is not known yet, the first rows come with it and stand where the list will ask for them; but not
 * `alone`: what a view asks for, nobody knows before.
 */
export const useDefined = (of: Listed, asked: ListState, alone: boolean): TableQuery =>
  useTable(of.cloud, alone ? undefined : (signal) => withRows(of, asked, signal));
