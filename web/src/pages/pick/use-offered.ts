import { useState } from 'react';
import { groupFields } from '#protocol/meta/grouping.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import type { WireRow } from '#protocol/wire/envelope.ts';
import type { FieldFilter } from '#protocol/wire/filters.ts';
import type { ApiError } from '#web/api/error.ts';
import { ops } from '#web/api/ops.ts';
import { failureOf, useOp } from '#web/api/use-op.ts';
import { useFollow } from '../use-follow.ts';
import { askedFields, detailFields } from './pick-row.ts';

/** Rows that come at once, and at most: what lies behind is found by a keyword. */
const FIRST = 50;
const MOST = 1000;
const NONE: readonly WireRow[] = [];

interface Wish {
  cloud: string;
  table: TableDef | undefined;
  /** undefined until it is known */
  fixed: Readonly<Record<string, FieldFilter>> | undefined;
  keyword: string;
  /** nothing is asked for */
  off?: boolean;
}

export interface Offered {
  rows: readonly WireRow[];
  total: number;
  /** there are more than the total says */
  isMore: boolean;
  /** what has not come yet may still be asked for */
  more: (() => void) | undefined;
  isPending: boolean;
  isBusy: boolean;
  error: ApiError | null;
  retry(): void;
}

/** The rows that a picker offers, more of them on demand. */
export function useOffered({ cloud, table, fixed, keyword, off = false }: Wish): Offered {
  const about = JSON.stringify([fixed, keyword]);
  const [grown, setGrown] = useState({ about, size: FIRST });
  const size = grown.about === about ? grown.size : FIRST;
  const isAsked = !off && table !== undefined && fixed !== undefined;
  const filters = { ...(keyword ? { key_word: keyword } : {}), ...(fixed && Object.keys(fixed).length ? { fields: { ...fixed } } : {}) };
  const request = {
    ...{ cloud, page: 1, rows: size },
    fields: table ? askedFields(table, [...detailFields(table, undefined), ...groupFields(table)]) : 'key_name',
    ...(Object.keys(filters).length ? { filters } : {}),
  };
  const answer = useOp(ops.page, request, { enabled: isAsked, fresh: 0, keepPrevious: () => true });
  useFollow(
    () => true,
    () => isAsked && answer.refetch(),
  );
  const rows = off ? NONE : ((answer.data?.rows ?? NONE) as readonly WireRow[]);
  const isMore = answer.data?.total_kind === 'bounded';
  const total = off ? 0 : Number(answer.data?.total ?? 0);
  const canGrow = isAsked && size < MOST && (isMore || total > rows.length);
  return {
    ...{ rows, total, isMore },
    more: canGrow ? () => setGrown({ about, size: Math.min(MOST, size * 4) }) : undefined,
    isPending: isAsked && answer.isPending,
    isBusy: answer.isPlaceholderData,
    error: failureOf(answer).error,
    retry: () => void answer.refetch(),
  };
}
