import type { Value } from '#protocol/fields/kind.ts';
import { parseFetch } from '#protocol/rules/fetch.ts';
import type { ResolvedField, ResolvedTable } from '#server/meta/catalogue.ts';
import { parseValue } from '#server/meta/page/clean.ts';
import type { Gate } from '#server/query/gate.ts';
import { relation } from '#server/query/source.ts';
import { and, compile, joined, type Sql, sql } from '#server/query/sql.ts';
import { byIds } from '../../row/stored.ts';
import { readColumn, type Values, valuesOf } from '../../row/values.ts';
import type { Chosen, Work } from '../../row/work.ts';
import { startValues } from '../parse.ts';

/** What the caller may read of a chosen record: nothing of one that is not there for him. */
export async function chosenValues(work: Work, source: string, id: number, names: readonly string[]): Promise<Values> {
  const ahead = work.chosen?.get(source)?.get(id);
  return ahead ?? (await readChosen(work, source, new Set([id]), new Set(names))).get(id)!;
}

/**
 * A save with what its rows copy of the records that they choose read ahead: one statement for each table of such, however many rows there are. It
 * is for as long as rows are planned, since nothing is written then.
 */
export async function withChosen(work: Work, table: ResolvedTable, rows: readonly Readonly<Record<string, unknown>>[]): Promise<Work> {
  // one is read where it is needed
  if (rows.length < 2) return work;
  const asked = new Map<string, { ids: Set<number>; names: Set<string> }>();
  const start = startValues(work, table);
  for (const field of table.fields.values()) {
    const ids = work.engine || !field.def.fetch || !field.source ? [] : chosenIn(field, rows, start[field.name]);
    if (ids.length < 2) continue;
    const of = asked.get(field.source!.table) ?? { ids: new Set(), names: new Set() };
    for (const id of ids) of.ids.add(id);
    for (const { source } of parseFetch(field.def.fetch!) ?? []) of.names.add(source);
    asked.set(field.source!.table, of);
  }
  const chosen = new Map<string, Chosen>();
  for (const [source, { ids, names }] of asked) chosen.set(source, await readChosen(work, source, ids, names));
  return chosen.size > 0 ? { ...work, chosen } : work;
}

/** What rows bring for a reference, or begin with, as far as it names a record. */
function chosenIn(field: ResolvedField, rows: readonly Readonly<Record<string, unknown>>[], start: Value | undefined): number[] {
  const named = rows.map((row) => (Object.hasOwn(row, field.name) ? parseValue(field, row[field.name]) : { value: start ?? null }));
  return named.flatMap(({ fault, value }) => (!fault && typeof value === 'number' ? [value] : []));
}

/** Of each of these ids what the caller may read. */
async function readChosen(work: Work, source: string, ids: ReadonlySet<number>, names: ReadonlySet<string>): Promise<Chosen> {
  const found = new Map<number, Values>([...ids].map((id) => [id, {}]));
  const gate = work.access.reader.gate(source);
  const fields = gate ? readIn(gate, names) : [];
  if (!gate || fields.length === 0) return found;
  const columns: Sql[] = fields.map((field) => readColumn(field, 't'));
  const where = and(byIds([...ids]), gate.rows('t'));
  const statement = compile(
    sql`select ${joined([sql`t.id as "of.id"`, ...columns], ', ')} from ${relation(gate.table)} t where ${where}`,
    work.access.asker,
  );
  for (const row of await work.tx.query<Record<string, unknown>>(statement.text, statement.values))
    found.set(Number(row['of.id']), valuesOf(fields, row));
  return found;
}

const readIn = ({ table, sees }: Gate, names: ReadonlySet<string>): ResolvedField[] =>
  [...names].flatMap((one) => table.fields.get(one) ?? []).filter((field) => sees(field.name, 't') === true);
