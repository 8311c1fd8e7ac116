import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Channel, openChannel } from '#server/jobs/channel.ts';
import type { Answer } from '../asserts.ts';
import { corpus, type Known, knownRecords, sayingOf } from '../input/corpus.ts';
import { answersIn, openTarget, type Target } from '../target.ts';

let target: Target;
let known: Known;
let web: string;
let channel: Channel;
beforeAll(async () => {
  web = await mkdtemp(join(tmpdir(), 'formwork-web-'));
  await mkdir(join(web, 'assets'));
  await writeFile(join(web, 'index.html'), '<!doctype html><script type="module" src="/assets/a-1.js"></script>');
  for (const name of ['assets/a-1.js', 'assets/a-1.css', 'favicon.svg']) await writeFile(join(web, name), ' ');
  target = await openTarget({ web });
  known = await knownRecords(target);
  channel = await openChannel({ verify: async () => null, callerOf: () => ({ address: '', device: null }) });
  channel.attach(target.server);
});
afterAll(async () => {
  await channel?.close();
  await target?.close();
  await rm(web, { recursive: true, force: true });
});

const PAGES = [
  '/',
  '/login',
  '/setup',
  '/forgot',
  '/enter',
  '/eyes',
  '/password',
  '/Home',
  '/main',
  '/main/capex/initiation',
  '/main/x?y=<script>',
];
const ASSETS = ['/assets/a-1.js', '/assets/a-1.css', '/favicon.svg'];
const get = (url: string, headers = {}) => target.say(url, { method: 'GET', as: null, headers });

function expectGuarded({ headers }: Pick<Answer, 'headers'>, what: string): void {
  const policy = Object.fromEntries(
    String(headers['content-security-policy'])
      .split(';')
      .map((each) => each.trim().split(/ (.*)/s).slice(0, 2)),
  ) as Record<string, string>;
  const scripts = policy['script-src'] ?? policy['default-src'];
  expect([what, scripts]).toEqual([what, "'self'"]);
  expect([what, policy['object-src'], policy['base-uri'], policy['frame-ancestors'], policy['form-action']]).toEqual([
    what,
    "'none'",
    "'none'",
    "'self'",
    "'self'",
  ]);
  expect([what, policy['connect-src'], policy['default-src']]).toEqual([what, "'self'", "'self'"]);
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'x-frame-options': 'SAMEORIGIN',
  });
  for (const name of ['server', 'x-powered-by', 'x-runtime', 'etag-version']) expect([what, headers[name]]).toEqual([what, undefined]);
}

test('D4 every page, asset, answer and refusal carries the headers', async () => {
  for (const url of PAGES) {
    const told = await get(url);
    expect([url, told.status, told.headers['content-type']]).toEqual([url, 200, 'text/html; charset=utf-8']);
    expectGuarded(told, url);
    expect([url, told.headers['cache-control']]).toEqual([url, 'no-cache']);
  }
  for (const url of ASSETS) {
    const told = await get(url);
    expect([url, told.status]).toEqual([url, 200]);
    expectGuarded(told, url);
  }
  for (const url of [
    '/nothing',
    '/assets/none.js',
    '/assets/',
    '/assets/../index.html',
    '/assets/%2e%2e/index.html',
    '/index.html/',
    '/.git/HEAD',
    '/package.json',
    '/health',
    '/metrics',
    '/openapi.json',
  ])
    expectGuarded(await get(url), url);
  const files: string[] = [];
  for (const sample of corpus(known)) {
    const told = await target.say(sample.url, sayingOf(sample));
    const isFile = !String(told.headers['content-type']).startsWith('application/json');
    if (isFile) files.push(sample.url);
    if (isFile)
      expect([sample.url, told.headers['content-security-policy']]).toEqual([
        sample.url,
        "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; sandbox",
      ]);
    else expectGuarded(told, sample.url);
  }
  expect(files).toEqual(['/app?op=Download', '/app?op=Preview', '/report?op=Export']);
});

test('D4 nothing lies below the pages that is not theirs', async () => {
  for (const url of [
    '/.git/HEAD',
    '/.env',
    '/package.json',
    '/server/src/main.ts',
    '/..%2fpackage.json',
    '/%2e%2e/package.json',
    '/assets/..%2f..%2fpackage.json',
    '/assets/%2e%2e/%2e%2e/package.json',
    '//etc/passwd',
    '/assets',
    '/assets/',
    '/data/keys',
    '/main/../package.json',
  ])
    expect([url, (await get(url)).status >= 400 || (await get(url)).body.startsWith('<!doctype html>')]).toEqual([url, true]);
});

test('FRAME-09 D4 a browser that asks for an address that is none gets the page, which says so; calls and their addresses keep their answers', async () => {
  const browser = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
  const page = (await get('/main')).body;
  for (const url of ['/Password', '/ei', '/Main', '/Register', '/Main/list/x?y=1', '/app/', '/assets/none.js', '/.git/HEAD', '/login/']) {
    const told = await get(url, browser);
    expect([url, told.status, told.headers['content-type'], told.body]).toEqual([url, 404, 'text/html; charset=utf-8', page]);
    expect([url, told.headers['cache-control']]).toEqual([url, 'no-cache']);
    expectGuarded(told, url);
    for (const headers of [{}, { accept: '*/*' }, { accept: 'application/json' }, { accept: 'image/*,text/html;q=0' }]) {
      const called = await get(url, headers);
      expect([url, called.status, called.code]).toEqual([url, 404, 403]);
    }
    const posted = await target.say(url, { as: null, headers: browser, form: {} });
    expect([url, posted.status, posted.code]).toEqual([url, 404, 403]);
  }
  for (const url of ['/app?op=Page', '/sys?op=Login', '/flow?op=Process']) {
    const told = await get(url, browser);
    expect([url, told.status, told.code]).toEqual([url, 405, 403]);
  }
  expect((await get('/health', browser)).status).toBe(200);
});

test('D4 the page itself has no inline script and no handler', async () => {
  const page = await readFile(new URL('../../web/index.html', import.meta.url), 'utf8');
  for (const [tag] of page.matchAll(/<script\b[^>]*>/g)) expect(tag).toContain(' src=');
  expect(page).not.toMatch(/<script\b[^>]*>[^<]|\son\w+\s*=|javascript:|<base\b/i);
});

test('D4 what answers garbage says no more than that', async () => {
  const [answer] = answersIn(await target.raw('GARBAGE\r\n\r\n'));
  expect(answer).toMatchObject({
    status: 400,
    headers: { 'content-type': 'application/json; charset=utf-8', 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' },
  });
  expect(JSON.parse(answer!.body)).toMatchObject({ code: 317, remark: '' });
  const odd = await get('/%zz');
  expect([odd.status, odd.code, odd.headers['x-content-type-options'], odd.headers['content-security-policy']]).toEqual([
    404,
    403,
    'nosniff',
    "default-src 'none'",
  ]);
});

const EVIL = { origin: 'https://evil.example' };
const allowed = (headers: Answer['headers']) => Object.keys(headers).filter((name) => name.startsWith('access-control-'));

test('D5 another origin is let in by no op, page or preflight', async () => {
  for (const sample of corpus(known)) {
    const said = sayingOf(sample);
    const told = await target.say(sample.url, { ...said, headers: { ...('headers' in said ? said.headers : {}), ...EVIL } });
    expect([sample.url, allowed(told.headers)]).toEqual([sample.url, []]);
    const asked = {
      ...EVIL,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'token,content-type',
      'access-control-request-private-network': 'true',
    };
    const preflight = await target.say(sample.url, { method: 'OPTIONS', as: null, headers: asked });
    expect([sample.url, preflight.status, allowed(preflight.headers)]).toEqual([sample.url, 404, []]);
  }
  for (const url of [...PAGES, ...ASSETS, '/health', '/metrics', '/openapi.json'])
    expect([url, allowed((await get(url, EVIL)).headers)]).toEqual([url, []]);
});

test('D5 a form of another site carries no token: 401 from every op, cookie or not', async () => {
  for (const sample of corpus(known).filter((one) => one.as !== null)) {
    const said = sayingOf(sample);
    for (const headers of [{ ...EVIL }, { ...EVIL, cookie: `token=${await target.token(sample.as!)}; fw_device=x` }]) {
      const told = await target.say(sample.url, { ...said, as: null, headers: { ...('headers' in said ? said.headers : {}), ...headers } });
      expect([sample.url, told.code]).toEqual([sample.url, 401]);
    }
  }
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])
    expect([401, 317]).toContain(
      (await target.say('/app?op=Add', { as: null, body: 'cloud=message', headers: { 'content-type': type, ...EVIL } })).code,
    );
});

test('D5 the live channel opens to pages of this host alone (ASVS 4.4.2)', async () => {
  const { port } = target;
  const upgrade = (lines: readonly string[], url = '/mqtt') =>
    target.raw(
      [
        `GET ${url} HTTP/1.1`,
        `host: 127.0.0.1:${port}`,
        'connection: upgrade',
        'upgrade: websocket',
        'sec-websocket-version: 13',
        'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==',
        'sec-websocket-protocol: mqtt',
        ...lines,
        '',
        '',
      ].join('\r\n'),
      300,
    );
  const status = async (lines: readonly string[], url?: string) => (await upgrade(lines, url)).slice(9, 12);
  for (const origin of [
    'https://evil.example',
    'null',
    `http://127.0.0.1:${port}.evil.example`,
    `http://127.0.0.1:${port + 1}`,
    'http://localhost',
    `http://127.0.0.1:${port}@evil.example`,
    'x',
    '',
    'file://',
  ])
    expect([origin, await status([`origin: ${origin}`])]).toEqual([origin, '403']);
  expect(await status([`origin: http://127.0.0.1:${port}`])).toBe('101');
  expect(await status([])).toBe('101');
  expect(await status([], '/mqtt/x')).toBe('404');
  expect(await status([], '/app?op=Page')).toBe('404');
});

test('D7 what was answered is kept by no cache, and after sign-out nothing of it is answered again', async () => {
  const samples = corpus(known).filter((one) => one.as !== null);
  for (const sample of samples)
    expect([sample.url, String((await target.say(sample.url, sayingOf(sample))).headers['cache-control'])]).toEqual([
      sample.url,
      expect.stringMatching(/^(private, )?no-store$/),
    ]);
  const show = await target.say('/app?op=Upload', sayingOf(samples.find((one) => one.upload)!));
  const { url, preview_url } = show.data as { url: string; preview_url: string };
  for (const ticketed of [url, preview_url]) expect((await get(ticketed)).body).toBe('bytes');
  const people = new Set(['admin', ...samples.map((one) => one.as ?? 'applicant')]);
  for (const as of people) expect((await target.say('/sys?op=Logout', { as })).code).toBe(200);
  for (const sample of samples) expect([sample.url, (await target.say(sample.url, sayingOf(sample))).code]).toEqual([sample.url, 401]);
  for (const ticketed of [url, preview_url]) expect([401, 340]).toContain((await get(ticketed)).code);
});
