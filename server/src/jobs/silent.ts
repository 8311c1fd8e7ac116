import type { WebSocket } from 'ws';

/** Whom a connection comes from, before it has said whose it is. */
export interface Origin {
  /** IPv6 by /64 */
  address: string;
  /** a device on which somebody signed in before; it opens nothing, but strangers cannot take its place */
  device: string | null;
}
export interface SilentLimits {
  /** of all addresses without a known device, and of all known devices */
  most: number;
  /** of one address, and of one known device */
  mostOfOne: number;
}

/**
 * Connections that have not said yet whose they are. They are never refused: who comes when the place is full takes that of the oldest, of his
 * own address first, else of the address that holds most. So a stranger closes the channel to nobody, and an office behind one address, which
 * comes back all at once, only to those of its own who stay silent.
 */
export interface Silent {
  enter(from: Origin, socket: WebSocket): void;
  /** It has said whose it is, or is gone. */
  leave(socket: WebSocket): void;
  readonly size: number;
}

export function createSilent({ most, mostOfOne }: SilentLimits): Silent {
  const strangers = new Map<string, Set<WebSocket>>();
  const devices = new Map<string, Set<WebSocket>>();
  const places = new Map<WebSocket, { of: Map<string, Set<WebSocket>>; key: string }>();
  const count = (of: Map<string, Set<WebSocket>>): number => [...of.values()].reduce((sum, sockets) => sum + sockets.size, 0);
  const leave = (socket: WebSocket): void => {
    const place = places.get(socket);
    if (!place) return;
    places.delete(socket);
    const sockets = place.of.get(place.key)!;
    sockets.delete(socket);
    if (sockets.size === 0) place.of.delete(place.key);
  };
  const giveWay = (sockets: ReadonlySet<WebSocket>): void => {
    const [oldest] = sockets;
    leave(oldest!);
    oldest!.terminate();
  };
  return {
    enter: ({ address, device }, socket) => {
      const of = device === null ? strangers : devices;
      const key = device ?? address;
      const mine = of.get(key) ?? new Set();
      of.set(key, mine.add(socket));
      places.set(socket, { of, key });
      if (mine.size > mostOfOne) giveWay(mine);
      else if (count(of) > most) giveWay(busiest(of));
      socket.once('close', () => leave(socket));
    },
    leave,
    get size() {
      return places.size;
    },
  };
}

const busiest = (of: ReadonlyMap<string, Set<WebSocket>>): ReadonlySet<WebSocket> =>
  [...of.values()].reduce((most, sockets) => (sockets.size > most.size ? sockets : most));
