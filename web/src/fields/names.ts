import type { EntityValue } from '#protocol/wire/envelope.ts';
import { ops } from '#web/api/ops.ts';
import { useOp } from '#web/api/use-op.ts';

/** Records of a table that are known by their ids alone, with their names. */
export function useNames(source: string | undefined, ids: readonly number[]): readonly EntityValue[] {
  const filters = { fields: { id: { op: 'in' as const, value: [...ids] } } };
  const isAsked = source !== undefined && ids.length > 0;
  const { data } = useOp(ops.list, { cloud: source ?? '', fields: 'key_name', filters }, { enabled: isAsked, fresh: 60_000 });
  return isAsked ? ((data?.rows ?? []) as unknown as EntityValue[]).filter((each) => ids.includes(each.id)) : [];
}
