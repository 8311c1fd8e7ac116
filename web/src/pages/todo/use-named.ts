import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { WireRow } from '#protocol/wire/envelope.ts';
import { call } from '#web/api/call.ts';
import { ops } from '#web/api/ops.ts';
import { opKey } from '#web/api/use-op.ts';
import { useText } from '#web/i18n/use-text.ts';
import { useKnownTables } from './batch/tables.ts';
import type { TodoItem } from './todo-item.ts';

/**
 * The rows with the English names of their records, for who reads English: a to-do keeps the name under which it was opened. One call for
 * each table that names its records in English; what the reader may not list keeps the name that it has.
 */
export function useNamed(rows: readonly TodoItem[]): readonly TodoItem[] {
  const { locale } = useText();
  const clouds = locale === 'en_US' ? [...new Set(rows.map(({ source }) => source))].sort() : [];
  const tables = useKnownTables(clouds);
  const asked = clouds.filter((cloud) => tables.get(cloud)?.english_name);
  const names = useQueries({
    queries: asked.map((cloud) => {
      const ids = [...new Set(rows.flatMap(({ source, rowid }) => (source === cloud ? [rowid] : [])))].sort((a, b) => a - b);
      const request = {
        cloud,
        page: 1,
        rows: ids.length,
        filters: { fields: { id: { op: 'in' as const, value: ids } } },
        fields: 'key_name',
      };
      return {
        queryKey: opKey(ops.page, request),
        queryFn: ({ signal }: { signal: AbortSignal }) => call(ops.page, request, { signal, background: true }),
        staleTime: 30_000,
      };
    }),
    combine: (all) =>
      new Map(
        all.flatMap(({ data }, at) =>
          ((data?.rows ?? []) as unknown as WireRow[]).map((row) => [`${asked[at]} ${row.id}`, row.key_name_en]),
        ),
      ),
  });
  // the same rows for the same names
  const said = JSON.stringify([...names]);
  return useMemo(() => namedIn(rows, new Map(JSON.parse(said) as [string, unknown][])), [rows, said]);
}

/** Rows whose record has no name in English stay the same. */
export function namedIn(rows: readonly TodoItem[], names: ReadonlyMap<string, unknown>): readonly TodoItem[] {
  if (names.size === 0) return rows;
  return rows.map((row) => {
    const name = names.get(`${row.source} ${row.rowid}`);
    return typeof name === 'string' && name ? { ...row, key_name_en: name } : row;
  });
}
