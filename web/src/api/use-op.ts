import { type Query, QueryClient, type QueryKey, type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { Envelope } from '#protocol/wire/envelope.ts';
import { call } from './call.ts';
import type { ApiError } from './error.ts';
import { type OpRef, refKey } from './ops.ts';
import type { ClientRequest } from './request.ts';
import { onSession, sessionState } from './session.ts';

/** One cache for all reads: definitions live long, rows are asked again when a page comes back. Refusals are answers: no retry. */
export const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false, staleTime: 5_000, gcTime: 300_000 } },
});

/** What one person read is never shown to the next: the cache goes with the session. */
let reader = sessionState().session?.user.id;
onSession(() => {
  const now = sessionState().session?.user.id;
  if (now !== reader) queryClient.clear();
  reader = now;
});

/** Cache key of a call: its op, its table (so that a change of the table can drop all that shows it), the request. */
export const opKey = (op: OpRef, request: Readonly<Record<string, unknown>>): readonly unknown[] => [
  refKey(op),
  typeof request.cloud === 'string' ? request.cloud : '',
  request,
];

export interface UseOpOptions {
  enabled?: boolean;
  /** ms during which an answer counts as fresh */
  fresh?: number;
  /** keep showing the last answer while the next one is on its way */
  keepPrevious?: boolean;
  background?: boolean;
  /** ms between polls */
  every?: number;
}

/** A read of the wire as a query. */
export function useOp<R extends OpRef>(op: R, request: ClientRequest<R>, options: UseOpOptions = {}): UseQueryResult<Envelope, ApiError> {
  return useQuery<Envelope, ApiError>({
    queryKey: opKey(op, request as Record<string, unknown>),
    queryFn: ({ signal }) => call(op, request, { signal, ...(options.background ? { background: true } : {}) }),
    ...(options.enabled === undefined ? {} : { enabled: options.enabled }),
    ...(options.fresh === undefined ? {} : { staleTime: options.fresh }),
    ...(options.keepPrevious ? { placeholderData: (previous: Envelope | undefined) => previous } : {}),
    ...(options.every ? { refetchInterval: options.every } : {}),
  });
}

/** Tables that changed and when, until what shows them is asked again. */
const changed = new Map<string, number>();
let asking: Promise<void> | undefined;

/**
 * After a change of a table: everything that shows it, and the badges, is asked again, once for all changes of a moment. An answer that was
 * on its way before the change is dropped; what was read since, or is asked for by a page that takes the place of another now, stands.
 */
export function invalidateTable(cloud: string, since = Date.now()): Promise<void> {
  const base = baseOf(cloud);
  changed.set(base, Math.max(since, changed.get(base) ?? 0));
  void queryClient.cancelQueries({ predicate: ({ queryKey }) => shows(queryKey, base) });
  asking ??= new Promise((resolve) => setTimeout(() => resolve(askAgain())));
  return asking;
}

function askAgain(): Promise<void> {
  const tables = [...changed];
  changed.clear();
  asking = undefined;
  const isOld = ({ queryKey, state }: Query) => tables.some(([base, since]) => shows(queryKey, base) && state.dataUpdatedAt <= since);
  return queryClient.invalidateQueries({ predicate: isOld }, { cancelRefetch: false });
}

const baseOf = (cloud: string): string => cloud.split('[')[0]!;

/** Whether a query's answer follows from what stands in a table: to-dos and badges follow from all. */
const shows = ([op, table]: QueryKey, base: string): boolean =>
  op !== '/sys?op=LoadTable' &&
  (op === '/sys?op=Counts' || (typeof table === 'string' && (baseOf(table) === base || table.startsWith('todo'))));
