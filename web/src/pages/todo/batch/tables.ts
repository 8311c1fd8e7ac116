import { useQueries } from '@tanstack/react-query';
import type { TableDef } from '#protocol/meta/table.ts';
import { call } from '#web/api/call.ts';
import { ops } from '#web/api/ops.ts';
import { opKey } from '#web/api/use-op.ts';
import type { TodoItem } from '../todo-item.ts';
import type { BatchController } from './use-batch.ts';

/** What the bar and the side of a batch stand on. */
export interface BatchOn {
  it: BatchController;
  /** the rows that stand there */
  rows: readonly TodoItem[];
  /** their definitions, as far as the reader may have them */
  tables: ReadonlyMap<string, TableDef>;
  open(row: TodoItem): void;
  leave(): void;
}

/** Definitions by name: those that are there already. */
export function useKnownTables(clouds: readonly string[]): ReadonlyMap<string, TableDef> {
  return useQueries({
    queries: [...new Set(clouds)].map((key_name) => ({
      queryKey: opKey(ops.loadTable, { key_name }),
      queryFn: () => call(ops.loadTable, { key_name }),
      staleTime: 30 * 60_000,
    })),
    combine: (answers) =>
      new Map(
        answers.flatMap(({ data }) => {
          const table = data?.data as unknown as TableDef | undefined;
          return table ? [[table.table_name, table] as const] : [];
        }),
      ),
  });
}
