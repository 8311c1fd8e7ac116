import { useQueries } from '@tanstack/react-query';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import type { Currency, Envelope, WireRow } from '#protocol/wire/envelope.ts';
import { call } from '#web/api/call.ts';
import { ops } from '#web/api/ops.ts';
import { opKey } from '#web/api/use-op.ts';
import { useKnownTables } from './batch/tables.ts';
import type { TodoItem } from './todo-item.ts';

/** What a record is about, in its own money. */
export interface RowAmount {
  field: FieldDef;
  value: unknown;
  currency: Currency | null;
}

/** The first field whose rows are added up: what the record's own head shows. */
const amountOf = (table: TableDef | undefined): FieldDef | undefined => table?.fields.find(({ stat }) => stat === 'SUM');

/** The amounts of these rows by their ids: one call for each of their tables, however many rows there are. What the reader may not list has none. */
export function useAmounts(rows: readonly TodoItem[], enabled: boolean): ReadonlyMap<number, RowAmount> {
  const clouds = enabled ? [...new Set(rows.map(({ source }) => source))].sort() : [];
  const tables = useKnownTables(clouds);
  const asked = clouds.flatMap((cloud) => {
    const field = amountOf(tables.get(cloud));
    return field ? [{ cloud, field, ids: rows.filter(({ source }) => source === cloud).map(({ rowid }) => rowid) }] : [];
  });
  const answers = useQueries({
    queries: asked.map(({ cloud, field, ids }) => {
      const filters = { fields: { id: { op: 'in' as const, value: [...new Set(ids)].sort((a, b) => a - b) } } };
      const request = { cloud, page: 1, rows: ids.length, filters, fields: field.field_name };
      return {
        queryKey: opKey(ops.page, request),
        queryFn: ({ signal }: { signal: AbortSignal }) => call(ops.page, request, { signal, background: true }),
        staleTime: 30_000,
      };
    }),
    combine: (all) => all.map(({ data }) => data),
  });
  return new Map(
    asked.flatMap(({ cloud, field }, at) =>
      amountsIn(
        answers[at],
        field,
        rows.filter(({ source }) => source === cloud),
      ),
    ),
  );
}

function amountsIn(answer: Envelope | undefined, field: FieldDef, rows: readonly TodoItem[]): [number, RowAmount][] {
  const found = (answer?.rows ?? []) as unknown as readonly WireRow[];
  const all = answer?.data?._currency as Currency | undefined;
  return rows.flatMap(({ id, rowid }): [number, RowAmount][] => {
    const record = found.find((each) => each.id === rowid);
    const value = record?.[field.field_name];
    return value === undefined || value === null ? [] : [[id, { field, value, currency: record?._currency ?? all ?? null }]];
  });
}
