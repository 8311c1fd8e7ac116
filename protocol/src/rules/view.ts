import type { FieldDef } from '#protocol/meta/field.ts';
import { MOST_LEVELS } from '#protocol/meta/grouping.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import type { View, ViewContent, ViewRange, Views } from '#protocol/wire/view.ts';
import { knownLayout, stateUid } from './layout.ts';
import { STATE } from './list.ts';

/** Whom a view is for. */
export const OWN = 0;
export const COMPANY = 1;
export const TEAM = 2;
/** Views that somebody, a department or a company may have of one list. */
export const MOST_VIEWS = 30;

type Known = Pick<TableDef, 'uid' | 'flow' | 'subtables'> & { fields: readonly Pick<FieldDef, 'uid' | 'field_name'>[] };

/** Names of fields by the uids that a view says; the step of a flow among them, which has no field. */
export const namesByUid = ({ uid, fields, flow }: Known): ReadonlyMap<string, string> =>
  new Map([...(flow === 1 ? [[stateUid({ uid }), STATE] as const] : []), ...fields.map((field) => [field.uid, field.field_name] as const)]);

/** A level of groups (`day:month`) with its field named otherwise, none where there is no such field. */
export function levelBy(level: string, nameOf: (field: string) => string | undefined): string[] {
  const [field = '', unit] = level.split(':');
  const name = nameOf(field);
  return name === undefined ? [] : [unit === undefined ? name : `${name}:${unit}`];
}

/**
 * Of a view what the reader's definition has. Columns, order and groups that are gone, or not his to see, are left out; `partial`: so is a filter,
 * and the rows are not those that its name promises.
 */
export function knownView(
  table: Pick<TableDef, 'uid' | 'fields' | 'flow' | 'subtables'>,
  said: ViewContent,
): { content: ViewContent; partial: boolean } {
  const known = namesByUid(table);
  const { columns, sort = [], filters = {}, groups = [] } = said;
  const [laid, kept] = [columns && knownLayout(table, columns), Object.entries(filters).filter(([uid]) => known.has(uid))];
  const [order, together] = [
    sort.filter(([uid]) => known.has(uid)),
    groups.filter((level) => levelBy(level, (uid) => known.get(uid)).length > 0),
  ];
  return {
    content: {
      ...(laid ? { columns: laid } : {}),
      ...(order.length > 0 ? { sort: order } : {}),
      ...(kept.length > 0 ? { filters: Object.fromEntries(kept) } : {}),
      ...(together.length > 0 ? { groups: together } : {}),
    },
    partial: kept.length < Object.keys(filters).length,
  };
}

/**
 * What a view says once somebody who does not see all of it has saved it: of what he does not see, what stood there stays. In an order what stood
 * before all that he sees stays before it, as long as he has left the first as it was.
 */
export function withUnseen(isUnseen: (uid: string) => boolean, stood: ViewContent, said: ViewContent): ViewContent {
  const unseen = <Value>(of: Record<string, Value> = {}) => Object.fromEntries(Object.entries(of).filter(([uid]) => isUnseen(uid)));
  const filters = { ...unseen(stood.filters), ...said.filters };
  const sort = inOrder(stood.sort, said.sort, ([uid]) => isUnseen(uid)).slice(0, MOST_SORTS);
  const groups = inOrder(stood.groups, said.groups, (level) => isUnseen(level.split(':')[0] ?? '')).slice(0, MOST_LEVELS);
  return {
    ...(said.columns ? { columns: { ...unseen(stood.columns), ...said.columns } } : {}),
    ...(sort.length > 0 ? { sort } : {}),
    ...(Object.keys(filters).length > 0 ? { filters } : {}),
    ...(groups.length > 0 ? { groups } : {}),
  };
}

/** Fields that a list is ordered by at most. */
const MOST_SORTS = 8;

function inOrder<One>(stood: readonly One[] = [], said: readonly One[] = [], isUnseen: (one: One) => boolean): One[] {
  const first = stood.findIndex((one) => !isUnseen(one));
  const isSame = JSON.stringify(stood[first]) === JSON.stringify(said[0]);
  const before = !isSame ? 0 : first < 0 ? stood.length : first;
  return [...stood.slice(0, before), ...said, ...stood.slice(before).filter(isUnseen)];
}

/** What a view says, as a list is asked for it: by names of fields. */
export function askedBy(table: Known, { sort = [], filters = {}, groups = [] }: ViewContent) {
  const names = namesByUid(table);
  const known = <Value>(said: readonly (readonly [uid: string, value: Value])[]): [string, Value][] =>
    said.flatMap(([uid, value]) => (names.has(uid) ? [[names.get(uid) as string, value]] : []));
  return {
    fields: Object.fromEntries(known(Object.entries(filters))),
    sort: known(sort)[0] ?? null,
    groups: groups.flatMap((level) => levelBy(level, (uid) => names.get(uid))),
  };
}

/** Whose default comes before whose. */
const FIRST: readonly ViewRange[] = [OWN, TEAM, COMPANY];

/** What the list opens with where nothing names a view: one's own default before the department's, that before the company's. */
export const defaultView = (views: Views | undefined): View | undefined =>
  FIRST.map((range) => views?.rows.find((view) => view.range === range && view.is_default === 1)).find((view) => view !== undefined);
