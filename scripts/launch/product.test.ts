import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

vi.setConfig({ testTimeout: 600_000 });

const root = new URL('../..', import.meta.url).pathname;
let dataDir: string;
const started: ChildProcess[] = [];

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'formwork-product-'));
  chmodSync(dataDir, 0o711);
});
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
  killPostgres();
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
});

/** Runs the product as `npm start` does; `url` rejects with what it said when it ends before it serves. */
function start(env: Record<string, string> = {}, [command, ...args]: readonly string[] = [process.execPath, 'scripts/start.mjs']) {
  const child = spawn(command!, args, {
    cwd: root,
    env: {
      ...process.env,
      DATABASE_URL: '',
      MQTT_URL: '',
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      DEMO: '0',
      LOG_LEVEL: 'warn',
      ...env,
    },
  });
  started.push(child);
  let said = '';
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  const url = new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (part) => {
        said += part;
        const found = /Formwork is at (\S+)/.exec(said);
        if (found) resolve(found[1]!);
      });
    }
    void ended.then((code) => reject(new Error(`${code}: ${said}`)));
  });
  return { child, url, ended, said: () => said };
}

function postmaster(): number | undefined {
  const path = join(dataDir, 'postgres', 'postmaster.pid');
  return existsSync(path) ? Number(readFileSync(path, 'utf8').split('\n')[0]) : undefined;
}

function killPostgres(): void {
  try {
    const pid = postmaster();
    if (pid) process.kill(pid, 'SIGKILL');
  } catch {
    // it had ended
  }
}

it('6 starts on an empty folder, serves the sign-in page, survives kill -9 of everything, and stops in order, by npm too', async () => {
  const first = start();
  const page = await fetch(`${await first.url}/login`);
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  first.child.kill('SIGKILL');
  killPostgres();
  await first.ended;

  // By npm, as people do: it passes the signal on and waits.
  const second = start({}, ['npm', 'start']);
  const health = await fetch(`${await second.url}/health`);
  expect(await health.json()).toEqual({ status: 'ok' });
  expect(second.said()).not.toMatch(/making the database|table steps/);
  second.child.kill('SIGTERM');
  expect(await second.ended).toBe(0);
  expect(postmaster()).toBeUndefined();
});

it('a port that is taken is said, and leaves no database running', async () => {
  const holder = createServer();
  await new Promise<void>((resolve) => {
    holder.listen(0, '127.0.0.1', resolve);
  });
  const { port } = holder.address() as { port: number };
  const refused = start({ PORT: String(port) });
  await expect(refused.url).rejects.toThrow(`1: `);
  expect(refused.said()).toContain(`Port ${port} is in use: stop what holds it, or start with another PORT.`);
  expect(postmaster()).toBeUndefined();
  holder.close();
});

it('a wrong setting and a database that is not there are said in a line', async () => {
  const wrong = start({ PORT: 'eighty' });
  await expect(wrong.url).rejects.toThrow('Settings: PORT must be a port number from 0 to 65535. See docs/guides/settings.md.');
  const without = start({ SUITES: 'sys,ghost' });
  await expect(without.url).rejects.toThrow(/SUITES: ghost: there is no suite ghost\n *There are capex, opendata, sample, sys/);
  const away = start({ DATABASE_URL: 'postgres://formwork:secret@127.0.0.1:1/formwork' });
  await expect(away.url).rejects.toThrow('The database does not answer: connect ECONNREFUSED 127.0.0.1:1');
  expect(away.said()).not.toContain('secret');
});
