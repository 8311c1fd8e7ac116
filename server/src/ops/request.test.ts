import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Refusal } from '#protocol/codes.ts';
import { opKey } from '#protocol/ops/op.ts';
import { OPS } from '#protocol/ops/registry.ts';
import { parseRequest } from './request.ts';

/** As many as a body may hold in all. */
const MANY = 200_000;
/** What a request may look at, wrong as it is: the first wrong value, and those that stand before it. */
const FEW = 50;
/** What stands in one object may be looked at, by its names and how long its lists are, before the first value is. */
const NAMES = 2000 + FEW;

interface Seen {
  values: number;
  names: number;
}
/** The same value, which counts how many values and names of what it holds are looked at, however deep. */
function watched<T>(value: T, seen: Seen): T {
  if (value === null || typeof value !== 'object') return value;
  return new Proxy(value as object, {
    getOwnPropertyDescriptor: (target, name) => {
      seen.names += 1;
      return Reflect.getOwnPropertyDescriptor(target, name);
    },
    get: (target, name) => {
      const found = Reflect.get(target, name) as unknown;
      if (typeof name !== 'string' || name === 'length' || !Object.hasOwn(target, name)) return found;
      seen.values += 1;
      return watched(found, seen);
    },
  }) as T;
}

/** What a call that is refused looked at, and its code. */
function refused(key: string, form: Record<string, unknown>): Seen & { code: number; field: unknown } {
  const seen: Seen = { values: 0, names: 0 };
  const body = Object.fromEntries(Object.entries(form).map(([name, value]) => [name, watched(value, seen)]));
  try {
    parseRequest(OPS.get(key)!, body);
  } catch (error) {
    if (error instanceof Refusal) return { ...seen, code: error.code, field: error.data.field };
    throw error;
  }
  return { ...seen, code: 200, field: null };
}

const fill = <T>(count: number, one: T): T[] => Array.from({ length: count }, () => one);
/** An object of 1,990 names, each with the value; 2,000 are the most that JSON may have here. */
const named = <T>(one: T, name = 'f'): Record<string, T> =>
  Object.fromEntries(Array.from({ length: 1990 }, (_, at) => [`${name}${at}`, one]));
const LONG = 'x'.repeat(131);

const FILTERED = ['/app?op=Page', '/app?op=List', '/app?op=Group', '/app?op=Tree', '/app?op=Matching', '/app?op=Change'];
/** What a report is narrowed by stands under the names of its searches. */
const NARROWED = [...FILTERED, '/report?op=Index', '/report?op=Chart', '/report?op=Export'];
const SAVED = ['/app?op=Add', '/app?op=Modify'];
/** Rows of sub-tables stand in what is saved, and in what is asked before that. */
const WITH_ROWS = [...SAVED, '/flow?op=Reviewer'];
const OF_PEOPLE = ['Invite', 'TakeLink', 'Unlock', 'SignOut', 'Disable', 'Enable', 'ResetFactor'].map(
  (op) => `/cloud/app/sys/user/api/UserApi?op=${op}`,
);
const DUTIES = '/cloud/app/sys/user/api/UserApi?op=Duties';
const MEMBERS = '/cloud/app/sys/user/api/RoleApi?op=Members';
const OF_ROLES = ['Save', 'Effect'].map((op) => `/cloud/app/sys/user/api/RoleApi?op=${op}`);
/** Commands upon a case that name people. */
const NAMING = ['Relay', 'Assign', 'AddSign'].map((op) => `/flow?op=${op}`);
const right = { code: 'a', items: [] as unknown[], range: 0 };
const base: Record<string, unknown> = {
  cloud: 'x',
  id: '4',
  event: 1,
  field: 'a',
  user: '4',
  to: '5',
  remark: 'a',
  place: 'with',
  action: 'a',
};

/** Every place of a request that may hold many: the calls, the place as their schema names it, and bodies that are wrong there. */
const PLACES: [calls: string[], place: string, bodies: Record<string, unknown>[], code: number][] = [
  [
    NARROWED,
    'filters.fields{}',
    [
      { filters: { fields: named(fill(90, {})) } },
      { filters: { fields: named({ op: 'in', value: fill(90, {}) }) } },
      { filters: { fields: named(1, LONG) } },
    ],
    317,
  ],
  [NARROWED, 'filters.fields{}[]', [{ filters: { fields: named([fill(9, 1), fill(9, 1)]) } }], 317],
  [NARROWED, 'filters.fields{}.value[]', [{ filters: { fields: { a: { op: 'in', value: fill(MANY, {}) } } } }], 317],
  [NARROWED, 'filters.fields{}.all[]', [{ filters: { fields: { a: { all: fill(MANY, {}) } } } }], 317],
  [NARROWED, 'filters.fields{}.all[].value[]', [{ filters: { fields: { a: { all: [{ op: 'in', value: fill(MANY, {}) }] } } } }], 317],
  [NARROWED, 'filters.fields{}.all[][]', [{ filters: { fields: { a: { all: [fill(MANY, {})] } } } }], 317],
  [
    ['/report?op=Index'],
    'years{}',
    [{ years: named(1) }, { years: named('2026', LONG) }, { years: named(['2026']) }, { years: fill(MANY, '2026') }],
    317,
  ],
  [
    ['/report?op=Index', '/report?op=Chart'],
    'within{}',
    [{ within: named([1]) }, { within: named(1, LONG) }, { within: named({}) }, { within: fill(MANY, 1) }],
    317,
  ],
  [FILTERED, 'filters.sort[]', [{ filters: { sort: fill(8, ['a', 'up']) } }], 317],
  [FILTERED, 'filters.sort[][]', [{ filters: { sort: fill(8, fill(900, 1)) } }], 341],
  [FILTERED, 'filters.within[]', [{ filters: { within: fill(3, 'a') } }], 317],
  [FILTERED, 'filters.within[]', [{ filters: { within: fill(4, ['a', 1]) } }], 341],
  [FILTERED, 'filters.within[][]', [{ filters: { within: [fill(900, 'a')] } }], 341],
  [WITH_ROWS, '_subtables{}', [{ _subtables: named(1) }, { _subtables: named([], LONG) }, { _subtables: fill(MANY, 1) }], 317],
  [WITH_ROWS, '_subtables{}[]', [{ _subtables: named(fill(5, 1)) }, { _subtables: { a: fill(2000, []) } }], 317],
  [WITH_ROWS, '_subtables{}[]{}', [{ _subtables: named(fill(5, { [LONG]: 1 })) }, { _subtables: { a: fill(40, named(1, LONG)) } }], 317],
  [
    [...SAVED, '/app?op=Reject', '/flow?op=Reject', '/flow?op=Copy'],
    'copies[]',
    [{ copies: fill(1000, 'a') }, { copies: fill(1000, 0) }],
    317,
  ],
  [[...SAVED, ...NAMING], 'reviewers[]', [{ reviewers: fill(200, 0.5) }, { reviewers: fill(200, -1) }], 317],
  [['/app?op=Delete', '/app?op=Batch', '/app?op=Change', '/app?op=Call'], 'id[]', [{ id: fill(1000, {}) }, { id: fill(1000, 0) }], 317],
  [['/app?op=Batch', '/app?op=Change'], 'versions[]', [{ versions: fill(1000, {}) }, { versions: fill(1000, 0) }], 317],
  [['/app?op=Batch', '/app?op=Change'], 'versions[]', [{ versions: fill(MANY, 1) }, { versions: 'a,'.repeat(900_000) }], 341],
  [OF_PEOPLE, 'id[]', [{ id: fill(100, {}) }, { id: fill(100, 0) }], 317],
  [OF_PEOPLE, 'id[]', [{ id: fill(MANY, 1) }, { id: 'a,'.repeat(900_000) }], 341],
  ...(['role_entities', 'post_entities', 'leaving'] as const).flatMap((name): typeof PLACES => [
    [[DUTIES], `${name}[]`, [{ [name]: fill(1000, {}) }, { [name]: fill(1000, 0) }], 317],
    [[DUTIES], `${name}[]`, [{ [name]: fill(MANY, 1) }, { [name]: 'a,'.repeat(900_000) }], 341],
  ]),
  ...(['add', 'remove'] as const).flatMap((name): typeof PLACES => [
    [[MEMBERS], `${name}[]`, [{ [name]: fill(100, {}) }, { [name]: fill(100, 0) }], 317],
    [[MEMBERS], `${name}[]`, [{ [name]: fill(MANY, 1) }, { [name]: 'a,'.repeat(900_000) }], 341],
  ]),
  ...(['wide', 'narrow', 'hidden'] as const).map((name): (typeof PLACES)[number] => [
    ['/report?op=Arrange'],
    `layer.${name}[]`,
    [{ layer: { [name]: fill(24, 1) } }, { layer: { [name]: fill(24, 'x'.repeat(200)) } }],
    317,
  ]),
  [['/report?op=Arrange'], 'layer.wide[]', [{ layer: { wide: fill(MANY, 'a') } }, { layer: { hidden: fill(MANY, 1) } }], 341],
  [['/report?op=Index'], 'hidden[]', [{ hidden: fill(24, {}) }, { hidden: fill(24, 'x'.repeat(200)) }], 317],
  [['/report?op=Index'], 'hidden[]', [{ hidden: fill(MANY, 1) }, { hidden: 'a,'.repeat(900_000) }], 341],
  [['/flow?op=Migrate'], 'id[]', [{ id: fill(100, {}) }, { id: fill(100, 0) }], 317],
  [['/flow?op=Migrate'], 'id[]', [{ id: fill(MANY, 1) }, { id: 'a,'.repeat(900_000) }], 341],
  [['/flow?op=Migrate'], 'steps{}', [{ steps: named(1) }, { steps: named(1, LONG) }, { steps: fill(MANY, 1) }], 317],
  [['/flow?op=Handover'], 'todo[]', [{ todo: fill(200, {}) }, { todo: fill(200, 0) }], 317],
  [['/flow?op=Handover'], 'todo[]', [{ todo: fill(MANY, 1) }, { todo: 'a,'.repeat(900_000) }], 341],
  [OF_ROLES, 'rows[]', [{ rows: fill(1000, 1) }, { rows: fill(1000, {}) }, { rows: fill(1000, { ...right, range: 3 }) }], 317],
  [OF_ROLES, 'rows[]', [{ rows: fill(1001, right) }, { rows: fill(MANY, 1) }], 341],
  [OF_ROLES, 'rows[].items[]', [{ rows: [{ ...right, items: fill(100, 1) }] }, { rows: [{ ...right, hide: fill(2000, '1') }] }], 317],
  [OF_ROLES, 'flags[]', [{ flags: fill(100, 1) }, { flags: fill(100, '-') }], 317],
  [OF_ROLES, 'flags[]', [{ flags: fill(MANY, 'a') }, { flags: 'a,'.repeat(900_000) }], 341],
  [['/sys?op=Queue'], 'actions[]', [{ actions: fill(100, 1) }, { actions: fill(100, { path: '/app' }) }], 317],
  [['/sys?op=Queue'], 'actions[]', [{ actions: fill(MANY, 1) }, { actions: fill(101, { path: '/app', op: 'Page' }) }], 341],
  [[...SAVED, ...NAMING], 'reviewers[]', [{ reviewers: fill(MANY, 1) }, { reviewers: fill(MANY, 'a') }], 341],
  [
    ['/app?op=Delete', '/app?op=Batch', '/app?op=Change', '/app?op=Call'],
    'id[]',
    [{ id: fill(MANY, 1) }, { id: `,${'1,'.repeat(900_000)}` }, { id: 'a,'.repeat(900_000) }],
    341,
  ],
  [
    WITH_ROWS,
    '_subtables{}[]',
    [{ _subtables: { a: fill(2001, {}) } }, { _subtables: named(fill(96, 1)) }, { _subtables: named(fill(6, {})) }],
    341,
  ],
];
const cases = PLACES.flatMap(([calls, place, bodies, code]) =>
  calls.filter((key) => OPS.has(key)).flatMap((key) => bodies.map((body, at) => ({ key, place, code, body, at }))),
);

describe('R10 a request that is wrong costs no more than the first of it that is wrong', () => {
  it.each(cases)('$key $place, body $at: $code', ({ key, place, code, body }) => {
    const shape = (z.toJSONSchema(OPS.get(key)!.request, { io: 'input', unrepresentable: 'any' }) as { properties: object }).properties;
    const own = Object.fromEntries(
      Object.entries({ ...base, ...(key.includes('RoleApi') && { version: 'v' }) }).filter(([name]) => name in shape),
    );
    const answer = refused(key, { ...own, ...body });
    expect(answer).toMatchObject({ code, field: place.split(/[.{[]/)[0] });
    expect(answer.values).toBeLessThan(place.includes('{}') ? NAMES : FEW);
    expect(answer.names).toBeLessThan(NAMES);
  });
});

interface Shape {
  type?: string;
  properties?: Record<string, Shape>;
  additionalProperties?: Shape | boolean;
  items?: Shape;
  prefixItems?: Shape[];
  anyOf?: Shape[];
}
/** Where a request may hold many: a list `[]`, or names that it chooses itself `{}`, below its own fields. */
function many(shape: Shape, at: string): string[] {
  const free = typeof shape.additionalProperties === 'object' && at !== '' ? [`${at}{}`] : [];
  return [
    ...free,
    ...(shape.type === 'array' ? [`${at}[]`] : []),
    ...free.flatMap((place) =>
      Object.keys(shape.additionalProperties as Shape).length ? many(shape.additionalProperties as Shape, place) : [],
    ),
    ...Object.entries(shape.properties ?? {}).flatMap(([name, one]) => many(one, at ? `${at}.${name}` : name)),
    ...[shape.items ?? [], shape.prefixItems ?? []].flat().flatMap((one) => many(one, `${at}[]`)),
    ...(shape.anyOf ?? []).flatMap((one) => many(one, at)),
  ];
}

it('R10 every place of a request that may hold many is tried here', () => {
  const told = new Set(cases.map(({ key, place }) => `${key} ${place}`));
  const all = [...OPS.values()].flatMap((def) =>
    many(z.toJSONSchema(def.request, { io: 'output', unrepresentable: 'any' }) as Shape, '').map((place) => `${opKey(def)} ${place}`),
  );
  // a form as typed, and a call in a Queue: what their values are is asked later, of each by itself
  const free = ['/app?op=Change values{}', '/flow?op=Reviewer data{}', '/sys?op=Queue actions[]{}'];
  expect([...new Set(all)].filter((one) => !told.has(one)).sort()).toEqual(free);
});
