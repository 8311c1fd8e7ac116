import type { At, ReportDef } from '#protocol/meta/report.ts';
import { pathIn } from '#protocol/rules/report/sources.ts';
import { askedBy } from '#protocol/rules/report/where.ts';
import type { Catalogue, ResolvedTable } from '../catalogue.ts';
import { quoted, type Table } from './schema.ts';

/** Triggers by which a table tells that its rows were changed: it counts only where all of them stand. */
export const CHANGE_TRIGGERS = ['change.insert', 'change.update', 'change.delete', 'change.truncate'] as const;

/** Their function, in schema fw: of rows that have a company, and of rows that all companies share. */
export type NotesChange = 'note_company_change' | 'note_platform_change';

/** Names of the tables that reports read: their sources, and the records that their paths lead to. A view tells of no change. */
export function reportTables(catalogue: Catalogue): ReadonlySet<string> {
  const tables = catalogue.reports().flatMap((report) => tablesOf(catalogue, report));
  return new Set(tables.filter(({ def }) => (def.storage ?? 'table') === 'table').map(({ name }) => name));
}

function tablesOf(catalogue: Catalogue, { sources, targets, searchs, indexs }: ReportDef): ResolvedTable[] {
  const fields: At[] = [
    ...[...targets, ...(searchs?.fields ?? [])].map((one) => one.fields),
    ...indexs.flatMap(({ field, times, where }) => [field ?? [], times ?? [], askedBy(where).map(([path]) => path)].flat()),
  ];
  return sources.flatMap(({ name, cloud, where }) => {
    const source = catalogue.table(cloud);
    const paths = [...fields.map((at) => pathIn(at, name)), ...askedBy(where).map(([path]) => path)];
    const attrs = targets.flatMap(({ fields: at, attr = [] }) => attr.map((one) => `${pathIn(at, name)}.${one}`));
    return source ? [source, ...[...paths, ...attrs].flatMap((path) => reached(catalogue, source, path))] : [];
  });
}

/** The table of the record that a path goes through, and of that in which it ends. */
function reached(catalogue: Catalogue, from: ResolvedTable, path: string): ResolvedTable[] {
  const [head = '', ...tail] = path.split('.');
  const next = catalogue.table(from.fields.get(head)?.source?.table ?? '');
  if (!next) return [];
  return tail.length === 0 ? [next] : [next, ...reached(catalogue, next, tail.join('.'))];
}

export const notesChange = ({ tenancy }: ResolvedTable): NotesChange =>
  tenancy === 'platform' ? 'note_platform_change' : 'note_company_change';

/** Statements after which the table tells of its changes by this function, or tells of none. */
export function changeStatements({ name, change }: Pick<Table, 'name' | 'change'>): string {
  const on = `on app.${quoted(name)}`;
  const away = CHANGE_TRIGGERS.map((trigger) => `drop trigger if exists "${trigger}" ${on}`);
  const made = (what: string, rows: string): string =>
    `create trigger "change.${what}" after ${what} ${on} ${rows}for each statement execute function fw.${change}()`;
  const [fresh, gone] = ['referencing new table as changed ', 'referencing old table as changed '];
  const triggers = [made('insert', fresh), made('update', fresh), made('delete', gone), made('truncate', '')];
  return [...away, ...(change === null ? [] : triggers)].join(';\n');
}
