import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Answer, expectModest, expectSane, expectUnchanged } from '../asserts.ts';
import { answersIn, openTarget, type Target } from '../target.ts';

let target: Target;
let token: string;
beforeAll(async () => {
  target = await openTarget();
  token = await target.token('applicant');
});
afterAll(() => target?.close());

const FORM = 'application/x-www-form-urlencoded';
const body = 'cloud=project&rows=1';

/** A request as bytes; `lines` are further headers. */
const request = (
  line: string,
  lines: readonly string[],
  text: string | Buffer = '',
  own = [`token: ${token}`, 'connection: close'],
): Buffer => Buffer.concat([Buffer.from([line, 'host: 127.0.0.1', ...own, ...lines, '', ''].join('\r\n'), 'latin1'), Buffer.from(text)]);
const posted = (text: string | Buffer, type = FORM, more: readonly string[] = [], line = 'POST /app?op=Page HTTP/1.1') =>
  request(line, [`content-type: ${type}`, `content-length: ${Buffer.byteLength(text)}`, ...more], text);

/** What comes back for the bytes: every answer held to G1 and G2. */
async function ask(bytes: Buffer | string): Promise<(Answer & { code?: number })[]> {
  const answers = answersIn(await target.raw(bytes));
  return answers.map((answer) => ({ ...answer, code: expectSane(answer, bytes.toString('latin1').slice(0, 2000)) }));
}
const told = async (bytes: Buffer | string) => (await ask(bytes)).map(({ status, code }) => [status, code]);
const alive = async () => expect(await told(posted(body))).toEqual([[200, 200]]);

test('A23 nesting of 100,000, a million keys, 20 MB, in a form and in JSON', async () => {
  const deep = (open: string, close: string) => `{"cloud":"project","filters":${open.repeat(100_000)}1${close.repeat(100_000)}}`;
  const keys = (count: number) => Array.from({ length: count }, (_, at) => `"k${at}":1`);
  await expectModest(() =>
    expectUnchanged(target.base.db, async () => {
      expect(await told(posted(deep('[', ']'), 'application/json'))).toEqual([[200, 317]]);
      expect(await told(posted(deep('{"a":', '}'), 'application/json'))).toEqual([[200, 317]]);
      expect(await told(posted(`cloud=project&filters=${encodeURIComponent('['.repeat(100_000) + ']'.repeat(100_000))}`))).toEqual([
        [200, 317],
      ]);
      expect(await told(posted(`{${keys(150_000)}}`, 'application/json'))).toEqual([[200, 341]]);
      expect(await told(posted(`{"cloud":"project","filters":{"fields":{${keys(100_000)}}}}`, 'application/json'))).toEqual([[200, 341]]);
      expect(await told(posted(`cloud=project&${'k=1&'.repeat(400_000)}`))).toEqual([[200, 341]]);
      for (const huge of [posted(`{${keys(1_000_000)}}`, 'application/json'), posted(`x=${'a'.repeat(20 * 2 ** 20)}`)]) {
        const [first] = await told(huge);
        expect(first).toEqual([413, 316]);
      }
      // the same without a length, in chunks
      const chunk = `${(2 ** 20).toString(16)}\r\n${'a'.repeat(2 ** 20)}\r\n`;
      const chunked = request(
        'POST /app?op=Page HTTP/1.1',
        [`content-type: ${FORM}`, 'transfer-encoding: chunked'],
        `${chunk.repeat(20)}0\r\n\r\n`,
      );
      expect((await told(chunked))[0]).toEqual([413, 316]);
    }),
  );
  await alive();
});

test('A23 a compressed body is not read as if it were plain, and not unpacked', async () => {
  const bomb = gzipSync(Buffer.alloc(100 * 2 ** 20, 'a'));
  await expectModest(async () => {
    for (const encoding of ['gzip', 'deflate', 'br', 'x-gzip', 'zstd', 'identity, gzip'])
      for (const text of [gzipSync(body), bomb, Buffer.from(body)]) {
        expect(await told(posted(text, FORM, [`content-encoding: ${encoding}`]))).toEqual([[415, 317]]);
      }
    expect(await told(posted(body, FORM, ['content-encoding: identity']))).toEqual([[200, 200]]);
  });
});

test('A23 header lines without end', async () => {
  expect(await told(request('POST /app?op=Page HTTP/1.1', [`x: ${'a'.repeat(100_000)}`]))).toEqual([[431, 317]]);
  const many = Array.from({ length: 5000 }, (_, at) => `x${at}: 1`);
  expect((await told(request('POST /app?op=Page HTTP/1.1', many)))[0]![0]).toBe(431);
  expect((await told(request(`POST /app?op=${'P'.repeat(100_000)} HTTP/1.1`, [])))[0]![0]).toBe(431);
  await alive();
});

test('A24 content types: read as the one that stands there, or 415', async () => {
  const json = JSON.stringify({ cloud: 'project', rows: 1 });
  for (const type of ['application/json', ' application/json', 'application/json ; charset=utf-8', 'APPLICATION/JSON'])
    expect([await told(posted(json, type)), type]).toEqual([[[200, 200]], type]);
  for (const type of [
    'application/json\tx',
    'TEXT/PLAIN',
    'text/plain',
    'text/json',
    'application/xml',
    'application/jsonx',
    'application/x-www-form-urlencodedx',
    'x',
    'application/json, text/plain',
    'application/vnd.api+json',
    'multipart/form-data; boundary=x',
    ';',
    'application/',
  ])
    expect([(await told(posted(json, type)))[0], type]).toEqual([[415, 317], type]);
  // JSON as a form, a form as JSON: neither is guessed
  expect(await told(posted(json))).toEqual([[200, 314]]);
  expect(await told(posted(body, 'application/json'))).toEqual([[200, 317]]);
  // missing, and doubled: the first one counts, as for every reader of node:http
  expect(await told(request('POST /app?op=Page HTTP/1.1', [`content-length: ${body.length}`], body))).toEqual([[415, 317]]);
  expect(await told(posted(body, FORM, ['content-type: application/json']))).toEqual([[200, 200]]);
  expect(await told(posted(body, 'application/json', [`content-type: ${FORM}`]))).toEqual([[200, 317]]);
});

test('A24 methods: POST alone calls; overriding headers and fields have no effect', async () => {
  await expectUnchanged(target.base.db, async () => {
    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE', 'HEAD']) {
      const heard = await target.raw(posted(body, FORM, [], `${method} /app?op=Page HTTP/1.1`));
      expect([heard.slice(0, 12), method]).toEqual(['HTTP/1.1 405', method]);
    }
    for (const header of ['x-http-method-override', 'x-http-method', 'x-method-override', '_method']) {
      expect((await told(request('GET /app?op=Page HTTP/1.1', [`${header}: POST`])))[0]).toEqual([405, 403]);
      expect((await told(posted(body, FORM, [`${header}: DELETE`])))[0]).toEqual([200, 200]);
    }
    expect(await told(posted('cloud=project&_method=DELETE'))).toEqual([[200, 317]]);
    for (const method of ['OPTIONS', 'TRACE', 'PROPFIND', 'QUERY'])
      expect([(await told(request(`${method} /app?op=Page HTTP/1.1`, [])))[0]?.[1], method]).toEqual([
        method === 'QUERY' ? expect.anything() : 403,
        method,
      ]);
    expect((await target.raw(request('CONNECT 127.0.0.1:5432 HTTP/1.1', []))).slice(0, 12)).not.toContain('200');
    expect((await told(request('XYZZY /app?op=Page HTTP/1.1', [])))[0]).toEqual([400, 317]);
  });
});

test('A25 spellings of path and op: the same door, or none', async () => {
  const without = (url: string) => posted(body, FORM, [], `POST ${url} HTTP/1.1`).toString('latin1').replace(`token: ${token}\r\n`, '');
  for (const url of ['/%61pp?op=Page', '/app?op=%50age', '/app?%6fp=Page', 'http://evil.example/app?op=Page']) {
    expect([await told(posted(body, FORM, [], `POST ${url} HTTP/1.1`)), url]).toEqual([[[200, 200]], url]);
    expect([await told(without(url)), url]).toEqual([[[200, 401]], url]);
  }
  for (const url of [
    '//app?op=Page',
    '/app/?op=Page',
    '/APP?op=Page',
    '/App?op=Page',
    '/app/..;/sys?op=Login',
    '/app;x?op=Page',
    '/./app?op=Page',
    '/x/../app?op=Page',
    '/app%2f?op=Page',
    '/%2561pp?op=Page',
    '/app%00?op=Page',
    '/app%3fop=Page',
    '\\app?op=Page',
    '/%zz?op=Page',
    '/app/../sys?op=Login',
  ])
    for (const bytes of [posted(body, FORM, [], `POST ${url} HTTP/1.1`), without(url)]) {
      const [[status, code] = []] = await told(bytes);
      expect([[400, 404].includes(status!), [317, 403].includes(code!), url]).toEqual([true, true, url]);
    }
  for (const url of [
    '/app?op=Page&op=Login',
    '/app?op=Login&op=Page',
    '/app?op=Page%20',
    '/app?op=page',
    '/app?op=Page%00',
    '/app?OP=Page',
    '/app',
    '/app?',
    '/app?op',
    '/app?op=',
    '/app?op[]=Page',
    '/app?op=constructor',
    '/app?op=__proto__',
    '/sys?op=Page',
    '/app?op=Login',
    '/app?op=Page;op=Login',
    '/app?op=Page?op=Login',
    '/app?op=Page#x',
  ])
    expect([await told(posted(body, FORM, [], `POST ${url} HTTP/1.1`)), url]).toEqual([[[200, 403]], url]);
});

test('A24 A25 two lengths, length and chunks, bare LF, blanks in names: 400 and the end of the connection, nothing smuggled', async () => {
  const inner = posted('cloud=message&id=1', FORM, [], 'POST /app?op=Delete HTTP/1.1').toString('latin1');
  const line = 'POST /app?op=Page HTTP/1.1';
  const chunks = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
  const type = `content-type: ${FORM}`;
  const garbage: [string, Buffer | string][] = [
    ['CL and TE', request(line, [type, `content-length: ${chunks.length + inner.length}`, 'transfer-encoding: chunked'], chunks + inner)],
    ['TE and CL', request(line, [type, 'transfer-encoding: chunked', 'content-length: 4'], chunks + inner)],
    ['TE twice', request(line, [type, 'transfer-encoding: chunked', 'transfer-encoding: identity'], chunks + inner)],
    ['TE odd', request(line, [type, 'transfer-encoding: xchunked'], chunks + inner)],
    ['TE chunked, gzip', request(line, [type, 'transfer-encoding: chunked, gzip'], chunks + inner)],
    ['TE with blank', request(line, [type, 'transfer-encoding : chunked'], chunks + inner)],
    ['CL twice', request(line, [type, `content-length: ${body.length}`, 'content-length: 0'], body + inner)],
    ['CL list', request(line, [type, `content-length: ${body.length}, ${body.length}`], body + inner)],
    ['CL negative', request(line, [type, 'content-length: -1'], body + inner)],
    ['CL plus', request(line, [type, 'content-length: +20'], body + inner)],
    ['CL hex', request(line, [type, 'content-length: 0x14'], body + inner)],
    ['CL huge', request(line, [type, 'content-length: 99999999999999999999'], body + inner)],
    ['bare LF', posted(body).toString('latin1').replaceAll('\r\n', '\n') + inner],
    ['bare CR', posted(body).toString('latin1').replaceAll('\r\n', '\r') + inner],
    ['LF in a header', request(line, [type, `x: a\ntransfer-encoding: chunked`, `content-length: ${body.length}`], body + inner)],
    ['folded header', request(line, [type, 'x: a\r\n b', `content-length: ${body.length}`], body + inner)],
    ['NUL in a header', request(line, [type, 'x: a\0b', `content-length: ${body.length}`], body + inner)],
    ['blank before a header', request(line, [' x: a', type, `content-length: ${body.length}`], body + inner)],
    ['no name', request(line, [': a', type, `content-length: ${body.length}`], body + inner)],
    ['chunk size signed', request(line, [type, 'transfer-encoding: chunked'], `+${chunks}${inner}`)],
    ['chunk size 0x', request(line, [type, 'transfer-encoding: chunked'], `0x${chunks}${inner}`)],
    ['chunk by LF', request(line, [type, 'transfer-encoding: chunked'], chunks.replaceAll('\r\n', '\n') + inner)],
    ['HTTP/0.9', `GET /app?op=Page\r\n\r\n${inner}`],
    ['HTTP/2 preface', `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n${inner}`],
    ['HTTP/9.9', request('POST /app?op=Page HTTP/9.9', [], inner)],
    ['TLS', Buffer.from('16030100a5010000a10303', 'hex')],
  ];
  const [before] = await target.base.db.query('select count(*) as live from app.message where deleted_time is null');
  for (const [what, bytes] of garbage) {
    const answers = await told(bytes);
    expect([what, answers.at(-1)?.[0]]).toEqual([what, 400]);
    // what stands before the fault may be answered; nothing after it is
    expect([what, answers.length <= 2 && answers.slice(0, -1).every(([status]) => status === 200)]).toEqual([what, true]);
  }
  expect(await target.base.db.query('select count(*) as live from app.message where deleted_time is null')).toEqual([before]);
  await alive();
});

test('A24 two requests in one write are two answers, and the body of one is never the head of the next', async () => {
  const both = Buffer.concat([
    Buffer.from(posted(body).toString('latin1').replace('connection: close', 'connection: keep-alive')),
    posted('cloud=nothing'),
  ]);
  expect(await told(both)).toEqual([
    [200, 200],
    [200, 312],
  ]);
  const hidden = posted('cloud=message&id=1', FORM, [], 'POST /app?op=Delete HTTP/1.1').toString('latin1');
  // a GET with a body: what follows it is its body
  const get = request('GET /health HTTP/1.1', [`content-length: ${hidden.length}`], hidden);
  expect((await told(get)).length).toBe(1);
});
