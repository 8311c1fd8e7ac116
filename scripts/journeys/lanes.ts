import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from '../launch/ready.mjs';

/** A lane's own share of the journeys, of all `of` lanes, counted from one. */
interface Lane {
  share: number;
  of: number;
}

/**
 * Journeys drive the product as it is delivered: built, started by `npm start`. Where there are two cores they run in two lanes, each with a
 * port, a data folder and people of its own, so that neither meets what the other does (docs/decisions/229). What the first lane prints is
 * seen as it comes, what the second prints once it has ended.
 */
export async function journeys(root: string): Promise<boolean> {
  // once, before two starts would do it at the same time
  await build(root);
  const of = Math.min(availableParallelism(), 2);
  const passed = await Promise.all(Array.from({ length: of }, (_, at) => runLane(root, { share: at + 1, of })));
  return passed.every(Boolean);
}

async function runLane(root: string, { share, of }: Lane): Promise<boolean> {
  const dataDir = mkdtempSync(join(tmpdir(), 'formwork-journeys-'));
  // The embedded PostgreSQL runs as another user when this is root: he must get to his folder in it.
  chmodSync(dataDir, 0o711);
  const results = join(root, 'test-results', String(share));
  const env = {
    ...{ JOURNEYS_PORT: String(await freePort()), JOURNEYS_DATA: dataDir, JOURNEYS_RESULTS: results },
    JOURNEYS_PASSWORD: randomBytes(9).toString('base64url'),
  };
  const args = ['node_modules/@playwright/test/cli.js', 'test', '--config', 'e2e/playwright.config.ts', `--shard=${share}/${of}`];
  try {
    const { passed, printed } = await run(root, args, env, share === 1);
    process.stdout.write(`${printed}${passed ? '' : pagesOf(results)}`);
    return passed;
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** What the page of each failed journey showed, as Playwright wrote it down: a log is all that CI leaves. */
function pagesOf(results: string): string {
  if (!existsSync(results)) return '';
  const names = readdirSync(results, { recursive: true, encoding: 'utf8' }).filter((one) => one.endsWith('error-context.md'));
  const pages = names.map(
    (name) => `\n--- ${name}\n${readFileSync(join(results, name), 'utf8').split('\n# Test source')[0]!.slice(0, 20_000)}\n`,
  );
  return pages.join('');
}

/** Runs node; what it prints is seen at once, or kept until it ends. */
function run(root: string, args: string[], env: Record<string, string>, seen: boolean): Promise<{ passed: boolean; printed: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      ...{ cwd: root, env: { ...process.env, ...env } },
      stdio: seen ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    });
    const printed: Buffer[] = [];
    child.stdout?.on('data', (chunk: Buffer) => printed.push(chunk));
    child.stderr?.on('data', (chunk: Buffer) => printed.push(chunk));
    child.on('close', (code) => resolve({ passed: code === 0, printed: Buffer.concat(printed).toString() }));
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
