import { readdir } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CLIP_HEADS } from '#protocol/testing-clips.ts';
import { createAdmission } from '#server/http/load/admission.ts';
import { createServer } from '#server/http/server.ts';
import type { Session } from '#server/meta/session.ts';
import { createDispatch, indexOps } from '#server/ops/dispatch.ts';
import { ALL_OPS } from '#server/ops/registry.ts';
import { injectFault } from '#server/ports/fault.ts';
import { type Desk, openDesk } from '../save/testing-save.ts';

let desk: Desk;
let app: FastifyInstance;
let own: Session;
let live: Session | null;
const TOKEN = 'T'.repeat(43);
beforeAll(async () => {
  desk = await openDesk();
  own = await desk.as('own');
  live = own;
  const ops = indexOps(ALL_OPS);
  const api = {
    ops,
    admission: createAdmission({ atWork: 12, within: 2_000 }),
    dispatch: createDispatch(desk.house, ops),
    findSession: async () => live,
  };
  app = await createServer({ api, web: desk.folder, logger: false });
});
afterAll(async () => {
  await app?.close();
  await desk?.close();
});

/** A multipart body as a browser writes it. */
function body(fields: Record<string, string>, file: { name: string; type: string; bytes: Buffer } | null) {
  const parts = Object.entries(fields).map(([name, value]) =>
    Buffer.from(`--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
  );
  const head =
    file &&
    Buffer.from(`--b\r\nContent-Disposition: form-data; name="file"; filename="${file.name}"\r\nContent-Type: ${file.type}\r\n\r\n`);
  return Buffer.concat([...parts, ...(file ? [head!, file.bytes, Buffer.from('\r\n')] : []), Buffer.from('--b--\r\n')]);
}
const upload = async (fields: Record<string, string>, file: Parameters<typeof body>[1], token: string | null = TOKEN) => {
  const headers = { 'content-type': 'multipart/form-data; boundary=b', ...(token ? { token } : {}) };
  return (await app.inject({ method: 'POST', url: '/app?op=Upload', headers, payload: body(fields, file) })).json();
};
const FIELDS = { cloud: 'order', field: 'docs' };

describe('files over HTTP', () => {
  test('FILE-01 a file that is sent without a name is answered in the envelope', async () => {
    const text = (name: string, value: string) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
    const nameless = `--b\r\nContent-Disposition: form-data; name="file"\r\nContent-Type: application/octet-stream\r\n\r\nhello\r\n--b--\r\n`;
    const payload = `${text('cloud', 'order')}${text('field', 'docs')}${nameless}`;
    const headers = { 'content-type': 'multipart/form-data; boundary=b', token: TOKEN };
    const answer = await app.inject({ method: 'POST', url: '/app?op=Upload', headers, payload });
    expect(answer.json()).toMatchObject({ code: 200, data: { file_name: 'file', length: 5 } });
  });

  test('FILE-01 five megabytes arrive whole and come back as an attachment that runs nowhere', async () => {
    const bytes = Buffer.alloc(5 * 1024 * 1024, 'ab');
    const answer = await upload(FIELDS, { name: '报告 "终稿".html', type: 'text/html', bytes });
    expect(answer).toMatchObject({ code: 200, data: { length: bytes.length } });
    const got = await app.inject({ method: 'GET', url: answer.data.preview_url, headers: { token: TOKEN } });
    expect(got.rawPayload.equals(bytes)).toBe(true);
    expect(got.headers).toMatchObject({ 'content-type': 'application/octet-stream', 'x-content-type-options': 'nosniff' });
    expect(got.headers['content-security-policy']).toContain('sandbox');
    expect(got.headers['content-disposition']).toMatch(/^attachment; filename="[\x20-\x7e]+"; filename\*=UTF-8''%E6%8A%A5[\w%.~!-]+$/);
  });
  test('FILE-02 FIELD-08 C6 a player has the part that it asks for, as a video that is not sniffed; behind the end is 416; a download is whole', async () => {
    const bytes = Buffer.concat([CLIP_HEADS.mp4![0]!, Buffer.from(Array.from({ length: 968 }, (_, at) => at % 251))]);
    const { data } = await upload({ cloud: 'order', field: 'clips' }, { name: '巡检.mp4', type: 'text/html', bytes });
    const get = (range?: string, url = data.preview_url, more = {}) =>
      app.inject({ method: 'GET', url, headers: { token: TOKEN, ...(range && { range }), ...more } });
    const whole = await get();
    expect(whole.headers).toMatchObject({ 'content-type': 'video/mp4', 'accept-ranges': 'bytes', 'x-content-type-options': 'nosniff' });
    expect([whole.statusCode, whole.headers['content-range'], whole.rawPayload.equals(bytes)]).toEqual([200, undefined, true]);
    for (const [range, from, to] of [
      ['bytes=0-0', 0, 0],
      ['bytes=100-199', 100, 199],
      ['bytes=990-', 990, 999],
      ['bytes=-7', 993, 999],
    ] as const) {
      const got = await get(range);
      expect([got.statusCode, got.headers['content-range'], got.headers['content-length']]).toEqual([
        206,
        `bytes ${from}-${to}/1000`,
        `${to - from + 1}`,
      ]);
      expect(got.rawPayload.equals(bytes.subarray(from, to + 1)), range).toBe(true);
      expect(got.headers['content-security-policy']).toMatch(/^default-src 'none'.*sandbox$/);
    }
    expect((await get('bytes=1000-')).statusCode).toBe(416);
    // what several parts, no part, or a part of an older file ask for is whole
    for (const [range, more] of [['bytes=0-1,5-6'], ['lines=1-2'], ['bytes=0-1', { 'if-range': '"x"' }]] as const)
      expect((await get(range, data.preview_url, more)).rawPayload.length, range).toBe(1000);
    const had = await get('bytes=0-1', data.url);
    expect([had.statusCode, had.headers['accept-ranges'], had.rawPayload.length]).toEqual([200, undefined, 1000]);
  });
  test('C12 a name with line breaks, quotes and Chinese leaves the header whole', async () => {
    const { data } = await upload(FIELDS, { name: '甲%0d%0aSet-Cookie: a=b;乙.txt', type: 'text/plain', bytes: Buffer.from('x') });
    const got = await app.inject({ method: 'GET', url: data.url, headers: { token: TOKEN } });
    expect(got.headers['set-cookie']).toBeUndefined();
    expect(String(got.headers['content-disposition'])).not.toMatch(/[\r\n]/);
  });
  test('a refused upload answers at once and the next one works', async () => {
    const file = { name: 'a.txt', type: 'text/plain', bytes: Buffer.alloc(3 * 1024 * 1024) };
    expect(await upload({ cloud: 'vault', field: 'docs' }, file)).toMatchObject({ code: 312 });
    expect(await upload(FIELDS, file, null)).toMatchObject({ code: 401 });
    expect(await upload(FIELDS, null)).toMatchObject({ code: 314 });
    expect(await upload({ ...FIELDS, field: 'amount' }, file)).toMatchObject({ code: 317 });
    expect(await upload(FIELDS, { ...file, name: 'a.exe' })).toMatchObject({ code: 317, remark: '$fileProgram' });
    const program = Buffer.concat([Buffer.from('\x7fELF'), file.bytes]);
    expect(await upload(FIELDS, { ...file, bytes: program })).toMatchObject({ code: 317, remark: '$fileProgram' });
    expect(await upload({ cloud: 'order' }, file)).toMatchObject({ code: 314, data: { field: 'field' } });
    expect(await upload({ cloud: 'order', field: 'docs', key_name: 'pictures' }, file)).toMatchObject({ code: 317 });
    expect(await upload({ cloud: 'order', field: 'docs', key_name: 'docs' }, file)).toMatchObject({ code: 200 });
    expect(await upload({ cloud: 'order', key_name: 'docs' }, file)).toMatchObject({
      code: 200,
      data: { filename: 'a.txt', file_name: 'a.txt' },
    });
    expect(await upload(FIELDS, file)).toMatchObject({ code: 200 });
  });
  test('C1 C6 a name that no file has is 316 and is not looked at; the next upload works', async () => {
    const named = (name: string) => upload(FIELDS, { name, type: 'text/plain', bytes: Buffer.from('x') });
    for (const name of ['.'.repeat(75_000), `${'长'.repeat(2_000)}.txt`, `${'x'.repeat(1_001)}`, ' '.repeat(60_000)])
      expect(await named(name), String(name.length)).toMatchObject({ code: 316, data: { field: 'file' } });
    expect(await named(`${'.'.repeat(900)}a.txt`)).toMatchObject({ code: 200, data: { file_name: 'a.txt' } });
  });
  test('E9 an upload whose session ends while its bytes come is 401, and nothing of it is kept', async () => {
    const file = { name: 'a.txt', type: 'text/plain', bytes: Buffer.from('secret') };
    const kept = async () => [
      await desk.base.db.query('select id from fw.file order by id'),
      await readdir(desk.folder, { recursive: true }),
    ];
    const before = await kept();
    injectFault(async (point) => {
      if (point === 'file.flushed') live = null;
    });
    try {
      expect(await upload(FIELDS, file)).toMatchObject({ code: 401 });
    } finally {
      injectFault();
      live = own;
    }
    expect(await kept()).toEqual(before);
    expect(await upload(FIELDS, file)).toMatchObject({ code: 200 });
  });
  test('A17 C6 repeated fields, two files and thousands of parts are refused', async () => {
    const twice = Buffer.concat([
      body({ cloud: 'order' }, null).subarray(0, -7),
      body(FIELDS, { name: 'a', type: 't', bytes: Buffer.from('x') }),
    ]);
    const headers = { 'content-type': 'multipart/form-data; boundary=b', token: TOKEN };
    const answer = await app.inject({ method: 'POST', url: '/app?op=Upload', headers, payload: twice });
    expect(answer.json().code).toBe(317);
    const many = Object.fromEntries(Array.from({ length: 5000 }, (_, n) => [`f${n}`, 'x']));
    expect([316, 317, 341]).toContain((await upload({ ...FIELDS, ...many }, null)).code);
  });
});
