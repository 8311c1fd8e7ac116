import type { SuiteDef } from '#protocol/meta/suite.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { parseFetch } from '#protocol/rules/fetch.ts';
import { rowsName } from '#protocol/rules/form/rows-name.ts';
import { wholePlace } from '#protocol/rules/places.ts';
import { cloudName } from '../catalogue.ts';

/** A field, as `table.field`. */
type Place = string;
const known = new WeakMap<readonly SuiteDef[], ReadonlyMap<Place, ReadonlySet<string>>>();

/**
 * Of each field of choices the dictionaries whose choices come into it: its own, and those of fields that a fetch or a write-back copies into
 * it, over any number of copies. What a company adds to a dictionary has to be known wherever it is copied.
 */
export function dictsInto(suites: readonly SuiteDef[]): ReadonlyMap<Place, ReadonlySet<string>> {
  const found = known.get(suites) ?? follow(suites);
  known.set(suites, found);
  return found;
}

function follow(suites: readonly SuiteDef[]): Map<Place, Set<string>> {
  const tables = suites.flatMap((suite) => suite.tables);
  const dicts = new Map<Place, Set<string>>();
  for (const { table_name, fields } of tables)
    for (const { field_name, items } of fields)
      if (items) dicts.set(`${table_name}.${field_name}`, new Set(typeof items === 'string' ? [items] : []));
  const copies = tables.flatMap((table) => [...fetched(table), ...writtenBack(table)]);
  for (let grown = true; grown; ) {
    grown = false;
    for (const { from, into } of copies) {
      const target = dicts.get(into);
      for (const code of target ? (dicts.get(from) ?? []) : []) {
        grown ||= !target!.has(code);
        target!.add(code);
      }
    }
  }
  return dicts;
}

interface Copy {
  from: Place;
  into: Place;
}

const fetched = (table: TableDef): Copy[] =>
  table.fields.flatMap(({ source, fetch }) => {
    const of = source === undefined ? null : cloudName(source);
    const copies = (of && fetch && parseFetch(fetch)) || [];
    return copies.map((copy) => ({ from: `${of!.table}.${copy.source}`, into: `${table.table_name}.${copy.target}` }));
  });

/** Of the record, or of a row of a sub-table. */
function placeIn(table: TableDef, name: string): Place {
  const [rows, field] = name.split('.') as [string, string | undefined];
  if (field === undefined) return `${table.table_name}.${name}`;
  return `${table.subtables?.find((sub) => rowsName(sub) === rows)?.table_name ?? rows}.${field}`;
}

function writtenBack(table: TableDef): Copy[] {
  const into = (target: string, values: Readonly<Record<string, unknown>>): Copy[] =>
    Object.entries(values).flatMap(([name, value]) => {
      const whole = wholePlace(String(value));
      return whole ? [{ from: placeIn(table, whole), into: `${target}.${name}` }] : [];
    });
  return (table.write_back ?? []).flatMap((back) => [
    ...into(back.table, back.values),
    ...(back.rows ?? []).flatMap((rows) => rows.values.flatMap((values) => into(rows.table, values))),
  ]);
}
