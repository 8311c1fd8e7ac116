import { afterAll, beforeAll, expect, test } from 'vitest';
import { testField as field, testSuite, testTable } from '#protocol/meta/testing-suite.ts';
import type { Session } from '#server/meta/session.ts';
import { type Answer, type Desk, openDesk } from '../testing-save.ts';
import { int, named, ofClerks, plainStates } from '../testing-tables.ts';

const text = (name: string, rest: object = {}) => field(name, { data_type: 'text', length: 20, ...rest });
/** A row that asks all that a row can ask: bounds, rules, conditions, copies, what follows, what its record narrows, its own state. */
const PEN = testTable('pen', {
  permission: 'box',
  onload: 'o=7',
  rules: [{ ...named('pen.r'), where: 'n<={most}' }],
  fields: [
    field('box_entity', { data_type: 'entity', source: 'box', notnull: 1, fetch: 'most=most', query: 'shut={lock}' }),
    ...[int('most', { readonly: 1 }), int('n', { min: -5, max: 50, onchange: 'q=n*2' }), int('o'), int('q'), int('c', { calc: 'n+most' })],
    ...[text('why', { view_where: 'n>3', need_where: 'n>3' }), text('fixed', { edit_where: 'n<2' }), int('lock'), int('settled')],
    field('nib', { data_type: 'entity', source: 'nib', query: 'size={n}', fetch: 'hard=hard' }),
    field('mine', { data_type: 'entity', source: 'nib', query: 'box_entity={box_entity}' }),
    int('hard', { readonly: 1 }),
  ],
  states: plainStates('p', { where: 'settled is empty' }),
});
const boxes = testSuite(
  [
    testTable('box', {
      subtables: [{ ...named('box.pens'), table_name: 'pen', parent_field: 'box_entity', inline: 1 }],
      fields: [int('most'), int('shut')],
      states: plainStates('b'),
    }),
    testTable('nib', {
      fields: [int('size'), int('hard'), field('box_entity', { data_type: 'entity', source: 'box' })],
      states: plainStates('n'),
    }),
    PEN,
  ],
  ofClerks('boxes', ['box', 'nib']),
);

let desk: Desk;
let own: Session;
let box: number;
let nibs: number[];
beforeAll(async () => {
  desk = await openDesk(boxes, 'alike');
  own = await desk.as('own');
  const add = async (cloud: string, fields: object) => Number((await desk.ask(own, 'Add', { cloud, key_name: '名', ...fields })).data.id);
  box = await add('box', { most: 6, shut: 1 });
  nibs = [];
  for (const size of [1, 2, 3, 4]) nibs.push(await add('nib', { size, hard: size * 10, ...(size % 2 ? { box_entity: box } : {}) }));
});
afterAll(() => desk?.close());

let seed = 306;
const random = (below: number): number => {
  seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff;
  return Math.floor((seed / 0x80000000) * below);
};
const pick = <T>(of: readonly T[]): T => of[random(of.length)]!;
const NUMBERS = [0, 1, 2, 3, 4, 5, 9, 60, ''];
const VALUES: Record<string, () => unknown> = {
  ...Object.fromEntries(['n', 'n', 'o', 'q', 'most', 'c', 'hard', 'settled'].map((name) => [name, () => pick(NUMBERS)])),
  ...{ lock: () => pick([1, 1, 1, 2, '']), why: () => pick(['', 'x']), fixed: () => pick(['', 'x']) },
  ...{ nib: () => pick([...nibs, 9999]), mine: () => pick(nibs) },
};
const typed = (): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(VALUES)
      .filter(([name]) => random(4) === 0 || name === 'n')
      .map(([name, value]) => [name, value()]),
  );

const alone = (op: 'Add' | 'Modify', row: object): Promise<Answer> => desk.ask(own, op, { cloud: 'pen', ...row });
const inForm = (op: 'Add' | 'Modify', row: object): Promise<Answer> =>
  desk.ask(own, 'Modify', { cloud: 'box', id: box, _subtables: JSON.stringify({ 'pen.box_entity': [{ op, ...row }] }) });
/** What is demanded or wrong is 305 of a record and 301 of a row. */
const outcome = ({ code }: Answer): number => (code === 301 ? 305 : code);
const lastRow = async () => {
  const columns = 'id, most, n, o, q, c, why, fixed, lock, settled, nib, mine, hard';
  const [{ id, ...row } = { id: 0 }] = await desk.base.db.query<{ id: number }>(
    `select ${columns} from app.pen where id = (select max(id) from app.pen)`,
  );
  return { id, row };
};

test('a row that is saved in the form of its record comes to what it would by itself, and is refused where it would be', async () => {
  const seen = new Map<number, number>();
  for (let round = 0; round < 90; round++) {
    const [first, then] = [{ key_name: `笔 ${round}`, ...typed() }, typed()];
    const said = JSON.stringify([first, then]);
    const one = outcome(await alone('Add', { box_entity: box, ...first }));
    const mine = await lastRow();
    expect(outcome(await inForm('Add', first)), said).toBe(one);
    seen.set(one, (seen.get(one) ?? 0) + 1);
    if (one !== 200) continue;
    const its = await lastRow();
    expect(its.row, said).toEqual(mine.row);
    const changed = outcome(await alone('Modify', { id: mine.id, ...then }));
    expect(outcome(await inForm('Modify', { id: its.id, ...then })), said).toBe(changed);
    seen.set(changed, (seen.get(changed) ?? 0) + 1);
  }
  // what is compared is of each kind
  for (const code of [200, 305, 312, 315]) expect(seen.get(code) ?? 0, String(code)).toBeGreaterThan(4);
});
