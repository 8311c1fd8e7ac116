import type { TableDef } from '#protocol/meta/table.ts';
import type { LoadedTable } from '#protocol/rules/form/locked.ts';
import { laidOut, layoutOf } from '#protocol/rules/layout.ts';
import { listAsk } from '#protocol/rules/list.ts';
import type { Envelope } from '#protocol/wire/envelope.ts';
import { call } from '#web/api/call.ts';
import { ApiError } from '#web/api/error.ts';
import { ops } from '#web/api/ops.ts';
import { isUnanswered, opKey, queryClient } from '#web/api/use-op.ts';
import { type ListState, wireFilters } from './list-state.ts';

/** Whose rows are listed, and what the page itself narrows. */
export interface Listed {
  cloud: string;
  fixed?: ListState['fields'];
}

export const bounds = ({ cloud, fixed }: Listed, state: ListState) => {
  const filters = wireFilters(state, fixed);
  return {
    cloud,
    page: state.page,
    rows: state.rows,
    ...(filters ? { filters } : {}),
    ...(state.exact ? { exact: 1 as const } : {}),
    ...asOf(state),
  };
};
/** At the end of which month the rows stood so. */
export const asOf = ({ month }: ListState) => (month ? { as_of: month } : {});
export const pageOf = (of: Listed, state: ListState, table: TableDef) => ({ ...bounds(of, state), ...listAsk(table) });

/** ms that a list's head and filters wait for its first rows. */
const PATIENCE = 2_000;

/**
 * The definition of a table with the first rows of its list. It comes alone where the rows are refused, so that head and filters stand beside
 * the reason; where they take long; and where something was told since they were asked for (`dropFirst`).
 */
export async function withRows(of: Listed, asked: ListState, signal: AbortSignal): Promise<Envelope> {
  const both = together(of, asked, signal);
  const came = both.then(
    () => true,
    () => true,
  );
  const isHere = await Promise.race([came, new Promise<false>((resolve) => setTimeout(() => resolve(false), PATIENCE))]);
  try {
    if (isHere) return await both;
  } catch (error) {
    if (signal.aborted || (error instanceof ApiError && isUnanswered(error))) throw error;
  }
  dropFirst(of, asked);
  return call(ops.loadTable, { key_name: of.cloud }, { signal });
}

/** First rows that are on their way may be those of before: the list asks for its rows when it knows its table. */
export const dropFirst = (of: Listed, asked: ListState): void =>
  void queryClient.cancelQueries({ queryKey: keyOf(firstOf(of, asked)), exact: true });

const firstOf = (of: Listed, asked: ListState) => ({ ...bounds(of, asked), definition: 1 as const });
const keyOf = (request: ReturnType<typeof firstOf>) => opKey(ops.page, request);

/** The rows are asked for as a read of their own kind: a change of the table drops them while they are on their way. */
async function together(of: Listed, asked: ListState, signal: AbortSignal): Promise<Envelope> {
  const request = firstOf(of, asked);
  signal.addEventListener('abort', () => dropFirst(of, asked));
  const { data, ...answer } = await queryClient.fetchQuery({
    queryKey: keyOf(request),
    queryFn: (context) => call(ops.page, request, { signal: context.signal }),
    ...{ staleTime: 0, gcTime: 0 },
  });
  const { definition, ...told } = data as { definition: LoadedTable };
  const state = knownTo(definition, asked);
  const table = laidOut(definition, layoutOf(definition.layouts));
  const rows = { ...answer, ...(Object.keys(told).length ? { data: told } : {}) };
  if (state === asked) queryClient.setQueryData(opKey(ops.page, pageOf(of, state, table)), rows);
  return { code: answer.code, remark: answer.remark, duration: answer.duration, data: { ...definition } } as Envelope;
}

/** An address may name fields that the table does not have, or not for this reader. */
export function knownTo({ fields }: TableDef, state: ListState): ListState {
  const isKnown = (name: string) => fields.some((field) => field.field_name === name.split('.')[0]);
  const [wanted, sort] = [Object.entries(state.fields), state.sort];
  if (wanted.every(([name]) => isKnown(name)) && (!sort || isKnown(sort[0]))) return state;
  return { ...state, fields: Object.fromEntries(wanted.filter(([name]) => isKnown(name))), sort: sort && isKnown(sort[0]) ? sort : null };
}
