import type { SuiteDef } from '#protocol/meta/suite.ts';
import type { SubtableDef, TableDef } from '#protocol/meta/table.ts';

/**
 * Definitions whose sub-tables say how many rows a record has of them (`min` and `max` of the rows' own table, SUB-03): the sub-table's own
 * word goes first, 0 is one. Done twice it is the same.
 */
export function withRowBounds(suites: readonly SuiteDef[]): SuiteDef[] {
  const bounded = new Map(
    suites
      .flatMap(({ tables }) => tables.filter((one) => one.min !== undefined || one.max !== undefined))
      .map((one) => [one.table_name, one]),
  );
  if (bounded.size === 0) return [...suites];
  const ofTable = (table: TableDef): TableDef =>
    table.subtables?.some((sub) => bounded.has(sub.table_name))
      ? { ...table, subtables: table.subtables.map((sub) => ofSubtable(sub, bounded.get(sub.table_name))) }
      : table;
  return suites.map((suite) => ({ ...suite, tables: suite.tables.map(ofTable) }));
}

function ofSubtable(sub: SubtableDef, rows: TableDef | undefined): SubtableDef {
  const { min = rows?.min, max = rows?.max } = sub;
  return { ...sub, ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) };
}
