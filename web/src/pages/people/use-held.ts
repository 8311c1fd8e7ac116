import { useMemo, useState } from 'react';
import type { EntityValue } from '#protocol/wire/envelope.ts';
import { ops } from '#web/api/ops.ts';
import { tableOf } from '#web/api/table-of.ts';
import { failureOf, useOp } from '#web/api/use-op.ts';
import type { Texts } from '#web/i18n/use-text.ts';
import { useFollow } from '../use-follow.ts';

interface Named {
  key_name: string;
  key_name_en: string;
}

/** An open to-do of somebody, as Held answers it; `since` is an instant. */
export interface HeldRow {
  id: number;
  cloud: string;
  table: Named;
  record: EntityValue;
  step: Named;
  since: string;
  own: 0 | 1;
}

/** Rows of a page of Held. */
const ROWS = 100;
const NONE: readonly HeldRow[] = [];

/** What somebody holds, a page at a time, and which of it is chosen to be handed on. */
export function useHeldRows(user: number) {
  const [page, setPage] = useState(1);
  const [picked, setPicked] = useState<ReadonlySet<number>>(new Set());
  const query = useOp(ops.held, { user, page }, { fresh: 0, keepPrevious: (before) => before.user === user });
  const rows = (query.data?.rows ?? NONE) as unknown as readonly HeldRow[];
  useFollow(
    (of) => rows.some(({ cloud, record }) => record.id === of.id && tableOf(cloud) === tableOf(of.cloud)),
    () => query.refetch(),
  );
  const total = query.data?.total ?? 0;
  const pages = Math.max(1, Math.ceil(total / ROWS));
  // what stood on the last page went
  if (query.data && !query.isPlaceholderData && page > pages) setPage(pages);
  const movable = useMemo(() => rows.filter((row) => row.own === 0), [rows]);
  // what went while one chose is chosen no more
  const chosen = movable.filter((row) => picked.has(row.id));
  const pick = (ids: readonly number[], on: boolean) =>
    setPicked(new Set(on ? [...picked, ...ids] : [...picked].filter((id) => !ids.includes(id))));
  const turn = (to: number) => {
    setPicked(new Set());
    setPage(Math.min(Math.max(1, to), pages));
  };
  return { query, ...failureOf(query), rows, total, page, pages, turn, movable, chosen, pick };
}
export type Held = ReturnType<typeof useHeldRows>;

/** What a row's record is called, as far as the reader may know. */
export const titleOf = ({ record }: HeldRow, { t, label }: Pick<Texts, 't' | 'label'>): string =>
  record.unauthorized ? t('people.unseen') : label(record) || `#${record.id}`;
