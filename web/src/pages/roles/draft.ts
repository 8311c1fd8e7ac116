import { GRANT_ITEMS } from '#protocol/meta/ops.ts';
import { codeList } from '#protocol/wire/lists.ts';

/** A permission group as RoleApi Load answers it. */
export interface RoleGroup {
  code: string;
  /** its main table */
  cloud: string;
  name: string;
  name_en: string;
  suite: string;
  suite_name: string;
  suite_name_en: string;
  /** 0: rows of the platform, of which none is anybody's */
  ranged: 0 | 1;
  range: number;
  items: readonly RoleItem[];
  fields: readonly RoleField[];
}
export interface RoleItem {
  code: string;
  name: string;
  name_en: string;
  checked: 0 | 1;
  /** 1: everybody has it, whatever his roles say */
  everyone: 0 | 1;
  /** 1: of a range type: its `value` is a range of its own, narrower than the group's, or '' */
  type: 0 | 1;
  value: string;
}
export interface RoleField {
  code: string;
  name: string;
  name_en: string;
  table?: string;
  table_en?: string;
  /** 0 open, 1 read only, 2 hidden */
  rule: number;
  /** of a calculated one: codes of the fields that it is worked out from */
  from?: readonly string[];
  /** codes of the fields that say whether it is shown, open or demanded */
  hangs?: readonly string[];
  /** of one that is worked out: beyond its bounds a save is refused */
  bounded?: 1;
}
export interface RoleFlag {
  code: string;
  key_name: string;
  key_name_en: string;
  checked: 0 | 1;
}

/** What a role has, or is to have, on one group. */
export interface Given {
  items: readonly string[];
  range: number;
  /** items that go no further than a narrower range of their own */
  ranges: Readonly<Record<string, number>>;
  /** fields that are not open, by code */
  rules: Readonly<Record<string, number>>;
}
/** What is not saved: whole groups, and all flags where one of them changed. */
export interface Draft {
  groups: Readonly<Record<string, Given>>;
  flags?: readonly string[];
}
export const NO_DRAFT: Draft = { groups: {} };

export const givenOf = ({ items, range, fields }: RoleGroup): Given => ({
  items: items.filter(({ checked }) => checked).map(({ code }) => code),
  range,
  ranges: Object.fromEntries(items.filter(({ checked, value }) => checked && value !== '').map(({ code, value }) => [code, Number(value)])),
  rules: Object.fromEntries(fields.filter(({ rule }) => rule > 0).map(({ code, rule }) => [code, rule])),
});
export const nowOf = (group: RoleGroup, { groups }: Draft): Given => groups[group.code] ?? givenOf(group);
export const flagsNow = (flags: readonly RoleFlag[], draft: Draft): readonly string[] =>
  draft.flags ?? flags.filter(({ checked }) => checked).map(({ code }) => code);

/** The acts that roles give on a group: everybody has the others. */
export const giveable = ({ items }: RoleGroup): readonly RoleItem[] => items.filter(({ everyone }) => everyone === 0);
/** Whether a role says anything of a group, beside what everybody has. */
export const saysAnything = (group: RoleGroup, { items, rules }: Given): boolean =>
  giveable(group).some(({ code }) => items.includes(code)) || Object.keys(rules).length > 0;

/** Nothing else is of use to who may not look: the first item brings List, and with List all go. What everybody has stays. */
export function withItems(group: RoleGroup, { items, range, ranges, rules }: Given, codes: readonly string[], on: boolean): Given {
  const known = giveable(group).map(({ code }) => code);
  const asked = codes.filter((code) => known.includes(code));
  const next = on ? ['List', ...items, ...asked] : asked.includes('List') ? [] : items.filter((code) => !asked.includes(code));
  const begins = items.length === 0 && group.ranged === 0;
  const isGiven = (code: string) => !known.includes(code) || (asked.length ? next : items).includes(code);
  const given = group.items.map(({ code }) => code).filter(isGiven);
  return { items: given, range: begins ? 2 : range, ranges: only(ranges, (code) => given.includes(code)), rules };
}

const only = (ranges: Given['ranges'], stays: (code: string, range: number) => boolean): Given['ranges'] =>
  Object.fromEntries(Object.entries(ranges).filter(([code, range]) => stays(code, range)));

/** With another range of the group; an item that is no narrower than it goes by it. */
export const withRange = (given: Given, range: number): Given => ({
  ...given,
  range,
  ranges: only(given.ranges, (_, own) => own < range),
});

/** With a range of an item's own; null: it goes by the group's. */
export function withItemRange(given: Given, item: string, range: number | null): Given {
  const others = only(given.ranges, (code) => code !== item);
  return { ...given, ranges: range === null || range >= given.range ? others : { ...others, [item]: range } };
}

export function withRule({ rules, ...given }: Given, field: string, rule: number): Given {
  const { [field]: _, ...others } = rules;
  return { ...given, rules: rule > 0 ? { ...others, [field]: rule } : others };
}

/** With a group as it is to be; one that is as it was is none. */
export function withGroup(draft: Draft, group: RoleGroup, given: Given): Draft {
  const { [group.code]: _, ...others } = draft.groups;
  return { ...draft, groups: changesIn(givenOf(group), given) > 0 ? { ...others, [group.code]: given } : others };
}

export function withFlag(draft: Draft, flags: readonly RoleFlag[], code: string, on: boolean): Draft {
  const was = flags.filter(({ checked }) => checked).map((flag) => flag.code);
  const next = flags.map((flag) => flag.code).filter((one) => (one === code ? on : flagsNow(flags, draft).includes(one)));
  const { flags: _, ...rest } = draft;
  return next.join() === was.join() ? rest : { ...rest, flags: next };
}

const different = (one: readonly string[], other: readonly string[]): number =>
  one.filter((each) => !other.includes(each)).length + other.filter((each) => !one.includes(each)).length;

/** How many places of a group differ: each item, the scope, each item's own, each field. */
export function changesIn(before: Given, after: Given): number {
  const fields = new Set([...Object.keys(before.rules), ...Object.keys(after.rules)]);
  const rules = [...fields].filter((field) => (before.rules[field] ?? 0) !== (after.rules[field] ?? 0)).length;
  const range = before.range !== after.range && after.items.length > 0 && before.items.length > 0 ? 1 : 0;
  const both = before.items.filter((item) => after.items.includes(item));
  const ranges = both.filter((item) => before.ranges[item] !== after.ranges[item]).length;
  return different(before.items, after.items) + range + ranges + rules;
}

export function changeCount(groups: readonly RoleGroup[], flags: readonly RoleFlag[], draft: Draft): number {
  const was = flags.filter(({ checked }) => checked).map(({ code }) => code);
  return groups.reduce((sum, group) => sum + changesIn(givenOf(group), nowOf(group, draft)), 0) + different(was, flagsNow(flags, draft));
}

/** As Save and Effect take it. */
export const wanted = ({ groups, flags }: Draft) => {
  const rows = Object.entries(groups).map(([code, { items, range, ranges, rules }]) => {
    const ranged = (own: number) => codeList(Object.keys(ranges).filter((item) => ranges[item] === own));
    const of = (rule: number) => codeList(Object.keys(rules).filter((field) => rules[field] === rule));
    const rows = { range, range_own: ranged(0), range_department: ranged(1) };
    return { code, items: codeList(items), ...rows, hide: of(2), readonly: of(1) };
  });
  return { ...(rows.length ? { rows } : {}), ...(flags ? { flags: codeList(flags) } : {}) };
};

/** The groups of a draft that somebody else has changed since it began: of those both have a word. */
export const contested = (before: readonly RoleGroup[], now: readonly RoleGroup[], { groups }: Draft): readonly RoleGroup[] =>
  now.filter((group) => {
    const was = before.find(({ code }) => code === group.code);
    return groups[group.code] !== undefined && was !== undefined && changesIn(givenOf(was), givenOf(group)) > 0;
  });

/** Another role's rights as unsaved ones of a new role. */
export const copyOf = (groups: readonly RoleGroup[], flags: readonly RoleFlag[]): Draft => ({
  groups: Object.fromEntries(groups.filter((group) => saysAnything(group, givenOf(group))).map((group) => [group.code, givenOf(group)])),
  flags: flags.filter(({ checked }) => checked).map(({ code }) => code),
});

/** The items that some group takes, in their order: the columns; of a range type where one of them is. */
export function columnsOf(groups: readonly RoleGroup[]): RoleGroup['items'] {
  const all = groups.flatMap(({ items }) => items);
  const ranged = new Set(all.filter(({ type }) => type === 1).map(({ code }) => code));
  const found = new Map(all.map((item) => [item.code, { ...item, type: ranged.has(item.code) ? 1 : 0 } as const]));
  const order: readonly string[] = GRANT_ITEMS;
  return [...found.values()].toSorted((a, b) => order.indexOf(a.code) - order.indexOf(b.code));
}

/** The hidden fields that an open one tells of, since it is worked out from them, by way of others too. */
export function toldBy(
  { fields }: Pick<RoleGroup, 'fields'>,
  rules: Readonly<Record<string, number>>,
  field: RoleField,
): readonly RoleField[] {
  if (rules[field.code] === HIDDEN) return [];
  const from = new Set(field.from);
  // a set hears what is added while it is walked through
  for (const code of from) for (const below of fields.find((one) => one.code === code)?.from ?? []) from.add(below);
  return fields.filter(({ code }) => from.has(code) && rules[code] === HIDDEN);
}
/** The hidden fields that say of an open one whether it is shown, open or demanded. */
export const hangsOn = (
  { fields }: Pick<RoleGroup, 'fields'>,
  rules: Readonly<Record<string, number>>,
  { code: own, hangs = [] }: RoleField,
): readonly RoleField[] => (rules[own] === HIDDEN ? [] : fields.filter(({ code }) => hangs.includes(code) && rules[code] === HIDDEN));
/** Whether a hidden field can be told by trying: what is worked out for it beyond its bounds refuses the save. */
export const isTried = ({ code, bounded }: RoleField, rules: Readonly<Record<string, number>>): boolean =>
  bounded === 1 && rules[code] === HIDDEN;
const HIDDEN = 2;
