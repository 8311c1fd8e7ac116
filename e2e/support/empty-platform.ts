import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = new URL('../..', import.meta.url).pathname;

export interface EmptyPlatform {
  url: string;
  /** the one-time code of its log; null when it gave none */
  code: string | null;
  /** Ends the server in order. */
  stop(): Promise<void>;
}

/** A data folder for a server with DEMO=0, and how to remove it. */
export function dataFolder(): { folder: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'formwork-empty-'));
  // The embedded PostgreSQL runs as another user when this is root: he must get to his folder in it.
  chmodSync(folder, 0o711);
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

const CODE = /^([0-9A-Z]{5}-){4}[0-9A-Z]{5}$/m;

/** The product without demonstration. `gives` says whether a code is waited for. */
export const startEmpty = (folder: string, { gives }: { gives: boolean }): Promise<EmptyPlatform> =>
  startOwn(folder, { DEMO: '0' }, { gives });

/** The product with settings of one's own, on a port of its own: what the journeys' own server has built already. */
export async function startOwn(
  folder: string,
  settings: Record<string, string>,
  { gives = false, main = 'dist/server/main.js' } = {},
): Promise<EmptyPlatform> {
  const env = { ...process.env, PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'warn', ...settings };
  const server = spawn(process.execPath, [main], { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise<void>((resolve) => server.on('close', () => resolve()));
  const said = await untilServing(server, gives);
  return {
    url: /Formwork is at (\S+)/.exec(said)![1]!,
    code: CODE.exec(said)?.[0] ?? null,
    stop: () => {
      server.kill('SIGTERM');
      return ended;
    },
  };
}

/** All that it said until it serves, and gave its code; one that ought not to come would come in the same moment. */
function untilServing(server: ChildProcess, gives: boolean): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    server.stdout!.on('data', (chunk) => {
      said += chunk;
      if (/Formwork is at \S+\n/.test(said) && (!gives || CODE.test(said))) setTimeout(() => resolve(said), 500);
    });
    server.on('close', () => reject(new Error(`the server ended:\n${said}`)));
  });
}
