import fc from 'fast-check';
import { isOf } from '#protocol/meta/data-types.ts';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { subtableKey } from '#protocol/rules/form/rows-name.ts';
import { LAID } from '../laid.ts';
import { cellOf, idOf, type Knowledge, sample } from './guesses.ts';
import { TABLES } from './oracle.ts';

export type Form = Record<string, string>;

/** Mostly of those that the house ships. */
export const FLOWS = TABLES.filter(({ flow }) => flow === 1).flatMap((table) => Array<TableDef>(LAID.includes(table) ? 1 : 3).fill(table));

/** A write to one of the tables that he may write, or to one that he may not. */
export function writable(
  know: Knowledge,
  item: string,
  make: (of: TableDef) => fc.Arbitrary<Record<string, string>>,
): fc.Arbitrary<Record<string, string>> {
  const may = TABLES.filter((table) => know.sight.may(table, item));
  const tables = [...may, ...may, ...may, ...may, TABLES[0]!, ...FLOWS];
  return fc.constantFrom(...tables).chain((of) => make(of).map((form) => ({ cloud: of.table_name, ...form })));
}

/** What is written: a few fields with values of their kind, references pointing anywhere; a new record follows one that he sees. */
export function formOf(know: Knowledge, of: TableDef, base: boolean): fc.Arbitrary<Record<string, string>> {
  const fields = of.fields.filter((field) => field.data_type !== 'title');
  const seen = know.a.get(of.table_name)!.filter((row) => know.sight.sees(of, row) && !row.deleted_time);
  const like = seen.length && base ? fc.constantFrom(...sample(seen)).map((row) => filled(of, row)) : fc.constant({});
  const changes = fc.array(
    fc.constantFrom(...fields).chain((field) => inputOf(know, of, field).map((value): [string, string] => [field.field_name, value])),
    { minLength: base ? 0 : 1, maxLength: 2 },
  );
  const more = fc.record({
    version: fc.oneof({ weight: 6, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: fc.constantFrom('1', '2') }),
    create_entity: fc.oneof({ weight: 9, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: fc.constant('1') }),
    _subtables: fc.oneof({ weight: 5, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: subtablesOf(know, of) }),
  });
  return fc.tuple(like, changes, more).map(([start, pairs, rest]) => ({
    ...start,
    ...Object.fromEntries(pairs),
    ...(Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)) as Record<string, string>),
  }));
}

/** The fields of a stored row as a form writes them, but for what must be unique. */
function filled(of: TableDef, row: Readonly<Record<string, unknown>>): Record<string, string> {
  const single = new Set((of.unique ?? []).flat());
  const fields = of.fields.filter(
    (field) => !isOf(field.data_type, 'files', 'heading') && !field.unique && !field.number && !field.readonly && !field.calc,
  );
  const values = fields.map((field): [string, unknown] => [field.field_name, row[field.field_name]]);
  const given = values.filter(
    ([name, value]) => !single.has(name) && value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0),
  );
  const codes = [...single].map((name): [string, string] => [name, `N${row.id}`]);
  return Object.fromEntries([
    ...codes,
    ...given.map(([name, value]): [string, string] => [name, Array.isArray(value) ? `,${value.join(',')},` : String(value)]),
  ]);
}

function inputOf(know: Knowledge, of: TableDef, field: FieldDef): fc.Arbitrary<string> {
  const target = TABLES.find((table) => table.table_name === field.source);
  if (target && field.data_type === 'entity') return idOf(know, target).map(String);
  if (target) return fc.array(idOf(know, target), { maxLength: 2 }).map((ids) => `,${ids.join(',')},`);
  if (isOf(field.data_type, 'files')) return fc.constantFrom('§key', ...know.files.slice(0, 6));
  if (field.unique || of.unique?.flat().includes(field.field_name))
    return fc.string({ minLength: 5, maxLength: 8 }).map((text) => `N${Buffer.from(text).toString('hex')}`);
  return cellOf(know, of, field.field_name);
}

function subtablesOf(know: Knowledge, of: TableDef): fc.Arbitrary<string> {
  const subs = (of.subtables ?? []).flatMap((sub) => {
    const table = TABLES.find((one) => one.table_name === sub.table_name);
    return table ? [{ sub, table }] : [];
  });
  if (subs.length === 0) return fc.constantFrom('{}', '{"nothing.x":[]}');
  return fc.constantFrom(...subs).chain(({ sub, table }) =>
    fc
      .array(
        fc.record(
          {
            op: fc.constantFrom('Add', 'Modify', 'Delete', 'Bind', 'Unbind'),
            id: idOf(know, table),
            ...Object.fromEntries(table.fields.map((field) => [field.field_name, inputOf(know, table, field)])),
          },
          { requiredKeys: ['op'] },
        ),
        { maxLength: 2 },
      )
      .map((rows) => JSON.stringify({ [subtableKey(sub)]: rows })),
  );
}

export const dataOf = (know: Knowledge, of: TableDef) =>
  fc
    .record(
      Object.fromEntries(
        of.fields.filter((field) => field.data_type !== 'title').map((field) => [field.field_name, inputOf(know, of, field)]),
      ),
      { requiredKeys: [] },
    )
    .map((data) => JSON.stringify(data));
