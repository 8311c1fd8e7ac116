import { existsSync, readdirSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** The server as it is delivered, in `out`: main.js, what it loads when it needs it, and each suite where server/src/installed.ts looks for it. Libraries are left outside. */
export async function buildServer(root, out) {
  const { build } = await import('esbuild');
  await build({
    entryPoints: { main: join(root, 'server/src/main.ts'), ...suiteFiles(root) },
    outdir: `${out}.new`,
    bundle: true,
    splitting: true,
    chunkNames: 'part-[hash]',
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    sourcemap: true,
    sourcesContent: false,
    logLevel: 'warning',
    loader: { '.sql': 'text' },
  });
  await rm(out, { recursive: true, force: true });
  await rename(`${out}.new`, out);
}

/** Entry points: each suite, its code, and the rows that it brings to look at; linked ones too, as server/src/find-suites.ts finds them. */
export function suiteFiles(root) {
  const suites = join(root, 'suites');
  if (!existsSync(suites)) return {};
  const folders = readdirSync(suites).filter((name) => !name.startsWith('.'));
  const files = folders.flatMap((name) => ['suite', 'demo', 'server/actions'].map((file) => `suites/${name}/${file}`));
  return Object.fromEntries(files.filter((file) => existsSync(join(root, `${file}.ts`))).map((file) => [file, join(root, `${file}.ts`)]));
}
