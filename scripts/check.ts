import { spawn } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { forbiddenImports } from './imports/check.ts';
import { isPaletteCurrent } from './palette/palette.ts';
import { wrongReferences } from './references/references.ts';
import { oversizedIn } from './sizes/check.ts';

/** One part of `npm run check`: answers what is wrong, empty when nothing is. */
interface Part {
  name: string;
  run: () => Promise<string>;
}

const root = new URL('..', import.meta.url).pathname;

function command(name: string, ...args: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    child.stdout.on('data', (chunk) => {
      said += chunk;
    });
    child.stderr.on('data', (chunk) => {
      said += chunk;
    });
    child.on('error', reject);
    child.on('close', (code) => resolve(code === 0 ? '' : said.trim() || `${name} ended with ${code}`));
  });
}

function types(project: string): Part {
  const cache = `.cache/tsc-${project}.tsbuildinfo`;
  return {
    name: `types of ${project}`,
    run: async () => {
      const said = await command(project, 'node_modules/typescript/bin/tsc', '-p', project, '--incremental', '--tsBuildInfoFile', cache);
      return said.includes('TS18003') ? '' : said;
    },
  };
}

const parts: Part[] = [
  types('server'),
  types('web'),
  { name: 'imports', run: async () => (await forbiddenImports(root)).join('\n') },
  { name: 'references', run: async () => wrongReferences(root).join('\n') },
  { name: 'sizes', run: async () => oversizedIn(root).join('\n') },
  {
    name: 'palette',
    run: async () => (isPaletteCurrent(root) ? '' : 'web/src/theme/palette.ts does not say what tokens.css says: npm run fix writes it'),
  },
  {
    name: 'attacks',
    run: () => command('attacks', 'node_modules/tsx/dist/cli.mjs', 'attack/attack.ts', 'ids', '--check'),
  },
  types('protocol'),
  { name: 'regular expressions', run: () => command('patterns', 'node_modules/tsx/dist/cli.mjs', 'scripts/patterns/run.ts') },
  types('e2e'),
  {
    name: 'format and lint (npm run fix mends most of it)',
    run: () =>
      command(
        'biome',
        'node_modules/@biomejs/biome/bin/biome',
        'check',
        '--error-on-warnings',
        '--colors=off',
        '--max-diagnostics=40',
        '.',
      ),
  },
];

async function main(): Promise<void> {
  if (!existsSync(`${root}node_modules`)) throw new Error('run npm ci first');
  mkdirSync(`${root}.cache`, { recursive: true });
  const start = Date.now();
  const queue = [...parts];
  let failed = 0;
  const worker = async () => {
    for (let part = queue.shift(); part; part = queue.shift()) {
      const said = await part.run();
      if (!said) continue;
      failed += 1;
      process.stdout.write(`\n${part.name}: failed\n${said}\n`);
    }
  };
  await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, worker));
  process.stdout.write(`check: ${parts.length - failed} passed, ${failed} failed (${((Date.now() - start) / 1000).toFixed(1)} s)\n`);
  process.exitCode = failed ? 1 : 0;
}

await main();
