import pg from 'pg';
import { defineCache, digest, MIB, PROCESS } from '#server/cache/cache.ts';
import type { StatementNames } from './names.ts';

/** The columns of a statement's rows as the driver keeps them once they were described. */
interface Columns {
  fields: readonly { name: string; dataTypeID: number }[];
  _parsers: unknown;
  _prebuiltEmptyResultObject: unknown;
}
/** The driver's connection, as far as a query talks to it. */
interface Connection {
  describe(message: unknown): void;
  close(message: { type: 'S'; name: string }): void;
  readonly parsedStatements: Record<string, string>;
}
/** What the driver's query (pg 8, pinned) has beside its published types; named-query.test.ts fails where it changes. */
interface Inside extends pg.Submittable {
  readonly name?: string;
  readonly _result: Columns;
  _accumulateRows: boolean;
  hasBeenParsed(connection: Connection): boolean;
  prepare(connection: Connection): void;
  handleRowDescription(message: unknown): void;
}
type Heard = (error: Error | null, result: pg.QueryResult | pg.QueryResult[]) => void;
const Query = pg.Query as unknown as new (config: pg.QueryConfig, heard: Heard) => Inside;

/** Which of its prepared statements a connection keeps: those that still have their names. */
export type Names = Pick<StatementNames, 'has' | 'revision'>;

/** Of each connection: the columns of the statements that it keeps prepared, the connection without its question for them, and when it looked last which to close. */
const known = new WeakMap<Connection, { columns: Map<string, Columns>; quiet: Connection; revision: number }>();
/** The same columns on ten connections are kept once. */
const shared = defineCache<Columns>({
  name: 'columns',
  holds: 'descriptions of the columns of prepared statements, shared by connections',
  key: 'hash of their names and types',
  ends: 'never: the same names and types are the same columns',
  bytes: 4 * MIB,
});
const OF_COLUMN = 300;

/**
 * A query that asks a connection only once what the columns of a named statement are: to read the answer takes longer than to read the
 * row of a record. They cannot change behind its back: PostgreSQL refuses to run a prepared statement whose columns would be others.
 */
class NamedQuery extends Query {
  private connection: Connection | undefined;

  constructor(
    private readonly names: Names,
    config: pg.QueryConfig,
    heard: Heard,
  ) {
    super(config, heard);
  }

  override prepare(connection: Connection): void {
    this.connection = connection;
    closeGivenUp(connection, this.names);
    const columns = this.name && this.hasBeenParsed(connection) ? known.get(connection)?.columns.get(this.name) : undefined;
    if (columns) {
      Object.assign(this._result, columns);
      this._accumulateRows = true;
    }
    super.prepare(columns ? known.get(connection)!.quiet : connection);
  }

  override handleRowDescription(message: unknown): void {
    super.handleRowDescription(message);
    if (!this.name || !this.connection) return;
    knownOf(this.connection).columns.set(this.name, sharedColumns(this._result));
  }
}

function knownOf(connection: Connection) {
  const of = known.get(connection) ?? { columns: new Map<string, Columns>(), quiet: quietly(connection), revision: 0 };
  known.set(connection, of);
  return of;
}

/** Ahead of the statement and in the same flight; nobody waits for the answer, and the driver passes it over. */
function closeGivenUp(connection: Connection, names: Names): void {
  const of = knownOf(connection);
  if (of.revision === names.revision()) return;
  of.revision = names.revision();
  for (const name of Object.keys(connection.parsedStatements)) {
    if (names.has(name)) continue;
    connection.close({ type: 'S', name });
    delete connection.parsedStatements[name];
    of.columns.delete(name);
  }
}

const quietly = (connection: Connection): Connection => Object.create(connection, { describe: { value: () => undefined } });

function sharedColumns({ fields, _parsers, _prebuiltEmptyResultObject }: Columns): Columns {
  const key = digest(fields.map(({ name, dataTypeID }) => `${dataTypeID} ${name}`).join('\n'));
  const columns = shared.of(PROCESS).get(key) ?? { fields, _parsers, _prebuiltEmptyResultObject };
  shared.of(PROCESS).set(key, columns, OF_COLUMN * fields.length);
  return columns;
}

/** Runs a statement with values, closing those whose `names` were given up; `query_timeout` is the driver's own. */
export function runNamed(
  client: pg.ClientBase,
  names: Names,
  config: pg.QueryConfig & { query_timeout?: number },
): Promise<pg.QueryResult> {
  return new Promise((resolve, reject) => {
    const query = new NamedQuery(names, config, (error, result) => (error ? reject(error) : resolve(result as pg.QueryResult)));
    client.query(Object.assign(query, { query_timeout: config.query_timeout }));
  });
}
