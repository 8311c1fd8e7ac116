import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, chown, link, lstat, mkdir, mkdtemp, readFile, realpath, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { executable, usableBinaries } from './binaries.ts';
import { canReach, type Runner, runnerFor } from './runner.ts';

/** One a role: `owner` makes and changes tables, `app` serves. */
export interface Passwords {
  superuser: string;
  owner: string;
  app: string;
}

/** A cluster on disk, ready to be served. */
export interface Cluster {
  /** The real folder of the cluster; DATA_DIR/postgres is it or links to it. */
  home: string;
  binaries: string;
  runner: Runner | undefined;
  passwords: Passwords;
}

/** Finds or makes the cluster of a data folder. Two processes may do so at once: one cluster comes out. */
export async function openCluster(dataDir: string, sharedHome: string, say: (line: string) => void): Promise<Cluster> {
  const entry = join(resolve(dataDir), 'postgres');
  await mkdir(dataDir, { recursive: true });
  const runner = runnerFor(existsSync(entry) ? await realpath(entry) : entry);
  const home = existsSync(entry) ? dirname(await realpath(entry)) : resolve(dataDir);
  const near = canReach(home, runner);
  const binaries = await usableBinaries(runner, near ? home : sharedHome);
  const passwords = await keptPasswords(dataDir, existsSync(entry));
  if (!existsSync(entry)) await makeCluster({ entry, place: near ? home : sharedHome, binaries, runner, passwords, say });
  return { home: await realpath(entry), binaries, runner, passwords };
}

async function keptPasswords(dataDir: string, clusterExists: boolean): Promise<Passwords> {
  const path = join(dataDir, 'keys', 'postgres.json');
  if (!existsSync(path)) {
    if (clusterExists) throw new Error(`${path} is missing: it holds the passwords of the database beside it; put it back from the backup`);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const mine = `${path}.${process.pid}`;
    await writeFile(mine, JSON.stringify({ superuser: password(), owner: password(), app: password() }), { mode: 0o600 });
    await link(mine, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
    await rm(mine);
  }
  return JSON.parse(await readFile(path, 'utf8')) as Passwords;
}

/**
 * The passwords of the roles. A folder from before there were two knows one, of the role that owns everything: it stays that role's, and
 * the role that serves gets one of its own. For the holder of the folder's guard only.
 */
export async function separatePasswords(dataDir: string, kept: Omit<Passwords, 'owner'> & Partial<Passwords>): Promise<Passwords> {
  if (kept.owner) return { ...kept, owner: kept.owner };
  const both = { superuser: kept.superuser, owner: kept.app, app: password() };
  const path = join(dataDir, 'keys', 'postgres.json');
  await writeFile(`${path}.${process.pid}`, JSON.stringify(both), { mode: 0o600, flush: true });
  await rename(`${path}.${process.pid}`, path);
  return both;
}

function password(): string {
  return randomBytes(24).toString('base64url');
}

interface Making {
  entry: string;
  place: string;
  binaries: string;
  runner: Runner | undefined;
  passwords: Passwords;
  say: (line: string) => void;
}

/** Makes the cluster aside and moves it into place when it is whole, so that a half-made one is never found. */
async function makeCluster({ entry, place, binaries, runner, passwords, say }: Making): Promise<void> {
  say('making the database …');
  await mkdir(place, { recursive: true, mode: 0o755 });
  const aside = await mkdtemp(join(place, 'postgres-'));
  try {
    if (runner) await chown(aside, runner.uid, runner.gid);
    await initdb(aside, binaries, runner, passwords);
    if (place === dirname(entry)) return await moveInto(join(aside, 'data'), entry, aside);
    await symlink(join(aside, 'data'), entry);
    say(`the database stands in ${aside}, because ${dirname(entry)} is closed to the user it runs as`);
  } catch (error) {
    await rm(aside, { recursive: true, force: true });
    if (!['EEXIST', 'ENOTEMPTY'].includes(String((error as NodeJS.ErrnoException).code))) throw error;
  }
}

async function moveInto(made: string, entry: string, aside: string): Promise<void> {
  await rename(made, entry);
  await rm(aside, { recursive: true, force: true });
}

async function initdb(aside: string, binaries: string, runner: Runner | undefined, passwords: Passwords): Promise<void> {
  const secret = join(aside, 'password');
  await writeFile(secret, passwords.superuser, { mode: 0o600 });
  if (runner) await chown(secret, runner.uid, runner.gid);
  const locale = ['--encoding=UTF8', '--locale=C.UTF-8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const args = ['-D', join(aside, 'data'), '-U', 'postgres', ...locale, '--auth=scram-sha-256', `--pwfile=${secret}`];
  const env = { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', TZ: 'UTC' };
  await promisify(execFile)(join(binaries, 'bin', executable('initdb')), args, { cwd: aside, env, ...runner });
  await rm(secret);
  if ((await lstat(join(aside, 'data'))).isDirectory()) await chmod(join(aside, 'data'), 0o700);
}
