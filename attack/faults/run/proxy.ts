import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A TCP proxy that stands between the server and its database and does to connections what networks do. */
export interface Cable {
  port: number;
  /** The same address, by way of the proxy. */
  through(url: string): string;
  /**
   * The next part that a client sends with these words in it still reaches the other side, whose answer is waited for and swallowed: then the
   * connection breaks. Resolves when that happened.
   */
  cutAfter(words: string): Promise<void>;
  /** The next part with these words does not arrive: the connection breaks before. */
  cutBefore(words: string): Promise<void>;
  /** Breaks every connection now; new ones are taken. */
  cutAll(): void;
  /** Every part is held back so long, in both directions; 0 ends it. */
  delay(ms: number): void;
  /** Takes connections and passes nothing on until `stall(false)`: a peer that is stopped, not gone. */
  stall(on: boolean): void;
  /** Refuses new connections and breaks those that are there until `refuse(false)`: a peer that is gone. */
  refuse(on: boolean): void;
  close(): Promise<void>;
}

interface Trap {
  words: string;
  before: boolean;
  sprung: () => void;
}

export async function openProxy(url: string): Promise<Cable> {
  const target = new URL(url);
  const pairs = new Set<readonly [Socket, Socket]>();
  let traps: Trap[] = [];
  let held = 0;
  let refusing = false;
  let stalled: { over: Promise<void>; end: () => void } | undefined;
  const cut = (pair: readonly [Socket, Socket]) => {
    pairs.delete(pair);
    for (const end of pair) end.resetAndDestroy();
  };
  const trapFor = (part: Buffer): Trap | undefined => {
    const trap = traps.find(({ words }) => part.includes(words));
    traps = traps.filter((one) => one !== trap);
    return trap;
  };
  /** Passes parts on in their order, however long each is held. */
  const pass = (from: Socket, to: Socket, seen: (part: Buffer) => Promise<boolean>) => {
    let turn = Promise.resolve();
    from.on('data', (part: Buffer) => {
      turn = turn.then(async () => {
        if (held > 0) await sleep(held);
        await stalled?.over;
        if ((await seen(part)) && !to.destroyed) to.write(part);
      });
    });
    from.on('end', () => void turn.then(() => to.end()));
    from.on('error', () => to.destroy());
    from.on('close', () => to.destroy());
  };
  const server = createServer((client) => {
    const other = connect(Number(target.port), target.hostname);
    const pair = [client, other] as const;
    if (refusing) return cut(pair);
    pairs.add(pair);
    client.on('close', () => pairs.delete(pair));
    let swallow: Trap | undefined;
    pass(client, other, async (part) => {
      const trap = trapFor(part);
      if (trap?.before) cut(pair);
      if (trap?.before) trap.sprung();
      else if (trap) swallow = trap;
      return !trap?.before;
    });
    pass(other, client, async () => {
      if (!swallow) return true;
      cut(pair);
      swallow.sprung();
      return false;
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const trap = (words: string, before: boolean) => new Promise<void>((sprung) => traps.push({ words, before, sprung }));
  return {
    port,
    through: (address) => Object.assign(new URL(address), { hostname: '127.0.0.1', port: String(port) }).href,
    cutAfter: (words) => trap(words, false),
    cutBefore: (words) => trap(words, true),
    cutAll: () => [...pairs].forEach(cut),
    delay: (ms) => {
      held = ms;
    },
    stall: (on) => {
      stalled?.end();
      let end: () => void = () => undefined;
      const over = new Promise<void>((resolve) => {
        end = resolve;
      });
      stalled = on ? { over, end } : undefined;
    },
    refuse: (on) => {
      refusing = on;
      if (on) [...pairs].forEach(cut);
    },
    close: async () => {
      [...pairs].forEach(cut);
      server.close();
      stalled?.end();
      await once(server, 'close');
    },
  };
}
