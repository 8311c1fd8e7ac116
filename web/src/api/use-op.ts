import {
  type Query,
  QueryClient,
  type QueryKey,
  type UseQueryOptions,
  type UseQueryResult,
  useQueries,
  useQuery,
} from '@tanstack/react-query';
import type { Envelope } from '#protocol/wire/envelope.ts';
import { call } from './call.ts';
import { type ApiError, isGone } from './error.ts';
import { type OpRef, refKey } from './op-ref.ts';
import { ops } from './ops.ts';
import type { ClientRequest } from './request.ts';
import { onSession, sessionState } from './session.ts';
import { tableOf } from './table-of.ts';

/** One cache for all reads: definitions live long, rows are asked again when a page comes back. Refusals are answers: no retry. */
export const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false, staleTime: 5_000, gcTime: 300_000 } },
});

/** What one person read is never shown to the next: the cache goes with the session. */
let reader = sessionState().session?.user.id;
onSession(() => {
  const now = sessionState().session?.user.id;
  if (now !== reader) {
    queryClient.clear();
    defined = undefined;
  }
  reader = now;
});

/** Cache key of a call: its op, its table (so that a change of the table can drop all that shows it), the request. */
export const opKey = (op: OpRef, request: Readonly<Record<string, unknown>>): readonly unknown[] => [
  refKey(op),
  typeof request.cloud === 'string' ? request.cloud : '',
  request,
];

export interface UseOpOptions<Request = never> {
  enabled?: boolean;
  /** ms during which an answer counts as fresh */
  fresh?: number;
  /** keep showing the last answer while the next one is on its way, where it answered a request like this */
  keepPrevious?: (before: Request) => boolean;
  background?: boolean;
  /** its answer is nobody else's: who asks the same by himself asks anew (a record that is opened is read, one that is looked at beside a list is not) */
  apart?: boolean;
  /** how the answer is come by, where not by the call itself */
  by?: ((signal: AbortSignal) => Promise<Envelope>) | undefined;
  /** ms between polls */
  every?: number;
}

/** ms after which what could not be read is asked again, so long and up to twice as long: many who wait do not ask at once */
const AGAIN = 5_000;
/** Nothing was begun, or nobody was there to answer. What took too long would again, and each open page would have it done anew. */
const UNANSWERED = ['$busy', '$away'];
/** Nobody has answered what was asked, or refused it. */
export const isUnanswered = (error: ApiError): boolean => error.network || UNANSWERED.includes(error.said);
/** In how many ms an answer is asked for again by itself: soon where the network, a busy server or a database that was away came between, and nobody refused it. */
export const againIn = ({ error }: { error: ApiError | null }, every?: number): number | false =>
  error !== null && isUnanswered(error) ? AGAIN * (1 + Math.random()) : (every ?? false);

/** The last answer of a page, to stand until the next is there: of the same call and table, to a request of which `isLike` is true. */
export const keptFrom =
  <Request>(key: QueryKey, isLike: (before: Request) => boolean) =>
  <Answer>(previous: Answer | undefined, of: Pick<Query, 'queryKey'> | undefined): Answer | undefined =>
    of && of.queryKey[0] === key[0] && of.queryKey[1] === key[1] && isLike(of.queryKey[2] as Request) ? previous : undefined;

/** A read of the wire as a query. What could not be read because nobody answered is asked for until it comes. */
export function useOp<R extends OpRef>(
  op: R,
  request: ClientRequest<R>,
  options: UseOpOptions<ClientRequest<R>> = {},
): UseQueryResult<Envelope, ApiError> {
  return useQuery(queryOf(op, request, options));
}

/** Several reads of one op, each as `useOp`'s, in their order. */
export function useOps<R extends OpRef>(
  op: R,
  requests: readonly ClientRequest<R>[],
  options: UseOpOptions<ClientRequest<R>> = {},
): UseQueryResult<Envelope, ApiError>[] {
  return useQueries({ queries: requests.map((request) => queryOf(op, request, options)) });
}

function queryOf<R extends OpRef>(
  op: R,
  request: ClientRequest<R>,
  options: UseOpOptions<ClientRequest<R>>,
): UseQueryOptions<Envelope, ApiError> {
  const queryKey = opKey(op, { ...request, ...(options.apart ? { _apart: 1 } : {}) } as Record<string, unknown>);
  return {
    queryKey,
    queryFn: ({ signal }) => options.by?.(signal) ?? call(op, request, { signal, ...(options.background ? { background: true } : {}) }),
    ...(options.enabled === undefined ? {} : { enabled: options.enabled }),
    ...(options.fresh === undefined ? {} : { staleTime: options.fresh }),
    ...(options.keepPrevious ? { placeholderData: keptFrom(queryKey, options.keepPrevious) } : {}),
    refetchInterval: ({ state }) => againIn(state, options.every),
  };
}

/** A read that failed: `error` stands in place of what was read; `outdated` beside it, where it is known from before and still his to see. */
export function failureOf({ error, data }: { error: ApiError | null; data: unknown }): {
  error: ApiError | null;
  outdated: ApiError | null;
} {
  return error && data !== undefined && !isGone(error) ? { error: null, outdated: error } : { error, outdated: null };
}

/** What changed a moment ago, until what shows it is asked again: whether an answer follows from it, and since when. */
let changes: { shows: (key: QueryKey) => boolean; since: number }[] = [];
let asking: Promise<void> | undefined;

const COUNTS = refKey(ops.counts);
/** A record's files: some are of its rows, which other tables hold. */
const ATTACHS = refKey(ops.attachs);
const LOAD_TABLE = refKey(ops.loadTable);
/** What hangs on what the reader may do, and on what his company calls things. */
const DEFINED = [LOAD_TABLE, refKey(ops.loadNav), refKey(ops.loadMenu)];

/** After a change of a table: everything that shows it, to-dos and badges are asked again; what was read after `since` stands. */
export function invalidateTable(cloud: string, since = Date.now()): Promise<void> {
  const base = tableOf(cloud);
  return change(
    ([op, table]) =>
      op !== LOAD_TABLE &&
      (op === COUNTS || op === ATTACHS || (typeof table === 'string' && (tableOf(table) === base || table.startsWith('todo')))),
    since,
  );
}

/** Everything that shows this record is asked again, in whichever list of its table it was opened: the record itself, how it was handled, what may be done with it. */
export function invalidateRecord(cloud: string, id: number): Promise<void> {
  const base = tableOf(cloud);
  return change(
    ([op, table, request]) => op !== LOAD_TABLE && isOf(table, base) && (request as { id?: unknown } | undefined)?.id === id,
    Date.now(),
  );
}
const isOf = (table: unknown, base: string): boolean => typeof table === 'string' && tableOf(table) === base;

/** The version of what the reader may do and choose from that his definitions are of. */
let defined: number | undefined;

/** Definitions and menus of another version are asked for again: those on screen now, the others when they come there. */
export function definedBy(version: number): void {
  const isNew = defined !== undefined && defined !== version;
  defined = version;
  if (isNew) void queryClient.invalidateQueries({ predicate: ({ queryKey: [op] }) => DEFINED.includes(op as string) });
}

/** How a list lies is kept otherwise: definitions are asked for again where they are on screen. */
export const defineAnew = (): Promise<void> => queryClient.invalidateQueries({ predicate: ({ queryKey: [op] }) => op === LOAD_TABLE });

/**
 * Others have done something: badges and notices are asked again. Whatever else is known of rows is old from now on, and nothing asks for all
 * of it at once: what is on screen asks by itself (`useFollow`), what is not once it comes there.
 */
export function outdate(): void {
  void change(([op, table]) => op === COUNTS || table === 'notice', Date.now());
  void queryClient.invalidateQueries({ predicate: ({ queryKey: [op, table] }) => table !== '' && op !== LOAD_TABLE, refetchType: 'none' });
}

/**
 * Once for all changes of a moment. An answer that was on its way before the change is dropped; what a page asks that takes the place of
 * another now, stands.
 */
function change(shows: (key: QueryKey) => boolean, since: number): Promise<void> {
  changes.push({ shows, since });
  void queryClient.cancelQueries({ predicate: ({ queryKey }) => shows(queryKey) });
  asking ??= new Promise((resolve) => setTimeout(() => resolve(askAgain())));
  return asking;
}

function askAgain(): Promise<void> {
  const all = changes;
  changes = [];
  asking = undefined;
  const isOld = ({ queryKey, state }: Query) => all.some(({ shows, since }) => shows(queryKey) && state.dataUpdatedAt <= since);
  return queryClient.invalidateQueries({ predicate: isOld }, { cancelRefetch: false });
}
