import { Socket } from 'node:net';
import { expect } from 'vitest';
import type { Db } from '#server/db/db.ts';

/** An answer as bytes. */
export interface Answer {
  status: number;
  headers: Readonly<Record<string, unknown>>;
  body: string;
}

/** G2: a stack, SQL, a path, a library or a version. What the request itself said is no leak. */
const LEAKS = [
  /\bat .{1,80}:\d+:\d+\)?/,
  /node_modules|node:internal|\.tsx?:\d+/,
  /\/(work|home|root|usr|tmp|server\/src|protocol\/src)\//,
  /\b(select .{1,200} from |insert into |update .{1,80} set |syntax error at|relation ".{1,60}" does not)/i,
  /\b(SQLSTATE|pg_catalog|postgres(ql)?|ERROR:|FST_ERR|fastify|zod|aedes|pino|prom-client|Error: )/i,
  /\b(TypeError|SyntaxError|RangeError|ReferenceError|ZodError|DatabaseError)\b/,
  /\bnode(\.js)?[/ ]v?\d+\.\d+/i,
];

/** G1 and G2 of one answer: no fault of ours, and nothing of how it is made. Answers the code, if it is an envelope. */
export function expectSane({ status, headers, body }: Answer, sent = ''): number | undefined {
  expect(status, body.slice(0, 300)).toBeLessThan(500);
  const code = codeOf(body);
  expect([306, 331], sent.slice(0, 300)).not.toContain(code);
  for (const name of ['server', 'x-powered-by', 'via', 'x-aspnet-version']) expect(headers[name]).toBeUndefined();
  if (code !== undefined && code !== 200) {
    for (const leak of LEAKS) {
      const [found] = leak.exec(body) ?? [];
      if (found !== undefined && !sent.includes(found)) expect.fail(`${found} in the answer ${body.slice(0, 300)}`);
    }
  }
  return code;
}

function codeOf(body: string): number | undefined {
  if (!body.startsWith('{"code":')) return undefined;
  return (JSON.parse(body) as { code: number }).code;
}

/** Written by every call of a live session or sign-in, whatever it asks, and what is written down of refusals (G8). */
const MOVING = [
  'fw.session',
  'fw.eyes',
  'fw.security_log',
  'fw.address_bucket',
  'fw.identity_bucket',
  'fw.device',
  'fw.login_used',
  'fw.remembered',
  // kept sums of fw.file, which is looked at itself
  'fw.file_sum',
];

/** A hash of each table's rows, whatever their order. */
export async function rowHashes(db: Db): Promise<Map<string, string>> {
  const tables = await db.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('app', 'hist', 'fw') order by 1`,
  );
  const each = tables
    .filter(({ name }) => !MOVING.includes(name))
    .map(
      ({ name }) =>
        `select '${name}' as name, count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 7))::text, '') as hash from ${name} t`,
    );
  const rows = await db.query<{ name: string; hash: string }>(each.join(' union all '));
  return new Map(rows.map(({ name, hash }) => [name, hash]));
}

/** G4: after the work every table's rows are as before, but for those named. Answers what the work answers. */
export async function expectUnchanged<T>(db: Db, work: () => Promise<T>, but: readonly string[] = []): Promise<T> {
  const before = await rowHashes(db);
  const done = await work();
  const after = await rowHashes(db);
  const changed = [...after].filter(([name, hash]) => before.get(name) !== hash).map(([name]) => name);
  expect(changed.filter((name) => !but.includes(name))).toEqual([]);
  return done;
}

/** G7: the process lives and has not grown by more than 256 MB. (That it is the same one: a fault that nobody catches ends the run.) */
export async function expectModest<T>(work: () => Promise<T>): Promise<T> {
  const before = process.memoryUsage.rss();
  const done = await work();
  expect((process.memoryUsage.rss() - before) / 2 ** 20).toBeLessThan(256);
  return done;
}

/** G5: every connection that this process opens from now on, by where it leads. `stop` gives the sockets back. */
export function watchConnections(): { opened: string[]; stop(): void } {
  const opened: string[] = [];
  const { connect } = Socket.prototype;
  Socket.prototype.connect = function (this: Socket, ...said: unknown[]) {
    const [first] = [said[0]].flat() as [{ host?: string; port?: number; path?: string } | string | number];
    if (first !== null && typeof first === 'object') opened.push(first.path ?? `${first.host ?? 'localhost'}:${first.port}`);
    else opened.push(typeof first === 'number' ? `${said[1] ?? 'localhost'}:${first}` : String(first));
    return (connect as (...all: unknown[]) => Socket).apply(this, said);
  } as typeof connect;
  return {
    opened,
    stop: () => {
      Socket.prototype.connect = connect;
    },
  };
}
