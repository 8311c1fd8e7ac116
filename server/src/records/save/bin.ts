import { Refusal } from '#protocol/codes.ts';
import { fault } from '#protocol/fields/kind.ts';
import type { ResolvedField, ResolvedTable } from '#server/meta/catalogue.ts';
import { faultPoint } from '#server/ports/fault.ts';
import { columnNamed, columnOf } from '#server/query/names.ts';
import { inCompany, relation } from '#server/query/source.ts';
import { and, bound, column, compile, name, type Sql, sql, TRUE } from '#server/query/sql.ts';
import { grantOrNull } from '../row/stored.ts';
import { isOwn } from '../row/subtable.ts';
import { columnsOf, type Values } from '../row/values.ts';
import type { Work } from '../row/work.ts';
import { demandElsewhere, followParents, type Rows } from './parents.ts';
import { missingReference } from './references.ts';
import { demandHis, naming } from './write.ts';

/** Rows that go to the bin together, or come back, and the instant that marks them. */
interface Together {
  /** the record first, then the rows below it, level by level */
  all: Rows[];
  at: string;
}

/**
 * Moves records and the rows that belong to them to the recycle bin, where nothing else refers to any of them and none is under approval
 * (311): one instant, by which they come back together. It is later than that of every row of theirs which lies there already.
 */
export async function moveToBin(work: Work, table: ResolvedTable, ids: readonly number[]): Promise<void> {
  const { all, at } = await below(work, { table, ids }, TRUE);
  for (const some of all) await run(work, sql`select 1 from ${relation(some.table)} t where ${among(some)} for update`);
  for (const some of all) await demandAtRest(work, some);
  for (const { table: of, ids: going } of all) for (const id of going) await demandHis(work, of, { act: 'Delete', id, changes: {} });
  for (const some of all) await demandUnreferenced(work, some, all);
  const elsewhere = await demandElsewhere(work, all);
  const [by, now] = [bound(work.session.user.id, 'bigint'), bound(at, 'timestamptz')];
  // modified then too: the history finds by it what one save did to a record and its rows
  const marks = sql`deleted_time = ${now}, deleted_entity = ${by}, modify_time = ${now}, modify_entity = ${by}, version = version + 1`;
  const [itself, ...rows] = all;
  for (const some of rows) await mark(work, some, marks);
  await faultPoint('remove.rows');
  await mark(work, itself!, marks);
  await followParents(work, elsewhere);
}

/** Takes back the rows that went to the bin with a record, and answers them, for `demandReferences` when the record is there again. */
export async function takeBackRows(work: Work, table: ResolvedTable, id: number, at: string): Promise<readonly Rows[]> {
  const then = sql`t.deleted_time = ${bound(at, 'timestamptz')}`;
  const [, ...rows] = (await below(work, { table, ids: [id] }, then)).all;
  for (const { table: of, ids } of rows) for (const one of ids) await demandHis(work, of, { act: 'Restore', id: one, changes: {} });
  for (const some of rows) await naming(work, some.table, () => mark(work, some, takenBack(work)));
  return rows;
}

/** What a row says that came back. */
export const takenBack = (work: Work): Sql =>
  sql`deleted_time = null, deleted_entity = null, version = version + 1, modify_entity = ${bound(work.session.user.id, 'bigint')}, modify_time = ${bound(work.now, 'timestamptz')}`;

/** The rows below a record, to the last level, each once, however many of its sub-tables are of their table: live ones, or those of a condition. */
async function below(work: Work, top: Rows, which: Sql): Promise<Together> {
  const all = [top];
  const known = new Map([[top.table, new Set(top.ids)]]);
  let at = work.now.toISOString();
  for (const some of all) {
    for (const def of some.table.subtables.filter(isOwn)) {
      const table = work.access.catalogue.table(def.table_name);
      if (!table || table.def.storage === 'view') continue;
      const mine = and(inCompany(table, 't'), sql`${columnNamed('t', table, def.parent_field)} = any(${bound(some.ids, 'bigint[]')})`);
      const wanted = which === TRUE ? sql`t.deleted_time is null` : which;
      const [found] = await run<{ ids: number[] | null; at: string }>(
        work,
        sql`select array_agg(t.id order by t.id) filter (where ${wanted}) as ids,
              greatest(${bound(at, 'timestamptz')}, max(t.deleted_time) + interval '1 microsecond')::text as at
            from ${relation(table)} t where ${mine}`,
      );
      at = found!.at;
      const seen = known.get(table) ?? new Set<number>();
      known.set(table, seen);
      const ids = (found!.ids ?? []).filter((id) => !seen.has(id));
      for (const id of ids) seen.add(id);
      if (ids.length > 0) all.push({ table, ids });
    }
  }
  return { all, at };
}

async function mark(work: Work, some: Rows, marks: Sql): Promise<void> {
  await run(work, sql`update ${relation(some.table)} t set ${marks} where ${among(some)}`);
}

const among = ({ table, ids }: Rows): Sql => and(inCompany(table, 't'), sql`${column('t', 'id')} = any(${bound(ids, 'bigint[]')})`);

async function run<Row>(work: Work, of: Sql): Promise<Row[]> {
  const statement = compile(of, work.access.asker);
  return work.tx.query<Row>(statement.text, statement.values);
}

/** What is under approval stays, for whoever else it might be the turn. */
export async function demandAtRest(work: Work, { table, ids }: Rows): Promise<void> {
  if (table.def.flow !== 1) return;
  const found = await work.tx.query(
    'select 1 from fw.flow_case where company_id = $1 and source = $2 and rowid = any($3::bigint[]) and status = 0 limit 1',
    [work.session.company.id, table.name, ids],
  );
  if (found.length > 0) throw new Refusal(311, '$deleteRunning');
}

/** All that these rows refer to is live, and stays so until this is over; 315 with the field where it is not. */
export async function demandReferences(work: Work, some: Rows): Promise<void> {
  const fields = referring(some.table).filter((field) => field.source !== undefined);
  if (fields.length === 0 || some.ids.length === 0) return;
  const lists = fields.map((field) => {
    const value = columnOf('t', field);
    const one = field.storage === 'bigint[]' ? sql`unnest(${value})` : value;
    return sql`array(select distinct ${one} from ${relation(some.table)} t where ${and(among(some), sql`${value} is not null`)}) as ${name(field.name)}`;
  });
  const [referred] = await run<Values>(
    work,
    lists.reduce((before, one) => sql`${before}, ${one}`, sql`select 1 as ${name('fw.one')}`),
  );
  const missing = await missingReference(work, some.table, referred!);
  if (!missing) return;
  const sees = grantOrNull(work, some.table, 'Show')?.sees(missing.name, 't') === true;
  if (!sees) throw new Refusal(315, '$restoreLacksHidden');
  throw new Refusal(315, '$restoreLacks', { ...fault(315, 'restoreLacks', missing).data });
}

/** Fields that name other records, but those of the engine. */
const referring = (table: ResolvedTable): ResolvedField[] =>
  table.def.storage === 'view' ? [] : columnsOf(table).filter((field) => !field.standard && field.source !== undefined);

/**
 * What other live records refer to stays (311). The remark counts those that the caller may see; that others refer to it too it
 * cannot keep secret. Those that go with it are no reason.
 */
async function demandUnreferenced(work: Work, { table, ids }: Rows, going: readonly Rows[]): Promise<void> {
  for (const other of work.access.catalogue.tables()) {
    for (const field of referring(other).filter((one) => one.source!.table === table.name)) {
      const with_it = going.filter((some) => some.table.name === other.name).flatMap((some) => some.ids);
      const staying = with_it.length ? sql`${column('t', 'id')} <> all(${bound(with_it, 'bigint[]')})` : TRUE;
      const used = and(refersTo(field, ids), sql`t.deleted_time is null`, staying);
      const all = await count(work, other, and(inCompany(other, 't'), used));
      if (all > 0) throw await referenced(work, other, field, used);
    }
  }
}

const refersTo = (field: ResolvedField, ids: readonly number[]): Sql =>
  field.storage === 'bigint[]'
    ? sql`${columnOf('t', field)} && ${bound(ids, 'bigint[]')}`
    : sql`${columnOf('t', field)} = any(${bound(ids, 'bigint[]')})`;

async function count(work: Work, table: ResolvedTable, where: Sql): Promise<number> {
  const [row] = await run<{ found: number }>(
    work,
    sql`select count(*) as found from (select 1 from ${relation(table)} t where ${where} limit 1000) c`,
  );
  return row!.found;
}

async function referenced(work: Work, other: ResolvedTable, field: ResolvedField, used: Sql): Promise<Refusal> {
  const show = grantOrNull(work, other, 'Show');
  const visible = show && show.sees(field.name, 't') === true ? await count(work, other, and(show.rows('t'), used)) : 0;
  if (visible === 0) return new Refusal(311, '$referencedElsewhere');
  const { data } = fault(311, 'referenced', field, { table: { zh_CN: other.def.key_name, en_US: other.def.key_name_en }, count: visible });
  return new Refusal(311, '$referenced', { ...data });
}
