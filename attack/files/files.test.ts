import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Heard, listen, type Outside, openOutside, upload } from '../outside.ts';

const REFUSED = '{"code":340,"remark":"","duration":0}';
let it: Outside;
let mine: string;
const cloud = 'initiation';
const field = { cloud, field: 'proposal' };
beforeAll(async () => {
  it = await openOutside();
  mine = await it.signIn('applicant');
});
afterAll(() => it?.close());

const get = (url: string, token?: string, headers: Record<string, string> = {}): Promise<Heard> =>
  it.say(url, {}, { method: 'GET', headers, ...(token ? { token } : {}) });
const add = async (form: Record<string, string>, token = mine) => it.say('/app?op=Add', { cloud, ...form }, { token });
const keyOf = (told: Heard) => String(told.data?.key_name);
const stored = async (): Promise<string[]> =>
  (await readdir(it.folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name)
    .sort();
const room = () => it.sql('delete from fw.file where rowid is null');

test('C1 whatever a file is called, it lies under a random key and is shown under a name that is no path', async () => {
  const names = [
    '../../etc/passwd',
    '..\\..\\x.txt',
    '%2e%2e%2fx.txt',
    '/etc/x',
    'C:\\x.txt',
    `${'n'.repeat(300)}.pdf`,
    'CON',
    'aux.txt',
    'a\u202Etxt.pdf',
  ];
  names.push('dot.', ' blank ', '...', ';id', '$(id).txt', '-oX', '--help', '<script>.html', '\u0001\u0002.txt', 'nul\0.txt', '.htaccess');
  const before = (await stored()).length;
  for (const name of names) {
    const told = await upload(it, mine, field, name);
    expect(told.code, `${name} ${told.bytes}`).toBe(200);
    expect(keyOf(told)).toMatch(/^[A-Za-z0-9_-]{32}$/);
    const shown = String(told.data?.file_name);
    expect(shown).not.toMatch(/[\\/<>:"|?*\u202e]|^\.|\.$|^\s|\s$/u);
    expect([...shown].every((letter) => letter > '\u001f') && [...shown].length <= 150 && shown !== '').toBe(true);
  }
  expect(await stored()).toHaveLength(before + names.length);
  for (const name of await stored()) expect(name).toMatch(/^[A-Za-z0-9_-]{32}$/);
});

test('C2 an upload for a table, field or record that is not mine, or over an existing key: refused, and what lies stays', async () => {
  const told = await upload(it, mine, field, 'keep.txt', 'CANARY-kept');
  const before = await stored();
  const wrong: [Record<string, string>, number][] = [
    [{ cloud: 'project', field: 'files' }, 312],
    [{ cloud: 'power_unit', field: 'x' }, 312],
    [{ cloud: 'nothing', field: 'x' }, 312],
    [{ cloud, field: 'key_name' }, 317],
    [{ cloud, field: 'id) or (1=1' }, 317],
    [{ cloud, field: '__proto__' }, 317],
    [{ cloud, field: 'proposal', key_name: keyOf(told) }, 317],
    [{ cloud, field: 'proposal', id: keyOf(told) }, 317],
    [{ cloud, field: 'proposal', rowid: '-1' }, 317],
  ];
  for (const [fields, code] of wrong) expect((await upload(it, mine, fields)).code, JSON.stringify(fields)).toBe(code);
  expect(await stored()).toEqual(before);
  expect((await get(`/app?op=Download&key_name=${keyOf(told)}`, mine)).bytes).toBe('CANARY-kept');
  const other = await it.signIn('admin');
  expect((await add({ key_name: 'takes it', proposal: keyOf(told) }, other)).code).toBe(315);
  const named = [await add({ proposal: keyOf(told) }), await add({ proposal: keyOf(told) }), await add({ legal_opinion: keyOf(told) })];
  expect(named.map((one) => one.code)).toEqual([200, 315, 315]);
});

test("C3 traversal, another's key, another company's, one letter off, a deleted record: 340, all alike", async () => {
  const key = keyOf(await upload(it, mine, field, 'mine.txt', 'CANARY-mine'));
  const strangers = [await it.signIn('viewer'), await it.signIn('admin2', 'other')];
  const keys = [
    '../../../etc/passwd',
    '..%2f..%2fetc%2fpasswd',
    '/etc/passwd',
    `${key}/../${key}`,
    `${key} `,
    key.toLowerCase(),
    'null',
    '__proto__',
    "' or 1=1--",
  ];
  keys.push(`${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`);
  const url = (op: string, one: string) => `/app?op=${op}&key_name=${one.includes('%') ? one : encodeURIComponent(one)}`;
  for (const op of ['Download', 'Preview']) {
    for (const one of keys) expect((await get(url(op, one), mine)).bytes, one).toBe(REFUSED);
    for (const token of strangers) expect((await get(url(op, key), token)).bytes).toBe(REFUSED);
    expect((await get(url(op, key))).code).toBe(401);
    // new addresses are for who may read it
    for (const token of strangers) expect((await it.say('/sys?op=Ticket', { key_name: key }, { token })).bytes).toBe(REFUSED);
    for (const more of ['%00', '&key_name=x']) expect((await get(`${url(op, key)}${more}`, mine)).code).toBe(317);
  }
  const id = String((await add({ key_name: 'with a file', proposal: key })).data?.id);
  expect((await get(url('Download', key), mine)).bytes).toBe('CANARY-mine');
  for (const token of strangers) expect((await get(url('Download', key), token)).bytes).toBe(REFUSED);
  expect((await it.say('/app?op=Delete', { cloud, id }, { token: mine })).code).toBe(200);
  expect((await get(url('Download', key), mine)).bytes).toBe(REFUSED);
});

test('C3 a file that was replaced reads like the history that names it: by who sees record and field, and by nobody else', async () => {
  const [first, second] = [
    keyOf(await upload(it, mine, field, 'first.txt', 'CANARY-first')),
    keyOf(await upload(it, mine, field, 'second.txt')),
  ];
  const id = String((await add({ key_name: 'replaced', proposal: first })).data?.id);
  expect((await it.say('/app?op=Modify', { cloud, id, proposal: second }, { token: mine })).code).toBe(200);
  expect((await it.say('/app?op=History', { cloud, id }, { token: mine })).bytes).toContain('first.txt');
  expect((await get(`/app?op=Download&key_name=${first}`, mine)).bytes).toBe('CANARY-first');
  const viewer = await it.signIn('viewer');
  expect((await it.say('/app?op=History', { cloud, id }, { token: viewer })).code).toBe(315);
  expect((await get(`/app?op=Download&key_name=${first}`, viewer)).bytes).toBe(REFUSED);
});

test('C4 C5 what could run is an attachment of bytes in a sandbox, whatever it calls itself', async () => {
  await room();
  const content = '<script>document.title="ran"</script>';
  const jpeg = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.from(content)]);
  const program = Buffer.concat([Buffer.from('MZ\x90\0', 'latin1'), Buffer.alloc(200)]);
  const kinds: [string, string | Buffer][] = [
    ...['a.html', 'a.HTML', 'a.svg', 'a.xml', 'a.xhtml', 'a.mht', 'a.html;.jpg', 'a.jpg.html', 'a.htm .jpg', 'a.jpg'].map(
      (name): [string, string] => [name, content],
    ),
    ['b.jpg', jpeg],
    ['a.pdf', '%PDF-1.4\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj\ntrailer<<>>\n%%EOF'],
    ['a.svg', `<svg xmlns="http://www.w3.org/2000/svg" onload="document.title='ran'"/>`],
  ];
  const before = await stored();
  for (const [name, bytes] of [
    ...['a.exe', 'a.js', '报价.pdf.exe', 'a.lnk', 'a.jar', 'a\u202Efdp.scr'].map((name) => [name, content] as const),
    ...['a.xlsx', 'a.pdf', 'a'].map((name) => [name, program] as const),
  ])
    expect((await upload(it, mine, field, name, bytes)).remark, name).toBe('$fileProgram');
  expect(await stored()).toEqual(before);
  for (const [name, bytes] of kinds) {
    const told = await upload(it, mine, field, name, bytes);
    expect(told.code, name).toBe(200);
    for (const url of [String(told.data?.url), String(told.data?.preview_url)]) {
      const { headers } = await get(url);
      const type = String(headers['content-type']);
      expect(type, name).toMatch(/^(application\/octet-stream|image\/jpeg|application\/pdf)$/);
      if (type === 'application/octet-stream') expect(String(headers['content-disposition'])).toMatch(/^attachment/);
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringMatching(/^default-src 'none'.*sandbox$/),
      });
    }
  }
});

test('C6 thousands of parts or fields, no file, no end: refused, and nothing is left of it', async () => {
  const before = await stored();
  const headers = { 'content-type': 'multipart/form-data; boundary=x' };
  const part = (name: string, value: string) => `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const own = `${part('cloud', cloud)}${part('field', 'proposal')}`;
  const bodies = [
    Array.from({ length: 10_000 }, (_, at) => part(`f${at}`, '1')).join(''),
    part('cloud', 'x'.repeat(20_000)),
    `${own}--x--\r\n`,
    `${own}--x\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nhalf`,
    `${part('cloud', cloud)}${part('cloud', 'project')}--x--\r\n`,
    '--x--\r\n',
    '',
  ];
  for (const body of bodies)
    expect([314, 316, 317, 321], body.slice(0, 60)).toContain((await it.say('/app?op=Upload', body, { token: mine, headers })).code);
  expect(await stored()).toEqual(before);
});

/** Sends a file of so many bytes in chunks, without a length, never more than a part ahead of the server; answers its code. */
async function stream(port: number, size: number): Promise<number> {
  const part = Buffer.alloc(2 ** 20, 'x');
  async function* body() {
    const text = (name: string, value: string) => `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
    yield `${text('cloud', cloud)}${text('field', 'proposal')}--x\r\ncontent-disposition: form-data; name="file"; filename="a.bin"\r\n\r\n`;
    for (let left = size; left > 0; left -= part.length) yield left < part.length ? part.subarray(0, left) : part;
    yield '\r\n--x--\r\n';
  }
  const headers = { token: mine, 'content-type': 'multipart/form-data; boundary=x' };
  return new Promise((resolve, reject) => {
    const asked = request({ port, host: '127.0.0.1', path: '/app?op=Upload', method: 'POST', headers }, async (answer) => {
      const told = JSON.parse(await text(answer)) as Heard;
      resolve(told.code);
    });
    asked.on('error', reject);
    pipeline(Readable.from(body()), asked).catch(reject);
  });
}

test('C6 100 MB are taken, a byte more is 316 and leaves nothing, and neither is held in memory', async () => {
  const live = await listen(it);
  const before = await stored();
  let most = 0;
  const watching = setInterval(() => {
    most = Math.max(most, process.memoryUsage().arrayBuffers);
  }, 10);
  const held = process.memoryUsage().arrayBuffers;
  expect(await stream(live.port, 100 * 2 ** 20 + 1)).toBe(316);
  expect(await stored()).toEqual(before);
  expect(await stream(live.port, 100 * 2 ** 20)).toBe(200);
  clearInterval(watching);
  expect(await stored()).toHaveLength(before.length + 1);
  expect((most - held) / 2 ** 20).toBeLessThan(64);
  await live.close();
});

test('C6 an upload that is broken off half-way leaves nothing', async () => {
  const live = await listen(it);
  const before = await stored();
  const part = (name: string, value: string) => `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const head = `${part('cloud', cloud)}${part('field', 'proposal')}--x\r\ncontent-disposition: form-data; name="file"; filename="a.bin"\r\n\r\n`;
  for (let at = 0; at < 200; at += 1) {
    const socket = connect(live.port, '127.0.0.1');
    socket.on('error', () => undefined);
    const lines = [
      'POST /app?op=Upload HTTP/1.1',
      'host: x',
      `token: ${mine}`,
      'content-type: multipart/form-data; boundary=x',
      'content-length: 1000000',
      '',
      '',
    ];
    await new Promise((resolve) => socket.write(`${lines.join('\r\n')}${head}${'y'.repeat(65_536)}`, resolve));
    socket.destroy();
  }
  // whoever came before the last that was cut has been heard by now, and what was begun for him ends
  await fetch(`http://127.0.0.1:${live.port}/health`);
  await expect.poll(stored, { timeout: 60_000, interval: 100 }).toEqual(before);
  await live.close();
});

test('C11 a Range of a thousand parts, of nothing or of everything gives the file once or nothing', async () => {
  const url = String((await upload(it, mine, field, 'range.txt', 'x'.repeat(1000))).data?.url);
  for (const range of [
    `bytes=${Array(1000).fill('0-').join(',')}`,
    'bytes=-0',
    'bytes=9223372036854775808-',
    'bytes=0-0,1-1,2-2',
    'bytes=5-1',
    'lines=1-2',
  ]) {
    const told = await get(url, undefined, { range });
    expect([200, 206, 416]).toContain(told.status);
    expect(told.bytes.length).toBeLessThanOrEqual(1000);
  }
});

test('C12 a name with line breaks, quotes and Chinese leaves the header whole', async () => {
  for (const name of [
    'a%22; filename=evil.html; x=%22.txt',
    'a%0d%0aset-cookie: x=1.txt',
    "a'b.txt",
    '合同（终稿）.pdf',
    'a;b.txt',
    'a\tb.txt',
  ]) {
    const { headers } = await get(String((await upload(it, mine, field, name)).data?.url));
    expect(headers['set-cookie']).toBeUndefined();
    expect(String(headers['content-disposition'])).toMatch(
      /^attachment; filename="[^"\\\r\n]*"; filename\*=UTF-8''[A-Za-z0-9!#$&+\-.^_`|~%]*$/,
    );
  }
});

test('C13 a ticket opens one file, by one op, of one session, for five minutes', async () => {
  const told = await upload(it, mine, field, 'ticket.txt', 'CANARY-ticket');
  const other = keyOf(await upload(it, mine, field, 'other.txt'));
  const url = String(told.data?.url);
  const [ticket = '', preview = ''] = [url, String(told.data?.preview_url)].map((one) => /tk=([\w-]+)/.exec(one)![1]!);
  expect(ticket).toHaveLength(38);
  expect((await get(url)).bytes).toBe('CANARY-ticket');
  const bent = `${ticket.slice(0, -1)}${ticket.endsWith('A') ? 'B' : 'A'}`;
  for (const wrong of [preview, bent, ticket.slice(1), `${ticket}A`, ticket.toUpperCase(), '', 'A'.repeat(38)])
    expect((await get(`/app?op=Download&key_name=${keyOf(told)}&tk=${wrong}`)).code, wrong).toBe(401);
  expect((await get(`/app?op=Preview&key_name=${keyOf(told)}&tk=${ticket}`)).code).toBe(401);
  expect((await get(`/app?op=Download&key_name=${other}&tk=${ticket}`)).code).toBe(401);
  expect((await it.say(`/app?op=Page&tk=${ticket}`, { cloud })).code).toBe(401);
  it.skew = 5 * 60_000 + 1500;
  expect((await get(url)).code).toBe(401);
  it.skew = 0;
  const gone = await it.signIn('applicant');
  const last = String((await upload(it, gone, field, 'last.txt', 'CANARY-last')).data?.url);
  expect((await get(last)).bytes).toBe('CANARY-last');
  await it.say('/sys?op=Logout', {}, { token: gone });
  expect((await get(last)).code).toBe(401);
});

test('C14 a hundred files may wait for a save, not one more, also when thirty come at once; others upload all the same', async () => {
  await room();
  const codes: number[] = [];
  for (let at = 0; at < 4; at += 1)
    codes.push(...(await Promise.all(Array.from({ length: 30 }, () => upload(it, mine, field)))).map((told) => told.code));
  expect(new Set(codes)).toEqual(new Set([200, 341]));
  expect(codes.filter((code) => code === 200)).toHaveLength(100);
  expect((await upload(it, await it.signIn('investmgr'), { cloud, field: '_attachs' })).code).toBe(200);
});

test('FLOW-05 a file without a byte is none, for a decision and for a field: refused by name, and nothing is kept of it', async () => {
  await room();
  const signer = await it.signIn('investmgr');
  const kept = () => it.one<number>('select count(*)::int from fw.file');
  const before = await kept();
  for (const [who, into] of [
    [signer, { cloud, field: '_attachs' }],
    [mine, field],
  ] as const) {
    const told = await upload(it, who, into, 'nothing.txt', '');
    expect(told).toMatchObject({ code: 317, remark: '$fileNothing', data: { name: 'nothing.txt' } });
  }
  expect(await kept()).toBe(before);
  expect((await upload(it, signer, { cloud, field: '_attachs' }, 'a letter.txt', 'a')).code).toBe(200);
});
