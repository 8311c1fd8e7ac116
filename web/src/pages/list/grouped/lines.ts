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

/** What says of all groups of these levels how they were pressed: of each that was not pressed since. */
const allOf = (levels: readonly string[]): string => `all ${levels.join()}`;

/** All groups of these levels pressed at once; how each was pressed before is forgotten. */
export const allPressed = (levels: readonly string[], isOpen: boolean): Opened => [[allOf(levels), isOpen]];

/** Groups that all of them open at once: each asks for what stands there. */
export const ALL_AT_ONCE = 60;

interface Tree {
  levels: readonly string[];
  pressed: ReadonlyMap<string, boolean>;
  of: (place: Within) => Known;
  /** those that are open because all were opened */
  all?: ReadonlySet<string> | undefined;
}

/** What is open where all groups were opened: level by level, each once the one above it is known; `isCut`: there are more than may be. */
export function openOfAll({ levels, pressed, of }: Tree): { all: ReadonlySet<string> | undefined; isCut: boolean } {
  if (!pressed.get(allOf(levels))) return { all: undefined, isCut: false };
  const all = new Set<string>();
  let places: readonly Within[] = [[]];
  for (const by of levels) {
    const known = places.map(of);
    if (known.some(({ answer, fault }) => !answer && fault === null)) break;
    const groups = known.flatMap(({ answer }, at) =>
      ((answer?.rows ?? []) as unknown as readonly Group[]).map((group): Within => [...places[at]!, [by, group.value]]),
    );
    const opened = groups.filter((within) => pressed.get(keyOf(within)) ?? true);
    places = opened.slice(0, ALL_AT_ONCE - all.size);
    for (const within of places) all.add(keyOf(within));
    if (places.length < opened.length) return { all, isCut: true };
  }
  return { all, isCut: false };
}

/** Whether a group stands open: as it was pressed, else as all were, else the first of a list with one level. */
function isOpenAt({ levels, pressed, all }: Tree, within: Within, at: number): boolean {
  const key = keyOf(within);
  return pressed.get(key) ?? all?.has(key) ?? (!pressed.has(allOf(levels)) && levels.length === 1 && at < OPEN);
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
    const isOpen = isOpenAt(tree, within, at);
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
