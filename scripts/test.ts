import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { provide } from './journeys/browser.ts';

/**
 * `npm test`: everything, journeys included. `npm test -- <paths>`: only those test files of vitest. With `TEST_UNTIL` (ms since 1970)
 * nothing begins after that time, and half of what is left is the journeys'; what is left out counts as skipped.
 */
const root = new URL('..', import.meta.url).pathname;

function run(args: readonly string[], env: Record<string, string> = {}): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [...args], { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
    child.on('close', (code) => resolve(code === 0));
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}

const vitest = (paths: readonly string[], env = {}) => run(['node_modules/vitest/vitest.mjs', 'run', ...paths], env);

function halfOfTime(): Record<string, string> {
  const until = Number(process.env.TEST_UNTIL ?? 0);
  return until === 0 ? {} : { TEST_UNTIL: String(Math.round((Date.now() + until) / 2)) };
}

/** Journeys drive the product as it is delivered: built, started by `npm start`, on a port and a data folder of their own. */
async function journeys(): Promise<boolean> {
  const dataDir = mkdtempSync(join(tmpdir(), 'formwork-journeys-'));
  // The embedded PostgreSQL runs as another user when this is root: he must get to his folder in it.
  chmodSync(dataDir, 0o711);
  const env = { JOURNEYS_PORT: String(await freePort()), JOURNEYS_DATA: dataDir, JOURNEYS_PASSWORD: randomBytes(9).toString('base64url') };
  try {
    const passed = await run(['node_modules/@playwright/test/cli.js', 'test', '--config', 'e2e/playwright.config.ts'], env);
    if (!passed) tellPages();
    return passed;
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** What the page of each failed journey showed, as Playwright wrote it down: a log is all that CI leaves. */
function tellPages(): void {
  const folder = join(root, 'test-results');
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((one) => one.endsWith('error-context.md')))
    process.stdout.write(`\n--- ${name}\n${readFileSync(join(folder, name), 'utf8').split('\n# Test source')[0]!.slice(0, 20_000)}\n`);
}

async function main(): Promise<number> {
  const paths = process.argv.slice(2);
  if (paths.length > 0) return (await vitest(paths)) ? 0 : 1;
  const lacks = provide();
  if (lacks.length > 0) {
    process.stderr.write(`The journeys need ${lacks.join(' and ')}: apt-get install ${lacks.join(' ')}\n`);
    return 2;
  }
  const parts = [await vitest([], halfOfTime())];
  if (readdirSync(join(root, 'e2e')).some((name) => name.endsWith('.spec.ts'))) parts.push(await journeys());
  return parts.every(Boolean) ? 0 : 1;
}

if (!existsSync(join(root, 'node_modules'))) throw new Error('run npm ci first');
process.exitCode = await main();
