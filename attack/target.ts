import { mkdtemp, rm } from 'node:fs/promises';
import type { Server as Listener } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { asForm, asJson, byInject, Person, peopleOf, type Server } from '#protocol/testing-person.ts';
import { openServer } from '#server/compose.ts';
import type { Db } from '#server/db/db.ts';
import type { TestDatabase } from '#server/db/testing.ts';
import type { House } from '#server/meta/house.ts';
import { diskFiles } from '#server/ports/files-disk.ts';
import { openSessions } from '#server/signin/testing-sessions.ts';
import { demonstration, houseOf } from '#server/testing-app.ts';
import { type Answer, expectSane } from './asserts.ts';

export interface Told extends Answer {
  code?: number;
  data?: Record<string, unknown>;
  rows?: Record<string, unknown>[];
  total?: number;
}
export interface Saying {
  /** who calls: `applicant`, `admin2@other`; null is nobody */
  as?: string | null;
  form?: Readonly<Record<string, string>>;
  json?: unknown;
  body?: string | Buffer;
  headers?: Readonly<Record<string, string>>;
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';
}

/** The whole server on the demonstration, listening on a free port of loopback; what it says to the database and to its log is written down. */
export interface Target {
  house: House;
  base: TestDatabase;
  server: Listener;
  port: number;
  /** texts of the statements */
  statements: string[];
  log: string[];
  /** folder of uploaded files */
  folder: string;
  token(who: string): Promise<string>;
  /** One call without a socket, held to G1 and G2. */
  say(url: string, saying?: Saying): Promise<Told>;
  /** These bytes to the port, and all that comes back until the server closes. */
  raw(bytes: string | Buffer, silence?: number): Promise<string>;
  close(): Promise<void>;
}

export interface TargetOptions {
  /** folder of the built client */
  web?: string;
  patience?: Parameters<typeof openServer>[1]['patience'];
  /** the database as the server sees it */
  db?: (base: TestDatabase) => Db;
  /** the database of another target, which goes on having it: a second server beside that one */
  base?: TestDatabase;
}

export async function openTarget({
  web = '/nonexistent',
  patience,
  db = ({ serving }) => serving,
  base: given,
}: TargetOptions = {}): Promise<Target> {
  const folder = await mkdtemp(join(tmpdir(), 'formwork-target-'));
  const base = given ?? (await demonstration(diskFiles(folder)));
  const statements: string[] = [];
  const log: string[] = [];
  const house = await houseOf(heard(db(base), statements), diskFiles(folder));
  const logger = pino({ level: 'trace' }, { write: (line: string) => void log.push(line) });
  const app = await openServer(house, { web, logger, ...(patience ? { patience } : {}) });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const server = byInject(app);
  const person = peopleOf((username, subname) => enter(house, server, username, subname));
  const token = async (who: string): Promise<string> => (await person(...(who.split('@') as [string, string?]))).token;
  const target: Target = {
    house,
    base,
    server: app.server,
    port,
    statements,
    log,
    folder,
    token,
    say: async (url, { as = 'applicant', form, json, body, headers = {}, method = 'POST' } = {}) => {
      const sent = json === undefined ? asForm(url, form ?? {}) : asJson(url, json);
      const { 'content-type': type = '' } = sent.headers ?? {};
      const payload = body ?? sent.body;
      const told = await server.send({
        url,
        method,
        headers: { ...(method === 'GET' ? {} : { 'content-type': type }), ...(as === null ? {} : { token: await token(as) }), ...headers },
        body: method === 'GET' || method === 'OPTIONS' ? undefined : payload,
      });
      const code = expectSane(told, `${url} ${payload}`);
      return { ...(code === undefined ? {} : JSON.parse(told.body)), ...told };
    },
    raw: (bytes, silence = 3_000) => rawAnswer(port, bytes, silence),
    close: async () => {
      app.server.closeAllConnections();
      await app.close();
      if (!given) await base.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
  return target;
}

/** The database, its statements written down before they run. */
function heard(db: Db, said: string[]): Db {
  const heardBy =
    (asked: Pick<Db, 'query'>): Db['query'] =>
    (text, values) => {
      said.push(text);
      return asked.query(text, values);
    };
  return {
    ...db,
    query: heardBy(db),
    front: { ...db.front, query: heardBy(db.front) },
    tx: (work) => db.tx((tx) => work({ ...tx, query: heardBy(tx) })),
  };
}

/** A session of its own, at the house's time: some of those who call are copies of others and have no password. */
async function enter(house: House, server: Server, username: string, subname: string): Promise<Person> {
  const [found] = await house.db.query<{ company: number; user: number }>(
    `select u.company_id as company, u.id as "user" from app."user" u join fw.company c on c.id = u.company_id and c.login_name = $2
      where u.login_name = $1`,
    [username, subname],
  );
  if (!found) throw new Error(`nobody is called ${username}@${subname}`);
  const { company, user } = found;
  const tokens = await openSessions(house.db, house.keys.pepper, { company, users: [user], by: 'attack' }, { now: house.clock.now() });
  return new Person(server, tokens.get(user) ?? '');
}

/** Waits for the server to close; a server that waits for more hears after `silence` milliseconds without a byte that nothing comes. */
function rawAnswer(port: number, bytes: string | Buffer, silence: number): Promise<string> {
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    socket.on('data', (part) => parts.push(part));
    // a server that refuses may cut while we still write
    socket.on('error', () => undefined);
    socket.on('end', () => socket.destroy());
    socket.on('close', () => resolve(Buffer.concat(parts).toString('latin1')));
    socket.setTimeout(silence, () => socket.end());
    socket.write(bytes);
  });
}

/** What `raw` heard, one entry an answer: HTTP/1.1 with a length or in chunks. */
export function answersIn(heard: string): Answer[] {
  const answers: Answer[] = [];
  for (let rest = heard; rest !== ''; ) {
    const end = rest.indexOf('\r\n\r\n');
    if (end < 0) throw new Error(`no head: ${rest.slice(0, 200)}`);
    const [line = '', ...lines] = rest.slice(0, end).split('\r\n');
    const headers = Object.fromEntries(lines.map((each) => [each.split(':')[0]!.toLowerCase(), each.slice(each.indexOf(':') + 1).trim()]));
    const { body, length } = bodyOf(rest.slice(end + 4), headers);
    answers.push({ status: Number(line.split(' ')[1]), headers, body: Buffer.from(body, 'latin1').toString() });
    rest = rest.slice(end + 4 + length);
  }
  return answers;
}

function bodyOf(text: string, headers: Record<string, string>): { body: string; length: number } {
  if (headers['transfer-encoding'] !== 'chunked') {
    const length = Number(headers['content-length'] ?? 0);
    return { body: text.slice(0, length), length: Math.min(length, text.length) };
  }
  let body = '';
  for (let at = 0; ; ) {
    const line = text.indexOf('\r\n', at);
    const size = Number.parseInt(text.slice(at, line), 16);
    if (line < 0 || !(size > 0)) return { body, length: line < 0 ? text.length : line + 4 };
    body += text.slice(line + 2, line + 2 + size);
    at = line + 4 + size;
  }
}
