import { createHash } from 'node:crypto';
import type { Tx } from '#server/db/db.ts';
import type { Catalogue } from '../catalogue.ts';

/** What was found to be right: definitions under one program, and a database that is what they say. */
export interface Seal {
  wanted: string;
  standing: string;
}

/** What is wanted: tables and dictionaries as they are written, reports, which say the tables whose changes are noted, and the program that makes columns of them. */
export function wantedSeal(program: string, { suites }: Catalogue): string {
  const said = suites.map(({ code, tables, dicts, reports }) => ({ code, tables, dicts, reports }));
  return createHash('sha256').update(program).update('\n').update(JSON.stringify(said)).digest('hex');
}

const digest = (what: string, from: string): string =>
  `(select concat_ws(' ', count(*), sum(hashtextextended(${what}, 0)::numeric)) from ${from})`;

const OURS = `select c.oid, c.relname, c.relkind, n.nspname from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname in ('app', 'hist', 'sum')`;

/**
 * What stands, as short as it can be said: a row of PostgreSQL's own catalogue for each thing that `readSchema` reads, as it is kept and
 * not as it is spelt, which is what takes the time. Names of the engine's own things stand in there, because what is spelt names them, and so does the ledger.
 */
const STANDING = `with ours as materialized (${OURS})
select concat_ws('|',
  ${digest(`concat_ws(' ', o.oid, o.nspname, o.relname, o.relkind)`, 'ours o')},
  ${digest('a::text', 'ours o join pg_attribute a on a.attrelid = o.oid and a.attnum > 0')},
  ${digest('d::text', 'ours o join pg_attrdef d on d.adrelid = o.oid')},
  ${digest('x::text', 'ours o join pg_constraint x on x.conrelid = o.oid')},
  ${digest('x::text', 'ours o join pg_index x on x.indrelid = o.oid')},
  ${digest(`t::text`, `ours o join pg_trigger t on t.tgrelid = o.oid and not t.tgisinternal`)},
  ${digest(`r::text`, `ours o join pg_rewrite r on r.ev_class = o.oid`)},
  ${digest(
    `concat_ws(' ', p.oid, p.proname, p.prosecdef, p.proconfig::text, case when n.nspname <> 'fw' then p.prosrc end)`,
    `pg_proc p join pg_namespace n on n.oid = p.pronamespace and n.nspname in ('fw', 'hist', 'sum')`,
  )},
  ${digest(
    `concat_ws(' ', c.oid, c.relname)`,
    `pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'fw' and c.relkind = 'r'`,
  )},
  ${digest('m::text', 'fw.meta_object m')}) as standing`;

/** The database as it stands. */
export async function standingSeal(tx: Tx): Promise<string> {
  const [row] = await tx.query<{ standing: string }>(STANDING);
  return createHash('sha256').update(row!.standing).digest('hex');
}

/** Whether the database is as it was when these definitions were last found to be right. */
export async function isSealed(tx: Tx, wanted: string): Promise<boolean> {
  const [kept] = await tx.query<Seal>('select wanted, standing from fw.table_seal');
  return kept !== undefined && kept.wanted === wanted && kept.standing === (await standingSeal(tx));
}

/** Notes that the database is what is wanted. */
export async function seal(tx: Tx, wanted: string): Promise<void> {
  await tx.query(
    `insert into fw.table_seal (wanted, standing) values ($1, $2)
     on conflict (one) do update set wanted = excluded.wanted, standing = excluded.standing`,
    [wanted, await standingSeal(tx)],
  );
}
