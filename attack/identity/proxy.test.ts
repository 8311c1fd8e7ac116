import { afterAll, beforeAll, expect, test } from 'vitest';
import { asForm, byInject } from '#protocol/testing-person.ts';
import { openServer } from '#server/compose.ts';
import { type Outside, openOutside, stranger } from '../outside.ts';

let it: Outside;
beforeAll(async () => {
  it = await openOutside();
});
afterAll(() => it?.close());

test('E4 behind a trusted proxy the limit is that of the person: one is shut out, his neighbour is not, a forged address changes nothing', async () => {
  const proxy = stranger();
  const server = await openServer(it.app.house, { web: '/nonexistent', logger: false, trustedProxies: [proxy] });
  const tried = async (from: string, username: string, remoteAddress = proxy) => {
    const form = { ...(await it.app.loginBody(username)), password: 'x'.repeat(43) };
    const sent = asForm('/sys?op=Login', form);
    const headers = { ...sent.headers, 'x-forwarded-for': from };
    return (await byInject(server).send({ ...sent, headers, from: remoteAddress })).status;
  };
  for (let at = 0; at < 30; at += 1) expect(await tried('203.0.113.7', `nobody${at}`)).toBe(200);
  expect(await tried('203.0.113.7', 'nobody30')).toBe(429);
  expect(await tried('1.1.1.1, 203.0.113.7', 'nobody31')).toBe(429);
  expect(await tried('203.0.113.8', 'nobody32')).toBe(200);
  expect(await tried('203.0.113.7', 'nobody33', stranger())).toBe(200);
  await server.close();
});
