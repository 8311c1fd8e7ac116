import type { Envelope, WireRow } from '#protocol/wire/envelope.ts';
import type { Filters } from '#protocol/wire/filters.ts';

export type Within = NonNullable<Filters['within']>;

/** A group as the wire tells it. */
export interface Group {
  value: number | string | null;
  key_name?: string;
  key_name_en?: string;
  unauthorized?: 1;
  num: number;
  stat?: Readonly<Record<string, string | null>>;
}

/** What is known of one place: the groups or rows that stand there. */
export interface Known {
  answer: Pick<Envelope, 'rows' | 'total'> | undefined;
  /** why it is not known, in words */
  fault: string | null;
}

export interface GroupLine {
  kind: 'group';
  key: string;
  depth: number;
  at: number;
  of: number;
  group: Group;
  within: Within;
  isOpen: boolean;
}
export interface RowLine {
  kind: 'row';
  key: string;
  depth: number;
  row: WireRow;
}
/** What there is beyond those that stand here, or why there is nothing yet. */
export interface MoreLine {
  kind: 'more' | 'wait' | 'fault';
  key: string;
  depth: number;
  /** the place of which it is more */
  place: Within;
  left: number;
  /** as many as one answer tells are here */
  isEnd: boolean;
  why: string;
}
export type Line = GroupLine | RowLine | MoreLine;

export const keyOf = (within: Within): string => JSON.stringify(within);

/** Groups and rows of one answer at most. */
export const MOST = 1000;
/** Of groups of one level the first stand open. */
const OPEN = 3;

/** Groups as they were pressed, by their place, the last ones last: open or closed. */
export type Opened = readonly (readonly [string, boolean])[];
/** Of so many it is known how they were pressed: more would make a window's memory long. */
const KNOWN = 500;

/** How groups were pressed, these ones now. */
export function pressedAt(opened: Opened, keys: readonly string[], isOpen: boolean): Opened {
  const now = new Set(keys);
  return [...opened.filter(([key]) => !now.has(key)), ...keys.map((key) => [key, isOpen] as const)].slice(-KNOWN);
}

/** Whether a group stands open: as it was pressed, else the first of a list with one level. */
export const isOpenAt = (pressed: ReadonlyMap<string, boolean>, within: Within, at: number, levels: number): boolean =>
  pressed.get(keyOf(within)) ?? (levels === 1 && at < OPEN);

interface Tree {
  levels: readonly string[];
  pressed: ReadonlyMap<string, boolean>;
  of: (place: Within) => Known;
}

/** Everything that stands in a grouped list, from above. */
export function linesOf(tree: Tree, place: Within = [], counted?: number): readonly Line[] {
  const depth = place.length;
  const { answer, fault } = tree.of(place);
  const rest = (kind: MoreLine['kind'], left: number, why = ''): MoreLine => ({
    ...{ kind, key: `${keyOf(place)} ${kind}`, depth, place, left, why },
    isEnd: (answer?.rows?.length ?? 0) >= MOST,
  });
  if (!answer) return [fault === null ? rest('wait', 0) : rest('fault', 0, fault)];
  const rows = answer.rows ?? [];
  const by = tree.levels[depth];
  // of its rows the group has counted exactly how many there are
  const left = ((by === undefined ? counted : undefined) ?? answer.total ?? 0) - rows.length;
  const more = left > 0 ? [rest('more', left)] : [];
  if (by === undefined) return [...rows.map((row): RowLine => ({ kind: 'row', key: `${row.id}`, depth, row: row as WireRow })), ...more];
  const groups = (rows as unknown as readonly Group[]).flatMap((group, at): readonly Line[] => {
    const within: Within = [...place, [by, group.value]];
    const isOpen = isOpenAt(tree.pressed, within, at, tree.levels.length);
    const line: GroupLine = { kind: 'group', key: keyOf(within), depth, at, of: answer.total ?? 0, group, within, isOpen };
    return isOpen ? [line, ...linesOf(tree, within, group.num)] : [line];
  });
  return [...groups, ...more];
}

/** The places that are open, from above: the list itself, and each open group of which the ones above are known. */
export const openPlaces = (lines: readonly Line[]): readonly Within[] => [
  [],
  ...lines.flatMap((line) => (line.kind === 'group' && line.isOpen ? [line.within] : [])),
];

/** The line that stands above: the group of a row, the group around a group. */
export function aboveOf(lines: readonly Line[], at: number): number {
  const depth = lines[at]?.depth ?? 0;
  for (let above = at - 1; above >= 0; above -= 1) if (lines[above]!.kind === 'group' && lines[above]!.depth < depth) return above;
  return at;
}
