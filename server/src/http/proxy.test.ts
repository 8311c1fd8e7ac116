import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineOp } from '#protocol/ops/op.ts';
import type { House } from '#server/meta/house.ts';
import { createDispatch, indexOps } from '#server/ops/dispatch.ts';
import { op } from '#server/ops/op.ts';
import { callersBy } from './caller.ts';
import { createAdmission } from './load/admission.ts';
import { createServer } from './server.ts';

const who = op(
  defineOp({ path: '/sys', op: 'Who', summary: 'who calls', free: true, request: z.strictObject({}) }),
  async (_, { caller }) => ({ data: { address: caller.address }, setDevice: 'id.mac' }),
);

let app: FastifyInstance;
afterEach(() => app.close());

/** What the server takes the caller for. */
async function seen(trustedProxies: string[], remoteAddress: string, headers: Record<string, string>) {
  const ops = indexOps([who]);
  const api = {
    ops,
    admission: createAdmission({ atWork: 12, within: 2_000 }),
    dispatch: createDispatch({} as House, ops),
    findSession: async () => null,
  };
  app = await createServer({ web: '/nonexistent', logger: false, trustedProxies, api });
  const answer = await app.inject({ method: 'POST', url: '/sys?op=Who', remoteAddress, headers, payload: {} });
  return {
    address: JSON.parse(answer.body).data.address as string,
    secure: /; Secure$/.test(String(answer.headers['set-cookie'])),
    hsts: answer.headers['strict-transport-security'] !== undefined,
  };
}

const PROXY = '192.168.7.2';
const plain = { secure: false, hsts: false };
const tls = { secure: true, hsts: true };
const https = { 'x-forwarded-proto': 'https' };

describe('E4 whose address it is', () => {
  it.each([
    ['no proxy is trusted', [], PROXY, { 'x-forwarded-for': '8.8.8.8', ...https }, { address: PROXY, ...plain }],
    ['the proxy says it', [PROXY], PROXY, { 'x-forwarded-for': '8.8.8.8', ...https }, { address: '8.8.8.8', ...tls }],
    ['a network of proxies', ['192.168.7.0/24'], PROXY, { 'x-forwarded-for': '8.8.8.8' }, { address: '8.8.8.8', ...plain }],
    ['a stranger plays proxy', [PROXY], '8.8.4.4', { 'x-forwarded-for': '8.8.8.8', ...https }, { address: '8.8.4.4', ...plain }],
    [
      'a stranger forges before the proxy',
      [PROXY],
      PROXY,
      { 'x-forwarded-for': `1.1.1.1, ${PROXY}, 8.8.8.8` },
      { address: '8.8.8.8', ...plain },
    ],
    ['two proxies', ['10.0.0.0/8'], '10.0.0.2', { 'x-forwarded-for': '8.8.8.8, 10.0.0.1' }, { address: '8.8.8.8', ...plain }],
    ['other headers', [PROXY], PROXY, { 'x-real-ip': '8.8.8.8', forwarded: 'for=8.8.8.8;proto=https' }, { address: PROXY, ...plain }],
    ['no address at all', [PROXY], PROXY, { 'x-forwarded-for': 'unknown' }, { address: '127.0.0.1', ...plain }],
    ['IPv6 counts by /64', ['::1'], '::1', { 'x-forwarded-for': '2001:db8:1:2:3::4' }, { address: '2001:db8:1:2', ...plain }],
    ['mapped IPv4', [PROXY], `::ffff:${PROXY}`, { 'x-forwarded-for': '8.8.8.8' }, { address: '8.8.8.8', ...plain }],
  ])('E4 %s', async (_, trusted, from, headers, expected) => {
    const said = await seen(trusted, from, headers as Record<string, string>);
    // a socket that inject makes up has no address of its own
    if (headers['x-forwarded-for' as keyof typeof headers] === 'unknown') expect(said.address).not.toBe('unknown');
    else expect(said).toEqual(expected);
    // the live channel counts by the same address
    const { address } = callersBy(trusted as string[])({ socket: { remoteAddress: from }, headers } as unknown as IncomingMessage);
    expect(address).toBe(expected.address === '127.0.0.1' ? from : expected.address);
  });
});
