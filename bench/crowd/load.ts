import { connect, type Socket } from 'node:net';
import type { Call, Kind, Person } from './people.ts';

/** What came of the calls of a while, by what was asked. */
export interface Met {
  /** milliseconds from when the call was due to its answer; refusals apart */
  times: Record<Kind, number[]>;
  /** how long it took until somebody was told to come again (103) */
  refused: { kind: Kind; ms: number }[];
  /** answers by code, all but 200 with what was asked; `reset` where the connection broke, `late` where none came within LATE_MS */
  codes: Record<string, number>;
  /** calls under way at once, at most */
  most: number;
  seconds: number;
}
const LATE_MS = 60_000;
const KINDS: readonly Kind[] = ['list', 'record', 'counts', 'keyword', 'save', 'decision'];

/**
 * Calls as they come, `rate` a second by chance, whether those before were answered or not: who is slow is asked no less. Each person has
 * a connection that stays open, and further ones while it is busy, as a browser has; all come through one proxy that says for whom.
 */
export async function arrive(port: number, next: () => { person: Person; call: Call }, rate: number, seconds: number): Promise<Met> {
  const met: Met = { times: byKind(), refused: [], codes: {}, most: 0, seconds };
  const free = new Map<number, Socket[]>();
  const open: Promise<void>[] = [];
  let running = 0;
  const begun = performance.now();
  for (let due = 0; ; ) {
    due += (-Math.log(1 - Math.random()) / rate) * 1000;
    if (due > seconds * 1000) break;
    const wait = begun + due - performance.now();
    if (wait > 1) await new Promise((resolve) => setTimeout(resolve, wait));
    const { person, call } = next();
    running += 1;
    met.most = Math.max(met.most, running);
    const at = begun + due;
    open.push(
      ask(port, free, person, call).then((code) => {
        running -= 1;
        const ms = performance.now() - at;
        note(met, call, code);
        if (code === '103') met.refused.push({ kind: call.kind, ms });
        else met.times[call.kind].push(ms);
      }),
    );
  }
  await Promise.all(open);
  for (const sockets of free.values()) for (const socket of sockets) socket.destroy();
  return met;
}

/** Calls of `people`, each asking again as soon as he was answered, for a while. */
export async function hammer(port: number, people: readonly Person[], next: (person: Person) => Call, seconds: number): Promise<Met> {
  const met: Met = { times: byKind(), refused: [], codes: {}, most: people.length, seconds };
  const free = new Map<number, Socket[]>();
  const begun = performance.now();
  await Promise.all(
    people.map(async (person) => {
      while (performance.now() - begun < seconds * 1000) {
        const call = next(person);
        const at = performance.now();
        const code = await ask(port, free, person, call);
        note(met, call, code);
        if (code === '103') met.refused.push({ kind: call.kind, ms: performance.now() - at });
        else met.times[call.kind].push(performance.now() - at);
      }
    }),
  );
  for (const sockets of free.values()) for (const socket of sockets) socket.destroy();
  return met;
}

const byKind = (): Record<Kind, number[]> => Object.fromEntries(KINDS.map((kind) => [kind, []])) as unknown as Record<Kind, number[]>;

function note(met: Met, { kind, form }: Call, code: string): void {
  const said = code === '200' || code === '103' ? code : `${code} ${kind} ${form.cloud ?? ''}`;
  met.codes[said] = (met.codes[said] ?? 0) + 1;
}

async function ask(port: number, free: Map<number, Socket[]>, person: Person, call: Call): Promise<string> {
  const mine = free.get(person.id) ?? [];
  free.set(person.id, mine);
  const kept = mine.pop();
  const socket = kept && !kept.destroyed ? kept : connect({ port, host: '127.0.0.1', noDelay: true }).on('error', () => undefined);
  const body = new URLSearchParams(call.form).toString();
  const head = [
    `POST ${call.path} HTTP/1.1`,
    ...['host: bench', `token: ${person.token}`, `x-forwarded-for: ${person.address}`, 'content-type: application/x-www-form-urlencoded'],
    `content-length: ${Buffer.byteLength(body)}`,
  ];
  const code = await answered(socket, `${head.join('\r\n')}\r\n\r\n${body}`);
  if (!socket.destroyed) mine.push(socket);
  return code;
}

/** The code of the envelope that comes back; the connection is good for the next call then. */
function answered(socket: Socket, request: string): Promise<string> {
  return new Promise((resolve) => {
    let read = '';
    const done = (code: string) => {
      clearTimeout(late);
      socket.off('data', heard).off('close', broken);
      if (code === 'reset' || code === 'late') socket.destroy();
      resolve(code);
    };
    const late = setTimeout(() => done('late'), LATE_MS);
    const broken = () => done('reset');
    const heard = (chunk: Buffer) => {
      read += chunk.toString('latin1');
      const end = read.indexOf('\r\n\r\n');
      const length = end < 0 ? null : /content-length: (\d+)/i.exec(read.slice(0, end));
      if (length && read.length >= end + 4 + Number(length[1])) done(/"code":(\d+)/.exec(read.slice(end))?.[1] ?? 'none');
    };
    socket.on('data', heard).once('close', broken);
    socket.write(request);
  });
}
