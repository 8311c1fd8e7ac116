import { useCallback, useMemo, useState } from 'react';
import type { Envelope, WireRow } from '#protocol/wire/envelope.ts';
import type { FieldFilter } from '#protocol/wire/filters.ts';
import type { ApiError } from '#web/api/error.ts';
import { ops } from '#web/api/ops.ts';
import { failureOf, useOp, useOps } from '#web/api/use-op.ts';
import { useSettled } from '#web/ui/use-settled.ts';
import { reached, type Tree, treeOf } from './nodes.ts';

/** ms after the last key until the server is asked */
const PAUSE = 250;
const ANY = () => true;

/** A tree of more nodes than are read at once: level by level, as it is opened; what is looked for by the server. */
export interface LargeTree {
  /** all that was read: levels that were opened, what was looked for, the way to it */
  tree: Tree;
  /** nodes of levels that were read whole */
  stands: ReadonlySet<number>;
  /** nodes below which is being read */
  reading: ReadonlySet<number>;
  /** what the words find, until they are answered what those before them found; null where nothing is looked for, or known yet */
  found: ReadonlySet<number> | null;
  /** the words are not answered yet */
  seeking: boolean;
  /** there is more than what was found */
  more: boolean;
  loading: boolean;
  error: ApiError | null;
  outdated: ApiError | null;
  /** reads what stands directly below these nodes, and of no others */
  ask(open: ReadonlySet<number>): void;
  /** reads where a node stands */
  reach(id: number): void;
  refresh(): void;
}

interface LargeOn {
  cloud: string;
  fields: string;
  fixed: Readonly<Record<string, FieldFilter>>;
  words: string;
  enabled: boolean;
}

export function useLarge({ cloud, fields, fixed, words, enabled }: LargeOn): LargeTree {
  const [asked, setAsked] = useState<ReadonlySet<number>>(TOP);
  const [sought, reach] = useState(0);
  const looked = useSettled(words.trim(), PAUSE);
  const base = { cloud, fields, holds: 1 as const };
  const below = enabled ? [...asked] : [];
  const levels = useOps(
    ops.tree,
    below.map((id) => ({ ...base, id: String(id), filters: { fields: fixed } })),
  );
  const hits = useOp(
    ops.tree,
    { ...base, way: 1, filters: { fields: fixed, key_word: looked } },
    { enabled: enabled && looked !== '', keepPrevious: ANY },
  );
  const way = useOp(ops.tree, { ...base, way: 1, filters: { fields: { id: sought } } }, { enabled: enabled && sought > 0, fresh: 0 });
  const [hitRows, wayRows] = [rowsOf(looked === '' ? undefined : hits.data), rowsOf(way.data)];
  const read = levels.map(({ data }) => data);
  // biome-ignore lint/correctness/useExhaustiveDependencies: answers are what changes, the list of them is new each time
  const standing = useMemo(() => reached(new Map(below.map((id, at) => [id, rowsOf(read[at])]))), [...read, below.length]);
  const tree = useMemo(
    () => treeOf([...new Map([...wayRows, ...hitRows, ...standing].map((row) => [row.id, row])).values()]),
    [wayRows, hitRows, standing],
  );
  const isSought = words.trim() !== '';
  const isKnown = looked !== '' && hits.data !== undefined;
  const found = useMemo(
    () => (isSought && isKnown ? new Set(hitRows.flatMap((row) => (row.found ? [row.id] : []))) : null),
    [isSought, isKnown, hitRows],
  );
  const waiting = below.filter((_, at) => levels[at]!.isPending).join(',');
  const failures = [...levels, hits, way].map((answer) => failureOf(answer));
  const ask = useCallback((open: ReadonlySet<number>) => setAsked(new Set([0, ...open])), []);
  return {
    ...{ tree, found, ask, reach },
    reading: useMemo(() => new Set(waiting.split(',').map(Number)), [waiting]),
    seeking: isSought && !hits.error && (looked !== words.trim() || !isKnown || hits.isPlaceholderData),
    stands: useMemo(() => new Set(standing.map(({ id }) => id)), [standing]),
    more: (hits.data?.data as { more?: 1 } | undefined)?.more === 1,
    loading: enabled && levels[0]?.data === undefined && !levels[0]?.error,
    error: failures[0]?.error ?? null,
    outdated: failures.flatMap(({ error, outdated }) => error ?? outdated ?? [])[0] ?? null,
    refresh: () => {
      for (const answer of [...levels, ...(looked === '' ? [] : [hits])]) void answer.refetch();
    },
  };
}

const TOP: ReadonlySet<number> = new Set([0]);
const NONE: readonly WireRow[] = [];
const rowsOf = (answer: Envelope | undefined): readonly WireRow[] => (answer?.rows as readonly WireRow[] | undefined) ?? NONE;
