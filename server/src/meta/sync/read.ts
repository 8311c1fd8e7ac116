import type { Tx } from '#server/db/db.ts';
import type { LedgerRow } from '../memory.ts';
import { CHANGE_TRIGGERS } from './changes.ts';
import { KEEP_PATH, keepName } from './history.ts';
import { type Column, keyOf, type Part, plain, type Schema, type Table } from './schema.ts';

interface Row {
  schema: Table['schema'];
  table: string;
}

const ON = `from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname in ('app', 'hist')`;
const OF = `n.nspname as schema, c.relname as "table"`;

/** What stands in schemas app and hist, by PostgreSQL's own catalogue; views and foreign tables are not ours. */
export async function readSchema(tx: Tx): Promise<Schema> {
  const tables = await tx.query<Row>(`select ${OF} ${ON} where c.relkind = 'r' order by 1, 2`);
  const columns = group<Row & Column & { name: string }>(
    await tx.query(`select ${OF}, a.attname as name, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as "notNull",
        pg_get_expr(d.adbin, d.adrelid) as value, a.attgenerated = 's' as generated
      ${ON} join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
      where c.relkind = 'r' order by a.attnum`),
  );
  const constraints = group<Row & Part>(
    await tx.query(`select ${OF}, o.conname as name, pg_get_constraintdef(o.oid) || case when o.convalidated then '' else ' NOT VALID' end as says
      ${ON} join pg_constraint o on o.conrelid = c.oid and o.contype in ('p', 'u', 'c', 'f', 'x') order by o.conname`),
  );
  const indexes = group<Row & Part>(
    await tx.query(`select ${OF}, i.relname as name,
        case when x.indisunique then 'UNIQUE ' else '' end || substring(pg_get_indexdef(x.indexrelid) from 'USING .*') as says
      ${ON} join pg_index x on x.indrelid = c.oid and x.indisvalid join pg_class i on i.oid = x.indexrelid
      where not exists (select from pg_constraint o where o.conindid = x.indexrelid and o.contype in ('p', 'u', 'x'))
      order by i.relname`),
  );
  const keeps = group<Row & { body: string; proname: string; triggers: number }>(
    await tx.query(
      `select ${OF}, p.proname, p.prosrc as body, count(*)::int as triggers
      ${ON} join pg_trigger t on t.tgrelid = c.oid and t.tgenabled = 'O' and t.tgname in ('keep.update', 'keep.delete')
      join pg_proc p on p.oid = t.tgfoid and p.prosecdef and p.proconfig = array[$1] group by 1, 2, 3, 4`,
      [KEEP_PATH],
    ),
  );
  const changes = group<Row & { proname: string; triggers: number }>(
    await tx.query(
      `select ${OF}, p.proname, count(*)::int as triggers
      ${ON} join pg_trigger t on t.tgrelid = c.oid and t.tgenabled = 'O' and t.tgname = any($1::text[])
      join pg_proc p on p.oid = t.tgfoid group by 1, 2, 3`,
      [CHANGE_TRIGGERS],
    ),
  );
  return new Map(
    tables.map(({ schema, table }) => {
      const key = keyOf({ schema, name: table });
      const keep = (keeps.get(key) ?? []).find((one) => one.triggers === 2 && one.proname === keepName(table));
      const read: Table = {
        schema,
        name: table,
        columns: new Map((columns.get(key) ?? []).map(({ name, ...column }) => [name, columnOf(column)])),
        constraints: (constraints.get(key) ?? []).map(partOf),
        indexes: (indexes.get(key) ?? []).map(partOf),
        keep: keep?.body ?? null,
        change: (changes.get(key) ?? []).find((one) => one.triggers === CHANGE_TRIGGERS.length)?.proname ?? null,
      };
      return [key, read];
    }),
  );
}

const columnOf = ({ type, notNull, value, generated }: Column): Column => ({
  type,
  notNull,
  value: value === null ? null : plain(value),
  generated,
});

const partOf = ({ name, says }: Part): Part => ({ name, says: plain(says) });

function group<T extends Row>(rows: T[]): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const key = keyOf({ schema: row.schema, name: row.table });
    const list = groups.get(key);
    if (list) list.push(row);
    else groups.set(key, [row]);
  }
  return groups;
}

export const readLedger = (tx: Tx): Promise<LedgerRow[]> =>
  tx.query<LedgerRow>('select kind, table_uid, uid, name, suite, def, gone from fw.meta_object order by kind, table_uid, uid');

/** Of the ledger what a catalogue remembers by: all but fields that still stand and have no choices of their own. */
export const readRemembered = (tx: Tx): Promise<LedgerRow[]> =>
  tx.query<LedgerRow>(
    `select kind, table_uid, uid, name, suite, def, gone from fw.meta_object
     where gone or kind <> 'field' or jsonb_typeof(def -> 'items') = 'array' order by kind, table_uid, uid`,
  );
