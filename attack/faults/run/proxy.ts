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

type Pair = readonly [Socket, Socket];

export async function openProxy(url: string): Promise<Cable> {
  const target = new URL(url);
  const pairs = new Set<Pair>();
  const traps = createTraps();
  const brake = createBrake();
  let refusing = false;
  const cut = (pair: Pair) => {
    pairs.delete(pair);
    for (const end of pair) end.resetAndDestroy();
  };
  const cutAll = () => [...pairs].forEach(cut);
  const server = createServer((client) => {
    const other = connect(Number(target.port), target.hostname);
    const pair = [client, other] as const;
    if (refusing) return cut(pair);
    pairs.add(pair);
    client.on('close', () => pairs.delete(pair));
    let swallow: Trap | undefined;
    pass(client, other, brake.hold, async (part) => {
      const trap = traps.sprungBy(part);
      if (trap?.before) cut(pair);
      if (trap?.before) trap.sprung();
      else if (trap) swallow = trap;
      return !trap?.before;
    });
    pass(other, client, brake.hold, async () => {
      if (!swallow) return true;
      cut(pair);
      swallow.sprung();
      return false;
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  return {
    port,
    through: (address) => Object.assign(new URL(address), { hostname: '127.0.0.1', port: String(port) }).href,
    cutAfter: (words) => traps.set(words, false),
    cutBefore: (words) => traps.set(words, true),
    cutAll,
    delay: brake.delay,
    stall: brake.stall,
    refuse: (on) => {
      refusing = on;
      if (on) cutAll();
    },
    close: async () => {
      cutAll();
      server.close();
      brake.stall(false);
      await once(server, 'close');
    },
  };
}

/** Words that are waited for. */
function createTraps() {
  let traps: Trap[] = [];
  return {
    set: (words: string, before: boolean) => new Promise<void>((sprung) => traps.push({ words, before, sprung })),
    sprungBy: (part: Buffer): Trap | undefined => {
      const trap = traps.find(({ words }) => part.includes(words));
      traps = traps.filter((one) => one !== trap);
      return trap;
    },
  };
}

/** What holds parts back. */
function createBrake() {
  let held = 0;
  let stalled: { over: Promise<void>; end: () => void } | undefined;
  return {
    delay: (ms: number): void => {
      held = ms;
    },
    stall: (on: boolean): void => {
      stalled?.end();
      let end: () => void = () => undefined;
      const over = new Promise<void>((resolve) => {
        end = resolve;
      });
      stalled = on ? { over, end } : undefined;
    },
    hold: async (): Promise<void> => {
      if (held > 0) await sleep(held);
      await stalled?.over;
    },
  };
}

/** Passes parts on in their order, however long each is held. */
function pass(from: Socket, to: Socket, hold: () => Promise<void>, seen: (part: Buffer) => Promise<boolean>): void {
  let turn = Promise.resolve();
  from.on('data', (part: Buffer) => {
    turn = turn.then(async () => {
      await hold();
      if ((await seen(part)) && !to.destroyed) to.write(part);
    });
  });
  from.on('end', () => void turn.then(() => to.end()));
  from.on('error', () => to.destroy());
  from.on('close', () => to.destroy());
}
