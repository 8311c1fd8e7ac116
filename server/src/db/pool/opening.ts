import pg from 'pg';

/** BEGIN of one transaction: not sent yet, sent, or answered: then the transaction is open. */
export interface Begin {
  readonly text: string;
  state: 'waits' | 'sent' | 'open';
}

/** What the driver keeps of a connection, and calls on a query, beyond its types. */
interface Wire extends pg.Connection {
  parsedStatements?: Record<string, string>;
}
/** How long to wait for the answer, in milliseconds, where it is not as long as ever. */
type Asked = pg.QueryConfig & { query_timeout?: number };
interface Driven {
  submit(connection: pg.Connection): Error | null;
  handleCommandComplete(message: unknown, connection: pg.Connection): void;
}
const driven = pg.Query.prototype as unknown as Driven;

/**
 * The first statement of a transaction, behind its BEGIN in one flight: both go out together, and one answer is waited for. No Sync lies
 * between them, so where BEGIN is refused the database passes the statement over: it never runs outside the transaction.
 */
class Opening extends pg.Query {
  private readonly begin: Begin;
  /** the driver looks for it here, as on every query that it is handed ready-made */
  readonly query_timeout: number | undefined;

  constructor(begin: Begin, config: Asked, done: (error: Error | undefined, result: pg.QueryResult) => void) {
    super(config, done);
    this.begin = begin;
    this.query_timeout = config.query_timeout;
    this.submit = (connection) => {
      connection.stream.cork();
      try {
        connection.parse({ name: '', text: begin.text, types: [] }, true);
        connection.bind({}, true);
        connection.execute({}, true);
        return driven.submit.call(this as unknown as Driven, connection);
      } finally {
        connection.stream.uncork();
      }
    };
  }

  /** The first is BEGIN's own. */
  handleCommandComplete(message: unknown, connection: pg.Connection): void {
    if (this.begin.state === 'open') driven.handleCommandComplete.call(this as unknown as Driven, message, connection);
    this.begin.state = 'open';
  }
}

/**
 * Begins with this statement. Only what the connection keeps prepared follows BEGIN at once: the driver takes the first "parsed" of a query
 * for the statement's own, and would believe in a plan that a refused BEGIN prevented. Before any other, and behind a BEGIN of several
 * commands, which a prepared flight cannot carry, BEGIN's answer is waited for.
 */
export async function beginWith(client: pg.PoolClient, begin: Begin, config: Asked): Promise<pg.QueryResult> {
  begin.state = 'sent';
  if (!begin.text.includes(';') && isPrepared(client, config.name)) {
    return new Promise((resolve, reject) => {
      client.query(new Opening(begin, config, (error, result) => (error ? reject(error) : resolve(result))));
    });
  }
  await client.query(begin.text);
  begin.state = 'open';
  return client.query(config);
}

function isPrepared(client: pg.PoolClient, name: string | undefined): boolean {
  const { parsedStatements } = client.connection as Wire;
  return name !== undefined && parsedStatements?.[name] !== undefined;
}
