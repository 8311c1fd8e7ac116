import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Kind } from '#protocol/meta/data-types.ts';
import type { CompareOp, Condition, Term } from '#protocol/rules/condition/condition.ts';
import { either, every } from '#protocol/rules/condition/condition.ts';
import { addDays, evaluateCondition } from '#protocol/rules/condition/condition-evaluate.ts';
import { checkCondition } from '#protocol/rules/condition/condition-kind.ts';
import { parseCondition } from '#protocol/rules/condition/condition-parse.ts';
import { printCondition } from '#protocol/rules/condition/condition-print.ts';
import { type TestDatabase, testDatabase } from '#server/db/testing.ts';
import type { Asker } from './asker.ts';
import { type ConditionScope, compileCondition } from './condition.ts';
import { bound, column, compile, name, type Sql, sql } from './sql.ts';
import { effortOf } from './testing-plan.ts';

const ZONE = 'America/New_York';
const COLUMNS: Record<string, { kind: Kind; type: string }> = {
  num: { kind: 'number', type: 'bigint' },
  ref: { kind: 'number', type: 'bigint' },
  amount: { kind: 'number', type: 'numeric(18,6)' },
  total: { kind: 'number', type: 'numeric(18,6)' },
  name: { kind: 'text', type: 'text' },
  code: { kind: 'text', type: 'text' },
  begin: { kind: 'date', type: 'date' },
  done: { kind: 'date', type: 'date' },
  made: { kind: 'datetime', type: 'timestamptz' },
  seen: { kind: 'datetime', type: 'timestamptz' },
  members: { kind: 'list', type: 'bigint[]' },
  files: { kind: 'files', type: 'bigint[]' },
};
const names = (field: string) => COLUMNS[field]?.kind;
const scope: ConditionScope = {
  operand: (field) => ({ kind: COLUMNS[field]!.kind, sql: column('t', field), ids: COLUMNS[field]!.type === 'bigint' }),
};
const asker: Asker = {
  ...{ company: 1, zone: ZONE, user: 7, department: null, departments: [], domain: 11, domains: [11] },
  ...{ now: new Date('2026-11-01T12:00:00Z'), today: '2026-11-01' },
};
const compiled = (text: string) => compile(compileCondition(parseCondition(text), scope), asker);

describe('META-02 a condition as SQL', () => {
  it.each([
    ['num=1&amount>{total}', '(t."num" = $1::bigint and t."amount" > t."total")', ['1']],
    ['num=1.5', 't."num" = $1::numeric', ['1.5']],
    ['num!=1|name is empty', `((t."num" = $1::bigint) is not true or coalesce(t."name", '') = '')`, ['1']],
    ['name=x', 't."name" = $1::text', ['x']],
    ['name like 100%_', 'strpos(lower(t."name" collate "C"), $1::text) > 0', ['100%_']],
    ['num in (1,2)', 't."num" = any($1::bigint[])', [['1', '2']]],
    ['members={user.id}', 't."members" @> array[$1::bigint]', [7]],
    ['ref={user.department_entity}', 't."ref" = $1::bigint', [null]],
    ['ref!={user.department_entity}', '(t."ref" = $1::bigint) is not true', [null]],
    ['begin={today-3}', 't."begin" = ($1::date + -3)', ['2026-11-01']],
    ['made<={today}', 't."made" < (($1::date + 1)::timestamp at time zone $2::text)', ['2026-11-01', ZONE]],
    ['made<=2026-11-01', 't."made" < ($1::timestamp at time zone $2::text)', ['2026-11-02', ZONE]],
    ['', 'true', []],
  ])('%s', (source, text, values) => {
    expect(compiled(source)).toEqual({ text, values });
  });

  it.each([
    ['num', (at: number) => String(at - 500)],
    ['amount', (at: number) => `${at}.5`],
    ['name', (at: number) => `v${at}`],
    ['begin', (at: number) => addDays('2020-01-01', at)],
    ['made', (at: number) => addDays('2020-01-01', at)],
    ['made', (at: number) => `${addDays('2020-01-01', at)} 00:00:${10 + (at % 50)}`],
    ['made', (at: number) => `${addDays('2020-01-01', at)}${at % 2 ? '' : ' 23:59:59'}`],
    ['members', (at: number) => String(at + 1)],
  ])('R10 a thousand values of %s are few comparisons, not a thousand', (of, value) => {
    const values = Array.from({ length: 1000 }, (_, at): Term => ({ kind: 'literal', text: value(at) }));
    const { text, values: given } = compile(compileCondition({ kind: 'in', field: of, values }, scope), asker);
    expect(text.length).toBeLessThan(400);
    expect(given.length).toBeLessThan(7);
    expect(given.flat().filter((one) => values.some((term) => term.kind === 'literal' && term.text === one)).length).toBe(1000);
  });

  it('R10 who looks for a text that repeats itself has each letter read once, not as often as it is long', () => {
    const asked = (text: string) => {
      const value: Term = { kind: 'literal', text };
      return compile(compileCondition({ kind: 'compare', field: 'name', op: 'like', value }, scope));
    };
    const hard = [
      'a'.repeat(200),
      `x${'a'.repeat(199)}`,
      `${'ab'.repeat(99)}x${'资'.repeat(100)}`,
      `x${'资本项目'.repeat(49)}`,
      '%'.repeat(20),
    ];
    for (const text of hard) expect(asked(text)).toEqual({ text: `lower(t."name" collate "C") ~ ('***=' || $1::text)`, values: [text] });
    const title = '关于远山集团二〇二六年度抽水蓄能电站（一期）机电设备采购及安装工程项目立项的请示';
    for (const text of ['a', '100000', '--------', '资资资资', 'Mississippi', title, `${title}${title}`, `${'a'.repeat(150)}${title}`])
      expect([text, asked(text).text]).toEqual([text, 'strpos(lower(t."name" collate "C"), $1::text) > 0']);
  });

  it('A4 a value never becomes text of the statement', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1 }), (value) => {
        const condition: Condition = { kind: 'compare', field: 'name', op: '=', value: { kind: 'literal', text: value } };
        expect(compile(compileCondition(condition, scope))).toEqual({ text: 't."name" = $1::text', values: [value] });
      }),
    );
  });
});

describe('META-02 the database and the browser agree', () => {
  let base: TestDatabase;
  beforeAll(async () => {
    base = await testDatabase();
    await base.db.query(`create table t (id int, ${Object.entries(COLUMNS).map(([field, { type }]) => `"${field}" ${type}`)})`);
  });
  afterAll(() => base.close());

  it('on random records and conditions', async () => {
    const records = fc.sample(record(), { numRuns: 60, seed: 11 });
    const wire = await Promise.all(records.map((one, id) => insert(base, id, one)));
    const conditions = fc.sample(condition(), { numRuns: 600, seed: 12 });
    conditions.push({ kind: 'in', field: 'made', values: [...DAYS, ...SECONDS].map((text) => ({ kind: 'literal', text })) });
    for (const [at, one] of conditions.entries()) {
      const who = at % 2 ? asker : { ...asker, department: 2 };
      checkCondition(one, names);
      const { text, values } = compile(sql`select t.id from t where ${compileCondition(one, scope)} order by t.id`, who);
      const found = (await base.db.query<{ id: number }>(text, values)).map((row) => row.id);
      const expected = wire.flatMap((values, id) => (holds(one, values, who) ? [id] : []));
      expect(found, `${printCondition(one)} as ${text}`).toEqual(expected);
    }
  });

  it('R10 days and seconds among others are read between the first and the last of them, by an index', async () => {
    await base.db.query(`create table far as select n as id, timestamptz '2000-01-01Z' + n * interval '1 hour' as made from generate_series(1, 50000) n;
      create index far_made on far (made); analyze far`);
    for (const texts of [['2001-03-05', '2001-03-07'], ['2001-03-05 01:00:00', '2001-03-06 23:00:00'], ['9999-12-31']]) {
      const values = texts.map((text): Term => ({ kind: 'literal', text }));
      const asked = compile(sql`select t.id from far t where ${compileCondition({ kind: 'in', field: 'made', values }, scope)}`, asker);
      const { rows, indexes } = await effortOf(base.db, asked);
      expect([indexes, texts, rows]).toEqual([['far_made'], texts, expect.toSatisfy((many: number) => many < 150)]);
    }
  });
});

const holds = (one: Condition, values: Record<string, unknown>, { user: id, department, today }: Asker) =>
  evaluateCondition(one, { names, value: (field) => values[field], user: { id, department_entity: department }, today });

/** Inserts the record and reads it back as the wire would carry it. */
async function insert({ db }: TestDatabase, id: number, values: Record<string, unknown>): Promise<Record<string, unknown>> {
  const fields = Object.keys(values);
  const places = fields.map((field, at) => `$${at + 2}::${COLUMNS[field]!.type}`);
  await db.query(`insert into t (id, ${fields.map((field) => `"${field}"`)}) values ($1, ${places})`, [id, ...Object.values(values)]);
  const shown = fields.map((field): Sql => {
    if (COLUMNS[field]!.kind !== 'datetime') return name(field);
    return sql`to_char(${name(field)} at time zone ${bound(ZONE, 'text')}, 'YYYY-MM-DD HH24:MI:SS') as ${name(field)}`;
  });
  const { text, values: bounds } = compile(
    sql`select ${shown.reduce((all, one) => sql`${all}, ${one}`)} from t where id = ${bound(id, 'bigint')}`,
  );
  const [row] = await db.query(text, bounds);
  return row!;
}

/** Texts that repeat themselves, of letters that mean something in a pattern. */
const REPEATED = [
  '.'.repeat(9),
  `${'a'.repeat(20)}.*`,
  'a'.repeat(19),
  `x${'A'.repeat(12)}`,
  '资'.repeat(12),
  '\\('.repeat(10),
  '***=a'.repeat(10),
];
const TEXTS = [...REPEATED, 'a', 'A', 'ab', 'Straße', '中文', '中', '\u{10000}x', '\uffee', "o'clock", 'x%', '_', 'É', 'é', ' ', '\\'];
const DAYS = ['2026-10-31', '2026-11-01', '2026-11-02', '2026-03-08', '1999-12-31'];
const INSTANTS = [
  '2026-11-01T05:30:00.5Z',
  '2026-11-01T06:30:00Z',
  '2026-11-01T03:59:59.999Z',
  '2026-11-02T04:59:59Z',
  '2026-03-08T07:00:00Z',
];
const SECONDS = ['2026-11-01 01:30:00', '2026-10-31 23:59:59', '2026-03-08 03:00:00'];
const NUMBERS = ['0', '1', '7', '-3', '1.5', '0.000001', '9007199254740991', '99999999999.999999'];
const WHOLE = [0, 1, 2, 7, -3, 9007199254740991];

function record(): fc.Arbitrary<Record<string, unknown>> {
  const maybe = <T>(one: fc.Arbitrary<T>) => fc.option(one, { freq: 3 });
  const whole = maybe(fc.constantFrom(...WHOLE));
  const amount = maybe(fc.constantFrom('0', '1', '7', '-3', '1.5', '0.000001', '99999999999.999999'));
  const text = maybe(fc.constantFrom('', ...TEXTS));
  const day = maybe(fc.constantFrom(...DAYS));
  const instant = maybe(fc.constantFrom(...INSTANTS));
  const ids = maybe(fc.uniqueArray(fc.constantFrom(1, 2, 7), { maxLength: 3 }));
  return fc.record({
    num: whole,
    ref: whole,
    amount,
    total: amount,
    name: text,
    code: text,
    begin: day,
    done: day,
    made: instant,
    seen: instant,
    members: ids,
    files: ids,
  });
}

const literal = (...texts: string[]): fc.Arbitrary<Term> => fc.constantFrom(...texts).map((text): Term => ({ kind: 'literal', text }));
const field = (...fields: string[]): fc.Arbitrary<Term> => fc.constantFrom(...fields).map((of): Term => ({ kind: 'field', field: of }));
const user = fc.constantFrom<Term>({ kind: 'user', name: 'id' }, { kind: 'user', name: 'department_entity' });
const today = fc.constantFrom<Term>({ kind: 'today', days: 0 }, { kind: 'today', days: -1 }, { kind: 'today', days: 1 });
const TERMS: Record<Kind, fc.Arbitrary<Term>> = {
  number: fc.oneof(literal(...NUMBERS), field('num', 'ref', 'amount', 'total'), user),
  text: fc.oneof(literal(...TEXTS), field('name', 'code')),
  date: fc.oneof(literal(...DAYS), today, field('begin', 'done', 'made')),
  datetime: fc.oneof(literal(...DAYS, ...SECONDS), today, field('begin', 'made', 'seen')),
  list: fc.oneof(literal('1', '2', '9'), field('num', 'ref'), user),
  files: literal('1'),
};
const OPS: Record<Kind, CompareOp[]> = {
  number: ['=', '!=', '>', '>=', '<', '<='],
  text: ['=', '!=', '>', '>=', '<', '<=', 'like'],
  date: ['=', '!=', '>', '>=', '<', '<='],
  datetime: ['=', '!=', '>', '>=', '<', '<='],
  list: ['=', '!='],
  files: [],
};

function condition(): fc.Arbitrary<Condition> {
  const comparison = fc.constantFrom(...Object.keys(COLUMNS)).chain((of): fc.Arbitrary<Condition> => {
    const kind = COLUMNS[of]!.kind;
    const empty = fc.boolean().map((is): Condition => ({ kind: 'empty', field: of, empty: is }));
    if (kind === 'files') return empty;
    const compare = fc
      .tuple(fc.constantFrom(...OPS[kind]), TERMS[kind])
      .map(([op, value]): Condition => ({ kind: 'compare', field: of, op, value }));
    const among = fc.array(TERMS[kind], { minLength: 1, maxLength: 6 }).map((values): Condition => ({ kind: 'in', field: of, values }));
    return fc.oneof({ weight: 6, arbitrary: compare }, { weight: 2, arbitrary: among }, empty);
  });
  return fc.oneof(
    { weight: 3, arbitrary: comparison },
    fc.array(comparison, { minLength: 2, maxLength: 3 }).map((all) => every(...all)),
    fc.tuple(comparison, comparison, comparison).map(([a, b, c]) => every(either(a, b), c)),
  );
}
