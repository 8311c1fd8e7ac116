import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import proxyAddr from '@fastify/proxy-addr';
import { addressKey } from '../caller.ts';

/** Connections of a process at most; a person has few, a proxy some hundreds. */
export const MOST_CONNECTIONS = 10_000;
/** Of them, what one address may hold that is no proxy of ours: an office, not the whole server. */
const SHARE = 4;

export interface ConnectionLimits {
  most: number;
  trustedProxies: readonly string[];
}

/** No address closes the server to the others: what it opens beyond its share is cut at once. Live channels count, as they stay. */
export function boundConnections(server: Server, { most, trustedProxies }: ConnectionLimits): void {
  const mostOfOne = Math.floor(most / SHARE);
  const trusts = proxyAddr.compile([...trustedProxies]);
  const held = new Map<string, number>();
  server.maxConnections = most;
  server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket;
    // it is gone already
    if (remoteAddress === undefined) return void socket.destroy();
    if (trusts(remoteAddress, 0)) return;
    const address = addressKey(remoteAddress);
    const now = held.get(address) ?? 0;
    if (now >= mostOfOne) return void socket.destroy();
    held.set(address, now + 1);
    socket.once('close', () => {
      const left = held.get(address)! - 1;
      if (left > 0) held.set(address, left);
      else held.delete(address);
    });
  });
}
