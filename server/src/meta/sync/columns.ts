import { numericLength } from '#protocol/meta/length.ts';
import { placeOf, type StandardName } from '#protocol/meta/standard.ts';
import type { Catalogue, ResolvedField, ResolvedTable } from '../catalogue.ts';
import { type Column, quoted, sequenceOf } from './schema.ts';

const column = (type: string, rest: Partial<Column> = {}): Column => ({ type, notNull: false, value: null, generated: false, ...rest });

const INSTANT = 'timestamp with time zone';

/** Tables that sync keeps; a view is made by the engine's own room. */
export const syncedTables = (catalogue: Catalogue): ResolvedTable[] =>
  catalogue.tables().filter((table) => (table.def.storage ?? 'table') === 'table');

/** All columns of a definition's table in their order: the standard ones, then a column a field. */
export function columnsOf(table: ResolvedTable): Map<string, Column> {
  const columns = new Map<string, Column>();
  if (table.tenancy !== 'platform') columns.set('company_id', column('bigint', { notNull: true }));
  columns.set('id', column('bigint', { notNull: true, value: `nextval('app.${quoted(sequenceOf(table.name))}'::regclass)` }));
  if (table.tenancy === 'domain') columns.set('subcompany_id', column('bigint', { notNull: true }));
  for (const [name, lying] of Object.entries(LYING)) columns.set(placeOf(name), lying);
  for (const field of ownFields(table)) columns.set(field.name, column(typeOf(field)));
  columns.set('keywords', column('text', { value: keywordsOf(table), generated: true }));
  return columns;
}

/** How the standard columns lie, but those whose place hangs on the table. */
const LYING: Readonly<Record<Exclude<StandardName, 'company_id' | 'id' | 'subcompany_id' | 'keywords'>, Column>> = {
  key_name: column('text'),
  review_state: column('integer', { notNull: true, value: '1' }),
  review_entity: column('bigint[]', { notNull: true, value: `'{}'::bigint[]` }),
  remark: column('text'),
  create_entity: column('bigint'),
  create_department: column('bigint'),
  create_time: column(INSTANT, { notNull: true, value: 'now()' }),
  modify_entity: column('bigint'),
  modify_time: column(INSTANT),
  version: column('integer', { notNull: true, value: '1' }),
  deleted_time: column(INSTANT),
  deleted_entity: column('bigint'),
};

/** Fields with a column of their own. */
export const ownFields = (table: ResolvedTable): ResolvedField[] =>
  [...table.fields.values()].filter((field) => !field.standard && field.storage !== 'none');

/** The type of a field's column. */
export function typeOf(field: Pick<ResolvedField, 'def' | 'storage'>): string {
  if (field.storage === 'numeric') {
    const { precision, scale } = numericLength(field.def);
    return `numeric(${precision},${scale})`;
  }
  if (field.storage === 'timestamptz') return INSTANT;
  return field.storage === 'files' ? 'bigint[]' : field.storage;
}

/** The database itself keeps the searched text: nobody who writes a row can forget it. */
function keywordsOf(table: ResolvedTable): string {
  const searched = ownFields(table).filter((field) => field.def.search && field.storage === 'text' && field.def.data_type !== 'icon');
  const remark = table.fields.get('remark');
  const names = ['key_name', ...(remark?.def.search ? ['remark'] : []), ...searched.map((field) => field.name)];
  const read = names.filter((name) => table.fields.get(name)?.def.initials).map((name) => `fw.initials(${quoted(name)})`);
  const texts = names.map((name) => wordsOf(table.fields.get(name), quoted(name)));
  return `fw.keywords(VARIADIC ARRAY[${[...texts, ...read].join(', ')}])`;
}

/** What of a column is searched, as `query/names.ts` says it of filters. */
function wordsOf(field: ResolvedField | undefined, column: string): string {
  if (field?.def.data_type === 'location') return `fw.place_address(${column})`;
  return field?.def.data_type === 'html' ? `fw.plain_text(${column})` : column;
}

/** Columns of the table of closed versions: the same, without rules, and when and by whom each version was closed. */
export function historyColumnsOf(columns: ReadonlyMap<string, Column>): Map<string, Column> {
  const bare = [...columns].map(([name, { type }]) => [name, column(type, { notNull: name === 'company_id' || name === 'id' })] as const);
  return new Map([
    ...bare,
    ['valid_from', column(INSTANT, { notNull: true })],
    ['valid_to', column(INSTANT, { notNull: true })],
    ['hist_actor', column('bigint')],
    ['hist_op', column('text', { notNull: true })],
  ]);
}
