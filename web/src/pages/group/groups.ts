import type { FieldDef } from '#protocol/meta/field.ts';
import { isOfSeveral } from '#protocol/meta/grouping.ts';
import type { FieldFilter } from '#protocol/wire/filters.ts';

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
  /** the line above which it lies in a tree */
  parent: GroupKey | null;
  /** something lies below it */
  holds: boolean;
}

/** The lines of the left side: all, the values with those below each beneath it, what counts have and values lack, and last what has none. */
export function groupsOf(values: readonly GroupValue[], counts: readonly GroupCount[], all: number): readonly Group[] {
  const told = new Map(counts.filter((count) => !count.unauthorized).map((count) => [count.id, count]));
  const known = new Set(values.map(({ id }) => id));
  const others = counts.filter(({ id, unauthorized }) => id !== null && !unauthorized && !known.has(id)) as GroupValue[];
  const lines = inOrder(values).map(({ value, level, holds }) => line(value, told.get(value.id), level, holds));
  const rest = others.map((value) => line({ ...value, parent_id: null }, told.get(value.id), 1, false));
  const blind = counts.find(({ unauthorized }) => unauthorized);
  return [
    plain('all', all),
    ...lines,
    ...rest,
    ...(blind ? [plain('blind', blind.num)] : []),
    ...(told.has(null) ? [plain('none', told.get(null)!.num)] : []),
  ];
}

const plain = (key: GroupKey, num: number): Group => ({ key, value: null, own: num, num, level: 1, parent: null, holds: false });

function line(value: GroupValue, count: GroupCount | undefined, level: number, holds: boolean): Group {
  const own = count?.num ?? 0;
  const parent = level > 1 ? String(value.parent_id) : null;
  return { key: String(value.id), value, own, num: count?.below ?? own, level, parent, holds };
}

interface Placed {
  value: GroupValue;
  level: number;
  holds: boolean;
}

/** Depth first; a value whose parent is not among them stands at the top. */
function inOrder(values: readonly GroupValue[]): Placed[] {
  const known = new Set(values.map(({ id }) => id));
  const below = new Map<number | null, GroupValue[]>();
  for (const value of values) {
    const up = value.parent_id && known.has(value.parent_id) ? value.parent_id : null;
    below.set(up, [...(below.get(up) ?? []), value]);
  }
  const walk = (up: number | null, level: number): Placed[] =>
    (below.get(up) ?? []).flatMap((value) => [{ value, level, holds: below.has(value.id) }, ...walk(value.id, level + 1)]);
  return walk(null, 1);
}

/** The lines in sight: those whose lines above are all open; while something is looked for, what has it in its words, and the way there. */
export function inSight(groups: readonly Group[], opened: ReadonlySet<GroupKey>, words: string): readonly Group[] {
  const parts = words.toLowerCase().split(/\s+/).filter(Boolean);
  const byKey = new Map(groups.map((group) => [group.key, group]));
  const above = (group: Group): Group[] => {
    const up = group.parent === null ? undefined : byKey.get(group.parent);
    return up ? [up, ...above(up)] : [];
  };
  if (parts.length === 0) return groups.filter((group) => above(group).every(({ key }) => opened.has(key)));
  const found = groups.filter(({ value }) => value && parts.every((part) => textOf(value).includes(part)));
  const shown = new Set(found.flatMap((group) => [group, ...above(group)]));
  return groups.filter((group) => shown.has(group));
}

const textOf = ({ key_name, key_name_en, words }: GroupValue): string => `${key_name}\n${key_name_en ?? ''}\n${words ?? ''}`.toLowerCase();

/** Lines of the top that are begun with open, as long as no more than this come into sight. */
const MOST_OPEN = 30;

/** What stands open before anybody opened anything: the way to what is chosen, and the top where that is short. */
export function openAtFirst(groups: readonly Group[], chosen: GroupKey): ReadonlySet<GroupKey> {
  const tops = groups.filter(({ level, holds }) => level === 1 && holds).map(({ key }) => key);
  const isShort = groups.filter(({ level }) => level <= 2).length <= MOST_OPEN;
  const opened = new Set(isShort ? tops : []);
  for (let at = groups.find(({ key }) => key === chosen); at?.parent; at = groups.find(({ key }) => key === at!.parent))
    opened.add(at.parent);
  return opened;
}

/** What the list is narrowed to; `only`: the value itself without what lies below it. */
export function groupFilter(field: FieldDef, key: GroupKey, isTree: boolean, only: boolean): Readonly<Record<string, FieldFilter>> {
  if (key === 'none') return { [field.field_name]: { op: 'empty' } };
  if (!/^\d+$/.test(key)) return {};
  return { [field.field_name]: isTree && !only ? { op: 'below', value: Number(key) } : Number(key) };
}

/** Whether the sum of the groups is more than all, for records that stand in several. */
export const overlaps = (field: FieldDef, groups: readonly Group[]): boolean =>
  isOfSeveral(field) && groups.reduce((sum, { key, own }) => sum + (key === 'all' ? 0 : own), 0) > (groups[0]?.num ?? 0);
