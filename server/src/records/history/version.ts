import { Refusal } from '#protocol/codes.ts';
import { isOf } from '#protocol/meta/data-types.ts';
import { STAMPED_COLUMNS } from '#protocol/meta/standard.ts';
import type { SubtableDef } from '#protocol/meta/table.ts';
import { subtableKey } from '#protocol/rules/form/rows-name.ts';
import type { Reply } from '#protocol/wire/envelope.ts';
import type { FieldThen, RowThen, VersionThen } from '#protocol/wire/version.ts';
import type { Access, Grant } from '#server/access/access.ts';
import type { ResolvedField } from '#server/meta/catalogue.ts';
import type { House } from '#server/meta/house.ts';
import { relation, thisRow } from '#server/query/source.ts';
import { and, bound, compile, joined, name, type Sql, sql } from '#server/query/sql.ts';
import { tellCurrency } from '../read/currency.ts';
import { byId } from '../row/stored.ts';
import { columnsOf, same } from '../row/values.ts';
import { byRow, gateOf, MOST, type RowVersion, versionsOf } from './history-rows.ts';
import { idsOf, type Presenter, presenterFor, type Row } from './history-values.ts';
import { filled, seenIn, unionOf, valueIn } from './history-versions.ts';

/**
 * In what the `nth` version of a record, counted from its creation as History does, differs from the record as it stands: fields, and rows of
 * its sub-tables. Only what the reader sees in both is told: what was hidden from him then would come back as nothing. 315 where the record
 * has no such version, or is not his to see.
 */
export async function versionOf(house: House, access: Access, grant: Grant, { id, nth }: { id: number; nth: number }): Promise<Reply> {
  const review_state = await stateOf(house, access, grant, id);
  const fields = compared(grant);
  const { was, is } = await endsOf(house, access, grant, fields, { id, nth });
  const isNow = was['h.until'] === null;
  const below = isNow ? [] : await rowsOf(house, access, grant, { id, review_state, until: String(was['h.until']) });
  const tellOwn = await tellerFor(house, access, fields, isNow ? [] : [was, is]);
  const told: VersionThen = {
    ...{ nth, version: is.version },
    fields: isNow ? [] : differing(fields, was, is).map((field) => tellOwn(field, was, is)),
    rows: below.flatMap(({ rows }) => rows),
    ...(below.some(({ isPartial }) => isPartial) ? { partial: 1 } : {}),
  };
  const _currency = tellCurrency(access.session, grant, access.session.domain.id, []);
  return { data: { ...told, ...(_currency ? { _currency } : {}) } };
}

async function stateOf(house: House, access: Access, grant: Grant, id: number): Promise<number> {
  const { text, values } = compile(
    sql`select t.review_state as state from ${relation(grant.table)} t where ${and(byId(id), grant.rows('t'))}`,
    access.asker,
  );
  const [record] = await house.db.query<{ state: number }>(text, values);
  if (!record) throw new Refusal(315);
  return Number(record.state);
}

/** What people type or choose, and what follows from it, as far as this reader may see it and forms draw it. */
const compared = (grant: Grant, except = ''): ResolvedField[] =>
  columnsOf(grant.table).filter(
    ({ name: own, def }) =>
      own !== except &&
      !STAMPED_COLUMNS.has(own) &&
      own !== 'review_state' &&
      own !== 'review_entity' &&
      def.hidden !== 1 &&
      grant.sees(own, 't') !== false,
  );

type Version = Row & { version: number; 'h.until': string | null };

/** The version, and the one that lies in the table. */
async function endsOf(
  house: House,
  access: Access,
  grant: Grant,
  fields: readonly ResolvedField[],
  { id, nth }: { id: number; nth: number },
): Promise<{ was: Version; is: Version }> {
  const about = [
    sql`t.version`,
    sql`row_number() over w as ${name('h.nth')}`,
    sql`to_char(t.valid_to, 'YYYYMMDDHH24MISSMS') as ${name('h.until')}`,
  ];
  const shown: Sql[] = fields.map((field) => valueIn(grant, field));
  const all = sql`select ${joined([...about, ...shown], ', ')} from ${unionOf(grant, thisRow(grant.table, id))} t window w as (order by t.valid_to nulls last, t.version)`;
  const ends = sql`v.${name('h.nth')} = ${bound(nth, 'bigint')} or v.${name('h.until')} is null`;
  const { text, values } = compile(sql`select * from (${all}) v where ${ends} order by v.${name('h.nth')}`, access.asker);
  const found = await house.db.query<Version>(text, values);
  const [was, is = was] = found;
  if (!was || !is || Number(was['h.nth']) !== nth) throw new Refusal(315);
  return { was, is };
}

/** Seen then and now, and another. */
const differing = (fields: readonly ResolvedField[], was: Row, is: Row): ResolvedField[] =>
  fields.filter(
    (field) => was[seenIn(field)] !== false && is[seenIn(field)] !== false && !same(filled(was[field.name]), filled(is[field.name])),
  );

type Teller = (field: ResolvedField, was: Row | null, is: Row | null) => FieldThen;

/** Turns what versions hold into wire values, and says what of it cannot be put anywhere again. */
async function tellerFor(house: House, access: Access, fields: readonly ResolvedField[], rows: readonly Row[]): Promise<Teller> {
  const presenter = await presenterFor(house, access, fields, rows);
  const live = await liveIn(house, access, fields, rows);
  return (field, was, is) => {
    if (isOf(field.def.data_type, 'secret')) return { field: field.name, from: null, to: null, secret: 1 };
    const [from, to] = [was, is].map((row) => presenter.show(field, filled(row?.[field.name])));
    const lost = was ? lostOf(field, was, presenter, live) : 0;
    return { ...{ field: field.name, from: from ?? null, to: to ?? null }, ...(lost > 0 ? { lost } : {}) };
  };
}

function lostOf(field: ResolvedField, was: Row, presenter: Presenter, live: Live): number {
  const ids = idsOf(was[field.name]);
  if (field.storage === 'files') return ids.length - (presenter.show(field, ids) as unknown[]).length;
  return field.source ? ids.filter((id) => !live.get(field)!.has(id)).length : 0;
}

type Live = ReadonlyMap<ResolvedField, ReadonlySet<number>>;

/** Of the records that these rows refer to those that a form could choose: seen, and not in the recycle bin. A statement a field. */
async function liveIn(house: House, access: Access, fields: readonly ResolvedField[], rows: readonly Row[]): Promise<Live> {
  const live = new Map<ResolvedField, ReadonlySet<number>>();
  for (const field of fields.filter(({ source }) => source)) {
    const ids = [...new Set(rows.flatMap((row) => idsOf(row[field.name])))];
    const source = field.source!;
    const gate = ids.length > 0 && access.reader.names(source.variant ? `${source.table}[${source.variant}]` : source.table);
    live.set(field, gate ? await chosenOf(house, access, gate, ids) : new Set());
  }
  return live;
}

type NameGate = NonNullable<ReturnType<Access['reader']['names']>>;

async function chosenOf(house: House, access: Access, { table, rows }: NameGate, ids: readonly number[]): Promise<Set<number>> {
  const kept = table.def.storage === 'view' ? [] : [sql`e.deleted_time is null`];
  const where = and(sql`e.id = any(${bound(ids, 'bigint[]')})`, rows('e'), ...kept);
  const { text, values } = compile(sql`select e.id from ${relation(table)} e where ${where}`, access.asker);
  return new Set((await house.db.query<{ id: number }>(text, values)).map((row) => row.id));
}

/** What became of the rows of each sub-table since the version ended, each through the gate of its own table. */
async function rowsOf(
  house: House,
  access: Access,
  grant: Grant,
  { id, review_state, until }: { id: number; review_state: number; until: string },
): Promise<{ rows: RowThen[]; isPartial: boolean }[]> {
  const found: { rows: RowThen[]; isPartial: boolean }[] = [];
  for (const def of grant.table.subtables) {
    const gate = gateOf(access, grant, def, review_state);
    if (gate) found.push(await subRowsOf(house, access, gate, def, { id, until }));
  }
  return found;
}

async function subRowsOf(
  house: House,
  access: Access,
  gate: Grant,
  def: SubtableDef,
  { id, until }: { id: number; until: string },
): Promise<{ rows: RowThen[]; isPartial: boolean }> {
  const fields = compared(gate, def.parent_field);
  const found = await versionsOf(house, access, gate, def, fields, { id, since: until });
  const ends = byRow(found.slice(0, MOST)).map((versions) => rowEnds(versions, until));
  const tell = await tellerFor(
    house,
    access,
    fields,
    ends.flatMap(({ was, is }) => [was ?? [], is ?? []].flat()),
  );
  return { rows: ends.flatMap((end) => rowThen(fields, def, end, tell)), isPartial: found.length > MOST };
}

interface RowEnds {
  id: number;
  was: RowVersion | null;
  is: RowVersion | null;
}

/** A row as it stood when the version ended, and as it stands; null where it did, or does, not. */
function rowEnds(versions: readonly RowVersion[], until: string): RowEnds {
  const was = versions.findLast((version) => version['h.at'] < until);
  const last = versions.at(-1)!;
  return { id: last.id, was: was?.['h.seen'] ? was : null, is: last['h.to'] === null && last['h.seen'] ? last : null };
}

function rowThen(fields: readonly ResolvedField[], def: SubtableDef, { id, was, is }: RowEnds, tell: Teller): RowThen[] {
  const of = { subtable: subtableKey(def), id };
  if (was && is) {
    const changes = differing(fields, was, is).map((field) => tell(field, was, is));
    return changes.length > 0 ? [{ ...of, op: 'Modify', changes }] : [];
  }
  const one = was ?? is;
  if (!one) return [];
  const held = fields.filter((field) => one[seenIn(field)] !== false && filled(one[field.name]) !== null);
  return [{ ...of, op: was ? 'Delete' : 'Add', changes: held.map((field) => tell(field, was, is)) }];
}
