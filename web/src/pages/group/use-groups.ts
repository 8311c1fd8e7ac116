import { useMemo } from 'react';
import type { FieldDef, ItemDef } from '#protocol/meta/field.ts';
import type { WireRow } from '#protocol/wire/envelope.ts';
import type { FieldFilter } from '#protocol/wire/filters.ts';
import type { ApiError } from '#web/api/error.ts';
import { ops } from '#web/api/ops.ts';
import { failureOf, useOp } from '#web/api/use-op.ts';
import { useTable } from '#web/api/use-table.ts';
import { useFollow } from '../use-follow.ts';
import { type GroupCount, type Grouping, type GroupValue, groupsOf } from './groups.ts';

export interface Groups extends Grouping {
  /** the values form a tree */
  isTree: boolean;
  isPending: boolean;
  error: ApiError | null;
  outdated: ApiError | null;
  retry(): void;
}

/** Values are asked for once and stay for a while; what is counted follows what others do. */
const A_WHILE = 5 * 60_000;
const NOTHING: readonly never[] = [];

/** The values of a group field with the records that each has, as the reader may see them. */
export function useGroups(cloud: string, field: FieldDef | undefined, narrowed?: Readonly<Record<string, FieldFilter>>): Groups {
  const source = field?.source ?? '';
  const counts = useOp(
    ops.group,
    {
      ...{ cloud, field: field?.field_name ?? '' },
      ...(source ? { below: 1 as const } : {}),
      ...(narrowed && Object.keys(narrowed).length ? { filters: { fields: { ...narrowed } } } : {}),
    },
    { enabled: field !== undefined, fresh: 0 },
  );
  const of = useTable(source);
  const hasNodes = of.table?.type === 'TREE';
  const isFlat = of.table !== undefined && !hasNodes;
  const nodes = useOp(ops.tree, { cloud: source }, { enabled: hasNodes, fresh: A_WHILE });
  const rows = useOp(ops.list, { cloud: source, fields: 'key_name' }, { enabled: isFlat, fresh: A_WHILE });
  useFollow(
    () => true,
    () => field && counts.refetch(),
  );
  const values = hasNodes ? nodes : rows;
  const items = field?.items;
  const known = useMemo<readonly GroupValue[]>(
    () => (Array.isArray(items) ? items.filter((item) => !item.hidden).map(ofItem) : (values.data?.rows ?? NOTHING).map(ofRow)),
    [items, values.data],
  );
  const grouping = useMemo(
    () => groupsOf(known, (counts.data?.rows ?? NOTHING) as unknown as readonly GroupCount[], Number(counts.data?.data?.all ?? 0)),
    [known, counts.data],
  );
  // whoever may not list the values sees those of his records
  const isWaiting = source !== '' && !of.query.error && !values.error && !values.data;
  return {
    ...grouping,
    // also of who may not list the nodes: what is counted says what lies below
    isTree: (counts.data?.rows ?? NOTHING).some((row) => 'below' in row),
    isPending: counts.isPending || isWaiting,
    ...failureOf(counts),
    retry: () => void counts.refetch(),
  };
}

const ofItem = ({ id, key_name, key_name_en }: ItemDef): GroupValue => ({ id, key_name, key_name_en });

/** A row with all its texts: it is found by its code, too. */
function ofRow(row: unknown): GroupValue {
  const { id, key_name, key_name_en, parent_id, ...others } = row as WireRow & { key_name_en?: string; parent_id?: number | null };
  const words = Object.values(others).filter((value) => typeof value === 'string');
  return { id, key_name: String(key_name ?? ''), key_name_en, parent_id: parent_id ?? null, words: words.join('\n') };
}
