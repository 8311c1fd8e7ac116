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
  const { size, program, say, leaveWithinMs } = options;
  cluster.setupPrimary({ exec: program, args: [] });
  const seats = createSeats(options);

  const rollOnce = async (): Promise<void> => {
    for (let at = 0; at < size && !seats.givenUp; at += 1) {
      const old = await seats.renew(at);
      if (old && !seats.givenUp) await leave(old, { accepting: false, hurried: false }, leaveWithinMs);
    }
  };
  const roll = async (): Promise<void> => {
    say('starting new server processes, one after the other');
    await rollOnce().then(
      () => say('all server processes are new'),
      (error: Error) => say(`${error.message}: the others go on as they are`),
    );
  };
  const stop = async (hurried: boolean): Promise<boolean> => {
    seats.giveUp();
    const inOrder = await Promise.all(workers().map((one) => leave(one, { accepting: true, hurried }, leaveWithinMs)));
    return inOrder.every(Boolean);
  };
  const open = async (): Promise<Ready['ready']> => {
    const ready = await seats.fill(0, 'first');
    await Promise.all(Array.from({ length: size - 1 }, (_, at) => seats.fill(at + 1, 'next')));
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
    roll: oneAtATime(roll, () => seats.givenUp),
    stop,
    kill: () => {
      for (const one of workers()) one.process.kill('SIGKILL');
    },
  };
}

const workers = (): Worker[] => Object.values(cluster.workers ?? {}).flatMap((one) => one ?? []);

/** The places of a team, each with its process. */
interface Seats {
  /** Puts a process on a seat once it serves; null when they were given up meanwhile. */
  fill(at: number, part: Part): Promise<Ready['ready'] | null>;
  /** Puts a new process on a seat; answers the one that sat there. */
  renew(at: number): Promise<Worker | undefined>;
  /** From now on nobody is replaced. */
  giveUp(): void;
  readonly givenUp: boolean;
}

function createSeats(options: TeamOptions): Seats {
  const { size, say, leaveWithinMs } = options;
  const seats: (Worker | undefined)[] = Array.from({ length: size });
  const inTurn = queues(size);
  let givenUp = false;
  let deaths = 0;

  const fill = async (at: number, part: Part, free: () => boolean): Promise<Ready['ready'] | null> => {
    const { worker, ready } = await start(options, part);
    if (!free()) {
      await leave(worker, { accepting: false, hurried: true }, leaveWithinMs);
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
    const free = () => !givenUp && !seats[at];
    if (!free()) return;
    const wait = Math.min(BACK_OFF_MS.first * 2 ** deaths, BACK_OFF_MS.most);
    deaths += 1;
    say(`${why}: starting another in ${wait / 1000} s`);
    await sleep(wait);
    await inTurn(at, async () => free() && fill(at, 'next', free)).catch((error: Error) => replace(at, error.message));
  };

  const renew = async (at: number): Promise<Worker | undefined> => {
    if (givenUp) return undefined;
    const old = seats[at];
    const ready = await fill(at, at === 0 ? 'first' : 'next', () => !givenUp);
    for (const line of ready?.lines ?? []) say(line);
    return old;
  };

  return {
    fill: (at, part) => fill(at, part, () => !givenUp),
    renew: (at) => inTurn(at, () => renew(at)),
    giveUp: () => {
      givenUp = true;
    },
    get givenUp() {
      return givenUp;
    },
  };
}

/** One after the other for a seat: a roll and a replacement that both fill it would leave a process that nobody counts. */
function queues(size: number): <Result>(at: number, work: () => Promise<Result>) => Promise<Result> {
  const turns: Promise<unknown>[] = Array.from({ length: size }, () => Promise.resolve());
  return (at, work) => {
    const mine = turns[at]!.then(work);
    turns[at] = mine.catch(() => undefined);
    return mine;
  };
}

/** Who asks while it is under way has it done once more. */
function oneAtATime(work: () => Promise<void>, isOver: () => boolean): () => Promise<void> {
  let underWay: Promise<void> | undefined;
  let again = false;
  const run = async (): Promise<void> => {
    do {
      again = false;
      await work();
    } while (again && !isOver());
    underWay = undefined;
  };
  return () => {
    again = underWay !== undefined;
    underWay ??= run();
    return underWay;
  };
}

/** Starts a process and waits until it serves; throws when it ends before. */
async function start({ env, readyWithinMs = 120_000 }: TeamOptions, part: Part): Promise<{ worker: Worker; ready: Ready['ready'] }> {
  const worker = cluster.fork(env(part));
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
}

/** Tells a process to go, and kills it when it does not; answers whether it went in order. */
async function leave(worker: Worker, how: Leave['leave'], withinMs: number): Promise<boolean> {
  if (worker.isDead()) return true;
  const ended = new Promise<boolean>((resolve) => {
    worker.on('exit', (code) => resolve(code === 0));
  });
  const limit = setTimeout(() => worker.process.kill('SIGKILL'), withinMs);
  if (worker.isConnected()) worker.send({ leave: how } satisfies Leave);
  else worker.process.kill('SIGTERM');
  const inOrder = await ended;
  clearTimeout(limit);
  return inOrder;
}
