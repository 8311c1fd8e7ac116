import { useState } from 'react';
import { label as labelOf } from '#protocol/meta/naming.ts';
import type { EntityValue, WireRow } from '#protocol/wire/envelope.ts';
import { call } from '#web/api/call.ts';
import { asApiError } from '#web/api/error.ts';
import { ops } from '#web/api/ops.ts';
import { tableOf } from '#web/api/table-of.ts';
import { failureOf, invalidateTable, useOp } from '#web/api/use-op.ts';
import { useTable } from '#web/api/use-table.ts';
import { locale } from '#web/i18n/locale.ts';
import { say } from '#web/i18n/use-text.ts';
import { dataLabel } from '#web/nav/page.ts';
import { nav } from '#web/nav/store.ts';
import { useView } from '#web/nav/use-tab.ts';
import { toast } from '#web/ui/overlay/toast.ts';
import { useFollow } from '../use-follow.ts';

export const ROWS = 20;

/** A deleted record, as Recycle answers it; its name is null where the reader may not see it. */
export interface Deleted extends WireRow {
  version: number;
  key_name: string | null;
  deleted_time: string;
  deleted_entity: EntityValue | null;
}

/** What the recycle bin of a table decides; BinPage draws it. The address carries keyword and page. */
export function useBin(cloud: string) {
  const { table } = useTable(cloud);
  const [set, setView] = useView();
  const keyword = set.key_word ?? '';
  const page = /^[1-9]\d{0,5}$/.test(set.page ?? '') ? Number(set.page) : 1;
  const words = keyword.trim();
  const query = useOp(
    ops.recycle,
    { cloud, page, rows: ROWS, ...(words ? { key_word: words } : {}) },
    { fresh: 0, keepPrevious: () => true },
  );
  useFollow(
    (of) => tableOf(of.cloud) === tableOf(cloud),
    () => query.refetch(),
  );
  const { busy, faults, restore } = useRestore(cloud, () => query.refetch());
  return {
    ...{ table, keyword, page, busy, faults, restore },
    setKeyword: (key_word: string) => setView({ key_word, page: '' }, 'replace'),
    setPage: (to: number) => setView({ page: to > 1 ? String(to) : '' }, 'push'),
    rows: (query.data?.rows ?? []) as unknown as readonly Deleted[],
    total: Number(query.data?.total ?? 0),
    isPending: query.isPending,
    /** the rows that stand there are of another keyword or page, the next are on their way */
    isBusy: query.isPlaceholderData,
    ...failureOf(query),
    retry: () => void query.refetch(),
  };
}

/** Takes one record back at a time; why one could not be stands at its row until it is tried again. */
function useRestore(cloud: string, ask: () => unknown) {
  const [busy, setBusy] = useState<number | null>(null);
  const [faults, setFaults] = useState<Readonly<Record<number, string>>>({});
  const restore = async (row: Deleted) => {
    if (busy !== null) return;
    setBusy(row.id);
    setFaults(({ [row.id]: _, ...others }) => others);
    try {
      await call(ops.restore, { cloud, id: row.id, version: row.version });
      const open = () => nav.open({ cloud, op: 'Show', id: row.id }, dataLabel(row.key_name ?? '', String(row.key_name_en ?? '')));
      toast.done(say('bin.restored', { name: nameOf(row) }), { action: { label: say('bin.open'), run: open } });
    } catch (error) {
      const { remark } = asApiError(error);
      setFaults((others) => ({ ...others, [row.id]: remark }));
    } finally {
      setBusy(null);
      await invalidateTable(cloud);
      void ask();
    }
  };
  return { busy, faults, restore };
}

/** What a deleted record is called on screen. */
export const nameOf = (row: Deleted): string => labelOf(row, locale()) || `#${row.id}`;

export type BinController = ReturnType<typeof useBin>;
