import {
  ALWAYS,
  type CompareOp,
  type Condition,
  ConditionError,
  either,
  every,
  type Term,
  USER_TERMS,
  type UserTerm,
} from './condition.ts';

const NAME = /[A-Za-z][A-Za-z0-9_]*(?:\.[A-Za-z][A-Za-z0-9_]*)?/y;
const SIGN = /\s*(!=|>=|<=|=|>|<)/y;
const AGAIN = /(?==)/y;
const WORD = /\s+(is\s+not\s+empty|is\s+empty|like|in)(?=\s|\(|'|\{|\)|&|\||$)/y;
const SPACE = /\s*/y;
const QUOTED = /'((?:[^']|'')*)'/y;
const BRACED = /\{([^{}]*)\}/y;
/** An unquoted value ends at & | ) or the end; in a list also at a comma. */
const BARE = /[^&|()'{}]*/y;
const BARE_ITEM = /[^&|()'{},]*/y;
const TODAY = /^today(?:\s*([+-])\s*(\d{1,5}))?$/;
const DEEPEST = 32;

/** Reads a condition; throws ConditionError with the place. Empty text is always true. Linear in its length. */
export function parseCondition(text: string): Condition {
  if (text.trim() === '') return ALWAYS;
  const reader = new Reader(text);
  const condition = readAny(reader, 0);
  reader.skip();
  if (!reader.done()) reader.fail('& or | expected');
  return condition;
}

/** A place in the text that moves on as tokens are taken. */
class Reader {
  private at = 0;
  constructor(private readonly text: string) {}

  take(token: RegExp): RegExpExecArray | null {
    token.lastIndex = this.at;
    const found = token.exec(this.text);
    if (found) this.at = token.lastIndex;
    return found;
  }
  skip(): void {
    this.take(SPACE);
  }
  eat(mark: string): boolean {
    this.skip();
    if (this.text[this.at] !== mark) return false;
    this.at += 1;
    return true;
  }
  done(): boolean {
    return this.at === this.text.length;
  }
  fail(message: string): never {
    throw new ConditionError(`${message} at ${this.at + 1}`);
  }
}

function readAny(reader: Reader, depth: number): Condition {
  const any = [readAll(reader, depth)];
  while (reader.eat('|')) any.push(readAll(reader, depth));
  return either(any[0]!, ...any.slice(1));
}

function readAll(reader: Reader, depth: number): Condition {
  const all = [readOne(reader, depth)];
  while (reader.eat('&')) all.push(readOne(reader, depth));
  return every(...all);
}

function readOne(reader: Reader, depth: number): Condition {
  if (depth > DEEPEST) throw new ConditionError('too many brackets', true);
  if (reader.eat('(')) {
    const inner = readAny(reader, depth + 1);
    if (!reader.eat(')')) reader.fail(') expected');
    return inner;
  }
  reader.skip();
  const field = reader.take(NAME)?.[0] ?? reader.fail('a field name expected');
  const word = reader.take(WORD)?.[1]?.replace(/\s+/g, ' ');
  if (word === 'is empty' || word === 'is not empty') return { kind: 'empty', field, empty: word === 'is empty' };
  if (word === 'in') return { kind: 'in', field, values: readList(reader) };
  const op = word ?? reader.take(SIGN)?.[1] ?? reader.fail('a comparison expected');
  if (!word && reader.take(AGAIN)) reader.fail('one = too many');
  return compared(reader, field, op as CompareOp, readTerm(reader, BARE));
}

/** `a=` and `a!=` ask whether a is empty; an empty value is neither above, below nor part of anything. */
function compared(reader: Reader, field: string, op: CompareOp, value: Term): Condition {
  if (value.kind !== 'literal' || value.text !== '') return { kind: 'compare', field, op, value };
  if (op === '=' || op === '!=') return { kind: 'empty', field, empty: op === '=' };
  return reader.fail('a value expected');
}

function readList(reader: Reader): Term[] {
  if (!reader.eat('(')) reader.fail('( expected');
  const values: Term[] = [];
  do {
    const value = readTerm(reader, BARE_ITEM);
    if (value.kind === 'literal' && value.text === '') reader.fail('a value expected');
    values.push(value);
  } while (reader.eat(','));
  if (!reader.eat(')')) reader.fail(') expected');
  return values;
}

function readTerm(reader: Reader, bare: RegExp): Term {
  reader.skip();
  const quoted = reader.take(QUOTED);
  if (quoted) return { kind: 'literal', text: quoted[1]!.replaceAll("''", "'") };
  const braced = reader.take(BRACED);
  if (braced) return reference(reader, braced[1]!.trim());
  return { kind: 'literal', text: reader.take(bare)![0].trim() };
}

function reference(reader: Reader, name: string): Term {
  const today = TODAY.exec(name);
  if (today) {
    const days = Number(today[2] ?? 0);
    return { kind: 'today', days: today[1] === '-' && days > 0 ? -days : days };
  }
  if (name.startsWith('user.')) {
    const of = name.slice(5) as UserTerm;
    return USER_TERMS.includes(of) ? { kind: 'user', name: of } : reader.fail(`unknown {${name}}`);
  }
  return /^[A-Za-z][A-Za-z0-9_]*$/.test(name) ? { kind: 'field', field: name } : reader.fail(`unknown {${name}}`);
}
