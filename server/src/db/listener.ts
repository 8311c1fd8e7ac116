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
  const channels = new Map<string, Set<Heard>>();
  const line = keepLine({
    connect: (on) => connect({ settings, options, channels, on }),
    wanted: () => channels.size > 0,
    silent: () => options.silent?.(),
    changed: () => {
      for (const hearers of channels.values()) tell(hearers, '');
    },
  });

  const stop = async (channel: string, heard: Heard): Promise<void> => {
    const hearers = channels.get(channel);
    if (!hearers?.delete(heard) || hearers.size > 0) return;
    channels.delete(channel);
    const client = await line.current()?.catch(() => undefined);
    await client?.query(`unlisten ${pg.escapeIdentifier(channel)}`).catch(() => undefined);
  };

  return {
    listen: async (channel, heard) => {
      const hearers = channels.get(channel) ?? new Set();
      channels.set(channel, hearers.add(heard));
      const open = line.current();
      if (open) {
        const client = await open;
        await client.query(`listen ${pg.escapeIdentifier(channel)}`);
      } else {
        await line.open().catch((error) => {
          channels.delete(channel);
          throw error;
        });
      }
      return () => stop(channel, heard);
    },
    close: () => line.close(),
  };
}

interface Line {
  /** the connection that is there, or being opened */
  current(): Promise<pg.Client> | undefined;
  open(): Promise<pg.Client>;
  close(): Promise<void>;
}

interface LineOptions {
  connect(on: Events): Promise<pg.Client>;
  /** whether it comes back when it broke */
  wanted(): boolean;
  /** it broke, or is back */
  changed(): void;
  silent(): void;
}
/** What a connection tells. */
interface Events {
  end(): void;
  silence(): void;
}

/** One connection that comes back by itself. */
function keepLine(of: LineOptions): Line {
  let connection: Promise<pg.Client> | undefined;
  let reopening = false;
  let closed = false;

  const open = (): Promise<pg.Client> => {
    const opening = of.connect({ end: gone, silence });
    connection = opening;
    return opening.catch((error) => {
      connection = undefined;
      throw error;
    });
  };
  const gone = (): void => {
    connection = undefined;
    if (closed) return;
    of.changed();
    void reopen();
  };
  // one that was ended on purpose says nothing of the network
  const silence = (): void => {
    if (!closed) of.silent();
  };
  const reopen = async (): Promise<void> => {
    if (reopening) return;
    reopening = true;
    for (let round = 0; !closed && !connection && of.wanted(); round += 1) {
      await sleep(Math.min(50 * 2 ** round, 1_000), undefined, { ref: false });
      if (connection || closed) break;
      await open().then(of.changed, () => undefined);
    }
    reopening = false;
  };

  return {
    current: () => connection,
    open,
    close: async () => {
      closed = true;
      const client = await connection?.catch(() => undefined);
      await client?.end().catch(() => undefined);
    },
  };
}

interface Connecting {
  settings: pg.ClientConfig;
  options: ListenerOptions;
  channels: ReadonlyMap<string, Set<Heard>>;
  on: Events;
}

async function connect({ settings, options, channels, on }: Connecting): Promise<pg.Client> {
  const { beatMs = 1_000, beatWithinMs = 3_000 } = options;
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
  client.on('end', on.end);
  beat(client, beatMs, on.silence);
  return client;
}

/** Asks for a sign of life again and again; where there is none the connection is cut. */
function beat(client: pg.Client, everyMs: number, silent: () => void): void {
  const ask = async (): Promise<void> => {
    try {
      await client.query('select 1');
      beat(client, everyMs, silent);
    } catch {
      cut(client);
      silent();
    }
  };
  setTimeout(() => void ask(), everyMs).unref();
}

function tell(hearers: Set<Heard> | undefined, payload: string): void {
  for (const heard of hearers ?? []) heard(payload);
}
