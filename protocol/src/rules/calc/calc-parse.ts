import { readOnce } from '../once.ts';
import { type BinaryOp, type Calc, CalcError, FUNCTIONS, type FunctionName } from './calc.ts';

const SPACE = /\s*/y;
const NUMBER = /[0-9]{1,30}(\.[0-9]{1,30})?(?![A-Za-z0-9_.])/y;
const TEXT = /'([^']*)'/y;
const NAME = /[A-Za-z][A-Za-z0-9_]*/y;
const TODAY = /\{today\}/y;
const COMPARE = /!=|>=|<=|=|>|</y;
const ADD = /[+-]/y;
const MULTIPLY = /[*/]/y;
const LONGEST = 1000;
const DEEPEST = 32;

/** Reads an expression; throws CalcError with the place. One pass, no backtracking, at most 32 brackets deep. */
export const parseCalc = readOnce((text: string): Calc => {
  if (text.length > LONGEST) throw new CalcError('an expression has at most 1000 characters');
  const reader = new Reader(text);
  const calc = readComparison(reader, 0);
  reader.end();
  return calc;
});

class Reader {
  private at = 0;
  constructor(private readonly text: string) {}

  take(token: RegExp): RegExpExecArray | null {
    SPACE.lastIndex = this.at;
    SPACE.exec(this.text);
    this.at = SPACE.lastIndex;
    token.lastIndex = this.at;
    const found = token.exec(this.text);
    if (found) this.at = token.lastIndex;
    return found;
  }
  eat(mark: '(' | ')' | ',' | '.'): boolean {
    this.take(SPACE);
    if (this.text[this.at] !== mark) return false;
    this.at += 1;
    return true;
  }
  end(): void {
    this.take(SPACE);
    if (this.at < this.text.length) this.fail('an operator expected');
  }
  fail(message: string): never {
    throw new CalcError(`${message} at ${this.at + 1}`);
  }
}

function readComparison(reader: Reader, depth: number): Calc {
  const left = readSum(reader, depth);
  const op = reader.take(COMPARE)?.[0] as BinaryOp | undefined;
  if (!op) return left;
  const right = readSum(reader, depth);
  return { kind: 'binary', op, left, right };
}

const readSum = (reader: Reader, depth: number): Calc =>
  readChain(reader, ADD, () => readChain(reader, MULTIPLY, () => readSigned(reader, depth)));

function readChain(reader: Reader, operators: RegExp, next: () => Calc): Calc {
  let left = next();
  for (let op = reader.take(operators); op; op = reader.take(operators)) {
    left = { kind: 'binary', op: op[0] as BinaryOp, left, right: next() };
  }
  return left;
}

function readSigned(reader: Reader, depth: number): Calc {
  if (depth > DEEPEST) reader.fail('too many brackets or signs');
  const sign = reader.take(ADD)?.[0];
  if (sign === '-') return { kind: 'minus', of: readSigned(reader, depth + 1) };
  return sign ? readSigned(reader, depth + 1) : readOne(reader, depth);
}

function readOne(reader: Reader, depth: number): Calc {
  if (reader.eat('(')) {
    const inner = readComparison(reader, depth + 1);
    if (!reader.eat(')')) reader.fail(') expected');
    return inner;
  }
  const number = reader.take(NUMBER);
  if (number) return { kind: 'number', text: number[0] };
  const text = reader.take(TEXT);
  if (text) return { kind: 'text', text: text[1]! };
  if (reader.take(TODAY)) return { kind: 'today' };
  const name = reader.take(NAME)?.[0] ?? reader.fail('a value expected');
  return reader.eat('(') ? readCall(reader, name, depth + 1) : { kind: 'field', name };
}

function readCall(reader: Reader, name: string, depth: number): Calc {
  if (name === 'sum' || name === 'count') return readRows(reader, name);
  if (!Object.hasOwn(FUNCTIONS, name)) reader.fail(`unknown function ${name}`);
  const args = [readComparison(reader, depth)];
  while (reader.eat(',')) args.push(readComparison(reader, depth));
  if (!reader.eat(')')) reader.fail(') expected');
  return { kind: 'call', name: name as FunctionName, args };
}

function readRows(reader: Reader, of: 'sum' | 'count'): Calc {
  const table = reader.take(NAME)?.[0] ?? reader.fail('a sub-table expected');
  const field = reader.eat('.') ? (reader.take(NAME)?.[0] ?? reader.fail('a field expected')) : 'id';
  if (!reader.eat(')')) reader.fail(') expected');
  if (of === 'sum' && field === 'id') reader.fail('sum needs table.field');
  return { kind: 'rows', of, table, field };
}
