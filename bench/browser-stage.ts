import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import fastifyStatic from '@fastify/static';
import { type Browser, chromium, type Page } from '@playwright/test';
import Fastify from 'fastify';
import { Person } from '#protocol/testing-person.ts';
import { measuredArgs } from '../e2e/support/launch.ts';
import { chromiumPath } from '../scripts/journeys/browser.ts';
import { freePort, startNode } from './processes.ts';

const root = new URL('..', import.meta.url).pathname;
const PROBE = readFileSync(join(root, 'bench', 'browser-probe.mjs'), 'utf8');
export const PASSWORD = 'Passw0rd-1';

/** The product as it is delivered, with the demonstration; a plain page beside it; a browser. */
export interface Stage {
  url: string;
  /** pages that weigh as much as ours and do nothing but draw */
  plain: string;
  /** an empty cache, a slow processor, the probe; without a name nobody is signed in */
  window(as?: string, options?: WindowOptions): Promise<Page>;
}

interface WindowOptions {
  locale?: string;
  slow?: boolean;
}

const SLOWER = 4;

export async function onStage<T>(work: (stage: Stage) => Promise<T>): Promise<T> {
  await promisify(execFile)(process.execPath, ['scripts/build.mjs'], { cwd: root });
  const folder = await mkdtemp(join(tmpdir(), 'formwork-browser-'));
  await chmod(folder, 0o711);
  const stops: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })];
  try {
    const port = await freePort();
    const env = { PORT: String(port), DATA_DIR: join(folder, 'data'), DEMO: '1', DEMO_PASSWORD: PASSWORD, LOG_LEVEL: 'warn' };
    const ours = await startNode(['--enable-source-maps', 'dist/server/main.js'], env, /Formwork is at/);
    stops.unshift(ours.stop);
    const plain = await servePlain(join(folder, 'plain'));
    stops.unshift(plain.stop);
    const browser = await chromium.launch({ executablePath: chromiumPath(), args: measuredArgs });
    stops.unshift(() => browser.close());
    const url = `http://127.0.0.1:${port}`;
    return await work({ url, plain: plain.url, window: (as, options) => openWindow(browser, url, as, options) });
  } finally {
    for (const stop of stops) await stop();
  }
}

export async function openWindow(
  browser: Browser,
  url: string,
  as?: string,
  { locale = 'zh_CN', slow = true }: WindowOptions = {},
): Promise<Page> {
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await context.addInitScript({
    content: storing('localStorage', { 'fw.choices': JSON.stringify({ owner: '', values: { locale }, unsent: {} }) }),
  });
  if (as) await context.addInitScript({ content: storing('sessionStorage', { 'fw.session': await sessionOf(url, as, locale) }) });
  await context.addInitScript({ content: PROBE });
  if (slow) await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  return page;
}

async function sessionOf(url: string, as: string, locale: string): Promise<string> {
  const person = await Person.signIn(url, as, 'demo', PASSWORD);
  await person.call('/sys', 'Choose', { name: 'locale', value: locale });
  const { token, ...user } = person.user;
  return JSON.stringify({ token, user });
}

/** A script that keeps these in the window's storage before the page begins. */
export const storing = (where: 'localStorage' | 'sessionStorage', entries: Readonly<Record<string, string>>): string =>
  `for (const [key, value] of Object.entries(${JSON.stringify(entries)})) ${where}.setItem(key, value);`;

/** What a file weighs on the way: its gzip. */
export function weightOf(url: string): number {
  const file = join(root, 'dist', 'web', new URL(url).pathname);
  return gzipSync(readFileSync(file), { level: 9 }).length;
}

/**
 * The same kind of server with two pages of plain HTML: /login.html and /list.html carry as many bytes of script as ours, which the
 * browser reads and does not run, then draw a heading, a field and on request a table.
 */
async function servePlain(folder: string): Promise<{ url: string; stop: () => Promise<void> }> {
  await mkdir(folder);
  const assets = join(root, 'dist', 'web', 'assets');
  const scripts = (await readdir(assets)).filter((name) => name.endsWith('.js'));
  for (const [page, chosen] of Object.entries(BURDEN)) {
    const burden = scripts.filter((name) => chosen.test(name)).map((name) => readFileSync(join(assets, name), 'utf8'));
    const script = `function never() {\n${burden.map((text) => `  String(${JSON.stringify(text)});`).join('\n')}\n}\n${DRAW}`;
    await writeFile(join(folder, `${page}.js`), script);
    await writeFile(join(folder, `${page}.js.gz`), gzipSync(script, { level: 9 }));
    await writeFile(
      join(folder, `${page}.html`),
      `<!doctype html><title>${page}</title><div id="root"></div><script type="module" src="/${page}.js"></script>`,
    );
  }
  const app = Fastify();
  await app.register(fastifyStatic, { root: folder, preCompressed: true });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  return { url, stop: async () => void (await app.close()) };
}

const BURDEN = { login: /^(react|first)-/, list: /^(react|first|use-table|use-list-page|Frame|query|dialog|TodoPage)-/ };

const DRAW = `
document.getElementById('root').innerHTML = '<h1>A plain page that weighs as much</h1><input id="field"><button>open</button><div id="box" style="height:600px;overflow:auto"></div>';
const cell = (row, at) => '<td style="padding:8px;white-space:nowrap">row ' + row + ', column ' + at + '</td>';
document.querySelector('button').onclick = () => {
  const rows = Number(new URLSearchParams(location.search).get('rows') ?? 10);
  document.getElementById('box').innerHTML = '<table>' + Array.from({ length: rows }, (_, row) => '<tr id="r' + row + '">' + Array.from({ length: 12 }, (_, at) => cell(row, at)).join('') + '</tr>').join('') + '</table>';
};
`;
