import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Answered, answered, asForm, byAddress, PASSWORD, Person, proveSignIn, type Server } from '#protocol/testing-person.ts';
import { systemClock } from '#server/ports/clock.ts';
import { diskFiles } from '#server/ports/files-disk.ts';
import { authOf, demonstration, KEYS } from '#server/testing-app.ts';
import { buildServer } from '../../../scripts/build-server.mjs';

const ROOT = new URL('../../..', import.meta.url).pathname;
let built: Promise<string> | undefined;

/** The server as it is delivered; inside the house, so that it finds its libraries. */
function program(): Promise<string> {
  const folder = join(ROOT, '.cache', `product-${process.pid}`);
  built ??= buildServer(ROOT, folder).then(() => join(folder, 'main.js'));
  return built;
}

/** One running server, alone or with its team, and what it said. */
export interface Product {
  url: string;
  child: ChildProcess;
  pid: number;
  said(): string;
  /** One call as it stands on the wire; the text of the answer, with its duration masked, is in `text`. */
  call(url: string, form?: Record<string, string>, token?: string): Promise<Heard>;
  /** Ends it; answers its exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}
export type Heard = Answered & { text: string };

/** A place to serve the demonstration from: its database, keys and files. */
export interface Site {
  /** of the database: as the role that serves, whose sessions only it sees, and as the owner */
  url: string;
  ownerUrl: string;
  folder: string;
  sql<Row = Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Starts a server; `through` is another way to the database. */
  start(env?: Record<string, string>, through?: string): Promise<Product>;
  /** What the sign-in page sends; `ahead` milliseconds from now. */
  body(username: string, ahead?: number): Promise<Record<string, string>>;
  signIn(product: Product, username: string): Promise<string>;
  /** Kills what still runs, and removes all. */
  close(): Promise<void>;
}

/** The demonstration of this run, copied; everybody's password is PASSWORD. */
export async function openSite(): Promise<Site> {
  const folder = await mkdtemp(join(tmpdir(), 'formwork-site-'));
  await chmod(folder, 0o711);
  await mkdir(join(folder, 'keys'), { mode: 0o700 });
  for (const [name, key] of Object.entries(KEYS)) await writeFile(join(folder, 'keys', name), key, { mode: 0o400 });
  await writeFile(join(folder, 'keys', 'demo-password'), PASSWORD, { mode: 0o600 });
  const base = await demonstration(diskFiles(join(folder, 'files')));
  const running: ChildProcess[] = [];
  const start: Site['start'] = async (env = {}, through = base.servingUrl) => {
    const product = await serve({ DATABASE_URL: through, DATABASE_OWNER_URL: base.url, DATA_DIR: folder, ...env }, running);
    return product;
  };
  const body: Site['body'] = async (username, ahead = 0) => {
    const auth = await authOf({ db: base.serving, clock: systemClock });
    return (await proveSignIn({ ...auth, now: auth.now + ahead }, username, 'demo', PASSWORD)).form;
  };
  return {
    url: base.servingUrl,
    ownerUrl: base.url,
    folder,
    sql: (text, values) => base.serving.query(text, values),
    start,
    body,
    signIn: async (product, username) => (await Person.signIn(product.url, username)).token,
    close: async () => {
      for (const child of running) child.kill('SIGKILL');
      await base.close();
      await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
    },
  };
}

const QUIET = { DATABASE_OWNER_URL: '', MQTT_URL: '', PORT: '0', HOST: '127.0.0.1', DEMO: '1', LOG_LEVEL: 'warn', LEAVE_SECONDS: '1' };

/** Runs the server program and waits until it serves; throws what it said when it ends before. */
export async function serve(env: Record<string, string>, running: ChildProcess[]): Promise<Product> {
  const child = spawn(process.execPath, [await program()], {
    cwd: ROOT,
    env: { ...process.env, ...QUIET, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.push(child);
  let said = '';
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  const url = await new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (part) => {
        said += part;
        const found = /Formwork is at (\S+)/.exec(said);
        if (found) resolve(found[1]!);
      });
    void ended.then((code) => reject(new Error(`${code}: ${said}`)));
  });
  return {
    url,
    child,
    pid: child.pid!,
    said: () => said,
    call: (path, form, token) => call(byAddress(url), path, form, token),
    stop: (signal = 'SIGTERM') => {
      child.kill(signal);
      return ended;
    },
  };
}

async function call(server: Server, url: string, form: Record<string, string> = {}, token?: string): Promise<Heard> {
  const heard = await server.send(asForm(url, { _os: 'web', ...form }, token));
  const text = heard.body.replace(/"duration":[0-9.]+/, '"duration":0');
  return { ...answered({ ...heard, body: text }), text };
}

/** Asks until the answer fits; throws the last one when that takes longer than `withinMs`. Answers how long it took. Waits for the event itself, so that the limit only ends what hangs. */
export async function until<T>(ask: () => Promise<T>, fits: (answer: T) => boolean, withinMs = 120_000): Promise<number> {
  const begun = performance.now();
  for (;;) {
    const answer = await ask();
    const took = performance.now() - begun;
    if (fits(answer)) return took;
    if (took > withinMs) throw new Error(`not within ${withinMs} ms: ${JSON.stringify(answer).slice(0, 500)}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
