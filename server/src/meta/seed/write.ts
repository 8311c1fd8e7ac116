import type { Tx } from '#server/db/db.ts';
import type { Catalogue, ResolvedTable } from '../catalogue.ts';
import { columnsOf } from '../sync/columns.ts';
import { quoted } from '../sync/schema.ts';

/** Rows of one table, as columns; `id` and, where there is one, `company_id` are among them. */
export type Columns = Readonly<Record<string, unknown>>;

const AT_ONCE = 1000;
/** A row's department is told by its creator's, so the statement reads both even where no row says either. */
const PLACED = ['create_entity', 'create_department'];

/**
 * Inserts rows of one table. Instants come as the company's own clock; the department of a row is its creator's as it is now, unless
 * it says otherwise.
 */
export async function insertRows(tx: Tx, catalogue: Catalogue, table: ResolvedTable, rows: readonly Columns[]): Promise<void> {
  const types = columnsOf(table);
  const names = [...types.keys()].filter((name) => rows.some((row) => row[name] !== undefined && row[name] !== null));
  const kept = [...new Set([...names, ...(catalogue.table('user')?.fields.has('department_entity') ? PLACED : [])])];
  const picked = kept.map((name) => pick(table, name, types.get(name)!.type));
  const record = kept.map((name) => `${quoted(name)} ${recordType(types.get(name)!.type)}`);
  const zone = table.tenancy === 'platform' ? '' : 'join fw.company c on c.id = r.company_id';
  const text = `insert into ${table.relation.live} (${kept.map(quoted).join(', ')})
    select ${picked.join(', ')} from jsonb_to_recordset($1::jsonb) as r (${record.join(', ')}) ${zone}`;
  for (let at = 0; at < rows.length; at += AT_ONCE) await tx.query(text, [JSON.stringify(rows.slice(at, at + AT_ONCE))]);
}

const INSTANT = 'timestamp with time zone';

const recordType = (type: string): string => (type === INSTANT ? 'timestamp' : type);

function pick(table: ResolvedTable, name: string, type: string): string {
  const column = `r.${quoted(name)}`;
  const zone = table.tenancy === 'platform' ? `'UTC'` : 'c.time_zone';
  if (name === 'create_time') return `coalesce(${column} at time zone ${zone}, now())`;
  if (type === INSTANT) return `${column} at time zone ${zone}`;
  if (name === 'review_state' || name === 'version') return `coalesce(${column}, 1)`;
  if (name === 'reviewers') return `coalesce(${column}, '{}')`;
  if (name !== 'create_department' || table.tenancy === 'platform') return column;
  return `coalesce(${column}, (select u.department_entity from app."user" u where u.company_id = r.company_id and u.id = r.create_entity))`;
}
