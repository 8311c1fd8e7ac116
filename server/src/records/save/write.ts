import { Refusal } from '#protocol/codes.ts';
import { listed } from '#protocol/meta/listed.ts';
import { STAMPED_COLUMNS } from '#protocol/meta/standard.ts';
import { namesOfRule } from '#protocol/rules/form/between.ts';
import { wallAt } from '#protocol/wire/clock.ts';
import { demandGiving, type Written } from '#server/access/giving/giving.ts';
import { constraintOf } from '#server/db/refuse.ts';
import type { ResolvedTable } from '#server/meta/catalogue.ts';
import { uniqueKeys } from '#server/meta/unique.ts';
import { ids, relation, thisRow } from '#server/query/source.ts';
import { bound, compile, joined, name, type Sql, sql } from '#server/query/sql.ts';
import { attachFiles, fileFields } from '../row/attach.ts';
import type { Stored } from '../row/stored.ts';
import { columnName, columnsOf, type Values, writeColumn } from '../row/values.ts';
import { actorOf, type Work } from '../row/work.ts';
import { refusedField } from './parse.ts';
import { checkTree } from './references.ts';

/** Names the actor and the call for the trigger that keeps closed versions. */
export async function nameActor(work: Work, op: string): Promise<void> {
  await work.tx.query("select set_config('fw.actor', $1, true), set_config('fw.op', $2, true)", [String(actorOf(work)), op]);
}

/** Inserts a record and answers its id; its files are bound to it, and for them the id is taken before, unless `drawn` was. */
export async function insertRecord(work: Work, table: ResolvedTable, values: Values, drawn: number | null = null): Promise<number> {
  const { session, now } = work;
  await demandHis(work, table, { act: 'Add', id: null, changes: values });
  const sequence = sql`nextval('${ids(table)}')`;
  const named = fileFields(table).some((field) => values[field.name] !== null && values[field.name] !== undefined);
  const taken = drawn ?? (named ? await nextOf(work, sequence) : null);
  const files = taken === null || !named ? {} : await attachFiles(work, table, taken, values);
  const pairs: [Sql, Sql][] = assignments(table, values, files);
  const put = (column: string, value: Sql): number => pairs.push([name(column), value]);
  put('id', taken === null ? sequence : sql`${bound(taken, 'bigint')}`);
  if (table.tenancy !== 'platform') put('company_id', sql`${bound(session.company.id, 'bigint')}`);
  if (table.tenancy === 'domain') put('subcompany_id', sql`${bound(session.domain.id, 'bigint')}`);
  put('create_entity', sql`${bound(session.user.id, 'bigint')}`);
  put('create_department', sql`${bound(session.department?.id ?? null, 'bigint')}`);
  put('create_time', sql`${bound(now, 'timestamptz')}`);
  // made for him by another: that is the first change of it
  if (actorOf(work) !== session.user.id) {
    put('modify_entity', sql`${bound(actorOf(work), 'bigint')}`);
    put('modify_time', sql`${bound(now, 'timestamptz')}`);
  }
  const list = (of: 0 | 1): Sql =>
    joined(
      pairs.map((pair) => pair[of]),
      ', ',
    );
  const statement = compile(sql`insert into ${relation(table)} (${list(0)}) values (${list(1)}) returning id`, work.access.asker);
  const [row] = await naming(work, table, () => work.tx.query<{ id: number }>(statement.text, statement.values));
  return row!.id;
}

/**
 * The id of a record whose rows are written before it, so that its number, for which others wait, is taken when they stand. References
 * are asked when the record is there (`insertDrawn`).
 */
export async function drawRecord(work: Work, table: ResolvedTable): Promise<number> {
  await work.tx.query('set constraints all deferred');
  return nextOf(work, sql`nextval('${ids(table)}')`);
}

export async function insertDrawn(work: Work, table: ResolvedTable, values: Values, drawn: number): Promise<void> {
  // its rows may stand in the same tree, and the new parent below one of them
  await checkTree(work, table, drawn, values);
  await insertRecord(work, table, values, drawn);
  await work.tx.query('set constraints all immediate');
}

async function nextOf(work: Work, sequence: Sql): Promise<number> {
  const [row] = await work.tx.query<{ id: number }>(compile(sql`select ${sequence} as id`).text);
  return row!.id;
}

/** Writes the changes of a record and answers its new version; who and when always change with it, and its to-dos are called as it is. */
export async function updateRecord(work: Work, table: ResolvedTable, id: number, changes: Values): Promise<number> {
  await checkTree(work, table, id, changes);
  const beside = await demandHis(work, table, { act: 'Modify', id, changes });
  const files = await attachFiles(work, table, id, changes);
  const set = [
    ...assigned(table, { ...changes, ...beside }, files),
    sql`modify_entity = ${bound(actorOf(work), 'bigint')}`,
    sql`modify_time = ${bound(work.now, 'timestamptz')}`,
    sql`version = version + 1`,
  ];
  const statement = compile(
    sql`update ${relation(table)} t set ${joined(set, ', ')} where ${thisRow(table, id)} returning version`,
    work.access.asker,
  );
  const [row] = await naming(work, table, () => work.tx.query<{ version: number }>(statement.text, statement.values));
  if (!row) throw new Refusal(315);
  const renaming = renamingTodos(work, table, [{ id, changes }]);
  if (renaming) await work.tx.query(renaming.text, renaming.values);
  return row.version;
}

/** What the row would let people do is asked of who writes it; what the engine itself writes was decided by a flow. */
export async function demandHis(work: Work, table: ResolvedTable, written: Written): Promise<Values> {
  return work.engine ? {} : demandGiving(work.tx, work.access, table, written);
}

/** To-dos keep the name of their record for their lists, which read no other table: it follows, as whoever seeks one by it expects. */
export function renamingTodos(
  work: Work,
  table: ResolvedTable,
  written: readonly { id: number; changes: Values }[],
): { text: string; values: unknown[] } | null {
  const named = table.def.flow === 1 ? written.filter(({ changes }) => 'key_name' in changes) : [];
  if (named.length === 0) return null;
  const text = `update fw.flow_todo w set key_name = n.called from unnest($3::bigint[], $4::text[]) n (id, called)
    where w.company_id = $1 and w.source = $2 and w.rowid = n.id`;
  const called = named.map(({ id, changes }) => changes.key_name ?? `#${id}`);
  return { text, values: [work.session.company.id, table.name, named.map(({ id }) => id), called] };
}

/** Values as `column = value` of an update. */
export const assigned = (table: ResolvedTable, values: Values, files: Record<string, number[]> = {}): Sql[] =>
  assignments(table, values, files).map(([column, value]) => sql`${column} = ${value}`);

function assignments(table: ResolvedTable, values: Values, files: Record<string, number[]>): [Sql, Sql][] {
  return columnsOf(table).flatMap((field): [Sql, Sql][] => {
    if (!(field.name in values) || STAMPED_COLUMNS.has(field.name)) return [];
    if (field.storage !== 'files') return [[columnName(field), writeColumn(field, values[field.name]!)]];
    const ids = files[field.name];
    return ids ? [[columnName(field), sql`${bound(ids.length ? ids : null, 'bigint[]')}`]] : [];
  });
}

/** A record with these changes written, as it would be read again: who and when too. A new one has no id and no numbers yet. */
export function asRead(work: Work, table: ResolvedTable, stored: Stored | null, changes: Values): Stored {
  const { session, now } = work;
  const user = session.user.id;
  const time = wallAt(now.getTime(), session.company.time_zone);
  const version = stored ? stored.version + 1 : 1;
  if (stored)
    return { ...stored, version, values: { ...stored.values, ...changes, modify_entity: actorOf(work), modify_time: time, version } };
  const empty: Values = Object.fromEntries(columnsOf(table).map((field) => [field.name, null]));
  const domain: Values = table.tenancy === 'domain' ? { subcompany_id: session.domain.id } : {};
  const born = { id: 0, create_entity: user, create_time: time, modify_entity: null, modify_time: null, version };
  const values: Values = { ...empty, review_state: 1, ...changes, ...domain, ...born };
  return {
    id: 0,
    version,
    review_state: Number(values.review_state),
    reviewers: [],
    create_entity: user,
    standsFor: [],
    values,
    writes: {},
    unseen: new Set(),
  };
}

/** Turns a broken unique key into 310 with the label of its field or fields, where the roles of who hears it show him all of them. */
export async function naming<T>({ access, engine }: Work, table: ResolvedTable, writing: () => Promise<T>): Promise<T> {
  try {
    return await writing();
  } catch (error) {
    const broken = error instanceof Refusal && error.code === 310 ? constraintOf(error) : undefined;
    const key = broken ? uniqueKeys(table).find(({ name }) => name === broken) : undefined;
    if (!key) throw error;
    const reading = access.rules.grant(table, 'Show') ?? access.rules.grant(table, 'Add');
    const named = [...key.fields, ...(key.where ? namesOfRule(key.where) : [])];
    // what the engine writes is explained to who decides by where its values come from (flow/act/write-back)
    if (!engine && !named.every((one) => reading?.leaves(one))) throw new Refusal(310, '$duplicateHidden');
    const labels = key.fields.map((one) => table.fields.get(one)!);
    if (key.said) throw refusedField(310, 'ruleBroken', labels[0]!, { rule: key.said });
    throw refusedField(310, 'duplicate', labels[0]!, {
      field: {
        zh_CN: listed(
          labels.map((one) => one.def.key_name),
          'zh_CN',
        ),
        en_US: listed(
          labels.map((one) => one.def.key_name_en),
          'en_US',
        ),
      },
    });
  }
}
