import pg from 'pg';

/** A pool whose connections can be thrown away all at once, when the network between took them and nobody was told. */
export interface Lane {
  connect(): Promise<pg.PoolClient>;
  /** Breaks every connection, the busy ones too: what waits on them fails now instead of much later. New ones are opened when asked for. */
  renew(): void;
  end(): Promise<void>;
}

export function openLane(settings: pg.PoolConfig, troubled?: (error: unknown) => void): Lane {
  let ended = false;
  const open = () => {
    const pool = new pg.Pool(settings);
    const clients = new Set<pg.PoolClient>();
    pool.on('error', (error) => {
      // The driver hangs the whole connection onto it: too much for a log, the key that cancels statements among it.
      Reflect.deleteProperty(error, 'client');
      if (!ended) troubled?.(error);
    });
    pool.on('connect', (client) => {
      // A checked-out connection that breaks between two statements tells nobody else; the next statement fails by itself.
      client.on('error', () => undefined);
      clients.add(client);
    });
    pool.on('remove', (client) => clients.delete(client));
    return { pool, clients };
  };
  let current = open();
  return {
    connect: () => current.pool.connect(),
    renew: () => {
      if (ended) return;
      const { pool, clients } = current;
      current = open();
      for (const client of clients) cut(client);
      void pool.end().catch(() => undefined);
    },
    end: () => {
      ended = true;
      return current.pool.end();
    },
  };
}

/** Ends a connection without a word to the other side, which may not be there; its statements fail at once. */
export function cut(client: pg.ClientBase): void {
  (Reflect.get(client, 'connection') as { stream: { destroy(): void } }).stream.destroy();
}
