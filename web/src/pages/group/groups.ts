import type { FieldDef } from '#protocol/meta/field.ts';
import { isOfSeveral } from '#protocol/meta/grouping.ts';
import type { WireRow } from '#protocol/wire/envelope.ts';
import type { FieldFilter } from '#protocol/wire/filters.ts';
import { asText } from '#web/fields/values.ts';
import { inBoth } from '#web/i18n/use-text.ts';
import { linesOf, type Tree, treeOf } from '../tree/state/nodes.ts';

/** A value of the group field, in the order of its dictionary, list or tree. */
export interface GroupValue {
  id: number;
  key_name: string;
  key_name_en?: string | undefined;
  parent_id?: number | null;
  /** what it is found by beside its names */
  words?: string;
}

/** A row of the call Group. */
export interface GroupCount {
  id: number | null;
  key_name?: string;
  key_name_en?: string;
  unauthorized?: 1;
  num: number;
  below?: number;
}

/** `all`, `none` for what has no value, `blind` for values that the reader may not see, else the value's id. */
export type GroupKey = string;

/** A line of the left side. */
export interface Group {
  key: GroupKey;
  /** null: a line that is no value, which the page names */
  value: GroupValue | null;
  /** records of the value itself, and with all below it */
  own: number;
  num: number;
  /** 1 is the top */
  level: number;
  /** something lies below it */
  holds: boolean;
}

/** The lines of the left side, and the tree that they form. */
export interface Grouping {
  groups: readonly Group[];
  tree: Tree;
}

/** Lines that are no values, as nodes: no record has such an id. */
const PLAIN = { all: -1, blind: -2, none: -3 } as const;

export const nodeOf = (key: GroupKey): number => (Object.hasOwn(PLAIN, key) ? PLAIN[key as keyof typeof PLAIN] : Number(key));
export const keyOf = (node: number): GroupKey => Object.entries(PLAIN).find(([, id]) => id === node)?.[0] ?? String(node);

/** All first, the values with those below each beneath it, then what counts have and values lack, and last what has none. */
export function groupsOf(values: readonly GroupValue[], counts: readonly GroupCount[], all: number): Grouping {
  const told = new Map(counts.filter((count) => !count.unauthorized).map((count) => [count.id, count]));
  const known = new Map(values.map((value) => [value.id, value]));
  for (const { id, unauthorized, key_name = '', key_name_en } of counts)
    if (id !== null && !unauthorized && !known.has(id)) known.set(id, { id, key_name, key_name_en, parent_id: null });
  const sums = new Map<number, number>([[PLAIN.all, all]]);
  const blind = counts.find(({ unauthorized }) => unauthorized);
  if (blind) sums.set(PLAIN.blind, blind.num);
  const none = told.get(null);
  if (none) sums.set(PLAIN.none, none.num);
  const rows = [rowOf('all'), ...known.values(), ...(blind ? [rowOf('blind')] : []), ...(none ? [rowOf('none')] : [])];
  const tree = treeOf(rows as unknown as readonly WireRow[]);
  const groups = linesOf(tree.roots, () => true).map(({ node, level }): Group => {
    const value = known.get(node.id) ?? null;
    const own = value ? (told.get(node.id)?.num ?? 0) : (sums.get(node.id) ?? 0);
    const num = (value && told.get(node.id)?.below) ?? own;
    return { key: keyOf(node.id), value, own, num, level, holds: node.children.length > 0 };
  });
  return { groups, tree };
}

const rowOf = (key: keyof typeof PLAIN) => ({ id: PLAIN[key], ...inBoth(`group.${key}`) });

/** What a value is looked for by: its names, and all other texts that it has. */
export const textsOf = ({ id, key_name, key_name_en, words }: WireRow): readonly string[] =>
  id < 0 ? [] : [key_name, key_name_en, ...asText(words).split('\n')].map(asText).filter((text) => text !== '');

/** What the list is narrowed to; `only`: the value itself without what lies below it. */
export function groupFilter(field: FieldDef, key: GroupKey, isTree: boolean, only: boolean): Readonly<Record<string, FieldFilter>> {
  if (key === 'none') return { [field.field_name]: { op: 'empty' } };
  if (!/^\d+$/.test(key)) return {};
  return { [field.field_name]: isTree && !only ? { op: 'below', value: Number(key) } : Number(key) };
}

/** Whether the sum of the groups is more than all, for records that stand in several. */
export const overlaps = (field: FieldDef, groups: readonly Group[]): boolean =>
  isOfSeveral(field) && groups.reduce((sum, { key, own }) => sum + (key === 'all' ? 0 : own), 0) > (groups[0]?.num ?? 0);
