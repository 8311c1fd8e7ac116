import { readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** Whom PostgreSQL runs as. It refuses root, so root hands it to a user with a passwd entry; everybody else runs it as himself. */
export interface Runner {
  uid: number;
  gid: number;
}

/** The runner of a cluster folder: its owner when it exists, else (for root) postgres, nobody or the first ordinary user. */
export function runnerFor(cluster: string): Runner | undefined {
  const uid = process.getuid?.();
  if (uid === undefined) return undefined;
  const owner = ownerOf(cluster);
  if (uid !== 0) {
    if (owner && owner.uid !== uid)
      throw new Error(`${cluster} belongs to uid ${owner.uid}, but this is uid ${uid}: start as its owner, or choose another DATA_DIR`);
    return undefined;
  }
  return owner && owner.uid !== 0 ? owner : ordinaryUser(readFileSync('/etc/passwd', 'utf8'));
}

/** Picks from passwd text; each entry has a name, which PostgreSQL looks up at start. */
export function ordinaryUser(passwd: string): Runner {
  const users = passwd
    .split('\n')
    .map((line) => line.split(':'))
    .filter((parts) => parts.length >= 4 && Number(parts[2]) > 0)
    .map((parts) => ({ name: parts[0], uid: Number(parts[2]), gid: Number(parts[3]) }));
  const chosen = ['postgres', 'nobody'].map((name) => users.find((user) => user.name === name)).find(Boolean) ?? users[0];
  if (!chosen) throw new Error('PostgreSQL does not run as root and /etc/passwd names no other user: add one, or set DATABASE_URL');
  return { uid: chosen.uid, gid: chosen.gid };
}

/** Whether the runner can walk to `path` (which itself need not exist yet). */
export function canReach(path: string, runner: Runner | undefined): boolean {
  if (!runner) return true;
  for (let step = resolve(path); ; step = dirname(step)) {
    if (!canEnter(step, runner)) return false;
    if (step === dirname(step)) return true;
  }
}

function canEnter(folder: string, runner: Runner): boolean {
  const stat = statSync(folder, { throwIfNoEntry: false });
  if (!stat) return true;
  if (stat.uid === runner.uid) return (stat.mode & 0o100) !== 0;
  return (stat.mode & (stat.gid === runner.gid ? 0o010 : 0o001)) !== 0;
}

function ownerOf(path: string): Runner | undefined {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat && { uid: stat.uid, gid: stat.gid };
}
