import { connect, type Socket } from 'node:net';
import { cpuOf } from './processes.ts';

/** A server under load: where it listens, which process it is, whose token the calls carry. */
export interface Target {
  name: string;
  port: number;
  pid: number;
  /** one for each person that calls: one person's calls take turns */
  tokens: readonly string[];
}
/** One call of the wire. */
export interface Ask {
  /** /app where it says nothing */
  path?: string;
  op: string;
  form: Readonly<Record<string, string>>;
}
export interface Load {
  perSecond: number;
  /** milliseconds */
  p50: number;
  p99: number;
  /** milliseconds of the server's processor a call */
  cpu: number;
}

/** Calls for `ms` over `connections` that stay open, each asking again as soon as it was answered; any answer but code 200 ends it all. */
export async function load(target: Target, asks: readonly Ask[], connections: number, ms: number): Promise<Load> {
  const times: number[] = [];
  let next = 0;
  const begun = performance.now();
  const cpu = cpuOf(target.pid);
  const run = async (_: unknown, at: number) => {
    const token = target.tokens[at % target.tokens.length]!;
    const requests = asks.map((ask) => encode(token, ask));
    const socket = connect({ port: target.port, host: '127.0.0.1', noDelay: true });
    try {
      while (performance.now() - begun < ms) {
        const sent = performance.now();
        const answer = await exchange(socket, requests[next++ % requests.length]!);
        times.push(performance.now() - sent);
        if (!answer.includes('{"code":200,')) throw new Error(`${target.name}: ${answer.toString().slice(-300)}`);
      }
    } finally {
      socket.destroy();
    }
  };
  await Promise.all(Array.from({ length: connections }, run));
  const seconds = (performance.now() - begun) / 1000;
  times.sort((a, b) => a - b);
  return {
    perSecond: times.length / seconds,
    p50: times[Math.floor(times.length * 0.5)]!,
    p99: times[Math.floor(times.length * 0.99)]!,
    cpu: (cpuOf(target.pid) - cpu) / times.length,
  };
}

function encode(token: string, { path = '/app', op, form }: Ask): Buffer {
  const body = new URLSearchParams(form).toString();
  const type = 'application/x-www-form-urlencoded';
  const head = `POST ${path}?op=${op} HTTP/1.1\r\nhost: bench\r\ntoken: ${token}\r\ncontent-type: ${type}\r\ncontent-length: ${body.length}`;
  return Buffer.from(`${head}\r\n\r\n${body}`);
}

/** Writes a request and answers the whole of what comes back, which has a content-length. */
function exchange(socket: Socket, request: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let read: Buffer = Buffer.alloc(0);
    const done = (settle: () => void) => {
      socket.off('data', heard).off('error', failed).off('close', failed);
      settle();
    };
    const failed = (error?: unknown) => done(() => reject(error instanceof Error ? error : new Error('the server hung up')));
    const heard = (chunk: Buffer) => {
      read = read.length ? Buffer.concat([read, chunk]) : chunk;
      const end = read.indexOf('\r\n\r\n');
      const length = end < 0 ? null : /content-length: (\d+)/i.exec(read.subarray(0, end).toString('latin1'));
      if (length && read.length >= end + 4 + Number(length[1])) done(() => resolve(read));
    };
    socket.on('data', heard).on('error', failed).on('close', failed);
    socket.write(request);
  });
}
