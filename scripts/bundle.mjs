import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const root = new URL('..', import.meta.url).pathname;

/** A program of the server and beside it each suite for itself, where server/src/installed.ts looks for them; for esbuild. */
export const bundleOf = (entries, outdir) => ({
  entryPoints: { ...entries, ...suiteFiles() },
  outdir,
  bundle: true,
  splitting: true,
  chunkNames: 'part-[hash]',
  format: 'esm',
  platform: 'node',
  target: 'node20',
  packages: 'external',
  loader: { '.sql': 'text' },
});

function suiteFiles() {
  const suites = join(root, 'suites');
  if (!existsSync(suites)) return {};
  const folders = readdirSync(suites, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const files = folders.flatMap(({ name }) => ['suite', 'demo'].map((file) => `suites/${name}/${file}`));
  return Object.fromEntries(files.filter((file) => existsSync(join(root, `${file}.ts`))).map((file) => [file, join(root, `${file}.ts`)]));
}
