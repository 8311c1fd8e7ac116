import { keyIn } from '#protocol/rules/report/said.ts';
import { moved, type Place } from '../pivot/figures.ts';
import type { LoadedReport, ReportLine } from '../use-report.ts';

/** A line of a tree, with where it stands among those of its page. */
export interface TreeLine {
  readonly line: ReportLine;
  /** by what it is known however the lines are sorted */
  readonly key: string;
  /** the line above it; none at the top of the tree, or of the page */
  readonly over?: TreeLine;
  /** something stands below it */
  readonly holds: boolean;
}

/** Lines come each above those that stand below it. */
export function treeOf(lines: readonly ReportLine[], [target]: LoadedReport['targets']): readonly TreeLine[] {
  const over: TreeLine[] = [];
  return lines.map((line, at) => {
    over.length = Math.min(over.length, line.depth - 1);
    const above = over.findLast((one) => one !== undefined);
    const key = String(target && keyIn(line.keys[target.name]));
    const own: TreeLine = { line, key, ...(above ? { over: above } : {}), holds: (lines[at + 1]?.depth ?? 0) > line.depth };
    over[line.depth - 1] = own;
    return own;
  });
}

/** Lines at the top of the tree are open until somebody closes them. */
const OPEN_FIRST = 1;

/** Which lines are open: by their keys those that somebody has opened or closed, and all others. */
export interface Opened {
  readonly by: ReadonlyMap<string, boolean>;
  readonly rest?: boolean;
}
export const isOpen = ({ by, rest }: Opened, { key, line, holds }: TreeLine): boolean =>
  holds && (by.get(key) ?? rest ?? line.depth <= OPEN_FIRST);

/** The lines of which all that stand above are open. */
export function shownOf(tree: readonly TreeLine[], opened: Opened): readonly TreeLine[] {
  const shown = new Set<TreeLine>();
  for (const one of tree) if (!one.over || (shown.has(one.over) && isOpen(opened, one.over))) shown.add(one);
  return [...shown];
}

/** The line itself where it is shown, else the next above it that is. */
export function standing(tree: readonly TreeLine[], shown: readonly TreeLine[], key: string | undefined): number {
  for (let at = tree.find((one) => one.key === key); at; at = at.over) {
    const found = shown.indexOf(at);
    if (found >= 0) return found;
  }
  return 0;
}

/** What a key does: it goes to a place (column 0 are the names), opens or closes a line, opens all. */
export type Deed = { readonly to: Place } | { readonly turn: TreeLine; readonly open: boolean } | { readonly all: true } | undefined;

/** As the pattern of a tree in columns has it: right opens, then goes into the figures; left comes back, closes, then goes to the line above. */
export function deedOf(
  key: string,
  far: boolean,
  [row, column]: Place,
  shown: readonly TreeLine[],
  opened: Opened,
  size: { rows: number; columns: number },
): Deed {
  const at = shown[row];
  if (key === '*') return { all: true };
  if (at && column === 0 && key === 'ArrowRight' && at.holds && !isOpen(opened, at)) return { turn: at, open: true };
  if (at && column === 0 && key === 'ArrowLeft') {
    if (isOpen(opened, at)) return { turn: at, open: false };
    return at.over ? { to: [shown.indexOf(at.over), 0] } : undefined;
  }
  const to = moved(key, far, [row, column], size);
  return to && { to };
}
