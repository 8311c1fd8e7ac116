import { useState } from 'react';
import { CHANGE, type ChangeTold } from '#protocol/wire/changes.ts';
import { call } from '#web/api/call.ts';
import { asApiError } from '#web/api/error.ts';
import { createOnce } from '#web/api/once.ts';
import { ops } from '#web/api/ops.ts';
import { failureOf, invalidateTable, useOp } from '#web/api/use-op.ts';
import { say } from '#web/i18n/use-text.ts';
import { useView } from '#web/nav/use-tab.ts';
import { ask } from '#web/ui/overlay/dialog.ts';
import { toast } from '#web/ui/overlay/toast.ts';
import { useFollow } from '../use-follow.ts';

export const ROWS = 20;
/** What the live channel calls a change (server/src/changes/run.ts). */
const OF_CHANGES = 'fw.change';
/** ms between two looks at what is under way, where the channel tells nothing. */
const LOOK = 2_000;

const isRunning = (changes: readonly ChangeTold[]): boolean => changes.some(({ status }) => status === CHANGE.running);

/** One's changes, or the one of an id; while one is under way it is looked at by itself. */
function useAsked(request: { id: number } | { page: number; rows: number }) {
  const [watched, setWatched] = useState(true);
  const query = useOp(ops.changes, request, { fresh: 0, keepPrevious: () => true, ...(watched ? { every: LOOK, background: true } : {}) });
  const rows = (query.data?.rows ?? []) as unknown as readonly ChangeTold[];
  const now = query.data === undefined || isRunning(rows);
  if (now !== watched) setWatched(now);
  useFollow(
    ({ cloud }) => cloud === OF_CHANGES,
    () => query.refetch(),
  );
  return { query, rows };
}

export function useChange(id: number) {
  const { query, rows } = useAsked({ id });
  return { change: rows[0], ...failureOf(query), retry: () => void query.refetch(), ...acts(() => query.refetch()) };
}

/** What the page of one's changes decides; its address carries the page. */
export function useChanges() {
  const [set, setView] = useView();
  const page = /^[1-9]\d{0,5}$/.test(set.page ?? '') ? Number(set.page) : 1;
  const { query, rows } = useAsked({ page, rows: ROWS });
  return {
    ...{ page, rows },
    setPage: (to: number) => setView({ page: to > 1 ? String(to) : '' }, 'push'),
    total: Number(query.data?.total ?? 0),
    isPending: query.isPending,
    ...failureOf(query),
    retry: () => void query.refetch(),
    ...acts(() => query.refetch()),
  };
}

/** What may be done with a change. */
export interface Acts {
  stop(change: ChangeTold): Promise<void>;
  undo(change: ChangeTold): Promise<void>;
}

const once = createOnce();

function acts(again: () => unknown): Acts {
  const done = async (what: () => Promise<unknown>) => {
    try {
      await what();
    } catch (failure) {
      toast.error(asApiError(failure).remark);
    } finally {
      void again();
    }
  };
  return {
    stop: ({ id, cloud }) =>
      done(async () => {
        await call(ops.changeStop, { id });
        void invalidateTable(cloud);
      }),
    undo: async ({ id, changed, taken, cloud }) => {
      const question = { title: say('bulk.undoTitle'), body: say('bulk.undoBody', { n: changed - taken }), ok: say('bulk.undo') };
      if (!(await ask({ ...question, cancel: say('ui.cancel') }))) return;
      await done(async () => {
        await once({ undo: id }, { id }, (request) => call(ops.changeUndo, request));
        toast.done(say('bulk.undoBegun'));
        void invalidateTable(cloud);
      });
    },
  };
}
