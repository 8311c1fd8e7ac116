import { isOf } from '#protocol/meta/data-types.ts';
import { STAMPED_COLUMNS } from '#protocol/meta/standard.ts';
import type { SubtableDef } from '#protocol/meta/table.ts';
import { subtableKey } from '#protocol/rules/form/rows-name.ts';
import type { FieldSince, RowSince } from '#protocol/wire/since.ts';
import type { Access, Grant } from '#server/access/access.ts';
import type { ResolvedField } from '#server/meta/catalogue.ts';
import type { House } from '#server/meta/house.ts';
import { inCompany, past, relation, thisRow } from '#server/query/source.ts';
import { and, bound, compile, FALSE, joined, name, type Sql, sql } from '#server/query/sql.ts';
import { columnsOf, same } from '../row/values.ts';
import { byRow, gateOf, MOST, type RowVersion, versionsOf } from './history-rows.ts';
import { type Presenter, presenterFor, type Row } from './history-values.ts';
import { changedIn, filled, seenIn, unionOf, valueIn } from './history-versions.ts';

/** The versions of a record that are gone through for who changed what: its newest, and the one that it is compared with. */
const MOST_VERSIONS = 500;

/** From when on: an instant; with `act` the record's own change by that act of then, in which its maker saved what he typed. */
export interface Base {
  at: string;
  act?: { actor: number; ops: readonly string[] };
}

export interface ChangesSince {
  fields: FieldSince[];
  rows: RowSince[];
  /** who made them; null among them: it is not known, or nobody's */
  actors: ReadonlySet<number | null>;
  isPartial: boolean;
}

/**
 * What of a record and its own rows is another than at `base`, net: what was changed and changed back is none, nor what only the reader
 * himself changed since, nor what is calculated. Values are those that he may see, in both versions as the rights of now have it; a field
 * whose sight depends on the row must be seen in it as it stands.
 */
export async function changesSince(
  house: House,
  access: Access,
  grant: Grant,
  { id, review_state, base }: { id: number; review_state: number; base: Base },
): Promise<ChangesSince> {
  const from = await startOf(house, access, grant, id, base);
  const told: ChangesSince = { fields: [], rows: [], actors: new Set(), isPartial: false };
  const me = access.session.user.id;
  const fields = comparable(grant);
  const chain = await versionsSince(house, access, grant, fields, { id, from: from.at });
  const own = othersOf(netOf(fields, chain), me);
  const presenter = await presenterFor(house, access, fields, ends(chain));
  const found = [{ actors: own.flatMap(({ actors }) => actors), fields: own.map((net) => shown(net, presenter)) }];
  const rows: RowSince[] = [];
  let isPartial = false;
  for (const def of grant.table.subtables) {
    const gate = gateOf(access, grant, def, review_state);
    if (!gate) continue;
    const below = await rowsSince(house, access, gate, def, { id, from: from.digits });
    rows.push(...below.rows);
    found.push({ actors: below.actors, fields: [] });
    isPartial ||= below.isPartial;
  }
  return { ...told, fields: found[0]!.fields, rows, isPartial, actors: new Set(found.flatMap(({ actors }) => actors)) };
}

/**
 * Where the comparison begins, never before the record was there: as text of the database, and in the milliseconds that rows are joined by. Of
 * an act it is where the act moved the record, which leaves its version number as it is: after what its maker saved with it. His rows are of
 * the instant of that save, with which the version begins that the act closed.
 */
async function startOf(
  house: House,
  access: Access,
  { table }: Grant,
  id: number,
  { at, act }: Base,
): Promise<{ at: string; digits: string }> {
  const instant = sql`${bound(at, 'timestamptz')}`;
  const mine = and(inCompany(table, 'h'), sql`h.id = ${bound(id, 'bigint')}`);
  const next = sql`coalesce(lead(h.version) over (order by h.valid_to, h.version), t.version)`;
  const closed = sql`select h.valid_from, h.valid_to, h.hist_actor, h.hist_op, h.version, ${next} as next from ${past(table)} h where ${and(mine, sql`h.valid_to >= ${instant}`)}`;
  const isAct = act
    ? sql`c.hist_actor = ${bound(act.actor, 'bigint')} and c.hist_op = any(${bound([...act.ops], 'text[]')}) and c.next = c.version`
    : FALSE;
  const moved = sql`select c.valid_from, c.valid_to from (${closed}) c where ${isAct} order by c.valid_to limit 1`;
  const from = (column: Sql): Sql => sql`greatest(t.create_time, ${instant}, ${column})`;
  const { text, values } = compile(
    sql`select ${from(sql`m.valid_to`)}::text as at, to_char(${from(sql`m.valid_from`)}, 'YYYYMMDDHH24MISSMS') as digits from ${relation(table)} t left join lateral (${moved}) m on true where ${thisRow(table, id)}`,
    access.asker,
  );
  const [row] = await house.db.query<{ at: string; digits: string }>(text, values);
  return row!;
}

/** What a person typed, or chose, and this reader may see. */
const comparable = (grant: Grant, except = ''): ResolvedField[] =>
  columnsOf(grant.table).filter(
    ({ name: own, def }) =>
      own !== except &&
      !STAMPED_COLUMNS.has(own) &&
      own !== 'review_state' &&
      own !== 'review_entity' &&
      def.hidden !== 1 &&
      def.calc === undefined &&
      grant.sees(own, 't') !== false,
  );

type Version = Row & { 'h.actor': number | null };

/** The version that the record was in then, and those since, in their order. */
async function versionsSince(
  house: House,
  access: Access,
  grant: Grant,
  fields: readonly ResolvedField[],
  { id, from }: { id: number; from: string },
): Promise<Version[]> {
  const late = sql`(t.valid_to is null or t.valid_to > ${bound(from, 'timestamptz')})`;
  const about = [
    sql`lag(t.hist_actor) over w as ${name('h.actor')}`,
    sql`row_number() over w as ${name('h.nth')}`,
    sql`count(*) over () as ${name('h.total')}`,
  ];
  const values = fields.map((field) => valueIn(grant, field));
  const all = sql`select ${joined([...about, ...values], ', ')} from ${unionOf(grant, thisRow(grant.table, id))} t where ${late} window w as (order by t.valid_to nulls last, t.version)`;
  const kept = sql`v.${name('h.nth')} = 1 or v.${name('h.nth')} > v.${name('h.total')} - ${bound(MOST_VERSIONS, 'bigint')}`;
  const statement = compile(sql`select * from (${all}) v where ${kept} order by v.${name('h.nth')}`, access.asker);
  return house.db.query<Version>(statement.text, statement.values);
}

/** A field that is another at the end of a chain of versions than at its beginning, and who changed it in between. */
interface Net {
  field: ResolvedField;
  from: unknown;
  to: unknown;
  actors: (number | null)[];
}

function netOf(fields: readonly ResolvedField[], chain: readonly Version[]): Net[] {
  const [was, ...after] = chain;
  const is = after.at(-1);
  if (!was || !is) return [];
  return fields.flatMap((field) => {
    const [from, to] = [filled(was[field.name]), filled(is[field.name])];
    if (same(from, to) || is[seenIn(field)] === false) return [];
    const steps = after.filter((version, at) => isStep(field, chain[at]!, version));
    return steps.length > 0 ? [{ field, from, to, actors: steps.map((version) => version['h.actor']) }] : [];
  });
}

/** Somebody changed it with this version; a state that shows or hides it is nobody's change. */
const isStep = (field: ResolvedField, before: Row, version: Row): boolean =>
  typeof version[changedIn(field)] === 'boolean'
    ? version[changedIn(field)] === true
    : !same(filled(before[field.name]), filled(version[field.name]));

/** What the reader changed himself he knows. */
const othersOf = (all: readonly Net[], me: number): Net[] => all.filter(({ actors }) => actors.some((actor) => actor !== me));

const ends = (chain: readonly Row[]): Row[] => [chain[0], chain.at(-1)].filter((one) => one !== undefined);

function shown({ field, from, to }: Net, presenter: Presenter): FieldSince {
  if (isOf(field.def.data_type, 'secret')) return { field: field.name, from: null, to: null, secret: 1 };
  return { field: field.name, from: presenter.show(field, from), to: presenter.show(field, to) };
}

/** What became of the rows of one sub-table, each through the gate of its own table. */
async function rowsSince(
  house: House,
  access: Access,
  gate: Grant,
  def: SubtableDef,
  { id, from }: { id: number; from: string },
): Promise<{ rows: RowSince[]; actors: (number | null)[]; isPartial: boolean }> {
  const fields = comparable(gate, def.parent_field);
  const found = await versionsOf(house, access, gate, def, fields, { id, since: from });
  const fates = byRow(found.slice(0, MOST))
    .map((versions) => fateOf(fields, versions, from))
    .filter((fate) => fate !== null)
    .filter(({ actors }) => actors.some((actor) => actor !== access.session.user.id));
  const presenter = await presenterFor(
    house,
    access,
    fields,
    fates.flatMap(({ versions }) => versions),
  );
  const told = (row: Row): Row => Object.fromEntries(fields.map((field) => [field.name, presenter.show(field, row[field.name])]));
  return {
    rows: fates.map(({ op, row, net }) => ({
      ...{ subtable: subtableKey(def), id: row.id, op },
      row: op === 'Delete' ? told(row) : {},
      changes: net.map((one) => shown(one, presenter)),
    })),
    actors: fates.flatMap(({ actors }) => actors),
    isPartial: found.length > MOST,
  };
}

interface Fate {
  op: RowSince['op'];
  row: RowVersion;
  net: Net[];
  actors: (number | null)[];
  /** those whose values are told */
  versions: RowVersion[];
}

/** What became of a row since then, in its versions from then on; null where nothing did that the reader could see. */
function fateOf(fields: readonly ResolvedField[], versions: readonly RowVersion[], from: string): Fate | null {
  const start = versions.findLastIndex((version) => version['h.at'] <= from);
  const after = versions.slice(start + 1);
  const was = start >= 0 && versions[start]!['h.seen'] ? versions[start] : undefined;
  const last = versions.at(-1);
  const is = last && last['h.to'] === null && last['h.seen'] ? last : undefined;
  const actors = after.map((version) => version['h.actor']);
  if (was && is) {
    const net = netOf(fields, versions.slice(start));
    return net.length > 0 ? { op: 'Modify', row: is, net, actors: net.flatMap((one) => one.actors), versions: [was, is] } : null;
  }
  if (is) return { op: 'Add', row: is, net: [], actors: actors.slice(0, 1), versions: [] };
  if (was) return { op: 'Delete', row: was, net: [], actors: actors.length > 0 ? actors.slice(-1) : [null], versions: [was] };
  return null;
}
