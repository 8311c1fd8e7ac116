import type { UseQueryResult } from '@tanstack/react-query';
import { statesOfTab, WAITS } from '#protocol/rules/todo.ts';
import type { Envelope } from '#protocol/wire/envelope.ts';
import type { ApiError } from '#web/api/error.ts';
import { ops } from '#web/api/ops.ts';
import { useOp } from '#web/api/use-op.ts';
import { TODO_FIELDS, type TodoItem } from '../todo-item.ts';

/** How an application stands: back with its applicant, with somebody else, or ended. In the order of the page. */
export const STANDS = ['back', 'running', 'ended'] as const;
export type Stand = (typeof STANDS)[number];

/** A case that is with its applicant stands in one of the first two steps. */
const WHERE: Readonly<Record<Stand, string>> = {
  back: 'case_end is empty & case_state <= 1',
  running: 'case_end is empty & case_state > 1',
  ended: 'case_end is not empty',
};

/** Rows of a group where all are in sight, and of a page of one. */
export const FEW = 10;
const MANY = 20;

export interface Group {
  stand: Stand;
  rows: readonly TodoItem[];
  total: number;
}

export interface Mine {
  groups: readonly Group[];
  /** the one that has the page to itself */
  only: Stand | undefined;
  /** what is asked for, first of all why it failed */
  query: UseQueryResult<Envelope, ApiError>;
  refetch(): void;
}

interface Asked {
  enabled: boolean;
  keyword: string;
  /** further conditions, as the filters of a page */
  fields: Readonly<Record<string, unknown>>;
  only: Stand | undefined;
  page: number;
}

/** My applications by how they stand: the newest of each, or one of them page by page. As many statements, however many there are. */
export function useMine({ enabled, keyword, fields, only, page }: Asked): Mine {
  const ask = (stand: Stand) => {
    const filters = {
      fields: { review_state: { op: 'in' as const, value: [...statesOfTab('mine')] }, ...fields },
      where: WHERE[stand],
      ...(keyword ? { key_word: keyword } : {}),
    };
    const part = only === stand ? { page, rows: MANY } : { page: 1, rows: FEW };
    return { request: { cloud: 'todo', ...part, filters, fields: TODO_FIELDS }, enabled: enabled && (only ?? stand) === stand };
  };
  const back = useGroup(ask('back'));
  const running = useGroup(ask('running'));
  const ended = useGroup(ask('ended'));
  const why = useReasons(rowsOf(back.data));
  const all = { back, running, ended };
  const shown = STANDS.filter((stand) => (only ?? stand) === stand);
  const queries = shown.map((stand) => all[stand]);
  const query = queries.find(({ error }) => error) ?? queries.find(({ isPending }) => isPending) ?? queries[0]!;
  return {
    only,
    query,
    groups: shown.map((stand) => ({
      stand,
      rows: stand === 'back' ? why.told(rowsOf(all[stand].data)) : rowsOf(all[stand].data),
      total: Number(all[stand].data?.total ?? 0),
    })),
    refetch: () => {
      for (const each of queries) void each.refetch();
      why.refetch();
    },
  };
}

const WHY = 'source,rowid,returned_by,returned_remark';

/** Why they came back is told by the to-dos with which they did. */
function useReasons(rows: readonly TodoItem[]): { told(rows: readonly TodoItem[]): TodoItem[]; refetch(): void } {
  const ids = rows.map(({ rowid }) => rowid);
  const fields = { review_state: { op: 'in' as const, value: [...WAITS] }, rowid: { op: 'in' as const, value: ids } };
  const request = { cloud: 'todo', page: 1, rows: 100, filters: { fields }, fields: WHY };
  const query = useOp(ops.page, request, { fresh: 0, enabled: ids.length > 0, keepPrevious: () => true });
  const found = rowsOf(query.data);
  const told = (all: readonly TodoItem[]): TodoItem[] =>
    all.map((row) => {
      const back = found.find(({ source, rowid, returned_by }) => source === row.source && rowid === row.rowid && returned_by);
      return back ? { ...row, returned_by: back.returned_by ?? null, returned_remark: back.returned_remark ?? null } : row;
    });
  return { told, refetch: () => void (ids.length > 0 && query.refetch()) };
}

const rowsOf = (answer: Envelope | undefined) => (answer?.rows ?? []) as unknown as TodoItem[];

/** What stands there stays while another keyword or page is on its way. */
function useGroup({ request, enabled }: { request: Parameters<typeof useOp<typeof ops.page>>[1]; enabled: boolean }) {
  return useOp(ops.page, request, { fresh: 0, enabled, keepPrevious: (before) => before.filters?.where === request.filters?.where });
}
