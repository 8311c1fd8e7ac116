import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Refusal } from '#protocol/codes.ts';
import { defineOp } from '#protocol/ops/op.ts';
import { wireInt, wireJson } from '#protocol/wire/codec.ts';
import type { House } from '#server/meta/house.ts';
import type { Session } from '#server/meta/session.ts';
import { createDispatch, indexOps } from '#server/ops/dispatch.ts';
import { op } from '#server/ops/op.ts';
import { createAdmission } from './load/admission.ts';
import { createServer } from './server.ts';

const echo = op(
  defineOp({
    path: '/app',
    op: 'Echo',
    summary: 'echo',
    writes: true,
    request: z.looseObject({
      rows: wireInt(1, 1000).optional(),
      nested: wireJson(z.record(z.string(), z.unknown())).optional(),
      short: z.string().max(5).optional(),
    }),
  }),
  async (_, call) => ({ data: { request: call.request, user: call.session.user.id, address: call.caller.address } }),
);
const needs = op(
  defineOp({ path: '/app', op: 'Needs', summary: 'needs', request: z.strictObject({ cloud: z.string() }) }),
  async () => ({}),
);
const free = op(defineOp({ path: '/sys', op: 'Free', summary: 'free', free: true, request: z.strictObject({}) }), async () => ({
  data: { fine: 1 },
}));
const fails = op(defineOp({ path: '/sys', op: 'Fails', summary: 'fails', free: true, request: z.strictObject({}) }), async () => {
  throw new Error('relation "secret" of driver 1.2.3');
});
const refuses = op(defineOp({ path: '/sys', op: 'Refuses', summary: 'refuses', free: true, request: z.strictObject({}) }), async () => {
  throw new Refusal(311, '$stale', { who: 'x' });
});
const tooMany = op(defineOp({ path: '/sys', op: 'TooMany', summary: 'limited', free: true, request: z.strictObject({}) }), async () => {
  throw Object.assign(new Refusal(300), { status: 429, retryAfter: 12.5 });
});
const bytes = op(
  defineOp({
    path: '/app',
    op: 'Bytes',
    summary: 'bytes',
    get: true,
    stream: true,
    free: true,
    request: z.strictObject({ key_name: z.string() }),
  }),
  async () => ({
    stream: Readable.from(['abc']),
    file_name: '方案"\r\n.pdf',
    mime: 'application/pdf',
    length: 3,
    disposition: 'attachment' as const,
  }),
);

let app: FastifyInstance;
beforeAll(async () => {
  const ops = indexOps([echo, needs, free, fails, refuses, tooMany, bytes]);
  app = await createServer({
    web: '/nonexistent',
    logger: false,
    api: {
      ops,
      admission: createAdmission({ atWork: 12, within: 2_000 }),
      dispatch: createDispatch({} as House, ops),
      findSession: async (token) => (token === 'a'.repeat(43) ? ({ user: { id: 7 }, company: { id: 1 } } as Session) : null),
    },
  });
});
afterAll(() => app.close());

const token = 'a'.repeat(43);
const form = (url: string, payload: string | Buffer, headers: Record<string, string> = {}) =>
  app.inject({ method: 'POST', url, payload, headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers } });
const body = (answer: { body: string }) => {
  const { duration, ...rest } = JSON.parse(answer.body);
  expect(typeof duration).toBe('number');
  return rest;
};

describe('WIRE-01 the envelope over HTTP', () => {
  it('AUTH-13 B1 answers 401 without a token, with garbage, with two tokens, with one in the query or a cookie', async () => {
    const without = { code: 401, remark: '$notSignedIn' };
    for (const headers of [
      {},
      { token: 'x' },
      { token: `${token}, ${token}` },
      { cookie: `token=${token}` },
      { token: 'a'.repeat(10_000) },
    ])
      expect(body(await form('/app?op=Echo', '', headers as Record<string, string>))).toEqual(without);
    expect(body(await form(`/app?op=Echo&token=${token}`, ''))).toEqual(without);
    expect(body(await form('/app?op=Echo', '', { token: 'b'.repeat(43) }))).toEqual({ code: 401, remark: '' });
  });

  it('WIRE-01 takes forms and JSON alike, and leaves the client marker out of the request', async () => {
    const answer = await form('/app?op=Echo', 'rows=5&nested=%7B%22a%22%3A1%7D&_os=web&_bg=1', { token });
    expect(body(answer)).toEqual({
      code: 200,
      remark: '',
      data: { request: { rows: 5, nested: { a: 1 } }, user: 7, address: '127.0.0.1' },
    });
    const json = await app.inject({ method: 'POST', url: '/app?op=Echo', headers: { token }, payload: { rows: 5, nested: { a: 1 } } });
    expect(body(json).data.request).toEqual({ rows: 5, nested: { a: 1 } });
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('answers 403 to an op that does not exist, whoever asks', async () => {
    for (const url of [
      '/app?op=Nothing',
      '/app',
      '/app?op=Echo&op=Free',
      '/app?op=echo',
      '/app?op=Echo%20',
      '/sys?op=Echo',
      '/app?op=__proto__',
    ]) {
      expect(body(await form(url, ''))).toEqual({ code: 403, remark: '' });
    }
  });

  it('A24 refuses GET on a call with 405, other content types with 415, override headers have no effect', async () => {
    const get = await app.inject({ method: 'GET', url: '/app?op=Echo', headers: { token } });
    expect([get.statusCode, body(get)]).toEqual([405, { code: 403, remark: '' }]);
    for (const type of ['text/plain', 'TEXT/PLAIN', 'application/json\tx', 'application/xml', 'a']) {
      const answer = await form('/app?op=Echo', 'rows=5', { token, 'content-type': type });
      expect([type, answer.statusCode]).toEqual([type, 415]);
      expect(body(answer).code).toBe(317);
    }
    const overridden = await app.inject({ method: 'GET', url: '/app?op=Echo', headers: { token, 'x-http-method-override': 'POST' } });
    expect(overridden.statusCode).toBe(405);
  });

  it('A25 other spellings of a path find the same door or none', async () => {
    for (const url of ['//app?op=Echo', '/app/?op=Echo', '/APP?op=Echo', '/app/..;/sys?op=Free', '/app;x?op=Echo']) {
      const answer = await form(url, '', { token });
      expect([url, answer.statusCode, body(answer).code]).toEqual([url, 404, 403]);
    }
    expect(body(await form('/%61pp?op=Echo', '')).code).toBe(401);
  });

  it('A16 A17 repeated names, array names and prototype names are refused', async () => {
    for (const payload of [
      'cloud=a&cloud=b',
      '__proto__=1',
      'nested=%7B%22__proto__%22%3A%7B%22admin%22%3A1%7D%7D',
      'nested=%7B%22\\u005f_proto__%22%3A1%7D',
      'rows=0x10',
      'rows=',
      'rows=-1',
      'rows=NaN',
      'rows=1e9',
      'rows=9007199254740993',
      'rows=%zz',
    ]) {
      expect([payload, body(await form('/app?op=Echo', payload, { token })).code]).toEqual([payload, 317]);
    }
    expect(body(await form('/app?op=Needs', 'cloud%5B%5D=1', { token })).code).toBe(314);
    expect(body(await form('/app?op=Needs', 'cloud=a&cloud%5B%24ne%5D=1', { token })).code).toBe(317);
    expect(({} as Record<string, unknown>).admin).toBeUndefined();
  });

  it('A18 invalid UTF-8 is refused, in escapes and in bytes', async () => {
    expect(body(await form('/app?op=Needs', 'cloud=%ff%fe', { token })).code).toBe(317);
    expect(body(await form('/app?op=Needs', Buffer.from([0x63, 0x6c, 0x6f, 0x75, 0x64, 0x3d, 0xff]), { token })).code).toBe(317);
    expect(
      body(
        await app.inject({
          method: 'POST',
          url: '/app?op=Needs',
          headers: { token, 'content-type': 'application/json' },
          payload: Buffer.from([0x7b, 0xff, 0x7d]),
        }),
      ).code,
    ).toBe(317);
  });

  it('A23 bodies that are too large, too deep or too many are refused, and none is a fault', async () => {
    const large = await form('/app?op=Echo', `x=${'a'.repeat(3 * 1024 * 1024)}`, { token });
    expect([large.statusCode, body(large).code]).toEqual([413, 316]);
    expect(body(await form('/app?op=Echo', Array.from({ length: 3000 }, (_, i) => `k${i}=1`).join('&'), { token })).code).toBe(341);
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const answer = await app.inject({
      method: 'POST',
      url: '/app?op=Echo',
      headers: { token, 'content-type': 'application/json' },
      payload: `{"nested":${deep}}`,
    });
    expect(body(answer).code).toBe(317);
    const zipped = await form('/app?op=Echo', 'rows=5', { token, 'content-encoding': 'gzip' });
    expect([200, 400, 415]).toContain(zipped.statusCode);
  });

  it('names what is missing 314, too long 316, unknown 317', async () => {
    expect(body(await form('/app?op=Needs', '', { token }))).toEqual({ code: 314, remark: '', data: { field: 'cloud' } });
    expect(body(await form('/app?op=Echo', 'short=123456', { token }))).toEqual({ code: 316, remark: '', data: { field: 'short' } });
    expect(body(await form('/app?op=Needs', 'cloud=a&other=1', { token }))).toEqual({ code: 317, remark: '', data: { field: 'other' } });
  });

  it('a fault of ours says 306 and nothing of its cause', async () => {
    const answer = await form('/sys?op=Fails', '');
    expect([answer.statusCode, body(answer)]).toEqual([200, { code: 306, remark: '' }]);
    expect(answer.body).not.toMatch(/secret|driver|1\.2\.3/);
    expect(body(await form('/sys?op=Refuses', ''))).toEqual({ code: 311, remark: '$stale', data: { who: 'x' } });
  });

  it('429 says when to come back', async () => {
    const answer = await form('/sys?op=TooMany', '');
    expect([answer.statusCode, answer.headers['retry-after'], body(answer).code]).toEqual([429, '13', 300]);
  });

  it('FILE-01 a file is an attachment whose name cannot break the header, and never runs here', async () => {
    const answer = await app.inject({ method: 'GET', url: '/app?op=Bytes&key_name=x' });
    expect(answer.body).toBe('abc');
    expect(answer.headers['content-disposition']).toBe(
      `attachment; filename="_____.pdf"; filename*=UTF-8''%E6%96%B9%E6%A1%88%22%0D%0A.pdf`,
    );
    expect(answer.headers['content-security-policy']).toContain('sandbox');
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
  });

  it('D4 D5 every answer carries the headers, and no other origin is let in', async () => {
    const answer = await form('/sys?op=Free', '', { origin: 'https://evil.example' });
    expect(answer.headers['content-security-policy']).toContain("script-src 'self'");
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    expect(answer.headers['x-powered-by']).toBeUndefined();
    const preflight = await app.inject({
      method: 'OPTIONS',
      url: '/app?op=Echo',
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
    });
    expect([preflight.statusCode, preflight.headers['access-control-allow-origin']]).toEqual([404, undefined]);
  });

  it('the calls describe themselves at /openapi.json', async () => {
    const answer = await app.inject({ method: 'GET', url: '/openapi.json' });
    const described = JSON.parse(answer.body);
    expect(described.paths['/app'].post.parameters[0].schema.enum).toEqual(['Echo', 'Needs', 'Bytes']);
    expect(described.paths['/app'].post.requestBody.content['application/json'].schema.oneOf[0]).toMatchObject({ 'x-op': 'Echo' });
  });
});
