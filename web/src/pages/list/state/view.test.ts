import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type ListState, startState } from './list-state.ts';
import { stateOf, viewOf } from './view.ts';

const at = (change: Partial<ListState>): ListState => ({ ...startState(10), ...change });

it.each<[Partial<ListState>, Record<string, string>]>([
  [{}, {}],
  [{ keyword: '北港' }, { key: '北港' }],
  [{ sort: ['est_price', 'desc'] }, { sort: '-est_price' }],
  [{ sort: ['est_price', 'asc'] }, { sort: 'est_price' }],
  [{ groups: ['state', 'plan_date:month'] }, { group: 'state,plan_date:month' }],
  [{ page: 3 }, { page: '3', rows: '10' }],
  [{ rows: 50 }, { rows: '50' }],
  [
    { fields: { price: ['1', null], state: { op: 'in', value: [1, 2] } } },
    { filters: '{"price":["1",null],"state":{"op":"in","value":[1,2]}}' },
  ],
])('FRAME-10 a list says in its address what differs from a list as it begins: %j', (change, view) => {
  expect(viewOf(at(change), 10)).toEqual(view);
  expect(stateOf(view, 10)).toEqual(at(change));
});

it('LIST-11 a page number keeps its number of rows, whatever who opens the address likes', () => {
  expect(stateOf(viewOf({ ...startState(50), page: 2 }, 50), 10)).toMatchObject({ page: 2, rows: 50 });
  expect(stateOf(viewOf(startState(50), 50), 10)).toMatchObject({ rows: 10 });
});

it.each([
  [{ page: '0' }],
  [{ page: '-1' }],
  [{ page: '1e9' }],
  [{ rows: '7' }],
  [{ rows: '40' }],
  [{ sort: '--a' }],
  [{ sort: 'a;b' }],
  [{ filters: '{' }],
  [{ filters: '[1]' }],
  [{ filters: 'null' }],
  [{ filters: '{"a":{"b":1},"c":[1,2,3],"d":true,"e":{"op":1}}' }],
])('what nobody would have written is passed over: %j', (view: Record<string, string>) => {
  expect(stateOf(view, 10)).toEqual(startState(10));
});

it('whatever is set, the address says the same', () => {
  const plain = fc.oneof(fc.string(), fc.integer(), fc.constant(null));
  const filter = fc.oneof(
    plain,
    fc.tuple(plain, plain),
    fc.record({ op: fc.constantFrom('like' as const, '=' as const), value: plain }),
    fc.record({ op: fc.constant('in' as const), value: fc.array(plain) }),
    fc.record({ op: fc.constant('empty' as const) }),
  );
  const state = fc.record({
    keyword: fc.string().map((text) => text.trim()),
    fields: fc.dictionary(fc.stringMatching(/^[a-z_]{1,9}$/), filter, { maxKeys: 3, noNullPrototype: true }),
    sort: fc.option(fc.tuple(fc.stringMatching(/^[a-z]\w{0,8}$/), fc.constantFrom('asc' as const, 'desc' as const))),
    page: fc.integer({ min: 1, max: 1e6 }),
    rows: fc.constantFrom(10, 20, 50, 100),
    groups: fc.constantFrom([], ['state'], ['state', 'plan_date:month', 'owner']),
    exact: fc.constant(false),
  });
  fc.assert(
    fc.property(state, fc.constantFrom(10, 20, 50, 100), (set, own) => {
      expect(stateOf(viewOf(set as ListState, own), own)).toEqual(set);
    }),
  );
});
