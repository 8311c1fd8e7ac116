import type { Refusal } from '#protocol/codes.ts';
import { type Fault, fault } from '#protocol/fields/kind.ts';
import { madeOnce } from '#protocol/rules/once.ts';
import { parseQuery } from '#protocol/rules/query.ts';
import type { ResolvedField, ResolvedTable } from '#server/meta/catalogue.ts';
import { columnNamed } from '#server/query/names.ts';
import { inCompany, relation } from '#server/query/source.ts';
import { and, bound, compile, joined, name, type Sql, sql, TRUE } from '#server/query/sql.ts';
import { specsOf, type Values } from '../row/values.ts';
import type { Work } from '../row/work.ts';
import { boundAnew, fitsRecord } from './chosen/bound.ts';
import { type Asked, narrowed } from './chosen/fitting.ts';
import { demandNone, refusedField } from './parse.ts';

/** A record or a row that is written, as far as what it refers to goes. */
export interface Referring {
  table: ResolvedTable;
  changes: Values;
  before: Values;
  after: Values;
  /** in which row of a sub-table */
  place?: Readonly<Record<string, unknown>>;
  /** of such a row: what names its record, which its form does not hold */
  parent?: Parentage;
  /** whether the caller is not shown a field: what it refers to is then not told of */
  hides?(field_name: string): boolean;
}

/** In whose form a row is saved: null for a record that is made with it, and how that comes to stand. */
export interface Parentage {
  field: string;
  record: number | null;
  values: Values;
}

/** No record has it: what is narrowed by a record that is only being made, nothing fits yet. */
const NOT_YET = 0;

/**
 * Every record that the changes newly refer to exists in the company, is not in the recycle bin, may be seen by the caller and is
 * one that the field's `query` lets be chosen; else 315, whichever of these it is. The same of what was chosen before, stays and is narrowed by a
 * field that changes, where the caller sees both.
 */
export const checkReferences = async (work: Work, of: Referring): Promise<void> => demandNone(await referenceFaults(work, of));

/** What is wrong with them, for who tells it in words of his own. */
export async function referenceFaults(work: Work, saved: Referring): Promise<Fault[]> {
  const of = underItsRecord(saved);
  const { table, changes, before, after, place = {} } = of;
  const asked = Object.entries(changes).flatMap(([field_name, value]) => {
    const field = table.fields.get(field_name)!;
    if (!field.source || value === null) return [];
    const ids = idsIn(value).filter((id) => !idsIn(before[field_name]).includes(id));
    return ids.length ? [{ field, ids, found: foundOf(work, field, ids, after) }] : [];
  });
  const stale = work.engine ? [] : narrowedAnew(work, of);
  const bound = await boundAnew(work, table, changes, before, after);
  const missing = await notAllFound(work, [...asked, ...under(work, of), ...stale, ...bound]);
  const textOf = (one: Asked) => (bound.includes(one) ? 'boundBeyond' : stale.includes(one) ? 'referenceOutgrown' : 'referenceMissing');
  const first = missing.filter(({ field }, at) => missing.findIndex((one) => one.field === field) === at);
  return first.map((one) => fault(315, textOf(one), one.field, place));
}

/** A row with what names its record. */
const underItsRecord = (of: Referring): Referring =>
  of.parent ? { ...of, after: { ...of.after, [of.parent.field]: of.parent.record ?? NOT_YET } } : of;

const idsIn = (value: Values[string] | undefined): readonly number[] => [value ?? []].flat() as number[];

/** What the field that names its record asks of that, where the row comes to it. */
const under = (work: Work, { table, before, after, parent }: Referring): Asked[] =>
  parent && before[parent.field] !== after[parent.field] ? fitsRecord(work, table.fields.get(parent.field)!, parent.values, after) : [];
const narrowedIn = madeOnce((table: ResolvedTable): readonly ResolvedField[] => specsOf(table).filter(({ def }) => def.query));

/** What fields go on referring to while one that their `query` names gets another value: all of a reference, of several those that stay. */
function narrowedAnew(work: Work, { table, changes, before, after, parent, hides }: Referring): Asked[] {
  const isOther = (name: string) =>
    (name in changes || name === parent?.field) &&
    !hides?.(name) &&
    JSON.stringify(after[name] ?? null) !== JSON.stringify(before[name] ?? null);
  return narrowedIn(table).flatMap((field): Asked[] => {
    const { name, def } = field;
    if (!def.query || hides?.(name) || !parseQuery(def.query)?.some(({ term }) => term.kind === 'name' && isOther(term.name))) return [];
    const ids = idsIn(after[name]).filter((id) => idsIn(before[name]).includes(id));
    return ids.length ? [{ field, ids, found: fittingOf(work, field, ids, after) }] : [];
  });
}

/** The first field of which not all these records are live in the company, whoever may see them; null where all are. */
export async function missingReference(work: Work, table: ResolvedTable, referred: Values): Promise<ResolvedField | null> {
  const engine = { ...work, engine: true };
  const asked = Object.entries(referred).flatMap(([field_name, value]) => {
    const field = table.fields.get(field_name);
    const ids = [value].flat() as number[];
    return field?.source && ids.length ? [{ field, ids, found: foundOf(engine, field, ids, {}) }] : [];
  });
  return (await notAllFound(work, asked))[0]?.field ?? null;
}

async function notAllFound(work: Work, asked: readonly Asked[]): Promise<Asked[]> {
  if (asked.length === 0) return [];
  const counts = asked.map(({ found }, at) => sql`(${found}) as ${name(`n${at}`)}`);
  const statement = compile(sql`select ${joined(counts, ', ')}`, work.access.asker);
  const [row] = await work.tx.query<Record<string, number>>(statement.text, statement.values);
  return asked.filter(({ ids }, at) => row![`n${at}`] !== ids.length);
}

const cloudOf = ({ source }: ResolvedField): string => (source!.variant ? `${source!.table}[${source!.variant}]` : source!.table);

/** How many of these the caller may choose, as a select. */
function foundOf(work: Work, field: ResolvedField, ids: readonly number[], after: Values): Sql {
  const source = field.source!;
  const cloud = cloudOf(field);
  const target = work.access.catalogue.table(work.engine ? source.table : cloud);
  const visible = work.engine ? target && inCompany(target, 'e') : work.access.reader.names(cloud)?.rows('e');
  if (!target || !visible) return sql`select 0`;
  const live = target.def.storage === 'view' ? TRUE : sql`e.deleted_time is null`;
  const where = and(sql`e.id = any(${bound(ids, 'bigint[]')})`, visible, live, narrowed(work, field.def.query, target, after));
  // its deletion waits for this transaction, or this for it and does not find it then (remove.ts locks for update)
  const lock = work.dry || target.def.storage === 'view' ? sql`` : sql` for key share of e`;
  return sql`select count(*) from (select 1 from ${relation(target)} e where ${where}${lock}) chosen`;
}

/** How many of these are not known to the caller to lie outside of what the field's `query` lets be chosen now, as a select. */
function fittingOf(work: Work, field: ResolvedField, ids: readonly number[], after: Values): Sql {
  const target = work.access.catalogue.table(field.source!.table);
  const visible = work.access.reader.names(cloudOf(field))?.rows('e');
  if (!target || !visible) return sql`select ${bound(ids.length, 'bigint')}`;
  const outside = and(
    sql`e.id = any(${bound(ids, 'bigint[]')})`,
    visible,
    sql`(${narrowed(work, field.def.query, target, after)}) is not true`,
  );
  return sql`select ${bound(ids.length, 'bigint')} - count(*) from ${relation(target)} e where ${outside}`;
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
