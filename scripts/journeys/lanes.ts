import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from '../launch/ready.mjs';

/** What is played beside each other or after: a share of all journeys (`--shard`), or some files of them. */
interface Lane {
  name: string;
  which: readonly string[];
  /** what it prints is seen as it comes, not once it has ended */
  seen: boolean;
  env?: Record<string, string>;
}

interface Played {
  passed: boolean;
  /** files of journeys that failed at each try, from the folder of journeys; none where it did not come to an end */
  failed: readonly string[];
}

/** For how long journeys that failed are played again at most, in ms. */
const AGAIN = 500_000;

/**
 * Journeys drive the product as it is delivered: built, started by `npm start`. Where there are two cores they run in two lanes, each with a
 * port, a data folder and people of its own, so that neither meets what the other does (docs/decisions/229). What the first lane prints is
 * seen as it comes, what the second prints once it has ended. Files of which something failed are played once more when both have ended, alone
 * on the machine and with a product of their own (docs/decisions/219).
 */
export async function journeys(root: string): Promise<boolean> {
  // once, before two starts would do it at the same time
  await build(root);
  const of = Math.min(availableParallelism(), 2);
  const lanes = Array.from({ length: of }, (_, at) => ({ name: String(at + 1), which: [`--shard=${at + 1}/${of}`], seen: at === 0 }));
  const played = await Promise.all(lanes.map((lane) => runLane(root, lane)));
  if (played.every(({ passed }) => passed)) return true;
  const failed = [...new Set(played.flatMap((lane) => lane.failed))];
  if (!process.env.CI || played.some((lane) => !lane.passed && lane.failed.length === 0)) return false;
  process.stdout.write(`\nonce more, alone: ${failed.join(' ')}\n`);
  const which = [...failed.map((file) => `e2e/${file}`), `--global-timeout=${AGAIN}`];
  const env = { TEST_UNTIL: String(Date.now() + AGAIN) };
  return (await runLane(root, { name: 'again', which, seen: true, env })).passed;
}

async function runLane(root: string, { name, which, seen, env }: Lane): Promise<Played> {
  const dataDir = mkdtempSync(join(tmpdir(), 'formwork-journeys-'));
  // The embedded PostgreSQL runs as another user when this is root: he must get to his folder in it.
  chmodSync(dataDir, 0o711);
  const [results, report] = [join(root, 'test-results', name), join(dataDir, 'report.json')];
  const own = {
    ...{ JOURNEYS_PORT: String(await freePort()), JOURNEYS_DATA: dataDir, JOURNEYS_RESULTS: results },
    ...{ JOURNEYS_PASSWORD: randomBytes(9).toString('base64url'), PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  };
  const args = ['node_modules/@playwright/test/cli.js', 'test', '--config', 'e2e/playwright.config.ts', '--reporter=list,json', ...which];
  try {
    const { passed, printed } = await run(root, args, { ...own, ...env }, seen);
    process.stdout.write(`${printed}${passed ? '' : pagesOf(results)}`);
    return { passed, failed: existsSync(report) ? failedFiles(JSON.parse(readFileSync(report, 'utf8')) as Suite) : [] };
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Playwright's report, as far as it is read. */
interface Suite {
  suites?: readonly Suite[];
  specs?: readonly { ok: boolean; file: string }[];
}

/** Each file once, in the order of the report. */
export const failedFiles = ({ suites = [], specs = [] }: Suite): readonly string[] => [
  ...new Set([...specs.filter(({ ok }) => !ok).map(({ file }) => file), ...suites.flatMap(failedFiles)]),
];

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
