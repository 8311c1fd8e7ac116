import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { AHEAD, naming, withoutChecker } from './ahead.mjs';
import { buildServer } from './build-server.mjs';
import { BUDGETS, filesOf, withinBudget, withoutThese } from './first-page.mjs';

/** `node scripts/build.mjs [web] [server]`: dist/web with its assets compressed beforehand, dist/server/main.js and what it loads when it needs it, libraries left outside. */
const root = new URL('..', import.meta.url).pathname;

const PARTS = { web: buildWeb, server: () => buildServer(root, join(root, 'dist', 'server')) };

async function buildWeb() {
  if (!existsSync(join(root, 'web/vite.config.ts'))) throw new Error('web/vite.config.ts is missing');
  // Always what people get: with another NODE_ENV around it (a test runner's), React would come as its far larger development build.
  process.env.NODE_ENV = 'production';
  const { build } = await import('vite');
  const { output } = await build({ configFile: join(root, 'web/vite.config.ts'), logLevel: 'warn' });
  const chunks = output.filter((each) => each.type === 'chunk');
  await writeAhead(chunks);
  await compressAll(join(root, 'dist', 'web'));
  for (const budget of BUDGETS) {
    const files = filesOf(root, chunks, budget.rooms, budget.after);
    withoutThese(root, chunks, files, budget);
    console.log(`${budget.page}: ${withinBudget(new Map(await Promise.all(files.map(weighed))), budget)} of ${budget.most} bytes`);
  }
}

/** For each page that is opened by an address of its own, the page that names its files at once: they come while the entry is still read. */
async function writeAhead(chunks) {
  const page = await readFile(join(root, 'dist', 'web', 'index.html'), 'utf8');
  for (const { file, rooms } of AHEAD) {
    const files = filesOf(root, chunks, rooms);
    withoutChecker(chunks, files);
    await writeFile(join(root, 'dist', 'web', file), naming(page, files));
  }
}

async function weighed(file) {
  const bytes = await promisify(gzip)(await readFile(join(root, 'dist', 'web', file)), { level: 9 });
  return [file, bytes.length];
}

const COMPRESSIBLE = /\.(js|css|svg|html|json|webmanifest)$/;
const WORTH_IT = 1_024;

async function compressAll(folder) {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const files = entries
    .filter((entry) => entry.isFile() && COMPRESSIBLE.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  await Promise.all(files.map(compress));
}

async function compress(file) {
  const bytes = await readFile(file);
  if (bytes.length < WORTH_IT) return;
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 10, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } };
  await Promise.all([
    promisify(brotliCompress)(bytes, quality).then((small) => writeFile(`${file}.br`, small)),
    promisify(gzip)(bytes, { level: 9 }).then((small) => writeFile(`${file}.gz`, small)),
  ]);
}

const wanted = process.argv.slice(2);
await Promise.all((wanted.length > 0 ? wanted : Object.keys(PARTS)).map((part) => PARTS[part]()));
