import type { WireRow } from '#protocol/wire/envelope.ts';
import { matches } from '#web/nav/menu.ts';

/** A record in its tree. */
export interface TreeNode {
  id: number;
  row: WireRow;
  parent: TreeNode | null;
  children: TreeNode[];
  /** how many stand below it, to the last level, of those that were read */
  below: number;
  /** how many stand directly below it, read or not */
  holds: number;
}

export interface Tree {
  roots: readonly TreeNode[];
  byId: ReadonlyMap<number, TreeNode>;
}

/** A node as it stands in a line: under how many, and which of how many siblings it is (from 1). */
export interface Line {
  node: TreeNode;
  level: number;
  isOpen: boolean;
  /** it is open, and what stands below it is on its way */
  waits: boolean;
  at: number;
  of: number;
}

/** Rows of `op=Tree`, whose `parent_id` names another of them or none, in their order; of a tree that is read by levels each says what it `holds`. */
export function treeOf(rows: readonly WireRow[]): Tree {
  const start = (row: WireRow): TreeNode => ({ id: row.id, row, parent: null, children: [], below: 0, holds: Number(row.holds ?? 0) });
  const byId = new Map(rows.map((row): [number, TreeNode] => [row.id, start(row)]));
  const roots: TreeNode[] = [];
  for (const node of byId.values()) {
    node.parent = byId.get(Number(node.row.parent_id)) ?? null;
    (node.parent?.children ?? roots).push(node);
  }
  for (const { node } of linesOf(roots, () => true).reverse()) {
    node.holds = Math.max(node.holds, node.children.length);
    if (node.parent) node.parent.below += node.below + 1;
  }
  return { roots, byId };
}

/** The lines of a tree of which these nodes are open, from above; only those of `shown`, where it is given, and open ones that `awaits` names, below which nothing is read yet. */
export function linesOf(
  roots: readonly TreeNode[],
  isOpen: (node: TreeNode) => boolean,
  shown?: ReadonlySet<number>,
  awaits: (node: TreeNode) => boolean = () => false,
): Line[] {
  const lines: Line[] = [];
  const waiting = laid(roots, 1, shown);
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { node, level } = next;
    const below = shown ? node.children.filter(({ id }) => shown.has(id)) : node.children;
    const opened = (below.length > 0 || awaits(node)) && isOpen(node);
    lines.push({ ...next, isOpen: opened, waits: opened && below.length === 0 });
    if (opened) waiting.push(...laid(below, level + 1));
  }
  return lines;
}

/** Siblings, the first of them last: it is taken first. */
function laid(nodes: readonly TreeNode[], level: number, shown?: ReadonlySet<number>): Line[] {
  const here = shown ? nodes.filter(({ id }) => shown.has(id)) : nodes;
  return here.map((node, at) => ({ node, level, isOpen: false, waits: false, at: at + 1, of: here.length })).reverse();
}

/** Those in whose texts all the words stand. */
export const foundIn = (tree: Tree, words: string, textsOf: (row: WireRow) => readonly string[]): ReadonlySet<number> =>
  new Set([...tree.byId.values()].filter(({ row }) => matches(words, textsOf(row))).map(({ id }) => id));

/** The same with all that stands above them. */
export function withAbove(tree: Tree, ids: ReadonlySet<number>): ReadonlySet<number> {
  const all = new Set<number>();
  for (const id of ids) for (let node = tree.byId.get(id) ?? null; node && !all.has(node.id); node = node.parent) all.add(node.id);
  return all;
}

/** What stands above a node, from the top. */
export function aboveOf(node: TreeNode | null | undefined): readonly TreeNode[] {
  const way: TreeNode[] = [];
  for (let one = node?.parent ?? null; one; one = one.parent) way.unshift(one);
  return way;
}

/** Whether a node is this one, or below it. */
export function isWithin(node: TreeNode | null, top: TreeNode): boolean {
  for (let one = node; one; one = one.parent) if (one === top) return true;
  return false;
}

/** Rows of levels that were read by the node that they stand below (0: the top), those only that the top reaches, each once, from above. */
export function reached(levels: ReadonlyMap<number, readonly WireRow[]>): WireRow[] {
  const rows = new Map<number, WireRow>();
  const waiting = [0];
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
    for (const row of levels.get(next) ?? []) {
      if (rows.has(row.id)) continue;
      rows.set(row.id, row);
      if (levels.has(row.id)) waiting.push(row.id);
    }
  return [...rows.values()];
}
