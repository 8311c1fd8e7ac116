import type { SubtableDef } from '#protocol/meta/table.ts';
import { subtableKey } from '#protocol/rules/form/rows-name.ts';
import { inStates } from '#protocol/rules/states.ts';
import type { Access, Grant } from '#server/access/access.ts';
import { parentsOf } from '#server/access/rows.ts';
import type { ResolvedField } from '#server/meta/catalogue.ts';
import type { House } from '#server/meta/house.ts';
import { columnNamed } from '#server/query/names.ts';
import { inCompany, relation } from '#server/query/source.ts';
import { and, bound, compile, joined, name, sql } from '#server/query/sql.ts';
import { grantOrNull } from '../row/stored.ts';
import { isOwn, standsIn } from '../row/subtable.ts';
import { presenterFor, type Row } from './history-values.ts';
import { changesBetween, readable, unionOf, valueIn } from './history-versions.ts';

/** A row of a sub-table that came, went or changed with a version of its record. */
export interface RowChange {
  /** the key of its sub-table */
  subtable: string;
  id: number;
  op: 'Add' | 'Modify' | 'Delete';
  /** what the row held then (a deleted one before), for a reader to know it by */
  row: Row;
  changes: readonly { field: string; from: unknown; to: unknown }[];
}

/** The most versions of rows that one page of a history looks through. */
export const MOST = 2000;

export interface RowVersion extends Row {
  id: number;
  /** when it began, in milliseconds: as its record's version, which the same save made */
  'h.at': string;
  /** when it ended; null: it stands */
  'h.to': unknown;
  'h.seen': boolean;
  /** who made it */
  'h.actor': number | null;
}

/** A change of a row and the millisecond in which it came about, as digits that sort. */
type Dated = [at: string, change: RowChange];

/** What became of rows; `isPartial`: there is more than was looked through. */
export interface RowsHistory {
  changes: readonly Dated[];
  isPartial: boolean;
}

/**
 * What became of the record's own rows, with the millisecond in which it did: rows and record of one save bear the same instant. Each
 * sub-table through its own gate; what its reader may not see now was not there for him. `since` bounds what is looked through. Rows
 * that are bound to the record live on without it: theirs is a history of their own.
 */
export async function rowsHistory(
  house: House,
  access: Access,
  grant: Grant,
  record: { id: number; review_state: number; since: string },
): Promise<RowsHistory> {
  const changes: Dated[] = [];
  let isPartial = false;
  for (const def of grant.table.subtables) {
    const gate = gateOf(access, grant, def, record.review_state);
    if (!gate) continue;
    const found = await changesOf(house, access, gate, def, record);
    changes.push(...found.changes);
    isPartial ||= found.isPartial;
  }
  return { changes, isPartial };
}

/** As Show reads them: inline ones that the reader may see. */
export function gateOf(access: Access, grant: Grant, def: SubtableDef, state: number): Grant | null {
  if (def.inline !== 1 || def.hidden === 1 || !isOwn(def) || !inStates(def.view_state, state)) return null;
  const table = access.table(def.table_name);
  const goesWith = parentsOf(access.catalogue, table).some(({ parent }) => parent.name === grant.table.name);
  return goesWith || access.may(table, 'List') ? grantOrNull({ access }, table, 'Show') : null;
}

async function changesOf(
  house: House,
  access: Access,
  gate: Grant,
  def: SubtableDef,
  { id, since }: { id: number; since: string },
): Promise<RowsHistory> {
  const fields = readable(gate).filter((field) => field.name !== def.parent_field);
  const found = await versionsOf(house, access, gate, def, fields, { id, since });
  const versions = found.slice(0, MOST);
  const presenter = await presenterFor(house, access, fields, versions);
  const shown = (version: RowVersion): Row =>
    Object.fromEntries(fields.map((field) => [field.name, presenter.show(field, version[field.name])]));
  const changes = versions.flatMap((version, at): Dated[] => {
    const before = versions[at - 1]?.id === version.id ? versions[at - 1] : undefined;
    const [was, is] = [before?.['h.seen'] === true, version['h.seen']];
    if (!was && !is) return [];
    const op = was && is ? 'Modify' : is ? 'Add' : 'Delete';
    const changes = op === 'Modify' ? changesBetween(fields, presenter, before!, version) : [];
    if (op === 'Modify' && changes.length === 0) return [];
    return [[version['h.at'], { subtable: subtableKey(def), id: version.id, op, row: shown(is ? version : before!), changes }]];
  });
  return { changes, isPartial: found.length > MOST };
}

/** Every version of the rows that the record has or had, in the order of rows and time; one more than MOST where there are more. */
export async function versionsOf(
  house: House,
  access: Access,
  gate: Grant,
  def: SubtableDef,
  fields: readonly ResolvedField[],
  { id, since }: { id: number; since: string },
): Promise<RowVersion[]> {
  const { table } = gate;
  const named = (alias: string) => sql`${columnNamed(alias, table, def.parent_field)} = ${bound(id, 'bigint')}`;
  // one that went out of the sub-table stood in it then
  const mine = and(inCompany(table, 's'), named('s'));
  const seen = and(named('t'), standsIn(table, def, 't'), gate.rows('t'));
  const only = and(inCompany(table, 't'), sql`t.id in (select s.id from ${relation(table)} s where ${mine})`);
  const began = sql`coalesce(lag(t.valid_to) over w, t.create_time)`;
  const shown = fields.map((field) => valueIn(gate, field));
  const actor = sql`coalesce(lag(t.hist_actor) over w, t.create_entity) as ${name('h.actor')}`;
  const from = sql`select t.id, to_char(${began}, 'YYYYMMDDHH24MISSMS') as ${name('h.at')}, ${actor}, coalesce(${seen}, false) as ${name('h.seen')}, t.valid_to as ${name('h.to')}, ${joined(shown, ', ')} from ${unionOf(gate, only)} t window w as (partition by t.id order by t.valid_to nulls last, t.version)`;
  const late = sql`coalesce(v.${name('h.to')}, 'infinity') >= to_timestamp(${bound(since, 'text')}, 'YYYYMMDDHH24MISSMS')`;
  const statement = compile(
    sql`select * from (${from}) v where ${late} order by v.id, v.${name('h.to')} nulls last limit ${bound(MOST + 1, 'bigint')}`,
    access.asker,
  );
  return house.db.query<RowVersion>(statement.text, statement.values);
}

/** The versions of each row, in their order. */
export function byRow(found: readonly RowVersion[]): RowVersion[][] {
  const by = new Map<number, RowVersion[]>();
  for (const version of found) by.set(version.id, [...(by.get(version.id) ?? []), version]);
  return [...by.values()];
}
