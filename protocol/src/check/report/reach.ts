import type { At, ReportDef } from '#protocol/meta/report.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { pathIn } from '#protocol/rules/report/sources.ts';
import { instead, type Report } from '../problem.ts';
import type { Column, Scope } from '../scope.ts';
import { pathColumn } from './path.ts';

/** The tables of a report's sources, by what the sources are called. */
export type Tables = ReadonlyMap<string, TableDef>;

/**
 * The field that a target or a search asks for, as the first source has it. It reaches every source, and is the same of each: what one asks of one
 * source he asks of all, and lines are laid beside each other by it.
 */
export function reachedColumn(scope: Scope, tables: Tables, fields: At, report: Report): Column | undefined {
  const isOne = tables.size === 1;
  const strange = typeof fields === 'string' ? [] : Object.keys(fields).filter((name) => !tables.has(name));
  for (const name of strange)
    report('', `unknown source ${name}`, instead(name, tables.keys()) || `sources here are ${[...tables.keys()].join(', ')}`);
  const columns: Column[] = [];
  for (const [source, table] of tables) {
    const path = pathIn(fields, source);
    const said: Report = isOne ? report : (at, reason, mend) => report(at, `of source ${source}: ${reason}`, mend);
    if (path === '')
      report('', `reaches no field of source ${source}`, `write it for each source: { ${[...tables.keys()].join(": '…', ")}: '…' }`);
    else columns.push(...[pathColumn(scope, table, path, said) ?? []].flat());
  }
  const [first, ...others] = columns;
  if (columns.length < tables.size) return undefined;
  for (const other of others) {
    const differs = difference(scope, first!, other);
    if (differs)
      report(
        '',
        `${first!.name} and ${other.name} differ between the sources: ${differs}`,
        'name fields of one type, with the same table or choices',
      );
  }
  return first;
}

/** What an author wrote of a field that he reaches. */
export const saidOf = (fields: At, column: Column): string => (typeof fields === 'string' ? fields : column.name);

function difference(scope: Scope, one: Column, other: Column): string | undefined {
  if (one.data_type !== other.data_type) return `a ${one.data_type} and a ${other.data_type}`;
  if (one.source !== other.source) return `records of ${one.source} and of ${other.source}`;
  const [mine, theirs] = [one, other].map((column) => choices(scope, column));
  return mine === theirs ? undefined : 'other choices';
}

function choices(scope: Scope, { def }: Column): string {
  const items = typeof def?.items === 'string' ? scope.dict(def.items)?.items : def?.items;
  return JSON.stringify((items ?? []).map(({ id, key_name }) => [id, key_name]));
}

export const tablesOf = (scope: Scope, { sources }: ReportDef): Tables =>
  new Map(sources.flatMap(({ name, cloud }) => [scope.table(cloud)].flatMap((table) => (table ? [[name, table] as const] : []))));
