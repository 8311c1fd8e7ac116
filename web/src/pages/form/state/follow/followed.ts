import { fieldKind } from '#protocol/fields/fields.ts';
import type { Value } from '#protocol/fields/kind.ts';
import { isOf } from '#protocol/meta/data-types.ts';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { holdsOn, recordNames } from '#protocol/rules/condition/holds.ts';
import { type Assignment, keepAssignments } from '#protocol/rules/follow/assignments.ts';
import { type Changed, type FollowOn, followed, followers, type Left, targetsOf, workedOut } from '#protocol/rules/follow/follow.ts';
import { type FormOp, isEditable } from '#protocol/rules/form/form.ts';
import { type LoadedField, type LoadedTable, locksOf } from '#protocol/rules/form/locked.ts';
import { subtableKey } from '#protocol/rules/form/rows-name.ts';
import { type Filler, inForm, onlookerOf, plain, specsOf } from '../circumstances.ts';
import { isSame, type Values } from '../form-state.ts';

/** What is asked of a record's values beside them. */
export interface FollowedOn {
  /** yyyy-MM-dd */
  today: string;
  /** rows as they stand, by the name of their table; a row of a sub-table has none */
  rows?: Readonly<Record<string, readonly Values[]>>;
}

/** What was typed or laid into a record or a row. */
export interface Change {
  /** fields that have another value now */
  fields: readonly string[];
  /** a sub-table whose rows changed */
  sub?: string | undefined;
  /** what came with it is left as it came */
  brought: readonly string[];
}

/** A record or a row as somebody leaves it. */
export interface Standing extends Pick<Left, 'isNew' | 'isReview' | 'isOpen'> {
  /** as the server has it; a new one's defaults */
  start: Values;
  now: Values;
  /** what somebody typed after it followed, or brought along */
  said: readonly string[];
  /** sub-tables of whose rows some are other than the server's */
  subs?: readonly string[];
}

/**
 * What follows from all that is another than the server has it (FORM-08 onchange, onload), by the same rules that the server keeps: what nobody
 * said is worked out from there, and not from what had followed before. Answers what is to be written.
 */
export function settledIn(table: TableDef, { start, now, said, subs = [], ...left }: Standing, on: FollowedOn): Values {
  const targets = targetsOf(table);
  if (targets.size === 0) return NONE;
  const isSaid = (name: string) => said.includes(name);
  const base: Values = { ...now, ...Object.fromEntries([...targets].filter((name) => !isSaid(name)).map((name) => [name, start[name]])) };
  const fields = table.fields.filter((field) => field.onchange !== undefined && isOther(field, base, start));
  const names = fields.map(({ field_name }) => field_name);
  const { writes: _, ...values } = followOn(base, on, ALL);
  const found = shown(table, workedOut({ def: table, specs: specsIn(table) }, { ...left, isSaid, subs, fields: names }, values));
  const meant = [...targets].map((name) => [name, (name in found ? found[name] : base[name]) ?? null] as const);
  return Object.fromEntries(meant.filter(([name, value]) => !isSame(value, now[name])));
}

/** Whether the server would find another value there. */
function isOther(def: FieldDef, now: Values, before: Values): boolean {
  const name = def.field_name;
  if (isSame(now[name], before[name])) return false;
  const [one, other] = [now[name], before[name]].map((value) => fieldKind(def.data_type).parse(plain(value), { def }));
  return one!.fault !== undefined || other!.fault !== undefined || JSON.stringify(one!.value) !== JSON.stringify(other!.value);
}

/** Of what somebody said what holds no longer, as what it follows from was changed after: a target is written at once, and typed over later. */
export function overwritten(
  table: TableDef,
  said: readonly string[],
  now: Values,
  change: Change,
  on: FollowedOn,
  may: FollowOn['writes'] = ALL,
): ReadonlySet<string> {
  const what: Changed = { fields: change.fields, subs: change.sub === undefined ? [] : [change.sub] };
  const reached = followers(table, what);
  if (!said.some((name) => reached.has(name))) return new Set();
  const writes: FollowOn['writes'] = (def, value) => !change.brought.includes(def.field_name) && may(def, value);
  return new Set(Object.keys(followed({ def: table, specs: specsIn(table) }, what, followOn(now, on, writes))));
}

/** Whether what stands in a field is sent where it may be: what nobody said of a target is the server's to work out. */
export const isSaidIn = (table: TableDef, said: readonly string[] = []): ((name: string) => boolean) => {
  const targets = targetsOf(table);
  return (name) => !targets.has(name) || said.includes(name);
};

/** What is sent of a record or a row that the server has: what changed, and what somebody said of what follows from that, as it stands. */
export function saidOf(table: TableDef, said: readonly string[] = [], changed: readonly string[], subs: readonly string[] = []): string[] {
  const reached = followers(table, { fields: changed, subs });
  return [...new Set([...changed.filter(isSaidIn(table, said)), ...said.filter((name) => reached.has(name))])];
}

/** What may follow from fields, and from rows of all sub-tables. */
export const followersOf = (table: TableDef, fields: readonly string[]): ReadonlySet<string> =>
  followers(table, { fields, subs: (table.subtables ?? []).map(subtableKey) });

/** Whether somebody may type a field of a record or a row, by values as they stand then. */
export const openIn =
  (table: LoadedTable, op: FormOp, review_state: number, filler: Filler): Left['isOpen'] =>
  (def, value) => {
    const holds = holdsOn(recordNames(table.fields), value, onlookerOf(filler));
    return isEditable(def, { table, op, review_state, holds, locks: locksOf(table, op) });
  };

const NONE: Values = {};
const ALL = (): boolean => true;

/** What is calculated of rows in a tab stands as the server says. */
const specsIn = (table: TableDef) => specsOf({ ...table, fields: [...inForm(table)] }, null);

const followOn = (values: Values, { today, rows }: FollowedOn, writes: FollowOn['writes']): FollowOn => ({
  ...{ today, writes, value: (name: string) => plain(values[name]) },
  ...(rows ? { rows: (table: string) => (rows[table] ?? []).map((row) => (name: string) => plain(row[name])) } : {}),
});

/** As the wire shows it. */
function shown(table: TableDef, found: Readonly<Record<string, Value>>): Values {
  const isChoice = (name: string) => isOf(fieldOf(table, name).data_type, 'choice');
  return Object.fromEntries(
    Object.entries(found).map(([name, value]) => [name, value !== null && isChoice(name) ? { id: Number(value) } : value]),
  );
}

const fieldOf = (table: TableDef, name: string): FieldDef => table.fields.find(({ field_name }) => field_name === name)!;

/** A definition without what follows of this kind. */
export function withoutFollowing<T extends LoadedTable>(table: T, isLeft: (one: Assignment) => boolean): T {
  const keeps = (one: Assignment) => !isLeft(one);
  const fields = table.fields.map((field): LoadedField => {
    if (field.onchange === undefined) return field;
    const { onchange, ...others } = field;
    const kept = keepAssignments(onchange, keeps);
    if (kept === onchange) return field;
    return kept === undefined ? others : { ...others, onchange: kept };
  });
  return fields.some((field, at) => field !== table.fields[at]) ? { ...table, fields } : table;
}
