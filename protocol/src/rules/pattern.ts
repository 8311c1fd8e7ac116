import { readOnce } from './once.ts';

/**
 * The patterns of a field's `format` (FORM-07): a small regular grammar run by simulating all its states at once, so that the
 * time is linear in the text whatever the pattern (A12). Taken: literals, `.`, classes `[A-Z0-9_-]` and `[^…]`, `\d \w \s` and
 * escaped marks, `( | )`, `? * + {n} {n,} {n,m}`. A pattern always matches the whole text; `^` and `$` at its ends change nothing.
 */
export class PatternError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'PatternError';
  }
}

type Test = (char: string) => boolean;
/** A state: `test` leads on to `to` with a character, `free` without one. */
interface State {
  test?: Test;
  to: number;
  free: number[];
}
/** A piece of the machine: where it starts, and how it is tied to what follows. */
type Piece = (machine: State[], next: number) => number;

const MOST_STATES = 2000;
const LONGEST_PATTERN = 200;
const DEEPEST = 16;
const MOST_REPEATS = 200;

export interface Pattern {
  matches(text: string): boolean;
  /** how many characters the shortest text has that it may match */
  shortest(): number;
}

/** Compiles a pattern; throws PatternError. The answers are kept: patterns come from definitions only. */
export const compilePattern = readOnce((source: string): Pattern => {
  if (source.length > LONGEST_PATTERN) throw new PatternError('a pattern has at most 200 characters');
  const reader = { text: [...source.replace(/^\^/, '').replace(/(?<!\\)\$$/, '')], at: 0 };
  const piece = readEither(reader, 0);
  if (reader.at < reader.text.length) throw new PatternError(`unexpected ${reader.text[reader.at]} at ${reader.at + 1}`);
  const machine: State[] = [{ to: -1, free: [] }];
  const start = piece(machine, 0);
  return { matches: (text: string) => runMachine(machine, start, text), shortest: () => shortestOf(machine, start) };
});

export const matchesPattern = (source: string, text: string): boolean => compilePattern(source).matches(text);

type Reader = { text: readonly string[]; at: number };

function addState(machine: State[], state: State): number {
  if (machine.length >= MOST_STATES) throw new PatternError('the pattern is too large');
  return machine.push(state) - 1;
}

function readEither(reader: Reader, depth: number): Piece {
  if (depth > DEEPEST) throw new PatternError('too many brackets');
  const ways = [readSequence(reader, depth)];
  while (reader.text[reader.at] === '|') {
    reader.at += 1;
    ways.push(readSequence(reader, depth));
  }
  if (ways.length === 1) return ways[0]!;
  return (machine, next) => addState(machine, { to: -1, free: ways.map((way) => way(machine, next)) });
}

function readSequence(reader: Reader, depth: number): Piece {
  const pieces: Piece[] = [];
  while (reader.at < reader.text.length && !['|', ')'].includes(reader.text[reader.at]!)) pieces.push(readRepeated(reader, depth));
  return (machine, next) => pieces.reduceRight((after, piece) => piece(machine, after), next);
}

function readRepeated(reader: Reader, depth: number): Piece {
  const piece = readOne(reader, depth);
  const times = readTimes(reader);
  return times ? repeat(piece, ...times) : piece;
}

/** `? * + {n} {n,} {n,m}` as least and most; null most is without end. */
function readTimes(reader: Reader): [number, number | null] | null {
  const simple: Record<string, [number, number | null]> = { '?': [0, 1], '*': [0, null], '+': [1, null] };
  const mark = reader.text[reader.at] ?? '';
  if (simple[mark]) {
    reader.at += 1;
    return simple[mark];
  }
  if (mark !== '{') return null;
  const end = reader.text.indexOf('}', reader.at);
  const found = /^(\d{1,3})(,(\d{0,3}))?$/.exec(reader.text.slice(reader.at + 1, end).join(''));
  if (end < 0 || !found) throw new PatternError(`a count expected at ${reader.at + 1}`);
  const least = Number(found[1]);
  const most = found[2] === undefined ? least : found[3] ? Number(found[3]) : null;
  if (least > MOST_REPEATS || (most ?? 0) > MOST_REPEATS || (most !== null && most < least))
    throw new PatternError('a count of 0 to 200 expected');
  reader.at = end + 1;
  return [least, most];
}

function repeat(piece: Piece, least: number, most: number | null): Piece {
  return (machine, next) => {
    let after = next;
    if (most === null) {
      const loop = addState(machine, { to: -1, free: [] });
      machine[loop]!.free.push(piece(machine, loop), next);
      after = loop;
    } else {
      for (let i = least; i < most; i += 1) after = addState(machine, { to: -1, free: [piece(machine, after), next] });
    }
    for (let i = 0; i < least; i += 1) after = piece(machine, after);
    return after;
  };
}

const one =
  (test: Test): Piece =>
  (machine, next) =>
    addState(machine, { test, to: next, free: [] });

function readOne(reader: Reader, depth: number): Piece {
  const char = reader.text[reader.at]!;
  reader.at += 1;
  if (char === '(') {
    const inner = readEither(reader, depth + 1);
    if (reader.text[reader.at] !== ')') throw new PatternError(') expected');
    reader.at += 1;
    // a state of its own, so that a group of nothing, repeated, is counted too
    return (machine, next) => addState(machine, { to: -1, free: [inner(machine, next)] });
  }
  if (char === '[') return one(readClass(reader));
  if (char === '.') return one((it) => it !== '\n');
  if (char === '\\') return one(readEscape(reader));
  if ('?*+{}]^$'.includes(char)) throw new PatternError(`unexpected ${char} at ${reader.at}`);
  return one((it) => it === char);
}

const CLASSES: Readonly<Record<string, RegExp>> = { d: /^[0-9]$/, w: /^[A-Za-z0-9_]$/, s: /^\s$/ };

function readEscape(reader: Reader): Test {
  const char = reader.text[reader.at] ?? '';
  reader.at += 1;
  const known = Object.hasOwn(CLASSES, char) ? CLASSES[char]! : null;
  if (known) return (it) => known.test(it);
  if (!/^[^A-Za-z0-9]$/u.test(char)) throw new PatternError(`unknown \\${char}`);
  return (it) => it === char;
}

function readClass(reader: Reader): Test {
  const not = reader.text[reader.at] === '^';
  if (not) reader.at += 1;
  const tests: Test[] = [];
  while (reader.text[reader.at] !== ']' || tests.length === 0) {
    if (reader.at >= reader.text.length) throw new PatternError('] expected');
    tests.push(readRange(reader));
  }
  reader.at += 1;
  return (it) => tests.some((test) => test(it)) !== not;
}

function readRange(reader: Reader): Test {
  const from = reader.text[reader.at]!;
  reader.at += 1;
  if (from === '\\') return readEscape(reader);
  const to = reader.text[reader.at + 1];
  if (reader.text[reader.at] !== '-' || to === undefined || to === ']') return (it) => it === from;
  reader.at += 2;
  const [low, high] = [from.codePointAt(0)!, to.codePointAt(0)!];
  if (high < low) throw new PatternError(`${from}-${to} is no range`);
  return (it) => it.codePointAt(0)! >= low && it.codePointAt(0)! <= high;
}

/** All states at once, a character at a time: at most states x characters steps. State 0 accepts. */
function runMachine(machine: readonly State[], start: number, text: string): boolean {
  let now = closure(machine, [start]);
  for (const char of text) {
    const next: number[] = [];
    for (const at of now) if (machine[at]!.test?.(char)) next.push(machine[at]!.to);
    if (next.length === 0) return false;
    now = closure(machine, next);
  }
  return now.has(0);
}

/** The fewest characters that lead to the accepting state. */
function shortestOf(machine: readonly State[], start: number): number {
  const seen = closure(machine, [start]);
  for (let length = 0, now: ReadonlySet<number> = new Set(seen); now.size > 0; length += 1) {
    if (now.has(0)) return length;
    now = closure(
      machine,
      [...now].flatMap((at) => (machine[at]!.test ? [machine[at]!.to] : [])).filter((to) => !seen.has(to)),
    );
    for (const at of now) seen.add(at);
  }
  return Number.POSITIVE_INFINITY;
}

function closure(machine: readonly State[], from: readonly number[]): Set<number> {
  const seen = new Set(from);
  for (const at of seen) for (const free of machine[at]!.free) seen.add(free);
  return seen;
}
