import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { LoadedTable } from '#protocol/rules/form/locked.ts';
import type { WireRow } from '#protocol/wire/envelope.ts';
import { call } from '#web/api/call.ts';
import { asApiError } from '#web/api/error.ts';
import { ops } from '#web/api/ops.ts';
import { sessionState } from '#web/api/session.ts';
import { invalidateTable } from '#web/api/use-op.ts';
import { useDraft } from '#web/drafts/use-draft.ts';
import { today } from '#web/i18n/clock.ts';
import { say } from '#web/i18n/use-text.ts';
import { useUnsaved } from '#web/nav/use-tab.ts';
import { toast } from '#web/ui/overlay/toast.ts';
import { useFollow } from '../../../use-follow.ts';
import type { ListController } from '../../state/use-list-page.ts';
import { saveRows } from './save.ts';
import { type CellsDraft, createSheet, dirtyRows, type Sheet } from './sheet.ts';

/** So many are read by one request. */
const READ_AT_ONCE = 500;
const ANY = () => true;

export interface Cells {
  sheet: Sheet;
  /** the records of the page as they are now, whole; undefined where they are not read yet */
  records: readonly (WireRow | undefined)[];
  /** rows that are saved, of how many, while it goes on */
  progress: { done: number; of: number } | null;
  /** why records could not be read */
  fault: string | null;
  save(): Promise<void>;
  stop(): void;
  /** gives up all that is typed */
  giveUp(): void;
}

/** The cells of a list that is edited in them: what is typed, upon what, kept as a draft, and how it is saved. */
export function useCells(list: ListController): Cells {
  const { cloud, rows } = list;
  // as long as it stands open it is typed in by the definition that it was opened with
  const [sheet] = useState(() => {
    const declared = (list.laying?.declared ?? list.table) as LoadedTable;
    return createSheet(cloud, declared, { user: sessionState().session!.user, today: today() });
  });
  const dirty = useStore(sheet.store, (state) => state.kept.length + dirtyRows(state).length > 0);
  const draft = useDraft<CellsDraft>({
    place: { part: 'cells', cloud, id: 0 },
    isReady: true,
    isDirty: dirty,
    body: sheet.draft,
    watch: (listener) => sheet.store.subscribe(listener),
    restore: ({ body }) => sheet.restore(body),
  });
  const read = useRecords(sheet, rows);
  const saving = useSaving(sheet, list, read.refetch);
  useUnsaved(saving.progress !== null, saving.progress !== null);
  return {
    ...{ sheet, records: read.records, fault: read.fault, ...saving },
    giveUp: () => {
      sheet.restore({ rows: [] });
      draft.end();
    },
  };
}

const readRecords = async ({ cloud, table }: Sheet, ids: readonly number[], signal?: AbortSignal): Promise<WireRow[]> => {
  const fields = table.fields.filter(({ data_type }) => data_type !== 'title').map(({ field_name }) => field_name);
  const names = [...new Set(['key_name', ...fields, ...(table.flow ? ['review_state'] : [])])].join(',');
  const found: WireRow[] = [];
  for (let at = 0; at < ids.length; at += READ_AT_ONCE) {
    const filters = { fields: { id: { op: 'in' as const, value: ids.slice(at, at + READ_AT_ONCE) } } };
    const answer = await call(ops.list, { cloud, fields: names, filters }, signal ? { signal } : {});
    found.push(...((answer.rows ?? []) as unknown as WireRow[]));
  }
  return found;
};

/** Rules go by all fields of a record, columns show some: the records of the page, and those that are typed in, are read whole. */
function useRecords(sheet: Sheet, rows: readonly WireRow[]) {
  const kept = useStore(sheet.store, (state) => state.kept);
  const edits = useStore(sheet.store, (state) => state.edits);
  const ids = useMemo(
    () => [...new Set([...rows.map(({ id }) => id), ...kept.map(({ id }) => id), ...edits.keys()])].sort((one, other) => one - other),
    [rows, kept, edits],
  );
  const query = useQuery({
    queryKey: ['cells', sheet.cloud, ids],
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => ({ ids, rows: await readRecords(sheet, ids, signal) }),
  });
  useFollow(ANY, () => query.refetch());
  const { data, isPlaceholderData } = query;
  useEffect(() => {
    if (!data || isPlaceholderData) return;
    const there = new Set(data.rows.map(({ id }) => id));
    sheet.renew(
      data.rows,
      data.ids.filter((id) => !there.has(id)),
    );
  }, [sheet, data, isPlaceholderData]);
  const records = useMemo(() => {
    const byId = new Map(data?.rows.map((row) => [row.id, row]));
    return rows.map(({ id }) => byId.get(id));
  }, [rows, data]);
  return { records, refetch: query.refetch, fault: query.error && !data ? asApiError(query.error).remark : null };
}

function useSaving(sheet: Sheet, { cloud, columns }: ListController, refetch: () => Promise<unknown>) {
  const [progress, setProgress] = useState<Cells['progress']>(null);
  const isStopped = useRef(false);
  const stop = useCallback(() => {
    isStopped.current = true;
  }, []);
  // who leaves has not begun what waits
  useEffect(() => stop, [stop]);
  const save = async () => {
    if (progress) return;
    const ids = dirtyRows(sheet.store.getState()).map(({ id }) => id);
    if (ids.length === 0) return;
    isStopped.current = false;
    setProgress({ done: 0, of: ids.length });
    const saved = await saveRows(sheet, ids, {
      isDrawn: (name) => columns.some((column) => column.name === name),
      isStopped: () => isStopped.current,
      reread: (id) => reread(sheet, id),
      onSaved: (done) => setProgress({ done, of: ids.length }),
    });
    if (saved.length > 0) {
      void invalidateTable(cloud);
      await refetch();
      sheet.drop(saved);
    }
    setProgress(null);
    if (saved.length === ids.length) toast.done(say('cells.saved', { n: saved.length }));
  };
  return { progress, save, stop };
}

async function reread(sheet: Sheet, id: number): Promise<boolean> {
  const found = await readRecords(sheet, [id]).catch(() => null);
  if (found) sheet.renew(found, found.length === 0 ? [id] : []);
  return found !== null && found.length > 0;
}
