import { pino } from 'pino';
import { asForm, asUpload } from '#protocol/testing-person.ts';
import type { Op } from '#server/ops/op.ts';
import { serve, type TestApp } from '#server/testing-app.ts';
import { laidOver } from '../lay.ts';
import { memoryFiles } from './files.ts';
import type { Actor } from './people.ts';
import { twinDatabase } from './template.ts';

export interface Request {
  path: string;
  op: string;
  form: Record<string, string>;
  /** which of the person's domains he works in */
  domain: number;
  /** bytes of an upload */
  upload?: string;
}
export interface Told {
  status: number;
  headers: string;
  body: string;
  code: number;
}

/** One of the two worlds: a whole server on a database of its own, and one person in it, signed in once in each of his domains. */
export interface World {
  app: TestApp;
  ask(request: Request): Promise<Told>;
  /** everything that the server logged */
  log(): string;
  /** tokens and proofs of this run, which no log may show */
  secrets(): readonly string[];
  close(): Promise<void>;
}

/** Both worlds of a pair share one clock, which stands still but for `tick`. */
export interface TickingClock {
  readonly start: Date;
  now(): Date;
  tick(): void;
}
export function tickingClock(start = new Date(Math.floor(Date.now() / 1000) * 1000)): TickingClock {
  let at = start.getTime();
  return {
    start,
    now: () => new Date(at),
    tick: () => {
      at += 1000;
    },
  };
}

export interface WorldOptions {
  actor: Actor;
  clock: TickingClock;
  ops?: readonly Op[];
  /** other bytes for the files that the person may not see */
  changed?: (key: string) => Buffer | undefined;
  prepare?: (db: TestApp['house']['db']) => Promise<void>;
}

export async function openWorld({ actor, clock, ops, changed, prepare }: WorldOptions): Promise<World> {
  const base = await twinDatabase();
  await prepare?.(base.db);
  const lines: string[] = [];
  const logger = pino({ level: 'trace' }, { write: (line: string) => lines.push(line) });
  const app = await serve(base, memoryFiles(changed), { clock, logger, ...laidOver(), ...(ops ? { ops } : {}) });
  const tokens = await tokensOf(app, actor);
  const mask = masker(
    clock.start,
    new Set((await base.db.query<{ key_name: string }>('select key_name from fw.file')).map((file) => file.key_name)),
  );
  const last = { id: '', key: '' };
  return {
    app,
    ask: async (request) => {
      const told = await post(app, request, tokens[request.domain % tokens.length]!, last);
      remember(told.body, request, last);
      return { ...told, body: mask(told.body) };
    },
    log: () => lines.join(''),
    secrets: () => tokens,
    close: () => app.close(),
  };
}

/** A session for each of the person's domains. */
async function tokensOf(app: TestApp, actor: Actor): Promise<string[]> {
  const domains = await app.house.db.query<{ id: number }>(
    `select d.id from app."user" u join fw.company c on c.id = u.company_id and c.login_name = $2, unnest(u.domain_entities) d(id) where u.login_name = $1 order by d.id`,
    [actor.login, actor.company],
  );
  const tokens: string[] = [];
  for (const { id } of domains) tokens.push((await (await app.signIn(actor.login, actor.company)).inDomain(id)).token);
  return tokens;
}

/** What was made before in this very world may be named: §id is the record added last, §key the file uploaded last. */
type Last = { id: string; key: string };

async function post(app: TestApp, { path, op, form, upload }: Request, token: string, last: Last): Promise<Told> {
  const filled = Object.fromEntries(
    Object.entries(form).map(([name, value]) => [name, value.replaceAll('§id', last.id || '1').replaceAll('§key', last.key)]),
  );
  const file = upload === undefined ? undefined : { name: 'paper.pdf', content: upload };
  const answer = await app.server.send(file ? asUpload('/app?op=Upload', filled, file, token) : asForm(`${path}?op=${op}`, filled, token));
  const { date: _date, 'content-length': _length, ...headers } = answer.headers;
  const json = String(answer.headers['content-type']).startsWith('application/json');
  return {
    status: answer.status,
    headers: JSON.stringify(headers),
    body: answer.body,
    code: json ? Number(JSON.parse(answer.body).code) : 0,
  };
}

function remember(body: string, { op }: Request, last: Last): void {
  if (op === 'Add') last.id = /"data":\{"id":(\d+)/.exec(body)?.[1] ?? last.id;
  if (op === 'Upload') last.key = /"key_name":"([A-Za-z0-9_-]{32})"/.exec(body)?.[1] ?? last.key;
}

/**
 * Takes out what differs between any two runs: how long it took, tickets and the channel's password (made of a session's random id),
 * keys of files uploaded just now, and the instant at which the database wrote a row in this run.
 */
function masker(start: Date, known: ReadonlySet<string>): (body: string) => string {
  const since = start.getTime();
  const until = since + 86_400_000;
  const now = (text: string): string => {
    const at = Date.parse(`${text.replace(' ', 'T')}+08:00`);
    return at >= since && at < until ? '<now>' : text;
  };
  return (body) =>
    body
      .replace(/"duration":[0-9.e+-]+/g, '"duration":0')
      .replace(/tk=[A-Za-z0-9_-]{38}/g, 'tk=<ticket>')
      .replace(/"mqtt":\{"username":"[^"]*","password":"[^"]*"/g, '"mqtt":{"username":"<sid>","password":"<password>"')
      .replace(/(?<=["=])[A-Za-z0-9_-]{32}(?=["&])/g, (key) => (known.has(key) || !/[A-Z]/.test(key) ? key : '<key>'))
      .replace(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/g, now);
}
