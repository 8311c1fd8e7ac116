import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Api } from './api.ts';
import { createServer } from './server.ts';

let web: string;
beforeAll(async () => {
  web = await mkdtemp(join(tmpdir(), 'formwork-pages-'));
  await writeFile(join(web, 'index.html'), '<!doctype html>\n<html lang="zh-CN"><body></body></html>');
  await writeFile(join(web, 'EI.html'), '<!doctype html>\n<html lang="zh-CN"><body>named</body></html>');
});
afterAll(() => rm(web, { recursive: true, force: true }));

const api = { ops: new Map(), dispatch: async () => ({}), findSession: async () => null } as unknown as Api;
const opened = (locale?: 'browser') => createServer({ web, logger: false, api, ...(locale ? { locale } : {}) });
const PAGE = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

describe('FRAME-10 the page', () => {
  it('comes at its addresses, and once for who has it', async () => {
    const app = await opened();
    for (const url of ['/', '/login', '/Home', '/main', '/main/list/project?_page=2', '/main/form/initiation/Review/35?todo=7']) {
      const answer = await app.inject({ url, headers: PAGE });
      expect([url, answer.statusCode, answer.headers['content-type'], answer.headers['cache-control']]).toEqual([
        ...[url, 200, 'text/html; charset=utf-8', 'no-cache'],
      ]);
      const again = await app.inject({ url, headers: { ...PAGE, 'if-none-match': String(answer.headers.etag) } });
      expect([again.statusCode, again.body]).toEqual([304, '']);
    }
  });
  it('CAPEX-02 of the leadership view comes with the names of its files; what is known of the one is not taken for the other', async () => {
    const app = await opened('browser');
    const [leader, other] = [await app.inject({ url: '/EI?wall=1', headers: PAGE }), await app.inject({ url: '/main', headers: PAGE })];
    expect(leader.body).toBe('<!doctype html>\n<html data-locale="browser" lang="zh-CN"><body>named</body></html>');
    expect(other.body).not.toContain('named');
    const again = (etag: unknown) => app.inject({ url: '/EI', headers: { ...PAGE, 'if-none-match': String(etag) } });
    expect([(await again(leader.headers.etag)).statusCode, (await again(other.headers.etag)).statusCode]).toEqual([304, 200]);
  });
  it('every address of the client is one of its addresses: a proxy would put a page of its own in the place of a 404', async () => {
    const addresses = await readFile(new URL('../../../web/src/shell/addresses.ts', import.meta.url), 'utf8');
    const known = [...addresses.matchAll(/^ {2}'(\/\w+)': \{ page:/gm)].map(([, address]) => address!);
    expect(known.length).toBeGreaterThan(8);
    const app = await opened();
    for (const url of known) expect([url, (await app.inject({ url, headers: PAGE })).statusCode]).toEqual([url, 200]);
  });
  it('a browser that asks for a page that is not there gets the page, which says so; a program gets the envelope', async () => {
    const app = await opened();
    for (const url of ['/ei', '/passwords', '/Main', '/login/', '/nothing']) {
      const page = await app.inject({ url, headers: PAGE });
      expect([url, page.statusCode, page.body.startsWith('<!doctype html>')]).toEqual([url, 404, true]);
      for (const told of [await app.inject({ url }), await app.inject({ url, method: 'POST', headers: PAGE })])
        expect([url, told.statusCode, told.json()]).toMatchObject([url, 404, { code: 403 }]);
    }
  });
  it('FRAME-11 tells its browser what language the installation begins with', async () => {
    for (const [locale, said] of [
      [undefined, 'zh_CN'],
      ['browser', 'browser'],
    ] as const)
      expect((await (await opened(locale)).inject('/login')).body).toContain(`<html data-locale="${said}" lang="zh-CN">`);
  });
});
