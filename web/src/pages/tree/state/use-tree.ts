import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { TableDef } from '#protocol/meta/table.ts';
import type { WireRow } from '#protocol/wire/envelope.ts';
import type { FieldFilter } from '#protocol/wire/filters.ts';
import type { ApiError } from '#web/api/error.ts';
import { ops } from '#web/api/ops.ts';
import { failureOf, useOp } from '#web/api/use-op.ts';
import { useTable } from '#web/api/use-table.ts';
import { asText } from '#web/fields/values.ts';
import { useFollow } from '../../use-follow.ts';
import { foundIn, type Line, linesOf, type Tree, treeOf, withAbove } from './nodes.ts';

/** A tree as it is drawn: what of it is open, and what one looks for. */
export interface TreeView {
  tree: Tree;
  /** what is drawn, from above */
  lines: readonly Line[];
  /** those that the words find; null where nothing is looked for */
  found: ReadonlySet<number> | null;
  words: string;
  /** what a node is looked for by */
  textsOf: TextsOf;
  seek(words: string): void;
  toggle(id: number, isOpen?: boolean): void;
  openAll(): void;
  closeAll(): void;
  /** opens all that stands above a node */
  reveal(id: number): void;
}

type TextsOf = (row: WireRow) => readonly string[];

export interface TreeController extends TreeView {
  /** undefined until the definition is known */
  table: TableDef | undefined;
  loading: boolean;
  /** why there is nothing to show */
  error: ApiError | null;
  /** why the nodes are still those of before */
  outdated: ApiError | null;
  refresh(): void;
}

const NONE: readonly WireRow[] = [];
const ANY = () => true;
/** A tree of so many nodes begins with all of them in sight, a larger one with its second level. */
const FEW = 40;

/** Fields of a node's line: its names, and the texts by which one looks for it. */
export const soughtFields = (table: TableDef): readonly string[] => [
  ...new Set([
    'key_name',
    ...(table.english_name ? [table.english_name] : []),
    ...table.fields
      .filter((field) => field.data_type === 'text' && field.search === 1 && field.hidden !== 1)
      .map((field) => field.field_name),
  ]),
];

/** Reads a tree whole, follows what others do to it, and keeps what of it is open. */
export function useTree(cloud: string, fixed?: Readonly<Record<string, FieldFilter>>): TreeController {
  const { table, query: definition } = useTable(cloud);
  const isTree = table?.type === 'TREE';
  const fields = useMemo(() => (table ? soughtFields(table) : []), [table]);
  const filters = fixed && Object.keys(fixed).length > 0 ? { filters: { fields: { ...fixed } } } : {};
  const answer = useOp(ops.tree, { cloud, fields: fields.join(','), ...filters }, { enabled: isTree, keepPrevious: ANY });
  useFollow(ANY, () => isTree && answer.refetch());
  const rows = (answer.data?.rows ?? NONE) as readonly WireRow[];
  const tree = useMemo(() => treeOf(rows), [rows]);
  const textsOf = useCallback<TextsOf>((row) => fields.map((name) => asText(row[name])), [fields]);
  const view = useTreeView(tree, textsOf);
  const [defined, read] = [failureOf(definition), failureOf(answer)];
  return {
    ...view,
    table,
    loading: !defined.error && !answer.error && !(answer.data || (table && !isTree)),
    error: defined.error ?? read.error,
    outdated: defined.outdated ?? read.outdated,
    refresh: () => (definition.error ? void definition.refetch() : void answer.refetch()),
  };
}

/** Keeps what of a tree is open, and what one looks for in it. */
export function useTreeView(tree: Tree, textsOf: TextsOf): TreeView {
  const [words, seek] = useState('');
  const found = useMemo(() => (words.trim() ? foundIn(tree, words, textsOf) : null), [tree, words, textsOf]);
  const { open, ...opening } = useOpen(tree, found);
  const shown = useMemo(() => (found ? withAbove(tree, found) : undefined), [tree, found]);
  const lines = useMemo(() => linesOf(tree.roots, ({ id }) => open.has(id), shown), [tree, open, shown]);
  return { tree, lines, found, words, textsOf, seek, ...opening };
}

/** A node comes in sight once where it stands, also where somebody closed what is above it. */
export function useReveal({ tree, reveal }: Pick<TreeView, 'tree' | 'reveal'>, id: number): void {
  const seen = useRef('');
  const node = tree.byId.get(id);
  const place = node ? `${node.parent?.id ?? 0}/${id}` : '';
  useEffect(() => {
    if (place === '' || seen.current === place) return;
    seen.current = place;
    reveal(id);
  });
}

/** Which nodes are open: of a tree that was never touched the first levels, above what is found all. */
function useOpen(tree: Tree, found: ReadonlySet<number> | null) {
  const [own, setOwn] = useState<ReadonlySet<number> | null>(null);
  const first = useMemo(() => new Set((tree.byId.size <= FEW ? [...tree.byId.values()] : tree.roots).map(({ id }) => id)), [tree]);
  const [closedHits, setClosedHits] = useState<ReadonlySet<number>>(new Set());
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is found now is seen whole
  useEffect(() => setClosedHits(new Set()), [found]);
  const standing = own ?? first;
  const open = useMemo(
    () => (found ? new Set([...tree.byId.keys()].filter((id) => !closedHits.has(id))) : standing),
    [found, tree, closedHits, standing],
  );
  const put = (id: number, isOpen: boolean) => {
    if (found) setClosedHits((now) => changed(now, id, !isOpen));
    else setOwn((now) => changed(now ?? first, id, isOpen));
  };
  return {
    open,
    toggle: (id: number, isOpen = !open.has(id)) => put(id, isOpen),
    openAll: () => setOwn(new Set(tree.byId.keys())),
    closeAll: () => setOwn(new Set()),
    reveal: (id: number) => {
      const above = withAbove(tree, new Set([tree.byId.get(id)?.parent?.id ?? 0]));
      if ([...above].some((each) => !standing.has(each))) setOwn(new Set([...standing, ...above]));
    },
  };
}

function changed(set: ReadonlySet<number>, id: number, isIn: boolean): ReadonlySet<number> {
  const next = new Set(set);
  if (isIn) next.add(id);
  else next.delete(id);
  return next;
}
