import fc from 'fast-check';
import type { FieldDef, ItemDef } from '#protocol/meta/field.ts';
import type { EventDef, StateDef } from '#protocol/meta/flow.ts';
import type { TableDef } from '#protocol/meta/table.ts';

/** A random definition and every value that its fields can have: few enough to be tried one after the other. */
export interface Played {
  table: TableDef;
  /** all values of each field, empty among them */
  domains: Readonly<Record<string, readonly (string | null)[]>>;
}

const named = (id: string) => ({ uid: `u.${id}`, key_name: id, key_name_en: id });
const items = (...ids: number[]): ItemDef[] => ids.map((id) => ({ id, ...named(`i${id}`) }));

/** The dictionary that some of the fields name: its codes are not in a row. */
const KIND = items(1, 2, 5);
export const choicesOf = (code: string): readonly ItemDef[] | undefined => (code === 'kind' ? KIND : undefined);

const days = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, at) => `2026-01-0${first + at}`);

/** A type with all its values in order, and a step between two of them where a guard's constant may lie between. */
interface Sort {
  type: Partial<FieldDef> & Pick<FieldDef, 'data_type'>;
  values: readonly string[];
  /** what guards compare with, where that is not any of the values: days go on beyond those that are tried */
  constants?: readonly string[];
  between: number | null;
}
const SORTS: Readonly<Record<string, (min: number, width: number) => Sort>> = {
  whole: (min, width) => ({
    type: { data_type: 'int', min, max: min + width },
    values: Array.from({ length: width + 1 }, (_, at) => String(min + at)),
    between: 0.5,
  }),
  decimal: (min, width) => ({
    type: { data_type: 'numeric', length: '6,1', min, max: min + width / 10 },
    values: Array.from({ length: width + 1 }, (_, at) => (min + at / 10).toFixed(1)),
    between: 0.05,
  }),
  kind: () => ({ type: { data_type: 'select', items: 'kind' }, values: ['1', '2', '5'], between: 0.5 }),
  items: () => ({ type: { data_type: 'radio', items: KIND }, values: ['1', '2', '5'], between: null }),
  flag: () => ({ type: { data_type: 'radio', items: items(0, 1) }, values: ['0', '1'], between: null }),
  date: () => ({ type: { data_type: 'date' }, values: days(1, 6), constants: days(2, 5), between: null }),
  text: () => ({ type: { data_type: 'text' }, values: ['x'], between: null }),
  person: () => ({ type: { data_type: 'entity', source: 'user' }, values: ['7'], between: null }),
};

const leafSeed = fc.record({
  field: fc.nat(9),
  op: fc.constantFrom('=', '!=', '<', '<=', '>', '>=', '<', '<=', '>', '>=', 'in', 'empty', 'filled'),
  value: fc.nat(9),
  off: fc.constantFrom(0, 0, 0, 1, -1, 9),
});
type LeafSeed = typeof leafSeed extends fc.Arbitrary<infer Seed> ? Seed : never;

const fieldSeed = fc.record({
  sort: fc.constantFrom('whole', 'whole', 'decimal', 'decimal', 'kind', 'items', 'flag', 'date', 'text', 'person'),
  min: fc.integer({ min: -1, max: 2 }),
  width: fc.integer({ min: 1, max: 4 }),
  notnull: fc.boolean(),
  edit_state: fc.constantFrom(undefined, undefined, undefined, '1', '2', '3', '1,2', '2,3'),
  view_state: fc.constantFrom(...Array(10).fill(undefined), '1', '2,3', '1,2'),
  edit_by: fc.constantFrom(...Array(8).fill(undefined), 'a', 'b', 'a,b', 'first'),
  start: fc.boolean(),
  need: fc.oneof({ weight: 6, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: leafSeed }),
});
type FieldSeed = typeof fieldSeed extends fc.Arbitrary<infer Seed> ? Seed : never;

function fieldOf(at: number, seed: FieldSeed): { def: FieldDef; sort: Sort } {
  const sort = SORTS[seed.sort]!(seed.min, seed.width);
  const { notnull, edit_state, view_state, edit_by } = seed;
  const def: FieldDef = {
    ...named(`f${at}`),
    field_name: `f${at}`,
    ...sort.type,
    ...(notnull ? { notnull: 1 as const } : {}),
    ...(edit_state ? { edit_state } : {}),
    ...(edit_by && edit_state && edit_state !== '1' ? { edit_by } : {}),
    ...(view_state ? { view_state } : {}),
    ...(seed.start && seed.sort !== 'person' ? { defvalue: sort.values[0]! } : {}),
  };
  return { def, sort };
}

/** What is calculated of `p` and `q`, whole numbers within bounds: each comes to every number between the ends of what it comes to. */
const CALCS: Readonly<Record<string, { type: Sort['type']; of: (p: number, q: number) => number }>> = Object.fromEntries(
  (
    [
      ['p+0', (p) => p],
      ['0-p', (p) => -p],
      ['p+1', (p) => p + 1],
      ['p+q', (p, q) => p + q],
      ['p-q', (p, q) => p - q],
      ['p+q-1', (p, q) => p + q - 1],
      ['abs(p)', (p) => Math.abs(p)],
      ['max(p,q)', (p, q) => Math.max(p, q)],
      ['min(p,0)', (p) => Math.min(p, 0)],
      ['min(p,q)+2', (p, q) => Math.min(p, q) + 2],
      ['round(p/2,0)', (p) => Math.sign(p) * Math.round(Math.abs(p) / 2)],
    ] satisfies [string, (p: number, q: number) => number][]
  ).map(([calc, of]) => [calc, { type: { data_type: 'int', calc }, of }]),
);

const calcSeed = fc.record({
  calc: fc.constantFrom(...Object.keys(CALCS)),
  mins: fc.tuple(fc.integer({ min: -1, max: 2 }), fc.integer({ min: -1, max: 2 })),
  widths: fc.tuple(fc.integer({ min: 0, max: 2 }), fc.integer({ min: 0, max: 2 })),
  notnull: fc.tuple(fc.boolean(), fc.boolean()),
  edit_state: fc.constantFrom(undefined, undefined, '1', '2', '1,2', '2,3'),
});
type CalcSeed = typeof calcSeed extends fc.Arbitrary<infer Seed> ? Seed : never;

/** The fields that the calculation reads, which nothing else looks at, and the calculated one with what it may come to. */
function calculatedOf(seed: CalcSeed, as: FieldSeed): { made: FieldDef[]; domains: Played['domains']; total: Fields[number] } {
  const { calc, mins, widths, notnull, edit_state } = seed;
  const { type, of } = CALCS[calc]!;
  const names = ['p', 'q'].filter((name) => calc.includes(name));
  const ranges = names.map((_, at) => Array.from({ length: widths[at]! + 1 }, (_one, more) => mins[at]! + more));
  const made = names.map(
    (name, at): FieldDef => ({
      ...named(name),
      field_name: name,
      ...{ data_type: 'int', min: mins[at]!, max: mins[at]! + widths[at]! },
      ...(notnull[at] ? { notnull: 1 as const } : {}),
      ...(edit_state ? { edit_state } : {}),
    }),
  );
  const [ps = [0], qs = [0]] = ranges.map((range) => [...range, 0]);
  const found = [...new Set(ps.flatMap((p) => qs.map((q) => of(p, q))))].sort((one, other) => one - other);
  // guards ask beyond what it can come to, too
  const values = found.map((one) => String(one + 0));
  const constants = [found[0]! - 1, ...found, found.at(-1)! + 1].map((one) => String(one + 0));
  const sort: Sort = { type, values, constants, between: 0.5 };
  const total: FieldDef = { ...named('total'), field_name: 'total', ...type };
  const domains = Object.fromEntries([...names.map((name, at) => [name, ranges[at]!.map(String)] as const), ['total', values] as const]);
  return { made, domains, total: { def: total, sort, seed: { ...as, sort: 'whole' } } };
}

const guardSeed = fc.record({ one: leafSeed, other: leafSeed, join: fc.constantFrom('', '', '', '&', '|') });
type GuardSeed = typeof guardSeed extends fc.Arbitrary<infer Seed> ? Seed : never;

const ORDERED = new Set(['whole', 'decimal', 'date']);
type Fields = readonly { def: FieldDef; sort: Sort; seed: FieldSeed }[];

function leafOf(fields: Fields, { field, op, value, off }: LeafSeed): string {
  const { def, sort, seed } = fields[field % fields.length]!;
  const name = def.field_name;
  // texts are never decided, people only by whether there is one
  if (op === 'empty' || seed.sort === 'text' || seed.sort === 'person') return `${name} is ${value % 2 ? 'not ' : ''}empty`;
  if (op === 'filled') return `${name} is not empty`;
  const constant = constantOf(sort, value, off);
  if (op === 'in') return `${name} in (${[constant, (sort.constants ?? sort.values)[0]].join()})`;
  const fit = ORDERED.has(seed.sort) || sort.between !== null || op === '=' || op === '!=';
  return `${name}${fit ? op : '='}${constant}`;
}

function constantOf({ values, constants = values, between }: Sort, value: number, off: number): string {
  const constant = constants[value % constants.length]!;
  if (between === null || off === 0) return constant;
  return String(Math.round((Number(constant) + off * between) * 100) / 100);
}

const guardOf = (fields: Fields, { one, other, join }: GuardSeed): string =>
  join ? `${leafOf(fields, one)}${join}${leafOf(fields, other)}` : leafOf(fields, one);

/** The opposite of a leaf, or nearly: what people write who mean the rest. */
function restOf(fields: Fields, leaf: LeafSeed, exact: boolean): string {
  const opposite: Record<string, LeafSeed['op']> = {
    '=': '!=',
    '!=': '=',
    '<': exact ? '>=' : '>',
    '<=': '>',
    '>': '<=',
    '>=': '<',
    empty: 'filled',
    filled: 'empty',
  };
  return leafOf(fields, { ...leaf, op: opposite[leaf.op] ?? '!=' });
}

const stepSeed = fc.record({
  shape: fc.constantFrom('plain', 'plain', 'guarded', 'split', 'split', 'nearly', 'none'),
  guard: guardSeed,
  to: fc.nat(9),
  other: fc.nat(9),
  need: fc.constantFrom(...Array(5).fill(-1), 0, 1, 2),
  draft: fc.boolean(),
  refuse: fc.boolean(),
  back: fc.constantFrom(...Array(3).fill(0), 1, 2, 3),
  sign: fc.constantFrom(undefined, undefined, 'any', 'all', 'seq', '1/2', '2/3'),
  roles: fc.constantFrom<string[]>(['a'], ['a'], ['a', 'b'], ['b', 'a']),
  post: fc.constantFrom(...Array(5).fill(false), true),
  together: fc.boolean(),
  self: fc.constantFrom(...Array(5).fill(undefined), 'skip', 'skip', 'allow', 1),
  pick: fc.constantFrom(...Array(6).fill(0), 1, 2),
  add: fc.constantFrom(0, 0, 0, 0, 0, 1),
  person: fc.constantFrom(...Array(6).fill(-1), 0, 1),
  admin: fc.boolean(),
});
type StepSeed = typeof stepSeed extends fc.Arbitrary<infer Seed> ? Seed : never;

function stepOf(value: number, last: number, seed: StepSeed, fields: Fields): StateDef {
  const event = (n: number, rest: Partial<EventDef>): EventDef => ({ ...named(`e${value * 10 + n}`), id: value * 10 + n, ...rest });
  const to = (at: number) => [value + 1 > last ? 90 : value + 1, value + 1 > last ? 90 : value + 1, 90, Math.min(value + 2, last)][at % 4]!;
  const need = seed.need < 0 ? {} : { need_fields: fields[seed.need % fields.length]!.def.field_name };
  const leading = (next_state: number): Partial<EventDef> => ({
    key_name: 'ok',
    next_state,
    ...(seed.together ? { is_countersign: 1 as const } : {}),
    ...(seed.pick ? { pick: 1 as const, least: seed.pick } : {}),
    ...(seed.add ? { add: 1 as const } : {}),
  });
  const one = leading(to(seed.to));
  const rest = { key_name: 'ok', next_state: to(seed.other) };
  const onward: Record<string, EventDef[]> = {
    none: [],
    plain: [event(1, { ...one, ...need })],
    guarded: [event(1, { ...one, ...need, where: guardOf(fields, seed.guard) })],
    split: [
      event(1, { ...one, where: leafOf(fields, seed.guard.one) }),
      event(2, { ...rest, ...need, where: restOf(fields, seed.guard.one, true) }),
    ],
    nearly: [
      event(1, { ...one, ...need, where: guardOf(fields, seed.guard) }),
      event(2, { ...rest, where: restOf(fields, seed.guard.one, false) }),
    ],
  };
  const back = Array.from({ length: value - 1 }, (_, at) => at + 1).filter((step) => step >= value - seed.back);
  const events = [
    ...onward[seed.shape]!,
    ...(seed.draft || seed.shape === 'none' ? [event(3, { next_state: 0 })] : []),
    ...(seed.back && back.length ? [event(4, { back_state: back.join() })] : []),
    ...(seed.refuse ? [event(5, { next_state: 92 })] : []),
  ];
  const person = seed.person < 0 ? undefined : fields.filter(({ seed: of }) => of.sort === 'person')[0];
  return {
    ...named(`s${value}`),
    value: String(value),
    handler: person
      ? { type: 'field', field: person.def.field_name }
      : seed.person > 0
        ? { type: 'user', id: 7 }
        : seed.post
          ? { type: 'post', code: 'p' }
          : seed.roles.length > 1
            ? { type: 'roles', codes: seed.roles }
            : { type: 'role', code: seed.roles[0]! },
    ...(seed.self ? { self: seed.self } : {}),
    ...(seed.admin ? { empty: 'admin' as const } : {}),
    ...(seed.sign ? { sign: seed.sign } : {}),
    actions: [{ ...named(`a${value}`), op: 'Review', events }],
  };
}

const promise = fc.record({ step: fc.nat(9), before: fc.constantFrom(90, 90, 3, 4), guard: guardSeed, always: fc.boolean() });

/** Definitions of one to four steps over one to three fields, rightly and wrongly guarded. */
export const playedFlows: fc.Arbitrary<Played> = fc
  .record({
    fields: fc.array(fieldSeed, { minLength: 1, maxLength: 3 }),
    calculated: fc.option(calcSeed, { freq: 3 }),
    steps: fc.array(stepSeed, { minLength: 1, maxLength: 4 }),
    submit: fc.record({ guarded: fc.constantFrom(false, false, false, true), guard: guardSeed }),
    promise,
    cancel: fc.boolean(),
  })
  .map(({ fields: seeds, calculated, steps, submit, promise: said, cancel }) => {
    const found = calculated && calculatedOf(calculated, seeds[0]!);
    // beside a calculation one field is enough: all their values are played
    const plain = (found ? seeds.slice(0, 1) : seeds).map((seed, at) => ({ ...fieldOf(at, seed), seed }));
    const fields: Fields = found ? [...plain, found.total] : plain;
    for (const { def, seed } of fields) if (seed.need && !def.calc) def.need_where = leafOf(fields, seed.need);
    const last = steps.length + 1;
    const first: EventDef[] = [
      { ...named('e11'), id: 11, next_state: 2, ...(submit.guarded ? { where: guardOf(fields, submit.guard) } : {}) },
      ...(cancel ? [{ ...named('e12'), id: 12, next_state: 91 }] : []),
    ];
    const end = (value: string, kind: StateDef['end']): StateDef => ({ ...named(`s${value}`), value, end: kind });
    const refuses = steps.some((step) => step.refuse);
    const table: TableDef = {
      ...named('t'),
      table_name: 't',
      flow: 1,
      fields: [...(found?.made ?? []), ...fields.map(({ def }) => def)],
      states: [
        { ...named('s1'), value: '1', actions: [{ ...named('a1'), op: 'Modify', events: first }] },
        ...steps.map((step, at) => stepOf(at + 2, last, step, fields)),
        end('90', 'pass'),
        ...(cancel ? [end('91', 'cancel')] : []),
        ...(refuses ? [end('92', 'reject')] : []),
      ],
      assert: [
        {
          before: said.before <= last && said.before !== 2 + (said.step % steps.length) ? said.before : 90,
          must_pass: 2 + (said.step % steps.length),
          ...(said.always ? {} : { where: guardOf(fields, said.guard) }),
        },
      ],
    };
    const values = { ...found?.domains, ...Object.fromEntries(plain.map(({ def, sort }) => [def.field_name, sort.values])) };
    return { table, domains: Object.fromEntries(Object.entries(values).map(([name, all]) => [name, [...all, null]])) };
  });
