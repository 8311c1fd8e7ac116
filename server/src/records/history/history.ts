import { Refusal } from '#protocol/codes.ts';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { Reply } from '#protocol/wire/envelope.ts';
import type { Access, Grant } from '#server/access/access.ts';
import type { ResolvedField } from '#server/meta/catalogue.ts';
import type { House } from '#server/meta/house.ts';
import { ASKER } from '#server/query/asker.ts';
import { relation, thisRow } from '#server/query/source.ts';
import { and, bound, compile, joined, name, sql } from '#server/query/sql.ts';
import { tellCurrency } from '../read/currency.ts';
import { drawnField } from '../read/told/told.ts';
import { namesOf } from '../row/names.ts';
import { byId } from '../row/stored.ts';
import { rowsHistory } from './history-rows.ts';
import { presenterFor, type Row } from './history-values.ts';
import { changesBetween, readable, unionOf, valueIn } from './history-versions.ts';

interface Version extends Row {
  id: number;
  version: number;
  'h.actor': number | null;
  'h.op': string | null;
  'h.time': string;
  /** the instants when it began and ended, to find what became of its rows meanwhile; the last one has no end */
  'h.at': string;
  'h.until': string | null;
}

/**
 * Who changed which field when: each version compared with the one before it, newest first. A version's who and when stand on the
 * closed version before it; the first is the record's creation, by its creator or by whose approval it was written. `rows` is what the same save did to rows of its sub-tables; `data.partial`
 * is 1 where these have more versions than one page looks through, so that some changes of rows are not told. Values are
 * those of fields that the caller may read now (R6), and who and when are told where he sees them of the record.
 */
export async function historyOf(
  house: House,
  access: Access,
  grant: Grant,
  { id, page, rows }: { id: number; page: number; rows: number },
): Promise<Reply> {
  const fields = readable(grant);
  const seen = compile(
    sql`select t.review_state as state from ${relation(grant.table)} t where ${and(byId(id), grant.rows('t'))}`,
    access.asker,
  );
  const [record] = await house.db.query<{ state: number }>(seen.text, seen.values);
  if (!record) throw new Refusal(315);
  const { versions, total } = await versionsOf(house, access, grant, fields, { id, offset: (page - 1) * rows, limit: rows });
  const presenter = await presenterFor(house, access, fields, versions);
  const actors = await namesOf(
    house.db,
    access,
    'user',
    versions.map((one) => one['h.actor']),
  );
  const oldest = versions.slice(0, rows).at(-1);
  const since = oldest && { id, review_state: Number(record.state), since: oldest['h.at'] };
  const below = since ? await rowsHistory(house, access, grant, since) : { changes: [], isPartial: false };
  const answered = versions.slice(0, rows).map((version, at) => {
    const before = versions[at + 1];
    const [by, when] = version.version === 1 ? ['create_entity', 'create_time'] : ['modify_entity', 'modify_time'];
    const actor = version['h.actor'];
    const named = actor !== null && grant.sees(by!, 't') === true ? actors.get(actor) : undefined;
    return {
      version: version.version,
      op: version['h.op'],
      time: grant.sees(when!, 't') === true ? version['h.time'] : null,
      actor: actor === null ? null : (named ?? { id: 0, unauthorized: 1 }),
      changes: changesBetween(fields, presenter, before, version),
      rows: below.changes
        .filter(([at]) => at >= version['h.at'] && (version['h.until'] === null || at < version['h.until']))
        .map(([, row]) => row),
    };
  });
  const _currency = tellCurrency(access.session, grant, access.session.domain.id, []);
  const former = formerOf(grant, answered);
  const partial = below.isPartial ? { partial: 1 } : {};
  const data = { ...(_currency ? { _currency } : {}), ...(former.length ? { former } : {}), ...partial };
  return { rows: answered, total, total_kind: 'exact', ...(Object.keys(data).length ? { data } : {}) };
}

/** The definitions of fields that the answer speaks of and that the table's own does not have any more. */
function formerOf({ table }: Grant, answered: readonly { changes: readonly { field: string }[] }[]): FieldDef[] {
  const told = new Set(answered.flatMap(({ changes }) => changes.map(({ field }) => field)));
  return [...table.former.values()].filter((field) => told.has(field.name)).map(drawnField);
}

/** A page of versions, newest first, and the one before the last of them to compare it with. */
async function versionsOf(
  house: House,
  access: Access,
  grant: Grant,
  fields: readonly ResolvedField[],
  { id, offset, limit }: { id: number; offset: number; limit: number },
): Promise<{ versions: Version[]; total: number }> {
  const shown = fields.map((field) => valueIn(grant, field));
  const began = sql`coalesce(lag(t.valid_to) over w, t.create_time)`;
  // what an approval wrote is the act of who approved, and another's record
  const maker = grant.sees('modify_entity', 't') === true ? sql`coalesce(t.modify_entity, t.create_entity)` : sql`t.create_entity`;
  const made = [
    sql`coalesce(lag(t.hist_actor) over w, case when row_number() over w = 1 then ${maker} end) as ${name('h.actor')}`,
    sql`coalesce(lag(t.hist_op) over w, 'Add') as ${name('h.op')}`,
    sql`to_char(${began} at time zone ${ASKER.zone}, 'YYYY-MM-DD HH24:MI:SS') as ${name('h.time')}`,
    sql`to_char(${began}, 'YYYYMMDDHH24MISSMS') as ${name('h.at')}`,
    sql`to_char(t.valid_to, 'YYYYMMDDHH24MISSMS') as ${name('h.until')}`,
  ];
  const window = sql`window w as (order by t.valid_to nulls last, t.version)`;
  const statement = compile(
    sql`select t.id, t.version, count(*) over () as ${name('h.total')}, ${joined([...made, ...shown], ', ')} from ${unionOf(grant, thisRow(grant.table, id))} t ${window} order by t.valid_to desc nulls first, t.version desc limit ${bound(limit + 1, 'bigint')} offset ${bound(offset, 'bigint')}`,
    access.asker,
  );
  const versions = await house.db.query<Version>(statement.text, statement.values);
  return { versions, total: Number(versions[0]?.['h.total'] ?? 0) };
}
