import { Refusal } from '#protocol/codes.ts';
import { fault } from '#protocol/fields/kind.ts';
import { isFirst } from '#protocol/rules/states.ts';
import type { ResolvedField, ResolvedTable } from '#server/meta/catalogue.ts';
import { faultPoint } from '#server/ports/fault.ts';
import { and, bound, column, compile, name, type Sql, sql, TRUE } from '#server/query/sql.ts';
import { demandParents } from './parents.ts';
import { checkVersion } from './stale.ts';
import { byId, grantOrNull, lockOne } from './stored.ts';
import { demandAction } from './turn.ts';
import type { Work } from './work.ts';
import { nameActor, naming, thisRow } from './write.ts';

/** Moves a record and the rows that belong to it to the recycle bin: one instant, by which they come back together. */
export async function deleteRecord(work: Work, table: ResolvedTable, id: number, version?: number): Promise<void> {
  const stored = await lockOne(work, table, id, work.access.grant(table, 'Delete'));
  const mine = stored.create_entity === work.session.user.id || stored.standsFor.includes(stored.create_entity ?? 0);
  if (mine && isFirst(stored.review_state) && (await isRunning(work, table, id))) throw new Refusal(311, '$deleteRunning');
  demandAction(work, table, stored, 'Delete');
  await demandParents(work, table, stored.values, stored.values);
  await checkVersion(work, table, stored, version);
  await run(work, sql`select 1 from app.${name(table.name)} t where ${thisRow(work, table, id)} for update`);
  await demandUnreferenced(work, table, id);
  await nameActor(work, 'Delete');
  const marks = sql`deleted_time = ${bound(work.now, 'timestamptz')}, deleted_entity = ${bound(work.session.user.id, 'bigint')}, version = version + 1`;
  for (const { rows, parent_field } of ownRows(work, table)) {
    const mine = and(inCompany(work, rows), sql`${column('t', parent_field)} = ${bound(id, 'bigint')}`, sql`t.deleted_time is null`);
    await run(work, sql`update app.${name(rows.name)} t set ${marks} where ${mine}`);
  }
  await faultPoint('remove.rows');
  await run(work, sql`update app.${name(table.name)} t set ${marks} where ${thisRow(work, table, id)}`);
}

/** Takes a record back from the recycle bin with the rows that went with it. Answers its new version. */
export async function restoreRecord(work: Work, table: ResolvedTable, id: number): Promise<number> {
  const right = work.access.grant(table, 'Restore');
  const found = await run<{ at: string }>(
    work,
    sql`select t.deleted_time as at from app.${name(table.name)} t where ${and(byId(id), right.rows('t'))} for no key update of t`,
  );
  if (found.length === 0) throw new Refusal(315);
  await nameActor(work, 'Restore');
  const back = sql`deleted_time = null, deleted_entity = null, version = version + 1, modify_entity = ${bound(work.session.user.id, 'bigint')}, modify_time = ${bound(work.now, 'timestamptz')}`;
  const [row] = await naming(table, () =>
    run<{ version: number }>(work, sql`update app.${name(table.name)} t set ${back} where ${thisRow(work, table, id)} returning version`),
  );
  for (const { rows, parent_field } of ownRows(work, table)) {
    const mine = and(inCompany(work, rows), sql`${column('t', parent_field)} = ${bound(id, 'bigint')}`);
    const then = sql`t.deleted_time = ${bound(found[0]!.at, 'timestamptz')}`;
    await naming(rows, () => run(work, sql`update app.${name(rows.name)} t set ${back} where ${and(mine, then)}`));
  }
  return row!.version;
}

async function run<Row>(work: Work, of: Sql): Promise<Row[]> {
  const statement = compile(of);
  return work.tx.query<Row>(statement.text, statement.values);
}

const inCompany = (work: Work, table: ResolvedTable): Sql =>
  table.tenancy === 'platform' ? TRUE : sql`${column('t', 'company_id')} = ${bound(work.session.company.id, 'bigint')}`;

/** Tables whose rows belong to a record of this one and go with it. */
const ownRows = (work: Work, table: ResolvedTable) =>
  table.subtables.flatMap((def) => {
    const rows = def.inherit === 0 ? undefined : work.catalogue.table(def.table_name);
    return rows ? [{ rows, parent_field: def.parent_field }] : [];
  });

async function isRunning(work: Work, table: ResolvedTable, id: number): Promise<boolean> {
  if (table.def.flow !== 1) return false;
  const found = await work.tx.query('select 1 from fw.flow_case where company_id = $1 and source = $2 and rowid = $3 and status = 0', [
    ...[work.session.company.id, table.name, id],
  ]);
  return found.length > 0;
}

/**
 * What other live records refer to stays (311). The remark counts those that the caller may see; that others refer to it too it
 * cannot keep secret (decisions 39).
 */
async function demandUnreferenced(work: Work, table: ResolvedTable, id: number): Promise<void> {
  const own = new Set(ownRows(work, table).map(({ rows, parent_field }) => `${rows.name}.${parent_field}`));
  for (const other of work.catalogue.tables()) {
    for (const field of referring(other, table, own)) {
      const used = and(refersTo(field, id), sql`t.deleted_time is null`);
      const all = await count(work, other, and(inCompany(work, other), used));
      if (all > 0) throw await referenced(work, other, field, used);
    }
  }
}

const referring = (other: ResolvedTable, table: ResolvedTable, own: ReadonlySet<string>): ResolvedField[] =>
  other.def.storage === 'view'
    ? []
    : [...other.fields.values()].filter(
        (field) => !field.standard && field.source?.table === table.name && !own.has(`${other.name}.${field.name}`),
      );

const refersTo = (field: ResolvedField, id: number): Sql =>
  field.storage === 'bigint[]'
    ? sql`${column('t', field.name)} @> array[${bound(id, 'bigint')}]`
    : sql`${column('t', field.name)} = ${bound(id, 'bigint')}`;

async function count(work: Work, table: ResolvedTable, where: Sql): Promise<number> {
  const [row] = await run<{ found: number }>(
    work,
    sql`select count(*) as found from (select 1 from app.${name(table.name)} t where ${where} limit 1000) c`,
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
