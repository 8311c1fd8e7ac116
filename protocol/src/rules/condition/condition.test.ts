import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Kind } from '#protocol/meta/data-types.ts';
import { type Condition, ConditionError, either, every, fieldsOf, type Term } from './condition.ts';
import { type Circumstance, evaluateCondition } from './condition-evaluate.ts';
import { checkCondition } from './condition-kind.ts';
import { parseCondition } from './condition-parse.ts';
import { printCondition } from './condition-print.ts';
import { holdsOn } from './holds.ts';

const KINDS: Record<string, Kind> = {
  type: 'number',
  amount: 'number',
  estimate: 'number',
  name: 'text',
  code: 'text',
  begin: 'date',
  create_time: 'datetime',
  members: 'list',
  attach: 'files',
  department_entity: 'number',
};
const names = (field: string) => KINDS[field];
const on = (record: Record<string, unknown>, user = { id: 7, department_entity: 3 as number | null }): Circumstance => ({
  names,
  value: (field) => record[field],
  user,
  today: '2026-11-21',
});
const holds = (text: string, record: Record<string, unknown>, user?: { id: number; department_entity: number | null }) =>
  evaluateCondition(parseCondition(text), on(record, user));

describe('META-02 the condition language is read', () => {
  it.each([
    ['a=1&b>{c}', every(compare('a', '=', text('1')), compare('b', '>', { kind: 'field', field: 'c' }))],
    ['a=1|b=2&c=3', either(compare('a', '=', text('1')), every(compare('b', '=', text('2')), compare('c', '=', text('3'))))],
    ['(a=1|b=2)&c=3', every(either(compare('a', '=', text('1')), compare('b', '=', text('2'))), compare('c', '=', text('3')))],
    [' a != New York ', compare('a', '!=', text('New York'))],
    ["a='x&y=)''{q}'", compare('a', '=', text("x&y=)'{q}"))],
    ['a in (1, 2,{b})', { kind: 'in', field: 'a', values: [text('1'), text('2'), { kind: 'field', field: 'b' }] }],
    ['a like 水电站', compare('a', 'like', text('水电站'))],
    ['a is empty&b is not empty', every({ kind: 'empty', field: 'a', empty: true }, { kind: 'empty', field: 'b', empty: false })],
    ['a=&b!=', every({ kind: 'empty', field: 'a', empty: true }, { kind: 'empty', field: 'b', empty: false })],
    ['a>={today}&a<{today+7}', every(compare('a', '>=', today(0)), compare('a', '<', today(7)))],
    ['a={today-30}', compare('a', '=', today(-30))],
    ['a={user.department_entity}', compare('a', '=', { kind: 'user', name: 'department_entity' })],
    ['create_entity.mobile=1', compare('create_entity.mobile', '=', text('1'))],
    ['', { kind: 'and', all: [] }],
    ['in=1', compare('in', '=', text('1'))],
  ] satisfies [string, Condition][])('%s', (source, condition) => {
    expect(parseCondition(source)).toEqual(condition);
  });

  it.each([
    'a',
    'a=1&',
    '|a=1',
    'a=1)',
    '(a=1',
    'a==',
    "a='x",
    'a={',
    'a={user.password}',
    'a={c}d',
    'a in 1',
    'a in ()',
    'a>',
    'a=1;drop table t',
    '1=1',
    'a.b.c=1',
    "constructor.constructor('return process')()",
    `${'('.repeat(10_000)}a=1`,
  ])('A10 refuses %s', (source) => {
    if (source === 'a=1;drop table t') return expect(parseCondition(source).kind).toBe('compare');
    expect(() => parseCondition(source)).toThrow(ConditionError);
  });

  it.each([
    ['amount=1)', '& or | expected at 9'],
    ['(amount=1', ') expected at 10'],
    ['amount=1&', 'a field name expected at 10'],
    ['amount 1', 'a comparison expected at 7'],
    ['amount>==1', 'one = too many at 9'],
    ['amount<', 'a value expected at 8'],
    ['amount in 1', '( expected at 11'],
    ['amount in (1', ') expected at 13'],
    ['amount in (1,)', 'a value expected at 14'],
    ['amount={user.name}', 'unknown {user.name} at 19'],
    ['amount={9a}', 'unknown {9a} at 12'],
    ['amount={a-b}', 'unknown {a-b} at 13'],
    [`${'('.repeat(33)}amount=1`, 'too many brackets'],
  ])('says what is wrong, and where: %s', (source, message) => {
    expect(() => parseCondition(source)).toThrow(new ConditionError(message, source.startsWith('((')));
  });

  it('takes blanks where people write them, nothing as always, and thirty-two brackets', () => {
    expect(parseCondition('  ')).toEqual(parseCondition(''));
    expect(parseCondition('amount  is   not  empty')).toEqual(parseCondition('amount is not empty'));
    expect(parseCondition('amount={ estimate }')).toEqual(parseCondition('amount={estimate}'));
    expect(parseCondition(`${'('.repeat(32)}amount=1${')'.repeat(32)}`)).toEqual(parseCondition('amount=1'));
  });

  it('META-02 printing and reading give the condition back', () => {
    fc.assert(
      fc.property(conditions(), (condition) => {
        expect(parseCondition(printCondition(condition))).toEqual(condition);
      }),
    );
  });

  it('names every field it reads', () => {
    expect(fieldsOf(parseCondition('a={b}&(c in ({d},1)|e is empty)'))).toEqual(['a', 'b', 'c', 'd', 'e']);
  });
});

describe('META-02 a condition is checked against the definition', () => {
  it.each([
    'amount>1.50',
    'name={code}',
    'begin<={today}',
    'create_time>=2026-11-21 08:00:00',
    'create_time={begin}',
    'members={user.id}',
    'attach is empty',
  ])('takes %s', (source) => expect(() => checkCondition(parseCondition(source), names)).not.toThrow());
  it.each([
    'nothing=1',
    'name={nothing}',
    'amount=abc',
    'amount=1e3',
    'begin=2026-02-30',
    'begin=21.11.2026',
    'members>1',
    'members=x',
    'attach=1',
    'amount like 1',
    'amount={name}',
    'name={user.id}',
    'name={today}',
    'amount={members}',
    '__proto__.x=1',
  ])('refuses %s', (source) => expect(() => checkCondition(parseCondition(source), names)).toThrow(ConditionError));
});

describe('META-02 a condition is evaluated on a record', () => {
  it.each([
    ['type=1', { type: { id: 1, key_name: 'A' } }, true],
    ['type=1', { type: '1' }, true],
    ['amount=0.3', { amount: '0.300000' }, true],
    ['amount>9007199254740993.000001', { amount: '9007199254740993.000002' }, true],
    ['amount>100', { amount: '99.9' }, false],
    ['amount>{estimate}', { amount: '10', estimate: '9' }, true],
    ['amount>1', { amount: '12a' }, false],
    ['name=abc', { name: 'ABC' }, false],
    ['name like bridge', { name: 'Brooklyn BRIDGE 大桥' }, true],
    ['name like 100%', { name: '1000' }, false],
    ['name>a', { name: '中' }, true],
    ['name<\u{10000}', { name: '\uffee' }, true],
    ['begin={today}', { begin: '2026-11-21' }, true],
    ['begin<{today+7}', { begin: '2026-11-28' }, false],
    ['create_time={today}', { create_time: '2026-11-21 23:59:59' }, true],
    ['create_time>2026-11-21', { create_time: '2026-11-21 23:59:59' }, false],
    ['create_time>2026-11-21 23:00:00', { create_time: '2026-11-21 23:59:59' }, true],
    ['members=2', { members: ',1,2,' }, true],
    ['members=2', { members: [{ id: 12 }] }, false],
    ['members!={user.id}', { members: [1, 7] }, false],
    ['members in (5,7)', { members: [1, 7] }, true],
    ['attach is not empty', { attach: [{ id: 1 }] }, true],
  ])('%s on %j is %s', (source, record, expected) => {
    expect(holds(source, record)).toBe(expected);
  });

  it.each([
    ['amount=5', false],
    ['amount!=5', true],
    ['amount<5', false],
    ['amount={estimate}', false],
    ['amount!={estimate}', true],
    ['amount is empty', true],
    ['amount=', true],
    ['name like x', false],
  ])('an empty value: %s is %s', (source, expected) => {
    expect(holds(source, { amount: null, name: '' })).toBe(expected);
  });

  it.each([
    ['amount<5', true],
    ['amount={estimate}', true],
    ['amount!={estimate}', true],
    ['type in (1,{estimate})', false],
    ['type=1', false],
    ['amount<5&type=1', false],
    ['type=1|amount>5', true],
    ['amount is not empty', false],
    ['type={estimate}', true],
  ])('what is empty does not contradict: %s is %s', (source, expected) => {
    const record = { type: '2', amount: null, estimate: '' };
    expect(
      holdsOn(names, (field) => record[field as 'type'], { user: { id: 7, department_entity: null }, today: '2026-11-21' })(
        source,
        'uncontradicted',
      ),
    ).toBe(expected);
  });

  it('B27 a user without a department matches no row, not even one without a department', () => {
    const nobody = { id: 7, department_entity: null };
    expect(holds('department_entity={user.department_entity}', { department_entity: null }, nobody)).toBe(false);
    expect(holds('department_entity={user.department_entity}', { department_entity: 3 }, nobody)).toBe(false);
  });

  it('A10 a value that looks like a condition is a value', () => {
    expect(holds("name='1&1=1'", { name: 'x' })).toBe(false);
    expect(holds('name={code}', { name: 'x', code: 'x|1=1' })).toBe(false);
  });
});

function compare(field: string, op: '=' | '!=' | '>' | '>=' | '<' | '<=' | 'like', value: Term): Condition {
  return { kind: 'compare', field, op, value };
}
function text(of: string): Term {
  return { kind: 'literal', text: of };
}
function today(days: number): Term {
  return { kind: 'today', days };
}

function conditions(): fc.Arbitrary<Condition> {
  const field = fc.stringMatching(/^[A-Za-z][A-Za-z0-9_]{0,8}$/);
  const literal = fc.oneof(
    fc.string({ unit: 'binary', minLength: 1, maxLength: 8 }),
    fc.constantFrom("'", 'a b', ' a', '{x}', 'x,y', '(', '中文', '='),
  );
  const term: fc.Arbitrary<Term> = fc.oneof(
    literal.map(text),
    field.map((name): Term => ({ kind: 'field', field: name })),
    fc.constantFrom<Term>({ kind: 'user', name: 'id' }, { kind: 'user', name: 'department_entity' }),
    fc.integer({ min: -99999, max: 99999 }).map(today),
  );
  const one: fc.Arbitrary<Condition> = fc.oneof(
    fc
      .tuple(field, fc.constantFrom('=' as const, '!=' as const, '>' as const, '<=' as const, 'like' as const), term)
      .map((of) => compare(...of)),
    fc
      .tuple(field, fc.array(term, { minLength: 1, maxLength: 3 }))
      .map(([name, values]): Condition => ({ kind: 'in', field: name, values })),
    fc.tuple(field, fc.boolean()).map(([name, empty]): Condition => ({ kind: 'empty', field: name, empty })),
  );
  return fc.letrec<{ any: Condition }>((tie) => ({
    any: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      one,
      fc.array(tie('any'), { minLength: 2, maxLength: 3 }).map((all) => every(...all)),
      fc.array(tie('any'), { minLength: 2, maxLength: 3 }).map((any) => either(any[0]!, ...any.slice(1))),
    ),
  })).any;
}
