/** What runs statements: a pool, or the one connection of a transaction. Only this room imports the driver. */
export interface Tx {
  /**
   * Runs one parameterised statement and answers its rows (without `values` the text may hold several: the last one's rows). Refusals
   * arrive as `Refusal`: 310 unique key (`constraintOf` of refuse.ts names it), 103 waited in vain or connection lost, 317 text that
   * cannot be stored, 331 with `$disk_full` no room on the disk, 331 all else. numeric, dates and times come as exact strings, bigint as number, jsonb parsed.
   */
  query<Row = Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<Row[]>;
}

export interface TxOptions {
  patient?: boolean;
  still?: boolean;
  within?: number;
  planned?: true;
}

/** The database: a bounded pool that can open transactions. */
export interface Db extends Tx {
  /**
   * Runs `work` in one transaction; a throw rolls back and is thrown on. Serialisation failures and deadlocks are retried up to 5
   * times. `patient`: statements and locks may take as long as they take (migrations, table sync, seeds). `still`: it only reads, and
   * all its statements see one instant. `within`: one of them that takes longer, in ms, is refused with 103, and nobody takes that for
   * trouble. `planned`: each is planned once on a connection, for whatever values it comes with.
   */
  tx<T>(work: (tx: Tx) => Promise<T>, options?: TxOptions): Promise<T>;
  /**
   * Single statements on a few connections that no other work can take, with a short limit of time: who calls (the session), and
   * whether all is well. They answer, or fail, while every other connection is busy or stuck.
   */
  readonly front: Tx;
  /** Single statements that write what nothing that was read depends on: they do not count as `writes`. */
  readonly aside: Tx;
  /** How many transactions and statements it runs at once, beside those of `front`: further ones wait. */
  readonly connections: number;
  /** Whether in the last seconds a statement was refused for want of time, of a lock, of a connection or of room on the disk. */
  strained(): boolean;
  /** Statements that were refused for want of room on the database's disk, since the start. */
  fullDisk(): number;
  /** A number that has grown after whatever this process wrote, before the writer hears that it is done: what was read earlier may be old. */
  writes(): number;
  /**
   * Calls `heard` for each NOTIFY on `channel`; the connection is its own and re-opens by itself; then `heard('')` says that
   * anything may have been missed. Answers how to stop.
   */
  listen(channel: string, heard: (payload: string) => void): Promise<() => Promise<void>>;
  close(): Promise<void>;
}
