import type { Db } from './db.ts';

interface Found {
  version: number;
  name: string;
  encoding: string;
  ctype: string;
  pinyin: boolean;
  role: string;
  /** what the role may do beyond its own database: a hole in the server would be a hole in the machine */
  powers: string[];
}

/** A superuser has all of them. Whoever may make roles may make one that has. */
const POWERS = `array_remove(array[
        (select case when rolsuper then 'superuser' when rolcreaterole then 'createrole' end from pg_roles where rolname = current_user)]
      || array(select rolname::text from pg_roles where rolname in ('pg_execute_server_program', 'pg_read_server_files', 'pg_write_server_files')
          and pg_has_role(current_user, oid, 'MEMBER') and not (select rolsuper from pg_roles where rolname = current_user)), null)`;

/** Checks at start what the engine builds on, for the role of one address; throws with what to do about it. Answers the role. */
export async function verifyDatabase(db: Db, setting = 'DATABASE_URL'): Promise<string> {
  const [found] = await db.query<Found>(`select current_setting('server_version_num')::int as version, datname as name,
      pg_encoding_to_char(encoding) as encoding, datctype as ctype,
      exists (select from pg_collation where collname = 'zh-x-icu') as pinyin,
      current_user as role, ${POWERS} as powers
    from pg_database where datname = current_database()`);
  if (!found) throw new Error('the database does not answer');
  const remake = `make it anew: create database ${found.name} template template0 encoding 'UTF8' locale 'C.UTF-8'`;
  if (found.version < 150_000)
    throw new Error(`${setting}: PostgreSQL 15 or later is needed, this is ${Math.floor(found.version / 10_000)}`);
  if (found.encoding !== 'UTF8') throw new Error(`${setting}: the database's encoding is ${found.encoding}; ${remake}`);
  if (['C', 'POSIX'].includes(found.ctype)) throw new Error(`${setting}: LC_CTYPE ${found.ctype} knows no Chinese letters; ${remake}`);
  if (found.powers.length > 0)
    throw new Error(
      `${setting}: the role ${found.role} may too much (${found.powers.join(', ')}): use one that owns this database and no more; ` +
        `create role formwork login password '…'; alter database ${found.name} owner to formwork`,
    );
  if (!found.pinyin) throw new Error(`${setting}: this PostgreSQL is built without ICU, which sorts by pinyin`);
  return found.role;
}

/** Throws unless the role may make the schemas of the house: it need not be the one that serves. */
export async function verifyMaker(db: Db, setting: string): Promise<void> {
  const [found] = await db.query<{ makes: boolean; role: string; name: string }>(
    `select has_database_privilege(datname, 'create') as makes, current_user as role, datname as name from pg_database where datname = current_database()`,
  );
  if (found!.makes) return;
  throw new Error(
    setting === 'DATABASE_URL'
      ? `DATABASE_URL: the role ${found!.role} makes no tables: set DATABASE_OWNER_URL to the address of the one that owns ${found!.name}`
      : `${setting}: the role ${found!.role} makes no tables: alter database ${found!.name} owner to ${found!.role}`,
  );
}
