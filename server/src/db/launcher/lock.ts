import { readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What postmaster.pid of a cluster says: line 1 the process, line 4 the port, line 8 its state. */
export interface Lock {
  pid: number;
  port: number;
  ready: boolean;
}

export function readLock(cluster: string): Lock | undefined {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
    const pid = Number(lines[0]);
    return Number.isInteger(pid) && pid > 0 ? { pid, port: Number(lines[3] ?? 0), ready: (lines[7] ?? '').trim() === 'ready' } : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a process lives and is no zombie; where /proc tells its name, it must be a postgres (a pid is soon reused). */
export function isPostgres(pid: number): boolean {
  const stat = procStat(pid);
  if (stat) return stat.state !== 'Z' && stat.state !== 'X' && stat.name.startsWith('postgres');
  if (process.platform === 'linux') return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function procStat(pid: number): { name: string; state: string } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const end = text.lastIndexOf(')');
    return { name: text.slice(text.indexOf('(') + 1, end), state: text.slice(end + 2, end + 3) };
  } catch {
    return undefined;
  }
}

/**
 * A lock whose process is a zombie or another program would keep PostgreSQL from starting for as long as that pid exists.
 * Only the pid is replaced by one that cannot exist: the shared-memory key stays, so that PostgreSQL itself still refuses
 * while backends of the dead server live.
 */
export async function disarmLock(cluster: string): Promise<void> {
  const path = join(cluster, 'postmaster.pid');
  const lines = readFileSync(path, 'utf8').split('\n');
  await writeFile(path, [String(IMPOSSIBLE_PID), ...lines.slice(1)].join('\n'));
}

const IMPOSSIBLE_PID = 2_000_000_000;

/** Backends whose server is gone: they hold the shared memory until their statement ends. Recovery needs nothing of them. */
export function endOrphans(cluster: string): void {
  for (const pid of orphans(cluster)) {
    try {
      process.kill(pid, 'SIGQUIT');
    } catch {
      // ended by itself
    }
  }
}

function orphans(cluster: string): number[] {
  if (process.platform !== 'linux') return [];
  const home = realpathSync(cluster);
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && isPostgres(pid) && workingFolder(pid) === home);
}

function workingFolder(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined;
  }
}
