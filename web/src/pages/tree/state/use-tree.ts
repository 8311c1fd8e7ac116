import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { TableDef } from '#protocol/meta/table.ts';
import type { WireRow } from '#protocol/wire/envelope.ts';
import type { FieldFilter } from '#protocol/wire/filters.ts';
import type { ApiError } from '#web/api/error.ts';
import { ops } from '#web/api/ops.ts';
import { tableOf } from '#web/api/table-of.ts';
import { failureOf, useOp } from '#web/api/use-op.ts';
import { useTable } from '#web/api/use-table.ts';
import { asText } from '#web/fields/values.ts';
import { useFollow } from '../../use-follow.ts';
import { foundIn, type Line, linesOf, type Tree, treeOf, withAbove } from './nodes.ts';
import { useLarge } from './use-large.ts';

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
  /** undefined of a tree that is read level by level */
  openAll: (() => void) | undefined;
  closeAll(): void;
  /** opens all that stands above a node */
  reveal(id: number): void;
  /** of a tree that is read level by level: reads where a node stands */
  reach?: ((id: number) => void) | undefined;
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
  /** it is read level by level; `more` was found than is shown; what one looks for is not answered yet */
  isLarge: boolean;
  more: boolean;
  seeking: boolean;
  refresh(): void;
}

const NONE: readonly WireRow[] = [];
const NO_FILTER = {};
const NOTHING: ReadonlySet<number> = new Set();
/** What a tree of more nodes than are read at once is refused with. */
const TOO_MANY = 341;
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

/** Reads a tree, whole or, where it is too large for that, level by level; follows what others do to it, and keeps what of it is open. */
export function useTree(cloud: string, fixed: Readonly<Record<string, FieldFilter>> = NO_FILTER): TreeController {
  const { table, query: definition } = useTable(cloud);
  const isTree = table?.type === 'TREE';
  const fields = useMemo(() => (table ? soughtFields(table) : []), [table]);
  const filters = Object.keys(fixed).length > 0 ? { filters: { fields: fixed } } : {};
  const ask = { cloud, fields: fields.join(',') };
  const answer = useOp(ops.tree, { ...ask, ...filters }, { enabled: isTree, keepPrevious: ANY });
  const isLarge = answer.error?.code === TOO_MANY;
  const [words, seek] = useState('');
  const large = useLarge({ ...ask, fixed, words, enabled: isLarge });
  const refresh = () => (isLarge ? large.refresh() : void answer.refetch());
  // of a large tree each level is asked anew: only for what happened to it
  useFollow(
    (of) => !isLarge || tableOf(of.cloud) === tableOf(cloud),
    () => isTree && refresh(),
  );
  const rows = (answer.data?.rows ?? NONE) as readonly WireRow[];
  const whole = useMemo(() => treeOf(rows), [rows]);
  const textsOf = useCallback<TextsOf>((row) => fields.map((name) => asText(row[name])), [fields]);
  const hits = useFound(whole, words, textsOf);
  const seen = isLarge
    ? { tree: large.tree, found: large.found, stands: large.stands, reading: large.reading }
    : { tree: whole, found: hits };
  const { standing, ...view } = useView(seen);
  useEffect(() => {
    if (isLarge) large.ask(standing);
  }, [isLarge, large.ask, standing]);
  const [defined, read] = [failureOf(definition), isLarge ? large : failureOf(answer)];
  const loading = isLarge ? large.loading : !answer.error && !(answer.data || (table && !isTree));
  return {
    ...{ ...view, table, words, seek, textsOf, isLarge },
    ...(isLarge ? { openAll: undefined, reach: large.reach } : {}),
    more: isLarge && large.more,
    seeking: isLarge && large.seeking,
    loading: !defined.error && loading,
    error: defined.error ?? read.error,
    outdated: defined.outdated ?? read.outdated,
    refresh: () => (definition.error ? void definition.refetch() : refresh()),
  };
}

/** Keeps what of a tree is open, and what one looks for in it. */
export function useTreeView(tree: Tree, textsOf: TextsOf): TreeView {
  const [words, seek] = useState('');
  const { standing: _, ...view } = useView({ tree, found: useFound(tree, words, textsOf) });
  return { ...view, words, textsOf, seek };
}

const useFound = (tree: Tree, words: string, textsOf: TextsOf) =>
  useMemo(() => (words.trim() ? foundIn(tree, words, textsOf) : null), [tree, words, textsOf]);

interface Seen {
  tree: Tree;
  found: ReadonlySet<number> | null;
  /** of a tree that is read level by level: nodes of whole levels */
  stands?: ReadonlySet<number>;
  /** and those below which is being read */
  reading?: ReadonlySet<number>;
}

function useView({ tree, found, stands, reading }: Seen) {
  const { open, ...opening } = useOpen(tree, found, stands !== undefined);
  const shown = useMemo(() => (found ? withAbove(tree, found) : stands), [tree, found, stands]);
  const lines = useMemo(
    () =>
      linesOf(
        tree.roots,
        ({ id }) => open.has(id),
        shown,
        ({ id }) => !found && reading?.has(id) === true,
      ),
    [tree, open, shown, found, reading],
  );
  return { tree, lines, found, ...opening };
}

/** A node comes in sight once where it stands, also where somebody closed what is above it. */
export function useReveal({ tree, reveal, reach }: Pick<TreeView, 'tree' | 'reveal' | 'reach'>, id: number): void {
  const seen = useRef('');
  const node = tree.byId.get(id);
  const place = node ? `${node.parent?.id ?? 0}/${id}` : '';
  const isSought = id > 0 && node === undefined;
  useEffect(() => {
    if (isSought) reach?.(id);
  }, [isSought, reach, id]);
  useEffect(() => {
    if (place === '' || seen.current === place) return;
    seen.current = place;
    reveal(id);
  });
}

/** Which nodes are open: of a tree that was never touched the first levels (of one that is read by levels a lone root), above what is found all. */
function useOpen(tree: Tree, found: ReadonlySet<number> | null, isLarge: boolean) {
  const [own, setOwn] = useState<ReadonlySet<number> | null>(null);
  const first = useMemo(() => firstOf(tree, isLarge), [tree, isLarge]);
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
    ...{ open, standing },
    toggle: (id: number, isOpen = !open.has(id)) => put(id, isOpen),
    openAll: () => setOwn(new Set(tree.byId.keys())),
    closeAll: () => setOwn(new Set()),
    reveal: (id: number) => {
      const above = withAbove(tree, new Set([tree.byId.get(id)?.parent?.id ?? 0]));
      if ([...above].some((each) => !standing.has(each))) setOwn(new Set([...standing, ...above]));
    },
  };
}

function firstOf(tree: Tree, isLarge: boolean): ReadonlySet<number> {
  if (isLarge) return tree.roots.length === 1 ? new Set([tree.roots[0]!.id]) : NOTHING;
  return new Set((tree.byId.size <= FEW ? [...tree.byId.values()] : tree.roots).map(({ id }) => id));
}

function changed(set: ReadonlySet<number>, id: number, isIn: boolean): ReadonlySet<number> {
  const next = new Set(set);
  if (isIn) next.add(id);
  else next.delete(id);
  return next;
}
