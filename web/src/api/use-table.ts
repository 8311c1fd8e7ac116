import type { UseQueryResult } from '@tanstack/react-query';
import type { TableDef } from '#protocol/meta/table.ts';
import type { Envelope } from '#protocol/wire/envelope.ts';
import type { ApiError } from './error.ts';
import { ops } from './ops.ts';
import { type UseOpOptions, useOp } from './use-op.ts';

/** A definition is asked once and kept while the person is signed in (FRAME-04). */
const LONG = 30 * 60_000;

export interface TableQuery {
  /** undefined until it is known; choices named by a dictionary are filled in by the server */
  table: TableDef | undefined;
  query: UseQueryResult<Envelope, ApiError>;
}

/** The definition of a table as the reader may use it; `by` is how it is come by where it is not known, else LoadTable. */
export function useTable(cloud: string, by?: UseOpOptions['by']): TableQuery {
  const query = useOp(ops.loadTable, { key_name: cloud }, { fresh: LONG, enabled: cloud !== '', by });
  return { table: query.data?.data as TableDef | undefined, query };
}
