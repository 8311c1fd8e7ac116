import { createHash, type Hash } from 'node:crypto';
import { type Readable, Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';

/** A table as COPY knows it: stored columns in their order. */
export interface TableShape {
  schema: string;
  table: string;
  columns: string[];
}

/** What came through: rows, and SHA-256 over the uncompressed text of COPY. */
export interface Copied {
  rows: number;
  sha256: string;
}

export interface SequenceState {
  name: string;
  /** null: never used */
  last: string | null;
}

/** Everything below the house's schemas, seen at one instant. */
export interface Snapshot {
  tables(): Promise<TableShape[]>;
  sequences(): Promise<SequenceState[]>;
  /** Writes a table's rows as COPY text. */
  copy(table: TableShape, into: Writable): Promise<Copied>;
  query<Row>(text: string): Promise<Row[]>;
}

/** An empty house being filled. */
export interface Filling extends Omit<Snapshot, 'copy'> {
  run(statement: string): Promise<void>;
  /** Reads COPY text into a table and reads it back; both must be the same text. */
  load(table: TableShape, from: Readable): Promise<Copied>;
  setSequence(sequence: SequenceState): Promise<void>;
}

const SCHEMAS = `('app', 'fw', 'hist')`;
/** Tables are read from their beginning, so that rows come in the order in which they were written. */
const SETTINGS =
  'set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0; set synchronize_seqscans = off';

/** Runs `work` on one instant of the database at `url` (its owner), beside whatever else goes on there. */
export function withSnapshot<T>(url: string, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  return connected(url, 'begin isolation level repeatable read read only', (client) =>
    work({ ...reading(client), copy: (table, into) => copyOut(client, table, into) }),
  );
}

/**
 * Runs `work` on the emptied tables of the database at `url` (its owner) in one transaction: keys to other tables, indexes and
 * triggers are away meanwhile and come back, checked, before the end. A throw leaves all as it was.
 */
export function withFilling<T>(url: string, work: (filling: Filling) => Promise<T>): Promise<T> {
  return connected(url, 'begin', async (client) => {
    const filling: Filling = {
      ...reading(client),
      load: async (table, from) => {
        const loaded = await copyIn(client, table, from);
        const stored = await copyOut(client, table, new Writable({ write: (_chunk, _encoding, done) => done() }));
        if (stored.sha256 !== loaded.sha256) throw new Error(`${nameOf(table)}: what was stored is not what was read`);
        return loaded;
      },
      run: async (statement) => void (await client.query(statement)),
      setSequence: async ({ name, last }) => {
        if (last !== null) await client.query('select setval($1::regclass, $2)', [name, last]);
      },
    };
    const tables = await filling.tables();
    const back = await takeApart(client);
    await client.query(`truncate ${tables.map(nameOf).join(', ')} restart identity`);
    const result = await work(filling);
    for (const statement of back) await client.query(statement);
    for (const table of tables) await client.query(`analyze ${nameOf(table)}`);
    return result;
  });
}

async function connected<T>(url: string, begin: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'formwork backup' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(SETTINGS);
    await client.query(begin);
    const result = await work(client);
    await client.query('commit');
    return result;
  } finally {
    await client.end();
  }
}

function reading(client: pg.Client): Omit<Snapshot, 'copy'> {
  const query = async <Row>(text: string) => (await client.query(text)).rows as Row[];
  return {
    query,
    tables: () =>
      query<TableShape>(`select n.nspname as schema, c.relname as table,
          array(select a.attname::text from pg_attribute a
            where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attname) as columns
        from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.relkind = 'r' and n.nspname in ${SCHEMAS} order by n.nspname, c.relname`),
    sequences: () =>
      query<SequenceState>(`select format('%I.%I', schemaname, sequencename) as name, last_value::text as last
        from pg_sequences where schemaname in ${SCHEMAS} order by 1`),
  };
}

/** Drops what would slow or forbid rows in any order; answers the statements that bring it back. */
async function takeApart(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ away: string; back: string }>(`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as away,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as back, 1 as turn
    from pg_constraint where contype = 'f' and connamespace::regnamespace::text in ${SCHEMAS}
    union all
    select format('drop index %s', i.indexrelid::regclass), pg_get_indexdef(i.indexrelid), 2
    from pg_index i join pg_class c on c.oid = i.indrelid
    where c.relkind = 'r' and c.relnamespace::regnamespace::text in ${SCHEMAS}
      and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype <> 'f')
    union all
    select distinct format('alter table %s disable trigger user', tgrelid::regclass), format('alter table %s enable trigger user', tgrelid::regclass), 3
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where not tgisinternal and c.relnamespace::regnamespace::text in ${SCHEMAS}
    order by turn`);
  for (const { away } of rows) await client.query(away);
  // Keys last: they need the unique indexes that they lead to.
  return rows.map(({ back }) => back).reverse();
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
export const nameOf = ({ schema, table }: TableShape): string => `${quoted(schema)}.${quoted(table)}`;
const target = (table: TableShape): string => `${nameOf(table)} (${table.columns.map(quoted).join(', ')})`;

async function copyOut(client: pg.Client, table: TableShape, into: Writable): Promise<Copied> {
  const out = client.query(copyTo(`copy ${target(table)} to stdout`));
  const hash = createHash('sha256');
  await pipeline(out, through(hash), into);
  return { rows: out.rowCount ?? 0, sha256: hash.digest('hex') };
}

async function copyIn(client: pg.Client, table: TableShape, from: Readable): Promise<Copied> {
  const into = client.query(copyFrom(`copy ${target(table)} from stdin`));
  const hash = createHash('sha256');
  await pipeline(from, through(hash), into);
  return { rows: into.rowCount ?? 0, sha256: hash.digest('hex') };
}

function through(hash: Hash): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
}
