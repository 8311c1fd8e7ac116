import { useQueries } from '@tanstack/react-query';
import type { TableDef } from '#protocol/meta/table.ts';
import { call } from './call.ts';
import { ops } from './ops.ts';
import { opKey } from './use-op.ts';

/** Several definitions at once, in the order asked; undefined while one of them is on its way. */
export function useTables(clouds: readonly string[]): readonly TableDef[] | undefined {
  return useQueries({
    queries: clouds.map((key_name) => ({
      queryKey: opKey(ops.loadTable, { key_name }),
      queryFn: () => call(ops.loadTable, { key_name }),
      staleTime: 30 * 60_000,
    })),
    combine: (answers) =>
      answers.every((answer) => answer.data) ? answers.map((answer) => answer.data!.data as unknown as TableDef) : undefined,
  });
}
