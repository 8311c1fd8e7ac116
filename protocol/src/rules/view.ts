import type { FieldDef } from '#protocol/meta/field.ts';
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
