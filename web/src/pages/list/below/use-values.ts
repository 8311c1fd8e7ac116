import { useQueries } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { WireRow } from '#protocol/wire/envelope.ts';
import { call } from '#web/api/call.ts';
import type { ApiError } from '#web/api/error.ts';
import { ops } from '#web/api/ops.ts';
import { againIn, queryClient } from '#web/api/use-op.ts';
import { useFollow } from '../../use-follow.ts';
import { asOf } from '../state/first-rows.ts';
import type { ListController } from '../state/use-list-page.ts';
import { createReader } from './reader.ts';

/** What is known of what stands below a row. */
export interface Known {
  /** undefined: it is being read; null: the record is no more, or not his to see */
  record: WireRow | null | undefined;
  /** why it could not be read */
  fault: string | null;
  again: () => void;
}

/** What stands below these rows, read when they are opened as their columns would be; those of one turn together. */
export function useValues({ cloud, rows, state }: ListController, fields: readonly FieldDef[], open: readonly number[]) {
  const { month } = state;
  const names = fields.map(({ field_name }) => field_name).join();
  const read = useMemo(() => {
    const past = asOf({ month } as ListController['state']);
    return createReader(async (ids) => {
      const filters = { fields: { id: { op: 'in' as const, value: [...ids] } } };
      const answer = await call(ops.page, { cloud, page: 1, rows: ids.length, fields: names, filters, ...past });
      return (answer.rows ?? []) as unknown as readonly WireRow[];
    });
  }, [cloud, names, month]);
  const queries = useQueries({
    queries: open.map((id) => ({
      queryKey: ['below', cloud, { id, names, month }],
      queryFn: () => read(id),
      refetchInterval: (query: { state: { error: Error | null } }) => againIn({ error: query.state.error as ApiError | null }),
    })),
  });
  useAnew(cloud, rows);
  return (id: number): Known => {
    const query = queries[open.indexOf(id)];
    const fault = query?.data === undefined ? query?.error : null;
    return { record: query?.data, fault: (fault as ApiError | null | undefined)?.remark ?? null, again: () => void query?.refetch() };
  };
}

/** Read anew where the rows are others than they were, and where something was told. */
function useAnew(cloud: string, rows: readonly WireRow[]): void {
  const sign = rows.map(({ id, version }) => `${id}.${version}`).join();
  const before = useRef(sign);
  const ask = () => queryClient.invalidateQueries({ queryKey: ['below', cloud] });
  const latest = useRef(ask);
  latest.current = ask;
  useFollow(() => true, ask);
  useEffect(() => {
    if (before.current === sign) return;
    before.current = sign;
    void latest.current();
  }, [sign]);
}
