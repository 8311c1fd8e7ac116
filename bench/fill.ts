import type { Db } from '#server/db/db.ts';

/** Ids of the rows that benches made begin here. */
export const FIRST_ID = 10_000_000;

/**
 * Copies the power units of the demonstration until `power_unit` has `rows` of them, each copy with a name, a capacity and a day of
 * its own. Indexes are taken away and made again: that is several times faster. Rows that are there already stay.
 */
export async function fillUnits(db: Db, rows: number): Promise<void> {
  const [{ there }] = (await db.query<{ there: number }>('select count(*) as there from app.power_unit')) as [{ there: number }];
  if (there >= rows) return;
  const columns = await copied(db);
  const indexes = await db.query<{ name: string; made: string }>(
    `select i.indexname as name, i.indexdef as made from pg_indexes i
     where i.schemaname = 'app' and i.tablename = 'power_unit'
       and not exists (select 1 from pg_constraint c where c.conname = i.indexname)`,
  );
  await db.tx(async (tx) => {
    await tx.query(`set local maintenance_work_mem = '512MB'`);
    for (const { name } of indexes) await tx.query(`drop index app."${name}"`);
    await tx.query(
      `insert into app.power_unit (id, key_name, capacity_mw, create_time, ${columns})
       select ${FIRST_ID} + n, key_name || ' ' || n || '号', (n * 7919::bigint % 1000003)::numeric / 1000,
         timestamptz '2020-01-01' + n * interval '1 minute', ${columns}
       from (select row_number() over (order by k, u.id) as n, u.* from app.power_unit u cross join generate_series(1, $1::bigint) k
             where u.id < ${FIRST_ID}) copies
       where n <= $2::bigint`,
      [Math.ceil(rows / 7000), rows - there],
    );
    for (const { made } of indexes) await tx.query(made);
  });
  await db.query('vacuum analyze app.power_unit');
}

async function copied(db: Db): Promise<string> {
  const [{ list }] = (await db.query<{ list: string }>(
    `select string_agg(quote_ident(column_name), ', ') as list from information_schema.columns
     where table_schema = 'app' and table_name = 'power_unit' and is_generated = 'NEVER'
       and column_name not in ('id', 'key_name', 'capacity_mw', 'create_time')`,
  )) as [{ list: string }];
  return list;
}
