import type { TableDef } from '#protocol/meta/table.ts';
import { listAsk } from '#protocol/rules/list.ts';
import { call } from '#web/api/call.ts';
import { ApiError } from '#web/api/error.ts';
import { ops } from '#web/api/ops.ts';
import { isUnanswered, opKey, queryClient, useOp } from '#web/api/use-op.ts';
import { type TableQuery, useTable } from '#web/api/use-table.ts';
import { type ListState, wireFilters } from './list-state.ts';

/** Whose rows are listed, and what the page itself narrows. */
interface Listed {
  cloud: string;
  fixed?: ListState['fields'];
}

const bounds = ({ cloud, fixed }: Listed, state: ListState) => {
  const filters = wireFilters(state, fixed);
  return { cloud, page: state.page, rows: state.rows, ...(filters ? { filters } : {}), ...(state.exact ? { exact: 1 as const } : {}) };
};
const pageOf = (of: Listed, state: ListState, table: TableDef) => ({ ...bounds(of, state), ...listAsk(table) });

export function useRows(of: Listed, state: ListState, table: TableDef | undefined) {
  const request = table ? pageOf(of, state, table) : bounds(of, state);
  return useOp(ops.page, request, { enabled: table !== undefined, keepPrevious: () => true });
}

/** The definition of a list's table. Where it is not known yet, the first rows come with it and stand where the list will ask for them. */
export const useDefined = (of: Listed, asked: ListState): TableQuery => useTable(of.cloud, (signal) => withRows(of, asked, signal));

/** Whatever is refused is asked for apart, so that a list whose rows are refused still shows its head and its filters. */
async function withRows(of: Listed, asked: ListState, signal: AbortSignal) {
  try {
    return await together(of, asked, signal);
  } catch (error) {
    if (signal.aborted || (error instanceof ApiError && isUnanswered(error))) throw error;
    return call(ops.loadTable, { key_name: of.cloud }, { signal });
  }
}

/** The rows are asked for as a read of their own kind: a change of the table drops them while they are on their way. */
async function together(of: Listed, asked: ListState, signal: AbortSignal) {
  const request = { ...bounds(of, asked), definition: 1 as const };
  const queryKey = opKey(ops.page, request);
  signal.addEventListener('abort', () => void queryClient.cancelQueries({ queryKey, exact: true }));
  const { data, ...answer } = await queryClient.fetchQuery({
    queryKey,
    queryFn: (context) => call(ops.page, request, { signal: context.signal }),
    ...{ staleTime: 0, gcTime: 0 },
  });
  const { definition, ...told } = data as { definition: TableDef };
  const state = knownTo(definition, asked);
  const rows = { ...answer, ...(Object.keys(told).length ? { data: told } : {}) };
  if (state === asked) queryClient.setQueryData(opKey(ops.page, pageOf(of, state, definition)), rows);
  return { code: answer.code, remark: answer.remark, duration: answer.duration, data: { ...definition } };
}

/** An address may name fields that the table does not have, or not for this reader. */
export function knownTo({ fields }: TableDef, state: ListState): ListState {
  const isKnown = (name: string) => fields.some((field) => field.field_name === name.split('.')[0]);
  const [wanted, sort] = [Object.entries(state.fields), state.sort];
  if (wanted.every(([name]) => isKnown(name)) && (!sort || isKnown(sort[0]))) return state;
  return { ...state, fields: Object.fromEntries(wanted.filter(([name]) => isKnown(name))), sort: sort && isKnown(sort[0]) ? sort : null };
}
