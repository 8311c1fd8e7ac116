import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/**
 * What `npm start` does before there is anything to run: plain Node, no library, because nothing may be installed yet.
 * Each step says in a line what it does, and does nothing when nothing changed.
 */

/** @param {string} text */
export function say(text) {
  process.stdout.write(`${text}\n`);
}

/** Whether `version` (v20.20.2) is at least `floor` (20.19.0). @param {string} version @param {string} floor */
export function isAtLeast(version, floor) {
  const [have, need] = [version.replace(/^v/, ''), floor].map((text) => text.split('.').map(Number));
  for (let at = 0; at < 3; at += 1) {
    if (have[at] !== need[at]) return have[at] > need[at];
  }
  return true;
}

/** Stops with a sentence when Node is too old. @param {string} root */
export function checkNode(root) {
  const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const floor = engines.node.replace('>=', '');
  if (!isAtLeast(process.version, floor)) throw new Error(`Formwork needs Node ${floor} or later; this is ${process.version}`);
}

/** Whether node_modules holds what package-lock.json names (npm writes its own list of what it installed). @param {string} root */
export function isInstalled(root) {
  const written = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(written)) return false;
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  const found = JSON.parse(readFileSync(written, 'utf8')).packages;
  return Object.entries(wanted).every(([path, { version, optional, devOptional, peer }]) => {
    if (path === '') return true;
    if (!found[path]) return Boolean(optional || devOptional || peer);
    return found[path].version === version;
  });
}

/** @param {string} root */
export async function install(root) {
  if (isInstalled(root)) return;
  const npm = process.env.npm_execpath;
  const [command, ...before] = npm ? [process.execPath, npm] : ['npm'];
  await waited(
    'Installing libraries',
    run(root, command, [...before, 'ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']),
  );
}

/** What is built from what. */
const BUILDS = {
  web: ['protocol', 'web'],
  server: ['protocol', 'server', 'suites'],
};

/** Builds the client and the server where their sources changed since. @param {string} root */
export async function build(root) {
  const stale = Object.keys(BUILDS).filter((part) => !isFresh(root, part));
  if (stale.length === 0) return;
  await waited(`Building ${stale.join(' and ')}`, run(root, process.execPath, [join(root, 'scripts', 'build.mjs'), ...stale]));
  for (const part of stale) writeFileSync(stampOf(root, part), fingerprint(root, part));
}

function isFresh(root, part) {
  const stamp = stampOf(root, part);
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint(root, part);
}

function stampOf(root, part) {
  mkdirSync(join(root, 'dist'), { recursive: true });
  return join(root, 'dist', `.${part}-built-from`);
}

/** Names, sizes and times of all that a part is built from; the same however the root is written, with or without a slash at its end. */
export function fingerprint(root, part) {
  const hash = createHash('sha256');
  const files = BUILDS[part].flatMap((folder) => filesOf(join(root, folder)));
  for (const path of [join(root, 'package-lock.json'), join(root, 'scripts', 'build.mjs'), ...files]) {
    const { size, mtimeMs } = statSync(path);
    hash.update(`${relative(root, path)} ${size} ${mtimeMs}\n`);
  }
  return hash.digest('hex');
}

/** The files of a folder, and of what it links to: a suite may lie elsewhere. */
function filesOf(folder) {
  if (!existsSync(folder)) return [];
  const below = (name) => readdirSync(join(folder, name), { withFileTypes: true, recursive: true });
  const isFolder = (name) => statSync(join(folder, name), { throwIfNoEntry: false })?.isDirectory();
  return [
    ...readdirSync(folder, { withFileTypes: true }),
    ...readdirSync(folder)
      .filter(isFolder)
      .flatMap((name) => below(name)),
  ]
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

function run(root, command, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32' && command === 'npm',
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (part) => {
        said += part;
      });
    }
    child.on('error', reject);
    child.on('close', (code) => (code === 0 ? resolve(undefined) : reject(new Error(said.trim() || `${command} ended with ${code}`))));
  });
}

/** Shows that something long goes on, and how long it took. */
async function waited(name, doing) {
  const begun = Date.now();
  const seconds = () => Math.round((Date.now() - begun) / 1000);
  say(`${name} …`);
  const ticking = setInterval(() => say(`  … ${seconds()} s`), 10_000);
  try {
    await doing;
  } catch (error) {
    throw new Error(`${name} failed:\n${error.message}`);
  } finally {
    clearInterval(ticking);
  }
  say(`  done in ${seconds()} s`);
}

/** The folder of the house. @param {string} scriptUrl */
export function rootOf(scriptUrl) {
  return dirname(dirname(new URL(scriptUrl).pathname));
}
