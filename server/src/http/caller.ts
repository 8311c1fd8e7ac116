import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import proxyAddr from '@fastify/proxy-addr';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '#server/ops/op.ts';

/** Who makes a call, as far as http knows. */
export function callerOf(request: FastifyRequest): Caller {
  return {
    address: addressKey(isIP(request.ip) ? request.ip : (request.socket.remoteAddress ?? '')),
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
    host: (request.headers.host ?? '').slice(0, 300),
    device: deviceCookieOf(request),
  };
}

/** The same of a connection that is no call: the live channel's. Addresses count as they do for calls. */
export function callersBy(trustedProxies: readonly string[] = []): (request: IncomingMessage) => Pick<Caller, 'address' | 'device'> {
  const trusts = proxyAddr.compile([...trustedProxies]);
  return (request) => {
    const said = proxyAddr(request, trusts);
    return { address: addressKey(isIP(said) ? said : (request.socket.remoteAddress ?? '')), device: deviceCookieOf(request) };
  };
}

const DEVICE = 'fw_device';

export const deviceCookie = (value: string, secure: boolean): string =>
  `${DEVICE}=${value}; Path=/; Max-Age=31536000; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;

/** The device cookie, where it looks like one that we gave. */
function deviceCookieOf({ headers }: Pick<IncomingMessage, 'headers'>): string | null {
  const pair = (headers.cookie ?? '').split(';').find((one) => one.trimStart().startsWith(`${DEVICE}=`));
  const value = pair?.slice(pair.indexOf('=') + 1) ?? '';
  return /^[A-Za-z0-9_.-]{1,200}$/.test(value) ? value : null;
}

/** IPv6 counts by /64, IPv4 mapped into IPv6 as IPv4. */
export function addressKey(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip);
  if (mapped) return mapped[1]!;
  if (!ip.includes(':')) return ip;
  const [head = '', tail = ''] = ip.split('::');
  const left = head.split(':').filter(Boolean);
  const right = tail.split(':').filter(Boolean);
  return [...left, ...Array(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right].slice(0, 4).join(':');
}
