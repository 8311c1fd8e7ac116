import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** The password of every demonstration user in the journeys. */
export const PASSWORD = 'Journeys-2026';
const START_WITHIN_MS = 240_000;

export interface RunningServer {
  url: string;
  stop(): Promise<void>;
}

/** The built server on a free port with a data folder of its own, exactly as `npm start` runs it. */
export async function startServer(env: Record<string, string> = {}): Promise<RunningServer> {
  const folder = await mkdtemp(join(tmpdir(), 'formwork-journeys-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const server = spawn(process.execPath, ['dist/server/main.js'], {
    env: {
      ...process.env,
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: folder,
      DEMO: '1',
      DEMO_PASSWORD: PASSWORD,
      LOG_LEVEL: 'warn',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said: string[] = [];
  for (const stream of [server.stdout, server.stderr]) stream.on('data', (part) => said.push(String(part)));
  await untilWell(url, server, said);
  return {
    url,
    stop: async () => {
      server.kill('SIGTERM');
      await Promise.race([new Promise((done) => server.once('exit', done)), sleep(15_000).then(() => server.kill('SIGKILL'))]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function untilWell(url: string, server: ChildProcess, said: readonly string[]): Promise<void> {
  const end = Date.now() + START_WITHIN_MS;
  while (Date.now() < end) {
    if (server.exitCode !== null) throw new Error(`the server ended with ${server.exitCode}:\n${said.join('')}`);
    const answer = await fetch(`${url}/health`).catch(() => null);
    if (answer?.ok) return;
    await sleep(200);
  }
  server.kill('SIGKILL');
  throw new Error(`the server did not become well:\n${said.join('')}`);
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((done) => probe.listen(0, '127.0.0.1', done));
  const address = probe.address();
  await new Promise((done) => probe.close(done));
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}
