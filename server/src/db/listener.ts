import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { cut } from './pool/lane.ts';

type Heard = (payload: string) => void;

export interface Listener {
  listen(channel: string, heard: Heard): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

export interface ListenerOptions {
  /** How often the connection is asked for a sign of life (1,000), and how long it may take (3,000). */
  beatMs?: number;
  beatWithinMs?: number;
  /** Hears that there was none: the network may have taken other connections too. */
  silent?: () => void;
}

/**
 * One connection for all LISTEN of a process, opened with the first channel and re-opened for as long as there is one. What was
 * said while it was away is lost: when it breaks and when it is back every listener hears the empty payload, "anything may have
 * changed". A network that swallows everything breaks nothing, so the connection is asked every second whether it lives.
 */
export function openListener(settings: pg.ClientConfig, options: ListenerOptions = {}): Listener {
  const { beatMs = 1_000, beatWithinMs = 3_000, silent } = options;
  const channels = new Map<string, Set<Heard>>();
  let connection: Promise<pg.Client> | undefined;
  let reopening = false;
  let closed = false;
  const tellAll = () => {
    for (const hearers of channels.values()) tell(hearers, '');
  };

  const connect = async (): Promise<pg.Client> => {
    const client = new pg.Client({ ...settings, application_name: 'formwork listen', query_timeout: beatWithinMs });
    client.on('error', () => undefined);
    client.on('notification', ({ channel, payload }) => tell(channels.get(channel), payload ?? ''));
    await client.connect();
    try {
      for (const channel of channels.keys()) await client.query(`listen ${pg.escapeIdentifier(channel)}`);
    } catch (error) {
      cut(client);
      throw error;
    }
    client.on('end', gone);
    beat(client);
    return client;
  };

  const beat = (client: pg.Client): void => {
    const asked = async (): Promise<void> => {
      try {
        await client.query('select 1');
        beat(client);
      } catch {
        cut(client);
        if (!closed) silent?.();
      }
    };
    setTimeout(() => void asked(), beatMs).unref();
  };

  const gone = (): void => {
    connection = undefined;
    if (closed) return;
    tellAll();
    void reopen();
  };

  const reopen = async (): Promise<void> => {
    if (reopening) return;
    reopening = true;
    for (let round = 0; !closed && !connection && channels.size > 0; round += 1) {
      await sleep(Math.min(50 * 2 ** round, 1_000), undefined, { ref: false });
      if (connection || closed) break;
      const opening = connect();
      connection = opening;
      await opening.then(tellAll, () => {
        connection = undefined;
      });
    }
    reopening = false;
  };

  const stop = async (channel: string, heard: Heard): Promise<void> => {
    const hearers = channels.get(channel);
    if (!hearers?.delete(heard) || hearers.size > 0) return;
    channels.delete(channel);
    const client = await connection?.catch(() => undefined);
    await client?.query(`unlisten ${pg.escapeIdentifier(channel)}`).catch(() => undefined);
  };

  return {
    listen: async (channel, heard) => {
      const hearers = channels.get(channel) ?? new Set();
      channels.set(channel, hearers.add(heard));
      if (connection) {
        const client = await connection;
        await client.query(`listen ${pg.escapeIdentifier(channel)}`);
      } else {
        connection = connect();
        await connection.catch((error) => {
          connection = undefined;
          channels.delete(channel);
          throw error;
        });
      }
      return () => stop(channel, heard);
    },
    close: async () => {
      closed = true;
      const client = await connection?.catch(() => undefined);
      await client?.end().catch(() => undefined);
    },
  };
}

function tell(hearers: Set<Heard> | undefined, payload: string): void {
  for (const heard of hearers ?? []) heard(payload);
}
