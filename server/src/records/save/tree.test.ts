import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Session } from '#server/meta/session.ts';
import { type Desk, lying, openDesk } from './testing-save.ts';

let desk: Desk;
let own: Session;
beforeAll(async () => {
  desk = await openDesk();
  own = await desk.as('own');
});
afterAll(() => desk?.close());

type Form = Record<string, unknown>;
const CHILDREN = 'shelf.parent_entity';
const ask = (op: string, form: Form) => desk.ask(own, op, { cloud: 'shelf', ...form });
const children = (list: Form[]) => ({ _subtables: JSON.stringify({ [CHILDREN]: list }) });
const bind = (...ids: number[]) => children(ids.map((id) => ({ op: 'Bind', id })));
const added = async (parent_entity?: number): Promise<number> => {
  const { code, data } = await ask('Add', { key_name: '架', ...(parent_entity ? { parent_entity } : {}) });
  expect(code).toBe(200);
  return data.id as number;
};
const move = (id: number, parent_entity: number | '') => ask('Modify', { id, parent_entity });
const REFUSED = { code: 317, remark: '$treeCycle' };

describe('A9 PAGES-03 no record of a tree is ever below itself', () => {
  test('a child that is bound in the save that puts the record below it', async () => {
    const [one, two] = [await added(), await added()];
    expect(await ask('Modify', { id: one, parent_entity: two, ...bind(two) })).toMatchObject(REFUSED);
    expect(await lying(desk, 'shelf', one)).toMatchObject({ parent_entity: null, version: 1 });
    expect(await lying(desk, 'shelf', two)).toMatchObject({ parent_entity: null, version: 1 });
  });
  test('a new record takes its own parent, or one above that, for its child', async () => {
    const top = await added();
    const below = await added(top);
    for (const [parent_entity, child] of [
      [top, top],
      [below, top],
    ])
      expect(await ask('Add', { key_name: '新', parent_entity, ...bind(child!) })).toMatchObject(REFUSED);
    expect((await ask('Add', { key_name: '新', parent_entity: top, ...bind(below) })).code).toBe(200);
  });
  test('a record binds itself, and one above it', async () => {
    const top = await added();
    const below = await added(top);
    expect((await ask('Modify', { id: top, ...bind(top) })).code).not.toBe(200);
    expect(await ask('Modify', { id: below, ...bind(top) })).toMatchObject(REFUSED);
  });
  test('two moves at once, of which each alone is right', async () => {
    for (let round = 0; round < 4; round++) {
      const [one, two] = [await added(), await added()];
      const codes = (await Promise.all([move(one, two), move(two, one)])).map(({ code }) => code).sort();
      expect(codes).toEqual([200, 317]);
    }
  });
  test('what comes back from the bin stands where it stood, and that may not lie below it by then', async () => {
    const top = await added();
    const leaf = await added(top);
    expect((await ask('Delete', { id: String(leaf) })).code).toBe(200);
    expect((await move(top, leaf)).code).toBe(315);
    expect((await ask('Restore', { id: leaf })).code).toBe(200);
    expect(await move(top, leaf)).toMatchObject(REFUSED);
  });
});

const NODES = 5;
const place = fc.integer({ min: 0, max: NODES - 1 });
const parent = fc.option(place, { nil: null });
type Act =
  | { kind: 'move'; node: number; to: number | null }
  | { kind: 'bind'; node: number; to: number | null; child: number }
  | { kind: 'add'; to: number | null; child: number }
  | { kind: 'delete'; node: number }
  | { kind: 'restore'; node: number };
const act: fc.Arbitrary<Act> = fc.oneof(
  fc.record({ kind: fc.constant('move' as const), node: place, to: parent }),
  fc.record({ kind: fc.constant('bind' as const), node: place, to: parent, child: place }),
  fc.record({ kind: fc.constant('add' as const), to: parent, child: place }),
  fc.record({ kind: fc.constant('delete' as const), node: place }),
  fc.record({ kind: fc.constant('restore' as const), node: place }),
);

test('A9 whatever is done with a tree, one act or two at once, it stays one', async () => {
  const run = async (nodes: number[], done: Act): Promise<unknown> => {
    const to = 'to' in done && done.to !== null ? nodes[done.to]! : '';
    if (done.kind === 'move') return move(nodes[done.node]!, to);
    if (done.kind === 'bind') return ask('Modify', { id: nodes[done.node]!, parent_entity: to, ...bind(nodes[done.child]!) });
    if (done.kind === 'delete') return ask('Delete', { id: String(nodes[done.node]!) });
    if (done.kind === 'restore') return ask('Restore', { id: nodes[done.node]! });
    const { code, data } = await ask('Add', { key_name: '架', parent_entity: to, ...bind(nodes[done.child]!) });
    if (code === 200) nodes[done.child] = data.id as number;
  };
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(act, fc.option(act)), { minLength: 1, maxLength: 8 }), async (acts) => {
      const nodes = await Promise.all(Array.from({ length: NODES }, () => added()));
      for (const [one, other] of acts) await Promise.all([run(nodes, one), ...(other ? [run(nodes, other)] : [])]);
      expect(await circles()).toEqual([]);
    }),
    { numRuns: 15 },
  );
});

/** Nodes that are below themselves, the bin included. */
const circles = () =>
  desk.base.db.query(
    `with recursive up (start, above) as (select id, parent_entity from app.shelf where company_id = 1
       union select up.start, t.parent_entity from up join app.shelf t on t.company_id = 1 and t.id = up.above)
     select start from up where above = start`,
  );
