import cluster, { type Worker } from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';

/** What a server process of a team needs to know beside the settings: whether it prepares the database for the others. */
export type Part = 'first' | 'next';

/** What a server process says when it serves, and hears when it is to go. */
export interface Ready {
  ready: { url: string; lines: string[] };
}
export interface Leave {
  leave: { accepting: boolean; hurried: boolean };
}

export interface TeamOptions {
  size: number;
  /** The file that a server process runs. */
  program: string;
  /** The environment of the next process; what it runs is read from the disk anew, so that a new version takes over. */
  env(part: Part): Record<string, string>;
  say(line: string): void;
  /** How long a process may take to serve (120,000) before it is killed; the first brings a database up to date, which takes as long as it takes. */
  readyWithinMs?: number;
  /** How long one may take to leave before it is killed. */
  leaveWithinMs: number;
}

export interface Team {
  url: string;
  lines: readonly string[];
  /** Puts a new process in the place of each, one after the other, each old one only after the new one serves. One that fails ends it: what serves goes on. */
  roll(): Promise<void>;
  /** All leave at once. Answers whether each went in order. */
  stop(hurried: boolean): Promise<boolean>;
  kill(): void;
}

/** A process that lived this long did not die of its start: the next one need not wait. */
const SOUND_MS = 60_000;
const BACK_OFF_MS = { first: 250, most: 30_000 };

/**
 * Server processes on one port: this process takes the connections and hands them out in turn. The first prepares the database
 * before the others start; one that dies is replaced, ever later when it dies again and again.
 */
export async function openTeam(options: TeamOptions): Promise<Team> {
  const { size, program, say, readyWithinMs = 120_000, leaveWithinMs } = options;
  cluster.setupPrimary({ exec: program, args: [] });
  const seats: (Worker | undefined)[] = Array.from({ length: size });
  const turns: Promise<unknown>[] = seats.map(() => Promise.resolve());
  let stopping = false;
  let deaths = 0;
  let rolling: Promise<void> | undefined;
  let again = false;

  /** Starts a process and waits until it serves; throws when it ends before. */
  const start = async (part: Part): Promise<{ worker: Worker; ready: Ready['ready'] }> => {
    const worker = cluster.fork(options.env(part));
    const ready = await new Promise<Ready['ready']>((resolve, reject) => {
      const limit = part === 'next' ? setTimeout(() => worker.process.kill('SIGKILL'), readyWithinMs) : undefined;
      worker.on('message', (said: Partial<Ready>) => {
        clearTimeout(limit);
        if (said.ready) resolve(said.ready);
      });
      worker.on('exit', () => {
        clearTimeout(limit);
        reject(new Error('a server process ended before it served'));
      });
    });
    return { worker, ready };
  };

  /** One after the other for a seat: a roll and a replacement that both fill it would leave a process that nobody counts. */
  const inTurn = <Result>(at: number, work: () => Promise<Result>): Promise<Result> => {
    const mine = turns[at]!.then(work);
    turns[at] = mine.catch(() => undefined);
    return mine;
  };

  /** Starts a process for a seat; null when the seat was taken or given up meanwhile. */
  const fill = async (at: number, part: Part, free: () => boolean): Promise<Ready['ready'] | null> => {
    const { worker, ready } = await start(part);
    if (!free()) {
      await leave(worker, { accepting: false, hurried: true });
      return null;
    }
    const begun = performance.now();
    seats[at] = worker;
    worker.on('exit', (code, signal) => {
      if (seats[at] !== worker) return;
      seats[at] = undefined;
      if (performance.now() - begun > SOUND_MS) deaths = 0;
      void replace(at, `server process ${worker.process.pid} ended (${signal ?? code})`);
    });
    return ready;
  };

  const replace = async (at: number, why: string): Promise<void> => {
    const free = () => !stopping && !seats[at];
    if (!free()) return;
    const wait = Math.min(BACK_OFF_MS.first * 2 ** deaths, BACK_OFF_MS.most);
    deaths += 1;
    say(`${why}: starting another in ${wait / 1000} s`);
    await sleep(wait);
    await inTurn(at, async () => free() && fill(at, 'next', free)).catch((error: Error) => replace(at, error.message));
  };

  const leave = async (worker: Worker, how: Leave['leave']): Promise<boolean> => {
    if (worker.isDead()) return true;
    const ended = new Promise<boolean>((resolve) => {
      worker.on('exit', (code) => resolve(code === 0));
    });
    const limit = setTimeout(() => worker.process.kill('SIGKILL'), leaveWithinMs);
    if (worker.isConnected()) worker.send({ leave: how } satisfies Leave);
    else worker.process.kill('SIGTERM');
    const inOrder = await ended;
    clearTimeout(limit);
    return inOrder;
  };

  /** Puts a new process on a seat; answers the one that sat there. */
  const renew = async (at: number): Promise<Worker | undefined> => {
    const old = seats[at];
    const ready = await fill(at, at === 0 ? 'first' : 'next', () => !stopping);
    for (const line of ready?.lines ?? []) say(line);
    return old;
  };

  const rollOnce = async (): Promise<void> => {
    for (let at = 0; at < size && !stopping; at += 1) {
      const old = await inTurn(at, async () => (stopping ? undefined : renew(at)));
      if (old && !stopping) await leave(old, { accepting: false, hurried: false });
    }
  };

  const stop = async (hurried: boolean): Promise<boolean> => {
    stopping = true;
    const all = Object.values(cluster.workers ?? {}).flatMap((one) => one ?? []);
    const inOrder = await Promise.all(all.map((one) => leave(one, { accepting: true, hurried })));
    return inOrder.every(Boolean);
  };

  const open = async (): Promise<Ready['ready']> => {
    const ready = await fill(0, 'first', () => !stopping);
    await Promise.all(Array.from({ length: size - 1 }, (_, at) => fill(at + 1, 'next', () => !stopping)));
    return ready!;
  };
  // A team of which one does not start is none: the others go too, and nobody replaces them.
  const { url, lines } = await open().catch(async (error: Error) => {
    await stop(true);
    throw error;
  });

  return {
    url,
    lines,
    roll: () => {
      again = rolling !== undefined;
      rolling ??= (async () => {
        do {
          again = false;
          say('starting new server processes, one after the other');
          await rollOnce().then(
            () => say('all server processes are new'),
            (error: Error) => say(`${error.message}: the others go on as they are`),
          );
        } while (again && !stopping);
        rolling = undefined;
      })();
      return rolling;
    },
    stop,
    kill: () => {
      for (const one of Object.values(cluster.workers ?? {})) one?.process.kill('SIGKILL');
    },
  };
}
