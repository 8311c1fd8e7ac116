import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FieldSpec, Value } from '#protocol/fields/kind.ts';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { SubtableDef } from '#protocol/meta/table.ts';
import { CalcError } from '../calc/calc.ts';
import { keepAssignments, parseAssignments } from './assignments.ts';
import { begun, type Following, type FollowOn, followed, followers, type Left, reached, workedOut } from './follow.ts';
import { planOf } from './order.ts';

const field = (field_name: string, data_type: FieldDef['data_type'], rest: Partial<FieldDef> = {}): FieldSpec => ({
  def: { ...{ uid: field_name, field_name, key_name: field_name, key_name_en: field_name, data_type }, ...rest },
});
const items = [1, 2, 3].map((id) => ({ id, key_name: `${id}`, key_name_en: `${id}` }));
const FIELDS: readonly FieldSpec[] = [
  field('due', 'date', { onchange: 'late=days({today},due)' }),
  { ...field('kind', 'select', { items, onchange: "days=if(kind=1,3,30);due=adddays(begin,days);word='一;二'" }), items },
  field('days', 'int', { onchange: 'total=days*price' }),
  field('begin', 'date'),
  field('price', 'numeric', { length: '18,2' }),
  field('total', 'numeric', { length: '18,2' }),
  field('double', 'numeric', { length: '18,2', calc: 'total*2' }),
  field('late', 'int'),
  field('word', 'text'),
  { ...field('rank', 'select', { items }), items },
];
const DEFS = FIELDS.map(({ def }) => def);

const of = (specs: readonly FieldSpec[], rest: Partial<Following['def']> = {}): Following => ({
  def: { fields: specs.map(({ def }) => def), ...rest },
  specs,
});
const sub = (table_name: string, onchange: string): SubtableDef => ({
  ...{ uid: table_name, key_name: table_name, key_name_en: table_name, table_name, parent_field: 'up', onchange },
});

const on = (values: Record<string, unknown>, rest: Partial<FollowOn> = {}): FollowOn => ({
  ...{ value: (name: string) => values[name] ?? null, rows: () => [], today: '2026-11-28', writes: () => true },
  ...rest,
});

describe('FORM-08 onchange and onload', () => {
  test('a list is target=expression by ;, which a text may hold', () => {
    expect(parseAssignments(" a = b+1 ; w='x;y=z'").map(({ target, reads, text }) => [target, reads, text])).toEqual([
      ['a', ['b'], 'a = b+1'],
      ['w', [], "w='x;y=z'"],
    ]);
  });
  test.each(['', 'a', 'a=', 'a=1;', '=1', 'a==1', 'process.exit()', 'a=while(1)', 'a=process.exit()', `a=${'('.repeat(10_000)}1`, "a='x"])(
    'A11 %j is no list',
    (text) => expect(() => parseAssignments(text)).toThrow(CalcError),
  );
  test('what a reader has not of a list is left out of it, and a list of nothing is none', () => {
    const seen = (names: string[]) =>
      keepAssignments('a=b+1;c=d', ({ target, reads }) => [target, ...reads].every((name) => names.includes(name)));
    expect([seen(['a', 'b', 'c', 'd']), seen(['c', 'd', 'b']), seen(['a', 'c'])]).toEqual(['a=b+1;c=d', 'c=d', undefined]);
  });

  test('a change writes its targets in the order of the list, and what those change in turn', () => {
    const found = followed(of(FIELDS), { fields: ['kind'] }, on({ kind: { id: 1 }, begin: '2026-11-20', price: '2.50', late: 9 }));
    expect(found).toEqual({ days: 3, due: '2026-11-23', word: '一;二', total: '7.50', late: -5 });
  });
  test('nothing follows where nothing changed, or what changed has no list', () => {
    expect([followed(of(FIELDS), { fields: [] }, on({ kind: 1 })), followed(of(FIELDS), { fields: ['price'] }, on({ kind: 1 }))]).toEqual([
      {},
      {},
    ]);
  });
  test('what would be written stays where it is the same to a reader, and changes nothing in turn', () => {
    const values = { kind: 1, days: 3, begin: '2026-11-20', due: '2026-11-23', word: '一;二', price: '2.5', total: '7.5', late: 1 };
    expect(followed(of(FIELDS), { fields: ['kind'] }, on(values))).toEqual({});
    expect(followed(of(FIELDS), { fields: ['days'] }, on(values))).toEqual({});
  });
  test('a target that may not be written stays, and those after it go by what stands there', () => {
    const writes = ({ field_name }: FieldDef) => field_name !== 'days';
    const found = followed(of(FIELDS), { fields: ['kind'] }, on({ kind: 1, days: 10, begin: '2026-11-20', price: '2' }, { writes }));
    expect([found.days, found.due, found.total]).toEqual([undefined, '2026-11-30', undefined]);
  });
  test('an expression whose fields are all empty empties its target', () => {
    expect(followed(of([field('a', 'int', { onchange: 'b=a+1' }), field('b', 'int')]), { fields: ['a'] }, on({ a: '', b: 4 }))).toEqual({
      b: null,
    });
  });
  test('a choice is the id of one; what a field cannot hold is left as it came out, for whoever refuses it', () => {
    const specs = [field('a', 'int', { onchange: "rank=a;word='much too long'" }), FIELDS.at(-1)!, field('word', 'text', { length: 4 })];
    expect(followed(of(specs), { fields: ['a'] }, on({ a: 2 }))).toEqual({ rank: 2, word: 'much too long' });
    expect(followed(of(specs), { fields: ['a'] }, on({ a: 7 })).rank).toBe('7');
  });
  test('what is calculated is worked out again before it is read', () => {
    const specs = [
      field('a', 'int', { onchange: 'b=a;c=twice' }),
      field('b', 'int'),
      field('c', 'int'),
      field('twice', 'int', { calc: 'b*2' }),
    ];
    expect(followed(of(specs), { fields: ['a'] }, on({ a: 4, b: 1, twice: 2 }))).toEqual({ b: 4, c: 8 });
  });
  test('SUB-01 a list of a sub-table goes by its rows, before the lists of fields; a row has none, and leaves out what reads some', () => {
    const specs = [field('a', 'int', { onchange: 'b=a+sum(line.qty)' }), field('b', 'int'), field('n', 'int', { onchange: 'b=n' })];
    const rows = (table: string) => (table === 'line' ? [4, 5].map((qty) => () => qty) : []);
    expect(followed(of(specs), { fields: ['a'] }, on({ a: 1 }, { rows }))).toEqual({ b: 10 });
    expect(followed(of(specs, { subtables: [sub('line', 'n=count(line)')] }), { fields: [], subs: ['line.up'] }, on({}, { rows }))).toEqual(
      { n: 2, b: 2 },
    );
    const { rows: _, ...row } = on({ a: 1 });
    expect(followed(of(specs), { fields: ['a'] }, row)).toEqual({});
  });
  test('a new record begins with what is worked out into what is empty, in the order of the list, and that changes nothing in turn', () => {
    const found = begun(of(FIELDS, { onload: 'begin={today};due=adddays(begin,7);days=4' }), on({ days: 9 }));
    expect(found).toEqual({ begin: '2026-11-28', due: '2026-12-05' });
    expect(begun(of(FIELDS), on({}))).toEqual({});
    expect(begun(of(FIELDS, { onload: 'days=4;rank=2' }), on({ rank: { id: 3 } }))).toEqual({ days: 4 });
    expect(begun(of(FIELDS, { onload: 'days=4' }), on({}, { writes: () => false }))).toEqual({});
  });
  test('all that may follow of fields, with what follows of that', () => {
    expect([...followers({ fields: DEFS }, { fields: ['kind'] })].sort()).toEqual(['days', 'due', 'late', 'total', 'word']);
    expect([...followers({ fields: DEFS }, { fields: ['price'] })]).toEqual([]);
  });
  test('what a list reads by way of a calculated field is written before it', () => {
    const specs = [
      field('a', 'int', { onchange: 'x=twice' }),
      field('b', 'int', { onchange: 'c=b' }),
      field('c', 'int'),
      field('twice', 'int', { calc: 'c*2' }),
      field('x', 'int'),
    ];
    expect(followed(of(specs), { fields: ['a', 'b'] }, on({ a: 1, b: 4, c: 1 }))).toEqual({ c: 4, x: 8 });
  });
  test('SUB-01 a list of rows that reads what a field writes runs after it; of two that write one field the later one counts', () => {
    const specs = [
      field('kind', 'int', { onchange: 'rate=kind*2' }),
      field('rate', 'int'),
      field('total', 'int'),
      field('n', 'int', { onchange: 'note=n+1' }),
      field('note', 'int'),
    ];
    const rows = () => [4, 5].map((qty) => () => qty);
    const lines = (onchange: string) => of(specs, { subtables: [sub('line', onchange)] });
    const both = { fields: ['kind', 'n'], subs: ['line.up'] };
    const values = { kind: 5, rate: 1, n: 1 };
    expect(followed(lines('total=sum(line.qty)*rate'), both, on(values, { rows }))).toEqual({ rate: 10, total: 90, note: 2 });
    expect(followed(lines('note=9'), both, on(values, { rows }))).toMatchObject({ note: 2 });
    expect(() => planOf(lines('kind=rate').def)).toThrow('line.up goes by kind goes by line.up');
  });
  test('a text of digits is another than the number that it spells', () => {
    const specs = [field('a', 'text', { onchange: 'b=a;n=7' }), field('b', 'text'), field('n', 'numeric')];
    expect(followed(of(specs), { fields: ['a'] }, on({ a: '007', b: '7', n: '7.00' }))).toEqual({ b: '007' });
    const said = [field('a', 'int', { onchange: "b=if(a=1,'007',b)" }), field('b', 'text')];
    expect(followed(of(said), { fields: ['a'] }, on({ a: 1, b: '7' }))).toEqual({ b: '007' });
  });
  test('all that somebody’s word counts for: what he says stays, what he may not type is worked out, but at a step of a flow', () => {
    const left = (rest: Partial<Left> = {}): Left => ({
      ...{ isNew: false, fields: ['kind'], isSaid: (name) => ['days', 'due'].includes(name), isReview: false },
      ...{ isOpen: ({ field_name }) => field_name !== 'due', ...rest },
    });
    const { writes: _, ...values } = on({ kind: 1, days: 10, due: '2026-01-01', begin: '2026-11-20', price: '2', word: '一;二' });
    expect(workedOut(of(FIELDS), left(), values)).toEqual({ due: '2026-11-30', late: 2 });
    expect(workedOut(of(FIELDS), left({ isReview: true, isSaid: () => false }), values)).toEqual({ days: 3, total: '6.00' });
    const fresh = left({ isNew: true, fields: [], isSaid: (name) => name === 'rank' });
    const { writes: __, ...none } = on({});
    expect(workedOut(of(FIELDS, { onload: 'rank=2;begin={today}' }), fresh, none)).toEqual({ begin: '2026-11-28' });
  });
  test('B10 what is open is decided on the record as it comes to stand: what a list writes may open or close another of its targets', () => {
    const specs = [
      field('kind', 'int', { onchange: 'rate=kind*10;open=if(kind=1,1,0)' }),
      field('rate', 'int'),
      field('open', 'int'),
      field('next', 'int'),
    ];
    const isOpen: Left['isOpen'] = (def, value) => def.field_name === 'rate' && Number(value('open')) === 1;
    const left = (said: string[], rest: Partial<Left> = {}): Left => ({
      ...{ isNew: false, fields: ['kind'], isSaid: (name) => said.includes(name), isReview: false, isOpen, ...rest },
    });
    const worked = (values: Record<string, unknown>, of_: Left, rest: Partial<Following['def']> = {}) => {
      const { writes: _, ...at } = on(values);
      return workedOut(of(specs, rest), of_, at);
    };
    // it closes: what he says of it, changed or not, counts no longer; it opens: what he says stays
    expect(worked({ kind: 2, rate: 10, open: 1 }, left(['rate']))).toEqual({ rate: 20, open: 0 });
    expect(worked({ kind: 1, rate: 59, open: 0 }, left(['rate']))).toEqual({ open: 1 });
    // a new record's closed field begins as its table says, whatever is said of it
    const fresh = left(['next', 'rate'], { isNew: true, fields: [] });
    expect(worked({}, fresh, { onload: 'open=1;next=7;rate=5' })).toEqual({ open: 1, next: 7 });
    // two that open and close each other in turn come to an end, closed
    const turning: Left['isOpen'] = (def, value) => def.field_name === 'rate' && Number(value('rate')) === 50;
    expect(worked({ kind: 5, rate: 3 }, left(['rate'], { isOpen: turning }))).toEqual({ rate: 50, open: 0 });
    // also where it was open first
    const opposed = [field('kind', 'int', { onchange: 'rate=kind*10;open=if(rate=50,1,0)' }), field('rate', 'int'), field('open', 'int')];
    const { writes: _, ...at } = on({ kind: 5, rate: 3, open: 1 });
    expect(workedOut(of(opposed), left(['rate']), at)).toEqual({ rate: 50 });
  });
  test('what may be written where a choice is made: what it copies, and what follows from that', () => {
    const specs = [field('who', 'entity', { fetch: 'code=code' }), field('code', 'text', { onchange: 'note=code' }), field('note', 'text')];
    expect([...reached({ fields: specs.map(({ def }) => def) }, ['who'])]).toEqual(['who', 'code', 'note']);
  });
  test('A11 fields that change each other in a circle are told', () => {
    const circle = [field('a', 'int', { onchange: 'b=1' }), field('b', 'int', { onchange: 'c=1' }), field('c', 'int', { onchange: 'a=1' })];
    expect(() => planOf({ fields: circle.map(({ def }) => def) })).toThrow('a goes by c goes by b goes by a');
    const reading = [field('a', 'int', { onchange: 't=d' }), field('b', 'int', { onchange: 'u=t' }), field('t', 'int'), field('u', 'int')];
    const calc = field('d', 'int', { calc: 'u+1' });
    expect(() => planOf({ fields: [...reading, calc].map(({ def }) => def) })).toThrow('a goes by b goes by a');
  });
});

const MOST = 7;
const names = Array.from({ length: MOST }, (_, at) => `f${at}`);
/** Definitions of up to seven numbers, each of which changes some of those after it in a drawn order. */
const drawn = fc
  .record({
    order: fc.shuffledSubarray(names, { minLength: MOST, maxLength: MOST }),
    parts: fc.array(
      fc.record({ from: fc.nat(MOST - 2), by: fc.nat(MOST - 2), reads: fc.subarray(names, { minLength: 1 }), add: fc.nat(9) }),
      { maxLength: 12 },
    ),
    values: fc.array(fc.option(fc.integer({ min: -99, max: 99 })), { minLength: MOST, maxLength: MOST }),
    changed: fc.subarray(names, { minLength: 1 }),
  })
  .map(({ order, parts, values, changed }) => {
    const lists = new Map<string, Map<string, string>>();
    for (const { from, by, reads, add } of parts) {
      const [source, target] = [order[from]!, order[Math.min(MOST - 1, from + 1 + by)]!];
      const known = reads.filter((name) => order.indexOf(name) < order.indexOf(target));
      lists.set(
        source,
        (lists.get(source) ?? new Map()).set(target, `${target}=${[...(known.length > 0 ? known : [source]), add].join('+')}`),
      );
    }
    const specs = names.map((name) => {
      const list = [...(lists.get(name)?.values() ?? [])].join(';');
      return field(name, 'int', list ? { onchange: list } : {});
    });
    return { specs, changed, values: Object.fromEntries(names.map((name, at) => [name, values[at] ?? null])) };
  })
  .filter(({ specs }) => isLoaded(specs));

/** What has no order is refused when it is loaded. */
function isLoaded(specs: readonly FieldSpec[]): boolean {
  try {
    planOf({ fields: specs.map(({ def }) => def) });
    return true;
  } catch {
    return false;
  }
}

/** The same by its meaning: a list is run once all that may write its field, or what it reads, has been. */
function byMeaning(specs: readonly FieldSpec[], changed: readonly string[], start: Readonly<Record<string, Value>>): Record<string, Value> {
  const values = { ...start };
  const due = new Set(changed);
  const left = new Set(specs.map(({ def }) => def.field_name));
  const listOf = (name: string) => parse(specs.find(({ def }) => def.field_name === name)!.def.onchange);
  while (left.size > 0) {
    const needs = (name: string) => [name, ...listOf(name).flatMap(([, reads]) => reads)];
    const waits = (name: string) =>
      [...left].some((other) => other !== name && listOf(other).some(([target]) => needs(name).includes(target)));
    const next = [...left].filter((name) => !waits(name));
    for (const name of next) {
      left.delete(name);
      if (!due.has(name)) continue;
      for (const [target, reads, add] of listOf(name)) {
        const all = reads.map((read) => values[read]);
        const value = all.every((one) => one === null) ? null : all.reduce<number>((sum, one) => sum + Number(one ?? 0), add);
        if (value !== values[target]) due.add(target);
        values[target] = value;
      }
    }
  }
  return values;
}
const parse = (list: string | undefined) =>
  (list?.split(';') ?? []).map((one) => {
    const [target, sum] = one.split('=') as [string, string];
    const terms = sum.split('+');
    return [target, terms.slice(0, -1), Number(terms.at(-1))] as const;
  });

/** Whether no two lists write one field: then which of two stands first says nothing. */
const isPlain = (specs: readonly FieldSpec[]): boolean => {
  const targets = specs.flatMap(({ def }) => parse(def.onchange).map(([target]) => target));
  return new Set(targets).size === targets.length;
};

describe('FORM-08 onchange of any definitions', () => {
  test('what follows is what each list says once all before it has been done, whatever the order of what changed', () => {
    fc.assert(
      fc.property(drawn, ({ specs, changed, values }) => {
        const found = followed(of(specs), { fields: changed }, on(values));
        expect(followed(of(specs), { fields: [...changed].reverse() }, on(values))).toEqual(found);
        if (isPlain(specs)) expect({ ...values, ...found }).toEqual(byMeaning(specs, changed, values));
      }),
      { numRuns: 400 },
    );
  });
  test('each list runs once at most, and only what may be written is', () => {
    fc.assert(
      fc.property(drawn, fc.subarray(names), ({ specs, changed, values }, closed) => {
        const asked: string[] = [];
        const writes = ({ field_name }: FieldDef) => {
          asked.push(field_name);
          return !closed.includes(field_name);
        };
        const found = followed(of(specs), { fields: changed }, on(values, { writes }));
        const named = specs.flatMap(({ def }) => parse(def.onchange).map(([target]) => target));
        const count = (all: readonly string[], name: string) => all.filter((one) => one === name).length;
        for (const name of names) expect(count(asked, name)).toBeLessThanOrEqual(count(named, name));
        expect(Object.keys(found).filter((name) => closed.includes(name))).toEqual([]);
        const may = followers({ fields: specs.map(({ def }) => def) }, { fields: changed });
        expect(Object.keys(found).filter((name) => !may.has(name))).toEqual([]);
      }),
      { numRuns: 400 },
    );
  });
  test('the order of the fields in the definition says nothing where no two lists write one field', () => {
    fc.assert(
      fc.property(drawn, ({ specs, changed, values }) => {
        fc.pre(isPlain(specs));
        expect(followed(of([...specs].reverse()), { fields: changed }, on(values))).toEqual(
          followed(of(specs), { fields: changed }, on(values)),
        );
      }),
      { numRuns: 300 },
    );
  });
});
