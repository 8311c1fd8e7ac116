import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { LoadedTable } from '#protocol/rules/form/locked.ts';
import type { WireRow } from '#protocol/wire/envelope.ts';
import { asApiError } from '#web/api/error.ts';
import { sessionState } from '#web/api/session.ts';
import { tableOf } from '#web/api/table-of.ts';
import { invalidateTable } from '#web/api/use-op.ts';
import { useDraft } from '#web/drafts/use-draft.ts';
import { today } from '#web/i18n/clock.ts';
import { say } from '#web/i18n/use-text.ts';
import { useTab, useUnsaved } from '#web/nav/use-tab.ts';
import { toast } from '#web/ui/overlay/toast.ts';
import { useFollow } from '../../../use-follow.ts';
import { mayModify } from '../../state/use-celled.ts';
import type { ListController } from '../../state/use-list-page.ts';
import { namesToRead, readRecords } from './read.ts';
import { saveRows } from './save.ts';
import { type CellsDraft, createSheet, dirtyRows, type Sheet } from './sheet.ts';

export interface Cells {
  sheet: Sheet;
  /** the records of the page as they are now, as far as rules go by them; undefined where they are not read yet */
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
  const { cloud, rows, columns, hand } = list;
  const { key: tab } = useTab();
  const acts = useRef(hand);
  acts.current = hand;
  // as long as it stands open it is typed in by the definition that it was opened with
  const [sheet] = useState(() => {
    const declared = (list.laying?.declared ?? list.table) as LoadedTable;
    const filler = { user: sessionState().session!.user, today: today() };
    return createSheet(cloud, declared, filler, (record) => mayModify(record, acts.current));
  });
  const dirty = useStore(sheet.store, (state) => state.kept.length + state.dirty.size > 0);
  const draft = useDraft<CellsDraft>({
    // lists of one table stand in several tabs at once: each has its own
    place: { part: 'cells', cloud, id: 0, about: tab },
    isReady: true,
    isDirty: dirty,
    body: sheet.draft,
    watch: (listener) => sheet.store.subscribe(listener),
    restore: ({ body }) => sheet.restore(body),
  });
  const fields = useMemo(() => namesToRead(sheet.table, columns), [sheet, columns]);
  const read = useRecords(sheet, fields, rows);
  const saving = useSaving(sheet, list, fields, read.refetch);
  useUnsaved(saving.progress !== null, saving.progress !== null);
  return {
    ...{ sheet, records: read.records, fault: read.fault, ...saving },
    giveUp: () => {
      sheet.restore({ rows: [] });
      draft.end();
    },
  };
}

/** The records of the page, and those that are typed in, as far as rules go by them. */
function useRecords(sheet: Sheet, fields: string, rows: readonly WireRow[]) {
  const kept = useStore(sheet.store, (state) => state.kept);
  const edits = useStore(sheet.store, (state) => state.edits);
  const ids = useMemo(
    () => [...new Set([...rows.map(({ id }) => id), ...kept.map(({ id }) => id), ...edits.keys()])].sort((one, other) => one - other),
    [rows, kept, edits],
  );
  const query = useQuery({
    queryKey: ['cells', sheet.cloud, fields, ids],
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => ({ ids, rows: await readRecords(sheet, fields, ids, signal) }),
  });
  useFollow(({ cloud }) => tableOf(cloud) === tableOf(sheet.cloud), query.refetch);
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

function useSaving(sheet: Sheet, { cloud, columns }: ListController, fields: string, refetch: () => Promise<unknown>) {
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
      reread: (id) => reread(sheet, fields, id),
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

async function reread(sheet: Sheet, fields: string, id: number): Promise<boolean> {
  const found = await readRecords(sheet, fields, [id]).catch(() => null);
  if (found) sheet.renew(found, found.length === 0 ? [id] : []);
  return found !== null && found.length > 0;
}
