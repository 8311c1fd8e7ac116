import fc from 'fast-check';
import { expectSane } from '../asserts.ts';
import { answersIn, type Target } from '../target.ts';
import { corpus, type Known, multipart, type Sample } from './corpus.ts';

/** One change of a request's bytes. `at` and `to` are parts of its length. */
type Change =
  | { kind: 'cut' | 'swap' | 'repeat' | 'drop'; at: number; to: number }
  | { kind: 'flip'; at: number; bit: number }
  | { kind: 'insert' | 'overwrite'; at: number; text: string }
  | { kind: 'line'; at: number; line: string };

const ODD = [
  '\0',
  '\r',
  '\n',
  '\r\n',
  '\r\n\r\n',
  ' ',
  '\t',
  '%00',
  '%',
  '%u0041',
  '&',
  '=',
  '"',
  '{',
  '}',
  '[',
  ']',
  '\\',
  "'",
  ';',
  '--',
  '/*',
  '../',
  '\xff\xfe',
  '\xc0\xaf',
  '😀',
  '$',
  '${',
  '{{',
  '<',
  '>',
  '__proto__',
  'constructor',
  'null',
  'NaN',
  '-1',
  '1e309',
  '9'.repeat(40),
  'A'.repeat(5000),
  '['.repeat(500),
  '%5B'.repeat(200),
];
const LINES = [
  'transfer-encoding: chunked',
  'content-length: 0',
  'content-length: 5',
  'content-type: application/json',
  'content-type: multipart/form-data',
  'content-encoding: gzip',
  'expect: 100-continue',
  'connection: upgrade',
  'upgrade: websocket',
  'upgrade: h2c',
  'host: evil',
  'token: x',
  'token: ',
  'cookie: fw_device=x',
  'range: bytes=0-,0-',
  'accept-encoding: *',
  'if-none-match: *',
  'x-forwarded-for: 127.0.0.1',
  'origin: null',
  ': x',
  ' folded',
];

const part = fc.double({ min: 0, max: 1, noNaN: true });
const change: fc.Arbitrary<Change> = fc.oneof(
  fc.record({ kind: fc.constantFrom('cut', 'swap', 'repeat', 'drop'), at: part, to: part }),
  fc.record({ kind: fc.constant('flip' as const), at: part, bit: fc.nat(7) }),
  fc.record({
    kind: fc.constantFrom('insert', 'overwrite'),
    at: part,
    text: fc.oneof(fc.constantFrom(...ODD), fc.string({ unit: 'binary', maxLength: 8 })),
  }),
  fc.record({ kind: fc.constant('line' as const), at: part, line: fc.constantFrom(...LINES) }),
);
/** What is sent: a request of the corpus by its place, its changes, and whether its length is told anew after those of its body. */
const shot = fc.record({
  of: fc.nat(1000),
  head: fc.array(change, { maxLength: 2 }),
  body: fc.array(change, { maxLength: 3 }),
  honest: fc.boolean(),
});
export type Shot = typeof shot extends fc.Arbitrary<infer One> ? One : never;

export const shots = (count: number, seed: number): Shot[] => fc.sample(shot, { numRuns: count, seed });

function changed(bytes: Buffer, { kind, ...how }: Change): Buffer {
  const said = how as { at: number; to?: number; bit?: number; text?: string; line?: string };
  const at = Math.floor(said.at * bytes.length);
  const [from, to] = [at, Math.floor((said.to ?? said.at) * bytes.length)].sort((a, b) => a - b) as [number, number];
  const [before, middle, after] = [bytes.subarray(0, from), bytes.subarray(from, to), bytes.subarray(to)];
  if (kind === 'cut') return before;
  if (kind === 'drop') return Buffer.concat([before, after]);
  if (kind === 'repeat') return Buffer.concat([before, middle, middle, after]);
  if (kind === 'swap') return Buffer.concat([before, after, middle]);
  if (kind === 'flip') return Buffer.from(bytes.map((byte, where) => (where === at ? byte ^ (1 << said.bit!) : byte)));
  if (kind === 'line') {
    const end = bytes.indexOf('\r\n', at);
    return end < 0
      ? bytes
      : Buffer.concat([bytes.subarray(0, end + 2), Buffer.from(`${said.line}\r\n`, 'latin1'), bytes.subarray(end + 2)]);
  }
  const text = Buffer.from(said.text!);
  return Buffer.concat([before, text, bytes.subarray(kind === 'insert' ? at : at + text.length)]);
}

/** The requests of the corpus as they stand on the wire: head lines and body. */
export async function recorded(target: Target, known: Known): Promise<{ head: string[]; body: Buffer; sample: Sample }[]> {
  return Promise.all(
    corpus(known).flatMap((sample) =>
      sample.get ? [recordedOne(target, sample), recordedOne(target, sample, 'GET')] : [recordedOne(target, sample)],
    ),
  );
}

async function recordedOne(target: Target, sample: Sample, method = 'POST') {
  const sent = sample.upload
    ? multipart(sample.form, 'plan.txt')
    : { body: new URLSearchParams(sample.form).toString(), headers: { 'content-type': 'application/x-www-form-urlencoded' } };
  const url = method === 'GET' ? `${sample.url}&${new URLSearchParams(sample.form)}` : sample.url;
  const token = sample.as === null ? [] : [`token: ${await target.token(sample.as)}`];
  const head = [
    `${method} ${url} HTTP/1.1`,
    'host: 127.0.0.1',
    ...token,
    'connection: close',
    ...(method === 'GET' ? [] : [`content-type: ${sent.headers['content-type']}`]),
  ];
  return { head, body: Buffer.from(method === 'GET' ? '' : sent.body), sample };
}

export function bytesOf({ of, head, body, honest }: Shot, from: readonly { head: string[]; body: Buffer }[]): Buffer {
  const one = from[of % from.length]!;
  const text = body.reduce(changed, one.body);
  const lines = [...one.head, ...(one.body.length ? [`content-length: ${honest ? text.length : one.body.length}`] : []), '', ''].join(
    '\r\n',
  );
  return Buffer.concat([head.reduce(changed, Buffer.from(lines, 'latin1')), text]);
}

const AT_ONCE = 48;

/** Statuses of refused and answered requests, as often as they came. Every answer is held to G1 and G2, whatever was sent. */
export async function fire(
  target: Target,
  from: readonly { head: string[]; body: Buffer }[],
  volley: readonly Shot[],
  silence = 500,
): Promise<Map<string, number>> {
  const heard = new Map<string, number>();
  const left = [...volley];
  const shoot = async () => {
    for (let one = left.pop(); one; one = left.pop()) {
      const bytes = bytesOf(one, from);
      const said = bytes.toString('latin1');
      const answers = answersIn(await target.raw(bytes, silence)).map((answer) => ({ answer, code: expectSane(answer, said) }));
      const what = answers.map(({ answer, code }) => `${answer.status}${code === undefined ? '' : ` ${code}`}`).join(', ') || 'nothing';
      heard.set(what, (heard.get(what) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, shoot));
  return heard;
}
