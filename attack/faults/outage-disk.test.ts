import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { has } from '../tools.ts';
import { openSite, type Product, type Site, until } from './run/product.ts';

vi.setConfig({ testTimeout: 600_000 });
const strace = has('strace');

let site: Site;
let product: Product;
let token: string;
beforeAll(async () => {
  if (!strace) return;
  site = await openSite();
  product = await site.start({ LOG_LEVEL: 'error' });
  token = await site.signIn(product, 'applicant');
});
afterAll(async () => {
  await product?.stop('SIGINT');
  await site?.close();
});

const stored = async () => {
  const files = join(site.folder, 'files');
  const all = await readdir(files, { recursive: true, withFileTypes: true }).catch(() => []);
  return all.filter((one) => one.isFile()).map((one) => relative(files, join(one.parentPath, one.name)));
};
const rows = () => site.sql('select key_name from fw.file where source = $1', ['initiation']);

/** Makes system calls of the server fail, until `detach`. */
async function inject(...rule: string[]): Promise<() => Promise<void>> {
  const tracer: ChildProcess = spawn('strace', ['-f', '-p', String(product.pid), '-o', '/dev/null', ...rule], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  tracer.stderr!.on('data', (part) => {
    said += part;
  });
  await until(
    async () => said,
    (text) => /attached/.test(text),
  );
  return async () => {
    tracer.kill('SIGINT');
    if (tracer.exitCode === null) await once(tracer, 'exit');
  };
}

/** Uploads `size` bytes; `between` runs when the first 64 kB lie on the disk. */
async function upload(size: number, between?: (part: string) => Promise<void>): Promise<{ status: number; code: number; remark: string }> {
  const border = 'border-of-the-parts';
  const text = (name: string, value: string) => `--${border}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  async function* body() {
    yield Buffer.from(
      `${text('cloud', 'initiation')}${text('field', '_attachs')}--${border}\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n`,
    );
    for (let sent = 0; sent < size; sent += 65_536) {
      yield Buffer.alloc(Math.min(65_536, size - sent), 1);
      if (sent === 0 && between) {
        const parts = async () => (await stored()).filter((name) => name.startsWith('staging/'));
        await until(parts, (found) => found.length === 1);
        await between(join(site.folder, 'files', (await parts())[0]!));
      }
    }
    yield Buffer.from(`\r\n--${border}--\r\n`);
  }
  const answer = await fetch(`${product.url}/app?op=Upload`, {
    method: 'POST',
    headers: { 'content-type': `multipart/form-data; boundary=${border}`, token },
    body: body() as unknown as ReadableStream,
    duplex: 'half',
  } as RequestInit);
  const { code, remark } = (await answer.json()) as { code: number; remark: string };
  return { status: answer.status, code, remark };
}

test.runIf(strace)('fault 17 the disk fails when a file is flushed: 321, no row, nothing left; then as ever', async () => {
  const before = { rows: await rows(), stored: await stored() };
  const detach = await inject('-e', 'trace=fsync', '-e', 'inject=fsync:error=EIO');
  expect(await upload(100_000)).toEqual({ status: 200, code: 321, remark: '' });
  await detach();
  expect({ rows: await rows(), stored: (await stored()).filter((name) => !before.stored.includes(name)) }).toEqual({
    rows: before.rows,
    stored: [],
  });
  expect((await upload(100_000)).code).toBe(200);
  expect(await rows()).toHaveLength(before.rows.length + 1);
});

test.runIf(strace)('fault 16 the disk is full half-way through a file: 321, no row, nothing left; then as ever', async () => {
  const before = { rows: await rows(), stored: await stored() };
  let detach: () => Promise<void> = async () => undefined;
  const told = await upload(1_000_000, async (part) => {
    const calls = 'write,pwrite64,writev,pwritev';
    detach = await inject('-P', part, '-e', `trace=${calls}`, '-e', `inject=${calls}:error=ENOSPC`);
  });
  await detach();
  if (told.code !== 321) console.log(product.said());
  expect(told).toEqual({ status: 200, code: 321, remark: '$disk_full' });
  expect({ rows: await rows(), stored: await stored() }).toEqual(before);
  expect((await upload(1_000_000)).code).toBe(200);
});
