import { reached } from '#protocol/rules/follow/follow.ts';
import { namesOfRule } from '#protocol/rules/form/between.ts';
import { parseQuery } from '#protocol/rules/query.ts';
import { hangsOnOthers } from '#server/access/giving/giving.ts';
import { parentsOf } from '#server/access/rows.ts';
import type { ResolvedTable } from '#server/meta/catalogue.ts';
import { uniqueKeys } from '#server/meta/unique.ts';
import { fileFields } from '../../row/attach.ts';
import type { Work } from '../../row/work.ts';
import { isInForms } from '../parents.ts';

/**
 * Whether records of a table can be changed together, so that no record's change hangs on another's: none stands in the form of another; its rows
 * are of another table, and none goes by the rights of another record; what refers to another of its table says neither who sees it nor what is
 * written, and goes on fitting what narrows it; and no unique key, file, nor what says what people may do reads what is written.
 */
export function isTogether(work: Work, table: ResolvedTable, written: readonly string[]): boolean {
  const { def, variant } = table;
  const names = following(table, written);
  const among = referringAmong(table);
  const hanging = new Set([
    ...among,
    ...fileFields(table).map(({ name }) => name),
    ...uniqueKeys(table).flatMap(({ fields, where }) => [...fields, ...(where ? namesOfRule(where) : [])]),
  ]);
  return (
    !isInForms(work, table) &&
    !hasRowsOfOthers(work, table) &&
    !hangsOnOthers(table, names) &&
    (among.length === 0 || (def.row_where === undefined && variant?.where === undefined)) &&
    !names.some((name) => hanging.has(name)) &&
    !among.some((name) => isNarrowed(table, name, names))
  );
}

/** Fields that refer to a record of the same table: the place in its tree among them. */
const referringAmong = (table: ResolvedTable): string[] =>
  [...table.fields.values()].filter(({ source }) => source?.table === table.name).map(({ name }) => name);

/** What may come to be written where these are: they, what they copy of a chosen record, what follows from those, and all that is calculated. */
function following({ def }: ResolvedTable, written: readonly string[]): string[] {
  const calculated = def.fields.filter(({ calc }) => calc !== undefined).map(({ field_name }) => field_name);
  return [...reached(def, written), ...calculated];
}

/** Whether a choice is asked anew because one of these is written. */
function isNarrowed(table: ResolvedTable, field: string, names: readonly string[]): boolean {
  const query = table.fields.get(field)!.def.query;
  return query !== undefined && parseQuery(query)?.some(({ term }) => term.kind === 'name' && names.includes(term.name)) === true;
}

/** Whether rows of its sub-tables are records of its own, or are seen by way of another record of it than the one that they stand below. */
const hasRowsOfOthers = (work: Work, table: ResolvedTable): boolean =>
  table.subtables.some(({ table_name, parent_field }) => {
    const rows = work.access.catalogue.table(table_name);
    return table_name === table.name || (rows !== undefined && isSeenThrough(work, rows, table, parent_field));
  });

function isSeenThrough(work: Work, rows: ResolvedTable, table: ResolvedTable, by: string | null): boolean {
  return parentsOf(work.access.catalogue, rows).some(({ parent, field }) =>
    parent.name === table.name ? field !== by : isSeenThrough(work, parent, table, null),
  );
}
