import { Refusal } from '#protocol/codes.ts';
import type { Value } from '#protocol/fields/kind.ts';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { Reply } from '#protocol/wire/envelope.ts';
import type { Access, Grant } from '#server/access/access.ts';
import type { ResolvedField } from '#server/meta/catalogue.ts';
import type { House } from '#server/meta/house.ts';
import { ASKER } from '#server/query/asker.ts';
import { columnOf } from '#server/query/names.ts';
import { and, bound, compile, joined, name, type Sql, sql } from '#server/query/sql.ts';
import { tellCurrency } from './currency.ts';
import { namesOf, presenterFor, type Row } from './history-values.ts';
import { byId } from './write/stored.ts';
import { columnsOf, same } from './write/values.ts';

/** Fields that change with every save and say nothing of it. */
const SILENT: ReadonlySet<string> = new Set([
  'id',
  'version',
  'modify_entity',
  'modify_time',
  'create_entity',
  'create_time',
  'subcompany_id',
]);

interface Version extends Row {
  id: number;
  version: number;
  'h.actor': number | null;
  'h.op': string | null;
  'h.time': string;
}

/**
 * Who changed which field when: each version compared with the one before it, newest first. A version's who and when stand on the
 * closed version before it; the first is the record's creation. Values are those of fields that the caller may read now (R6), and who and
 * when are told where he sees them of the record.
 */
export async function historyOf(
  house: House,
  access: Access,
  grant: Grant,
  { id, page, rows }: { id: number; page: number; rows: number },
): Promise<Reply> {
  const every = [...columnsOf(grant.table), ...grant.table.former.values()];
  const fields = every.filter((field) => !SILENT.has(field.name) && grant.sees(field.name, 't') !== false);
  const seen = compile(sql`select 1 from app.${name(grant.table.name)} t where ${and(byId(id), grant.rows('t'))}`, access.asker);
  if ((await house.db.query(seen.text, seen.values)).length === 0) throw new Refusal(315);
  const { versions, total } = await versionsOf(house, access, grant, fields, { id, offset: (page - 1) * rows, limit: rows });
  const presenter = await presenterFor(house, access, fields, versions);
  const actors = await namesOf(house.db, access, 'user', [...new Set(versions.flatMap((one) => one['h.actor'] ?? []))]);
  const answered = versions.slice(0, rows).map((version, at) => {
    const before = versions[at + 1];
    const changed = fields.filter((field) => !same(filled(version[field.name]), filled(before?.[field.name])));
    const [by, when] = version.version === 1 ? ['create_entity', 'create_time'] : ['modify_entity', 'modify_time'];
    const actor = version['h.actor'];
    const named = actor !== null && actors.has(actor) && grant.sees(by!, 't') === true;
    return {
      version: version.version,
      op: version['h.op'],
      time: grant.sees(when!, 't') === true ? version['h.time'] : null,
      actor: actor === null ? null : named ? { id: actor, key_name: actors.get(actor) } : { id: 0, unauthorized: 1 },
      changes: changed.map((field) => ({
        field: field.name,
        from: presenter.show(field, filled(before?.[field.name])),
        to: presenter.show(field, filled(version[field.name])),
      })),
    };
  });
  const _currency = tellCurrency(access.session, grant, access.session.domain.id, []);
  const former = formerOf(grant, answered);
  const data = { ...(_currency ? { _currency } : {}), ...(former.length ? { former } : {}) };
  return { rows: answered, total, total_kind: 'exact', ...(Object.keys(data).length ? { data } : {}) };
}

/** The definitions of fields that the answer speaks of and that the table's own does not have any more. */
function formerOf({ table }: Grant, answered: readonly { changes: readonly { field: string }[] }[]): FieldDef[] {
  const told = new Set(answered.flatMap(({ changes }) => changes.map(({ field }) => field)));
  return [...table.former.values()]
    .filter((field) => told.has(field.name))
    .map(({ def, items }) => ({ ...def, ...(items ? { items: [...items] } : {}) }));
}

/** An empty list is an empty value. */
const filled = (value: unknown): Value => (Array.isArray(value) && value.length === 0 ? null : ((value ?? null) as Value));

/** A page of versions, newest first, and the one before the last of them to compare it with. */
async function versionsOf(
  house: House,
  access: Access,
  grant: Grant,
  fields: readonly ResolvedField[],
  { id, offset, limit }: { id: number; offset: number; limit: number },
): Promise<{ versions: Version[]; total: number }> {
  const shown = fields.map((field) => sql`${visible(grant, field)} as ${name(field.name)}`);
  const began = sql`coalesce(lag(t.valid_to) over w, t.create_time)`;
  const made = [
    sql`coalesce(lag(t.hist_actor) over w, case when row_number() over w = 1 then t.create_entity end) as ${name('h.actor')}`,
    sql`coalesce(lag(t.hist_op) over w, 'Add') as ${name('h.op')}`,
    sql`to_char(${began} at time zone ${ASKER.zone}, 'YYYY-MM-DD HH24:MI:SS') as ${name('h.time')}`,
  ];
  const table = name(grant.table.name);
  const all = joined([...physical(grant).map(name)], ', ');
  const union = sql`(select ${all}, valid_to, hist_actor, hist_op from hist.${table} t where ${only(grant, id)} union all select ${all}, null::timestamptz, null::bigint, null::text from app.${table} t where ${only(grant, id)})`;
  const window = sql`window w as (order by t.valid_to nulls last, t.version)`;
  const statement = compile(
    sql`select t.id, t.version, count(*) over () as ${name('h.total')}, ${joined([...made, ...shown], ', ')} from ${union} t ${window} order by t.valid_to desc nulls first, t.version desc limit ${bound(limit + 1, 'bigint')} offset ${bound(offset, 'bigint')}`,
    access.asker,
  );
  const versions = await house.db.query<Version>(statement.text, statement.values);
  return { versions, total: Number(versions[0]?.['h.total'] ?? 0) };
}

function only(grant: Grant, id: number): Sql {
  const company = grant.table.tenancy === 'platform' ? [] : [sql`t.company_id = ${ASKER.company}`];
  return and(sql`t.id = ${bound(id, 'bigint')}`, ...company);
}

/** Every column of the table, so that rights that depend on a row can be asked of its old versions too. */
const physical = (grant: Grant): string[] => [
  ...(grant.table.tenancy === 'platform' ? [] : ['company_id']),
  ...columnsOf(grant.table).map((field) => (field.name === 'review_entity' ? 'reviewers' : field.name)),
  ...grant.table.former.keys(),
  ...['create_department', 'deleted_time', 'deleted_entity'],
];

function visible(grant: Grant, field: ResolvedField): Sql {
  const raw = columnOf('t', field);
  const value = field.storage === 'timestamptz' ? sql`to_char(${raw} at time zone ${ASKER.zone}, 'YYYY-MM-DD HH24:MI:SS')` : raw;
  const sees = grant.sees(field.name, 't');
  return sees === true || sees === false ? value : sql`case when ${sees} then ${value} end`;
}
