import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { provide } from './journeys/browser.ts';
import { journeys } from './journeys/lanes.ts';

/**
 * `npm test`: everything, journeys included. `npm test -- <paths>`: only those test files of vitest. With `TEST_UNTIL` (ms since 1970)
 * nothing begins after that time, and half of what is left is the journeys'; what is left out counts as skipped. With `FORMWORK_TEST_PG` the
 * tests of server and suites run on that PostgreSQL; attacks, which end and wound their server, and journeys have the embedded one as ever
 * (docs/decisions/304).
 */
const root = new URL('..', import.meta.url).pathname;

function run(args: readonly string[], env: Record<string, string> = {}): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [...args], { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
    child.on('close', (code) => resolve(code === 0));
  });
}

const vitest = (paths: readonly string[], env = {}) => run(['node_modules/vitest/vitest.mjs', 'run', ...paths], env);

function halfOfTime(): Record<string, string> {
  const until = Number(process.env.TEST_UNTIL ?? 0);
  return until === 0 ? {} : { TEST_UNTIL: String(Math.round((Date.now() + until) / 2)) };
}

async function main(): Promise<number> {
  const paths = process.argv.slice(2);
  if (paths.length > 0) return (await vitest(paths)) ? 0 : 1;
  const lacks = provide();
  if (lacks.length > 0) {
    process.stderr.write(`The journeys need ${lacks.join(' and ')}: apt-get install ${lacks.join(' ')}\n`);
    return 2;
  }
  const half = halfOfTime();
  const parts = process.env.FORMWORK_TEST_PG
    ? [await vitest(['--project=server'], half), await vitest(['--project=apart'], { ...half, FORMWORK_TEST_PG: '' })]
    : [await vitest([], half)];
  if (readdirSync(join(root, 'e2e')).some((name) => name.endsWith('.spec.ts'))) parts.push(await journeys(root));
  return parts.every(Boolean) ? 0 : 1;
}

if (!existsSync(join(root, 'node_modules'))) throw new Error('run npm ci first');
process.exitCode = await main();
