import type { Refusal } from '#protocol/codes.ts';
import { fieldKind } from '#protocol/fields/fields.ts';
import { fault } from '#protocol/fields/kind.ts';
import { parseQuery, resolveQuery } from '#protocol/rules/query.ts';
import type { ResolvedField, ResolvedTable } from '#server/meta/catalogue.ts';
import { columnNamed, columnOf } from '#server/query/names.ts';
import { inCompany, relation } from '#server/query/source.ts';
import { and, bound, compile, FALSE, joined, name, type Sql, sql, TRUE } from '#server/query/sql.ts';
import type { Values } from '../row/values.ts';
import type { Work } from '../row/work.ts';
import { demandNone, refusedField } from './parse.ts';

/**
 * Every record that the changes newly refer to exists in the company, is not in the recycle bin, may be seen by the caller and is
 * one that the field's `query` lets be chosen; else 315, whichever of these it is. `place` says in which row of a sub-table.
 */
export async function checkReferences(
  work: Work,
  table: ResolvedTable,
  changes: Values,
  before: Values,
  after: Values,
  place: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const asked = Object.entries(changes).flatMap(([field_name, value]) => {
    const field = table.fields.get(field_name)!;
    if (!field.source || value === null) return [];
    const known = new Set([before[field_name] ?? []].flat() as number[]);
    const ids = ([value].flat() as number[]).filter((id) => !known.has(id));
    return ids.length ? [{ field, ids, found: foundOf(work, field, ids, after) }] : [];
  });
  const missing = await notAllFound(work, asked);
  demandNone(missing.map((field) => fault(315, 'referenceMissing', field, place)));
}

/** The first field of which not all these records are live in the company, whoever may see them; null where all are. */
export async function missingReference(work: Work, table: ResolvedTable, referred: Values): Promise<ResolvedField | null> {
  const engine = { ...work, engine: true };
  const asked = Object.entries(referred).flatMap(([field_name, value]) => {
    const field = table.fields.get(field_name);
    const ids = [value].flat() as number[];
    return field?.source && ids.length ? [{ field, ids, found: foundOf(engine, field, ids, {}) }] : [];
  });
  return (await notAllFound(work, asked))[0] ?? null;
}

interface Asked {
  field: ResolvedField;
  ids: readonly number[];
  /** how many of them there are, as a select */
  found: Sql;
}

async function notAllFound(work: Work, asked: readonly Asked[]): Promise<ResolvedField[]> {
  if (asked.length === 0) return [];
  const counts = asked.map(({ found }, at) => sql`(${found}) as ${name(`n${at}`)}`);
  const statement = compile(sql`select ${joined(counts, ', ')}`, work.access.asker);
  const [row] = await work.tx.query<Record<string, number>>(statement.text, statement.values);
  return asked.filter(({ ids }, at) => row![`n${at}`] !== ids.length).map(({ field }) => field);
}

/** How many of these the caller may choose, as a select. */
function foundOf(work: Work, field: ResolvedField, ids: readonly number[], after: Values): Sql {
  const source = field.source!;
  const cloud = source.variant ? `${source.table}[${source.variant}]` : source.table;
  const target = work.access.catalogue.table(work.engine ? source.table : cloud);
  const visible = work.engine ? target && inCompany(target, 'e') : work.access.reader.names(cloud)?.rows('e');
  if (!target || !visible) return sql`select 0`;
  const live = target.def.storage === 'view' ? TRUE : sql`e.deleted_time is null`;
  const where = and(sql`e.id = any(${bound(ids, 'bigint[]')})`, visible, live, narrowed(work, field, target, after));
  // its deletion waits for this transaction, or this for it and does not find it then (remove.ts locks for update)
  const lock = work.dry || target.def.storage === 'view' ? sql`` : sql` for key share of e`;
  return sql`select count(*) from (select 1 from ${relation(target)} e where ${where}${lock}) chosen`;
}

/** A field's `query` as a condition on the chosen record; each value is bound whole (A13). */
function narrowed(work: Work, field: ResolvedField, target: ResolvedTable, after: Values): Sql {
  const pairs = field.def.query && !work.engine ? parseQuery(field.def.query) : null;
  if (!pairs) return TRUE;
  const terms: Record<string, unknown> = { 'user.id': work.session.user.id, 'user.department_entity': work.session.department?.id };
  const wanted = resolveQuery(pairs, (term) => terms[term] ?? after[term] ?? null);
  return and(...Object.entries(wanted).map(([column, value]) => equals(target, column, value)));
}

function equals(target: ResolvedTable, column: string, value: string | number): Sql {
  const field = target.fields.get(column);
  if (!field || field.storage === 'none' || field.storage === 'files') return FALSE;
  const of = columnOf('e', field);
  if (field.storage === 'bigint[]') {
    const id = Number(value);
    return Number.isSafeInteger(id) ? sql`${bound(id, 'bigint')} = any(${of})` : FALSE;
  }
  const parsed = fieldKind(field.def.data_type).parse(value, field);
  if (parsed.fault || parsed.value === null || field.storage === 'timestamptz') return FALSE;
  return sql`${of} = ${bound(parsed.value, field.storage)}`;
}

/**
 * A tree stays one: the new parent is not the record itself nor below it (A9), as the rows lie now, what this save wrote before included.
 * Whoever writes a parent asks it right before he writes (write.ts): then no order of the parts of a save makes a circle.
 */
export async function checkTree(work: Work, table: ResolvedTable, id: number, changes: Values): Promise<void> {
  const parent = table.def.type === 'TREE' ? table.def.parent_field : undefined;
  const above = parent ? changes[parent] : null;
  if (!parent || !above) return;
  // two moves at once could each be right and make a cycle together
  await work.tx.query('select pg_advisory_xact_lock(hashtextextended($1::text, $2::bigint))', [
    `tree ${table.name}`,
    work.session.company.id,
  ]);
  if (await isBelow(work, table, above as number, id)) throw treeCycle(table);
}

/** Whether a node is this one, or below it, as the rows lie. */
export async function isBelow(
  { tx, access }: Pick<Work, 'tx' | 'access'>,
  table: ResolvedTable,
  node: number,
  top: number,
): Promise<boolean> {
  const company = inCompany(table, 't');
  const up = sql`select t.id, ${columnNamed('t', table, table.def.parent_field!)} from ${relation(table)} t`;
  const statement = compile(
    sql`with recursive up (id, above) as (${up} where ${and(sql`t.id = ${bound(node, 'bigint')}`, company)}
        union ${up} join up on t.id = up.above where ${company}) select 1 from up where ${bound(top, 'bigint')} in (id, above)`,
    access.asker,
  );
  return (await tx.query(statement.text, statement.values)).length > 0;
}

export const treeCycle = (table: ResolvedTable): Refusal => refusedField(317, 'treeCycle', table.fields.get(table.def.parent_field!)!);
