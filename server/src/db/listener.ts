import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

type Heard = (payload: string) => void;

export interface Listener {
  listen(channel: string, heard: Heard): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

/**
 * One connection for all LISTEN of a process, opened with the first channel and re-opened for as long as there is one. What was
 * said while it was away is lost: after each re-opening every listener hears the empty payload, "anything may have changed".
 */
export function openListener(settings: pg.ClientConfig): Listener {
  const channels = new Map<string, Set<Heard>>();
  let connection: Promise<pg.Client> | undefined;
  let closed = false;

  const connect = async (): Promise<pg.Client> => {
    const client = new pg.Client({ ...settings, application_name: 'formwork listen' });
    client.on('error', () => undefined);
    client.on('notification', ({ channel, payload }) => tell(channels.get(channel), payload ?? ''));
    client.on('end', () => {
      connection = undefined;
      if (!closed && channels.size > 0) void reopen();
    });
    await client.connect();
    for (const channel of channels.keys()) await client.query(`listen ${pg.escapeIdentifier(channel)}`);
    return client;
  };

  const reopen = async (): Promise<void> => {
    for (let round = 0; !closed && !connection && channels.size > 0; round += 1) {
      await sleep(Math.min(50 * 2 ** round, 5_000), undefined, { ref: false });
      if (connection || closed) return;
      try {
        const opening = connect();
        connection = opening;
        await opening;
        for (const hearers of channels.values()) tell(hearers, '');
      } catch {
        connection = undefined;
      }
    }
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
