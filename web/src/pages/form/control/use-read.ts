import { useMemo } from 'react';
import type { TableDef } from '#protocol/meta/table.ts';
import type { LoadedSubtable, LoadedTable } from '#protocol/rules/form/locked.ts';
import { pinnedTable } from '#protocol/rules/pinned.ts';
import type { RecordPage } from '#protocol/rules/record-page.ts';
import type { RowAction } from '#protocol/wire/envelope.ts';
import type { ApiError } from '#web/api/error.ts';
import { ops } from '#web/api/ops.ts';
import { failureOf, invalidateTable, useOp } from '#web/api/use-op.ts';
import { useTable } from '#web/api/use-table.ts';
import { useTables } from '#web/api/use-tables.ts';
import type { PageDescriptor } from '#web/nav/page.ts';
import { useFollowRecord } from '../../use-follow.ts';
import type { Values } from '../state/form-state.ts';

/** What is read for a record's page: its definition with those of its rows, the record, and what may be done with it. */
export interface Read extends Partial<Pick<RecordPage, 'turn' | 'closed' | 'gone' | 'against'>> {
  cloud: string;
  /** 0: a new record */
  id: number;
  table: TableDef | undefined;
  /** sub-tables that are typed in place, and the definitions of their rows as soon as all are there */
  inline: readonly LoadedSubtable[];
  subTables: readonly LoadedTable[] | undefined;
  record: Values | null;
  /** when the record was read last; 0 before */
  readAt: number;
  actions: readonly RowAction[];
  /** the to-do that a decision here is of */
  todo: number | undefined;
  isPending: boolean;
  /** why the definition, and why the record could not be read */
  faults: { table: ApiError | null; record: ApiError | null };
  /** Asks for the record once more; null where it did not come. */
  ask(): Promise<Values | null>;
  /** asks again where a refusal says that the turn is gone; whether the page itself then tells what became of it */
  isTold(error: ApiError): Promise<boolean>;
}

/** Codes of a turn that is over, or is nobody's of the reader's any more. */
const GONE: ReadonlySet<number> = new Set([311, 312, 315]);
const NONE: readonly never[] = [];

export function useRead(page: PageDescriptor): Read {
  const { cloud = '', id = 0 } = page;
  const { table: definition, query } = useTable(cloud);
  const inline = useMemo(() => (definition?.subtables ?? []).filter((sub) => sub.inline === 1 && sub.hidden !== 1), [definition]);
  const subTables = useTables(inline.map((sub) => sub.table_name));
  const asked = Number(page.query?.todo) || undefined;
  const show = useOp(ops.show, { cloud, id, ...(asked ? { todo: asked } : {}) }, { enabled: id > 0, fresh: 0 });
  const record = (show.data?.data ?? null) as Values | null;
  const { pinned, turn, closed, gone, against } = (record?.page ?? {}) as Partial<RecordPage>;
  const table = useMemo(() => (definition && pinned ? pinnedTable(definition, pinned) : definition), [definition, pinned]);
  useFollowRecord(cloud, id);
  return {
    ...{ cloud, id, table, inline, subTables, record, turn, closed, gone, against, readAt: show.dataUpdatedAt },
    actions: (record?._actions ?? NONE) as readonly RowAction[],
    todo: turn?.todo ?? asked,
    isPending: query.isPending || subTables === undefined || (id > 0 && show.isPending),
    faults: { table: failureOf(query).error, record: show.error },
    ask: async () => {
      const { data, isSuccess } = await show.refetch();
      return (isSuccess && data.data) || null;
    },
    isTold: async ({ code, data: { stale: isStale } }) => {
      if (id === 0 || isStale === 1 || !GONE.has(code)) return false;
      const since = Date.now();
      const { data } = await show.refetch();
      void invalidateTable(cloud, since);
      return Boolean((data?.data?.page as Partial<RecordPage> | undefined)?.closed);
    },
  };
}
