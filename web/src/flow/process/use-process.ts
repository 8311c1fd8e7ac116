import type { TableDef } from '#protocol/meta/table.ts';
import { DECIDES, WAITS } from '#protocol/rules/todo.ts';
import type { ActState, ProcessRow, ProcessStep } from '#protocol/wire/process.ts';
import type { ApiError } from '#web/api/error.ts';
import { ops } from '#web/api/ops.ts';
import { useOp } from '#web/api/use-op.ts';

export interface Process {
  rows: readonly ProcessRow[];
  steps: readonly ProcessStep[];
  /** what the reader may do beside deciding */
  acts: readonly ActState[];
  /** somebody wrote the record since the reader decided or looked */
  since: boolean;
  loading: boolean;
  error: ApiError | null;
  /** asks again */
  ask: () => void;
  /** when the rows were asked for: their durations are of then */
  askedAt: number;
}

/** One list for all who have none: nobody is drawn again for a new empty one. */
const NONE: readonly never[] = [];

/** How a record was handled; nothing for tables without flow and for records not saved yet. */
export function useProcess(table: TableDef | undefined, cloud: string, id: number): Process {
  const enabled = table?.flow === 1 && id > 0;
  const query = useOp(ops.process, { cloud, id }, { enabled, fresh: 0 });
  return {
    rows: (query.data?.rows ?? NONE) as unknown as ProcessRow[],
    steps: (query.data?.data?.steps ?? NONE) as ProcessStep[],
    acts: (query.data?.data?.acts ?? NONE) as ActState[],
    since: query.data?.data?.since === 1,
    loading: enabled && query.isPending,
    error: query.error,
    ask: query.refetch,
    askedAt: query.dataUpdatedAt,
  };
}

/** How long an open row has waited by now: what it said when it was asked for, and what has passed since by one and the same clock. */
export const secondsOpen = (row: ProcessRow, askedAt: number, now: number): number => row.duration + Math.max(0, now - askedAt) / 1000;

/** As it is told, newest first: what is open above what was done, that by when it was done: who was asked is answered before who asked decides. */
export const newestFirst = (rows: readonly ProcessRow[]): readonly ProcessRow[] =>
  rows.toSorted((one, other) => {
    if (one.finish_time === null || other.finish_time === null)
      return Number(one.finish_time !== null) - Number(other.finish_time !== null) || other.id - one.id;
    return other.finish_time.localeCompare(one.finish_time) || other.id - one.id;
  });

/** Rows that wait for somebody. */
export const isOpenRow = (row: ProcessRow): boolean => WAITS.has(row.review_state.id);
/** Rows that decide. */
export const isDecidingRow = (row: ProcessRow): boolean => DECIDES.has(row.review_state.id);
