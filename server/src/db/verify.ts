import type { Db } from './db.ts';

interface Found {
  version: number;
  name: string;
  encoding: string;
  ctype: string;
  pinyin: boolean;
}

/** Checks at start what the engine builds on; throws with what to do about it. */
export async function verifyDatabase(db: Db): Promise<void> {
  const [found] = await db.query<Found>(`select current_setting('server_version_num')::int as version, datname as name,
      pg_encoding_to_char(encoding) as encoding, datctype as ctype,
      exists (select from pg_collation where collname = 'zh-x-icu') as pinyin
    from pg_database where datname = current_database()`);
  if (!found) throw new Error('the database does not answer');
  const remake = `make it anew: create database ${found.name} template template0 encoding 'UTF8' locale 'C.UTF-8'`;
  if (found.version < 150_000)
    throw new Error(`DATABASE_URL: PostgreSQL 15 or later is needed, this is ${Math.floor(found.version / 10_000)}`);
  if (found.encoding !== 'UTF8') throw new Error(`DATABASE_URL: the database's encoding is ${found.encoding}; ${remake}`);
  if (['C', 'POSIX'].includes(found.ctype)) throw new Error(`DATABASE_URL: LC_CTYPE ${found.ctype} knows no Chinese letters; ${remake}`);
  if (!found.pinyin) throw new Error('DATABASE_URL: this PostgreSQL is built without ICU, which sorts by pinyin');
}
