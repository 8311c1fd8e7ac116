import { STAMPED_COLUMNS } from '#protocol/meta/standard.ts';
import type { ResolvedField, ResolvedTable } from '#server/meta/catalogue.ts';
import { faultPoint } from '#server/ports/fault.ts';
import { ASKER } from '#server/query/asker.ts';
import { inCompany, relation } from '#server/query/source.ts';
import { aliasName, type Bound, type BoundType, bound, compile, joined, name, type Sql, type Statement, sql } from '#server/query/sql.ts';
import { byIds } from '../../row/stored.ts';
import { columnName, type Values } from '../../row/values.ts';
import { actorOf, type Work } from '../../row/work.ts';
import { assigned, renamingTodos } from '../write.ts';

/** What is to be written to one record that is locked. */
export interface Drafted {
  id: number;
  changes: Values;
}

/** Writes parts of a turn, one after the other, while the next is drafted. */
export interface Writing {
  /** Begins with it once what was sent before is written. */
  send(drafts: readonly Drafted[]): void;
  /** When all that was sent is written; refused as soon as some of it is: then nothing more is written. */
  written(): Promise<void>;
  /** The version of each record that was written. */
  readonly versions: ReadonlyMap<number, number>;
}

export function openWriting(work: Work, table: ResolvedTable): Writing {
  const versions = new Map<number, number>();
  const write = async (statements: readonly Pick<Statement, 'text' | 'values'>[]): Promise<void> => {
    for (const { text, values } of statements) {
      for (const row of await work.tx.query<{ id: number; version: number }>(text, values)) versions.set(row.id, row.version);
      await faultPoint('save.rows');
    }
  };
  let writing: Promise<void> = Promise.resolve();
  const send = (drafts: readonly Drafted[]): void => {
    const statements = alike(table, drafts).map((some) => statementOf(work, table, some));
    const renaming = renamingTodos(work, table, drafts);
    writing = writing.then(() => write(renaming ? [...statements, renaming] : statements));
    writing.catch(() => undefined);
  };
  return { send, written: () => writing, versions };
}

/** Those that one statement writes: in which the same fields change, lists to the same. */
function alike(table: ResolvedTable, drafts: readonly Drafted[]): Drafted[][] {
  const groups = new Map<string, Drafted[]>();
  for (const draft of drafts) {
    const fields = Object.entries(draft.changes);
    if (fields.length === 0) continue;
    const key = JSON.stringify(fields.map(([field, value]) => (sentAs(table, field) ? field : [field, value])));
    const group = groups.get(key);
    if (group) group.push(draft);
    else groups.set(key, [draft]);
  }
  return [...groups.values()];
}

const LISTED: Readonly<Partial<Record<ResolvedField['storage'], BoundType>>> = {
  bigint: 'bigint[]',
  numeric: 'numeric[]',
  text: 'text[]',
  date: 'date[]',
  timestamptz: 'timestamp[]',
};

/** As what values are sent that differ from record to record; of a list they do not. */
const sentAs = (table: ResolvedTable, field: string): BoundType | undefined =>
  STAMPED_COLUMNS.has(field) ? undefined : LISTED[table.fields.get(field)!.storage];

/** One update of records in which the same fields change; who and when as `updateRecord` says it. */
function statementOf(work: Work, table: ResolvedTable, drafts: readonly Drafted[]): Statement {
  const first = drafts[0]!.changes;
  const differ = Object.keys(first).flatMap((field) => {
    const type = sentAs(table, field);
    return type && drafts.some(({ changes }) => changes[field] !== first[field]) ? [{ field, type }] : [];
  });
  const common = Object.entries(first).filter(([name]) => !differ.some(({ field }) => field === name));
  const set = [
    ...assigned(table, Object.fromEntries(common)),
    ...differ.map(({ field }, at) => eachOf(table.fields.get(field)!, at)),
    sql`modify_entity = ${bound(actorOf(work), 'bigint')}`,
    sql`modify_time = ${bound(work.now, 'timestamptz')}`,
    sql`version = version + 1`,
  ];
  const ids = drafts.map(({ id }) => id);
  const values = differ.map(({ field, type }) =>
    bound(
      drafts.map(({ changes }) => changes[field]),
      type,
    ),
  );
  const each = values.length ? sql` from ${unnested(ids, values)}` : sql``;
  const where = sql`${inCompany(table, 't')} and ${values.length ? sql`t.id = n.id` : byIds(ids)}`;
  return compile(
    sql`update ${relation(table)} t set ${joined(set, ', ')}${each} where ${where} returning t.id, t.version`,
    work.access.asker,
  );
}

/** Each record's own values, as n (id, c0, c1, …). */
function unnested(ids: readonly number[], values: readonly Bound[]): Sql {
  const lists = [bound(ids, 'bigint[]'), ...values].map((list) => sql`${list}`);
  const columns = [name('id'), ...values.map((_, at) => aliasName(`c${at}`))];
  return sql`unnest(${joined(lists, ', ')}) n (${joined(columns, ', ')})`;
}

/** The record's own value of a field, as `writeColumn` writes one. */
function eachOf(field: ResolvedField, at: number): Sql {
  const value = sql`n.${aliasName(`c${at}`)}`;
  return sql`${columnName(field)} = ${field.storage === 'timestamptz' ? sql`${value} at time zone ${ASKER.zone}` : value}`;
}
