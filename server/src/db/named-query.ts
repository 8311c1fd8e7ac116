import pg from 'pg';

/** The columns of a statement's rows as the driver keeps them once they were described. */
interface Columns {
  fields: readonly { name: string; dataTypeID: number }[];
  _parsers: unknown;
  _prebuiltEmptyResultObject: unknown;
}
/** The driver's connection, as far as a query talks to it. */
interface Connection {
  describe(message: unknown): void;
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

/** Of each connection: the columns of the statements that it keeps prepared, and the connection without its question for them. */
const known = new WeakMap<Connection, { columns: Map<string, Columns>; quiet: Connection }>();
/** The same columns on ten connections are kept once. */
const shared = new Map<string, Columns>();
const MOST_SHARED = 1000;

/**
 * A query that asks a connection only once what the columns of a named statement are: to read the answer takes longer than to read the
 * row of a record. They cannot change behind its back: PostgreSQL refuses to run a prepared statement whose columns would be others.
 */
class NamedQuery extends Query {
  private connection: Connection | undefined;

  override prepare(connection: Connection): void {
    this.connection = connection;
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
    const of = known.get(this.connection) ?? { columns: new Map(), quiet: quietly(this.connection) };
    known.set(this.connection, of);
    of.columns.set(this.name, sharedColumns(this._result));
  }
}

const quietly = (connection: Connection): Connection => Object.create(connection, { describe: { value: () => undefined } });

function sharedColumns({ fields, _parsers, _prebuiltEmptyResultObject }: Columns): Columns {
  const key = fields.map(({ name, dataTypeID }) => `${dataTypeID} ${name}`).join('\n');
  const columns = shared.get(key) ?? { fields, _parsers, _prebuiltEmptyResultObject };
  if (shared.size < MOST_SHARED) shared.set(key, columns);
  return columns;
}

/** Runs a statement with values; `query_timeout` is the driver's own. */
export function runNamed(client: pg.ClientBase, config: pg.QueryConfig & { query_timeout?: number }): Promise<pg.QueryResult> {
  return new Promise((resolve, reject) => {
    const query = new NamedQuery(config, (error, result) => (error ? reject(error) : resolve(result as pg.QueryResult)));
    client.query(Object.assign(query, { query_timeout: config.query_timeout }));
  });
}
