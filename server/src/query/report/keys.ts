import type { Locale } from '#protocol/codes.ts';
import type { Period } from '#protocol/meta/report/periods.ts';
import { MOST_TIERS } from '#protocol/meta/report.ts';
import type { Move } from '#protocol/rules/report/move.ts';
import type { ResolvedField } from '#server/meta/catalogue.ts';
import { ASKER } from '../asker.ts';
import { type Trees, treeOf } from '../belong.ts';
import { byName, pinyin } from '../by-name.ts';
import type { NameGate } from '../gate.ts';
import type { Names } from '../names.ts';
import { aliasName, bound, column, NONE, type Sql, sql } from '../sql.ts';
import { type Branches, nodesBy, nodesOf, tierOf } from './branches.ts';

/** What rows are put together by: values, buckets of days, bands of numbers, nodes of a tree at a depth, or all of them that stand above the row's. */
export type PlanTarget = { readonly path: string /** fields of the record that it refers to */; readonly attr?: readonly string[] } & (
  | { readonly type: 'VALUE' }
  /** `move`: rows stand under a bucket so much later than their own */
  | { readonly type: 'DATE'; readonly period: Period; readonly move?: Move }
  | { readonly type: 'BAND'; readonly bands: readonly string[] }
  | { readonly type: 'TIER'; readonly tier: number }
  | { readonly type: 'TREE' }
);

/** The column of the key of the nth target. */
export const keyName = (at: number): string => `k${at + 1}`;

export interface KeyOf {
  /** what a row is put under; NULL where there is no value, or none that its reader may see */
  readonly value: Sql;
  readonly field: ResolvedField;
  readonly target: PlanTarget;
  /** of a reference: whose names it has */
  readonly names?: NameGate;
  /** of a tree: less than 0 it is the node alone; by what nodes stand in order, under an alias */
  readonly tree?: Branches & { readonly by: (alias: string) => readonly Sql[] };
  /** what its value is read of, beside the row */
  readonly join?: Sql;
}

/** `at`: which target it is, from 0. */
export function keyOf(target: PlanTarget, names: Names, trees: Trees, at: number): KeyOf {
  const { reader } = trees;
  const { field, sql: value, entityName } = names.value(target.path);
  if (target.type === 'DATE') return { value: movedOn(beginOf(target.period, dayOf(field, value)), target.move), field, target };
  if (target.type === 'BAND') return { value: sql`width_bucket((${value})::numeric, ${bound(target.bands, 'numeric[]')})`, field, target };
  const named = entityName && field.source ? reader.names(field.source.table) : undefined;
  const own = field.storage === 'text' ? sql`nullif(${value}, '')` : value;
  const key: KeyOf = { value: own, field, target, ...(named ? { names: named } : {}) };
  return target.type === 'VALUE' ? key : inTree(key, target, trees, at);
}

/** Where the tree of a target is read beside the rows, `x1` of the first; what a row is told under: alone, where its node has no place in the tree. */
export const placed = ({ name }: Branches, at: number, node: Sql): { value: Sql; up: Sql; join: Sql } => {
  const of = aliasName(`x${at + 1}`);
  return { value: sql`coalesce(${of}.key, - ${node})`, up: sql`${of}.up`, join: sql`left join ${name} ${of} on ${of}.id = ${node}` };
};

/** A node that nobody may name for this reader is no node: then no row has one. */
function inTree(key: KeyOf, target: Extract<PlanTarget, { type: 'TIER' | 'TREE' }>, trees: Trees, at: number): KeyOf {
  const tree = treeOf(key.field, trees.catalogue);
  if (!tree || !key.names) return key;
  const by = (alias: string): readonly Sql[] => nodesBy(tree, trees.reader, alias);
  const called = `b${at + 1}`;
  if (target.type === 'TREE') return { ...key, tree: { ...nodesOf(called, tree, key.names, MOST_TIERS), by } };
  const branches = tierOf(called, tree, key.names, target.tier);
  const { value, join } = placed(branches, at, key.value);
  return { ...key, tree: { ...branches, by }, value, join };
}

/** What the keys of rows are read of. */
export const joinsOf = (keys: readonly KeyOf[]): Sql => keys.reduce((all, { join }) => (join ? sql`${all} ${join}` : all), NONE);

/**
 * The day of a moment, by the very instants that a filter of days asks for: where the clock is put back over midnight, what its hands show
 * before that is of the day before.
 */
export function dayOf(field: ResolvedField, value: Sql): Sql {
  if (field.storage !== 'timestamptz') return sql`${value}`;
  const local = sql`(${value} at time zone ${ASKER.zone})::date`;
  return sql`(${local} - (${value} < (${local}::timestamp at time zone ${ASKER.zone}))::int)`;
}

export const beginOf = (period: Period, day: Sql): Sql => (period === 'DAILY' ? sql`(${day})::date` : sql`${BEGINS[period](day)}::date`);

/** As protocol/rules/report/move.ts has it. */
export function movedOn(day: Sql, move: Move | undefined): Sql {
  if (!move) return day;
  if ('days' in move) return sql`(${day} + ${bound(move.days, 'bigint')} * interval '1 day')::date`;
  return sql`(${day} + ${bound(move.months, 'bigint')} * interval '1 month')::date`;
}

const BEGINS: Readonly<Record<Exclude<Period, 'DAILY'>, (day: Sql) => Sql>> = {
  MONTH: (day) => sql`date_trunc('month', (${day})::timestamp)`,
  QUARTER: (day) => sql`date_trunc('quarter', (${day})::timestamp)`,
  YEAR: (day) => sql`date_trunc('year', (${day})::timestamp)`,
};

/**
 * By what keys stand in order, what is empty last: nodes of a tree as their table says, references by the name that is shown (under `alias`), choices as
 * their list has them, days, bands and texts as they are.
 */
export function orderedBy({ field, target, names, tree }: KeyOf, key: Sql, alias: string, locale: Locale): readonly Sql[] {
  const last = sql`(${key} is null)`;
  if (names) {
    const steps = byName(column(alias, 'key_name'), names.english?.(alias), locale);
    return [last, ...(tree?.by(alias) ?? []), ...steps.map(({ value }) => value), key];
  }
  if (target.type !== 'VALUE') return [last, key];
  if (field.storage === 'text') return [last, pinyin(key), sql`${key} collate "C"`];
  if (!field.items) return [last, key];
  const order = field.items.map(({ id }) => id);
  return [last, sql`array_position(${bound(order, 'bigint[]')}, ${key})`, key];
}
