import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';

/** A process of a bench: its number, and how it ends. */
export interface Child {
  pid: number;
  stop(): Promise<void>;
}

/** Starts a Node process and waits for the line that says that it is ready. */
export function startNode(args: readonly string[], env: Record<string, string>, ready: RegExp): Promise<Child> {
  const child = spawn(process.execPath, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<void>((resolve) => {
    child.on('exit', () => resolve());
  });
  return new Promise((resolve, reject) => {
    let said = '';
    const hear = (chunk: Buffer) => {
      said += chunk.toString();
      const isReady = ready.test(said);
      said = said.slice(-4000);
      if (isReady) resolve({ pid: child.pid!, stop: () => (child.kill('SIGTERM') ? ended : Promise.resolve()) });
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    void ended.then(() => reject(new Error(`${args.at(-1)} ended: ${said}`)));
  });
}

/** Milliseconds of processor that a process has used; Linux counts them in steps of 10. */
export function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** The same of a process and all that it started, those that ended among them. */
export function cpuOfAll(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  const ended = (Number(fields[13]) + Number(fields[14])) * 10;
  return cpuOf(pid) + ended + childrenOf(pid).reduce((sum, child) => sum + cpuOfAll(child), 0);
}

/** Processes that a process started and that run now. */
export function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);
}

/** Megabytes of memory that a process holds now, and held at most. */
export function memoryOf(pid: number): { now: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const read = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)![1]) / 1024;
  return { now: read('VmRSS'), peak: read('VmHWM') };
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}
