import { useQuery } from '@tanstack/react-query';
import type { Envelope } from '#protocol/wire/envelope.ts';
import { call } from '#web/api/call.ts';
import type { ApiError } from '#web/api/error.ts';
import { refKey } from '#web/api/op-ref.ts';
import { ops } from '#web/api/ops.ts';
import type { OwnEntry } from './own-log.ts';

/** The newest pages of one's own security log. What is written while one reads moves entries on: none stands twice. */
export function useOwnLog(pages: number): {
  rows: readonly OwnEntry[];
  total: number;
  isPending: boolean;
  error: ApiError | null;
  retry: () => void;
} {
  const { data, isPending, error, refetch } = useQuery<Envelope[], ApiError>({
    queryKey: [refKey(ops.securityLog), '', { pages }],
    queryFn: ({ signal }) => Promise.all(Array.from({ length: pages }, (_, at) => call(ops.securityLog, { page: at + 1 }, { signal }))),
    placeholderData: (before) => before,
  });
  const all = (data ?? []).flatMap(({ rows }) => (rows ?? []) as unknown as OwnEntry[]);
  const rows = [...new Map(all.map((row) => [row.id, row])).values()];
  return { rows, total: data?.[0]?.total ?? 0, isPending, error, retry: () => void refetch() };
}
