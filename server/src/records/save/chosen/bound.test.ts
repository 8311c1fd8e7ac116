import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testField as field, testSuite, testTable } from '#protocol/meta/testing-suite.ts';
import type { Session } from '#server/meta/session.ts';
import { type Answer, type Desk, openDesk } from '../testing-save.ts';
import { int, named, ofClerks, plainStates } from '../testing-tables.ts';

/** A depot binds tools that work, of its region; its crates belong to it, and hold a tool of the depot itself. */
const depots = testSuite(
  [
    testTable('depot', {
      subtables: [
        {
          ...{ ...named('depot.tools'), table_name: 'tool', parent_field: 'depot_entity' },
          ...{ inline: 1 as const, inherit: 0 as const, query: 'works=1&region={region}' },
        },
        { ...named('depot.crates'), table_name: 'crate', parent_field: 'depot_entity', inline: 1 },
        { ...named('depot.seals'), table_name: 'seal', parent_field: 'depot_entity', inline: 1 },
        { ...named('depot.lent'), table_name: 'crate', parent_field: 'lent_entity', inline: 1, inherit: 0 },
      ],
      fields: [int('region')],
      states: plainStates('d'),
    }),
    testTable('tool', {
      fields: [field('depot_entity', { data_type: 'entity', source: 'depot' }), int('works'), int('region')],
      states: plainStates('t'),
    }),
    testTable('crate', {
      permission: 'depot',
      fields: [
        field('depot_entity', { data_type: 'entity', source: 'depot' }),
        field('lent_entity', { data_type: 'entity', source: 'depot' }),
        field('tool_entity', { data_type: 'entity', source: 'tool', query: 'depot_entity={depot_entity}' }),
        field('lent_tool', { data_type: 'entity', source: 'tool', query: 'depot_entity={lent_entity}' }),
      ],
      states: plainStates('c'),
    }),
    testTable('seal', {
      permission: 'depot',
      fields: [field('depot_entity', { data_type: 'entity', source: 'depot', query: 'region={region}' }), int('region')],
      states: plainStates('s'),
    }),
  ],
  ofClerks('depots', ['depot', 'tool']),
);

let desk: Desk;
let own: Session;
beforeAll(async () => {
  desk = await openDesk(depots, 'bound');
  own = await desk.as('own');
});
afterAll(() => desk?.close());

const add = async (cloud: string, fields: object): Promise<number> => {
  const told = await desk.ask(own, 'Add', { cloud, key_name: '名', ...fields });
  expect(told).toMatchObject({ code: 200 });
  return Number(told.data.id);
};
const save = (id: number | null, fields: object, key: string, rows: object[]): Promise<Answer> =>
  desk.ask(own, id === null ? 'Add' : 'Modify', {
    ...{ cloud: 'depot', ...(id === null ? { key_name: '库' } : { id }), ...fields },
    _subtables: JSON.stringify({ [key]: rows }),
  });
const at = async (tool: number) =>
  (await desk.base.db.query<{ depot_entity: number | null }>('select depot_entity from app.tool where id = $1', [tool]))[0]!.depot_entity;

describe('SUB-05 B12 which rows a form may bind, and what they choose', () => {
  test('a new record binds none that its sub-table does not take, whether they stand somewhere or nowhere', async () => {
    const [fits, broken, far] = [
      await add('tool', { works: 1, region: 1 }),
      await add('tool', { works: 0, region: 1 }),
      await add('tool', { works: 1, region: 2 }),
    ];
    for (const id of [broken, far])
      expect(await save(null, { region: 1 }, 'tool.depot_entity', [{ op: 'Bind', id }])).toMatchObject({
        code: 315,
        remark: '$rowsBeyond',
      });
    const told = await save(null, { region: 1 }, 'tool.depot_entity', [{ op: 'Bind', id: fits }]);
    expect(told.code).toBe(200);
    expect([await at(fits), await at(broken), await at(far)]).toEqual([Number(told.data.id), null, null]);
  });
  test('FORM-08 a row of a form chooses what its record lets be chosen, as it does when it is saved by itself', async () => {
    const [here, there] = [await add('depot', { region: 1 }), await add('depot', { region: 1 })];
    const tool = (depot_entity: number) => add('tool', { works: 1, region: 1, depot_entity });
    const [mine, theirs] = [await tool(here), await tool(there)];
    const row = (tool_entity: number) => [{ op: 'Add', key_name: '箱', tool_entity }];
    const alone = (tool_entity: number) => desk.ask(own, 'Add', { cloud: 'crate', key_name: '箱', depot_entity: here, tool_entity });
    expect([(await alone(theirs)).code, (await alone(mine)).code]).toEqual([315, 200]);
    expect((await save(here, {}, 'crate.depot_entity', row(theirs))).code).toBe(315);
    expect((await save(here, {}, 'crate.depot_entity', row(mine))).code).toBe(200);
    expect((await save(null, { region: 1 }, 'crate.depot_entity', row(theirs))).code).toBe(315);
  });
  test('FORM-08 what a row has chosen is asked again where it is bound to another record, and out of a form it stays', async () => {
    const [here, there] = [await add('depot', { region: 1 }), await add('depot', { region: 1 })];
    const lent_tool = await add('tool', { works: 1, region: 1, depot_entity: here });
    const crate = await add('crate', { depot_entity: here, lent_entity: here, lent_tool });
    const moved = (depot: number, op: string) => save(depot, {}, 'crate.lent_entity', [{ op, id: crate }]);
    expect((await desk.ask(own, 'Modify', { cloud: 'crate', id: crate, lent_entity: there })).code).toBe(315);
    expect(await moved(there, 'Bind')).toMatchObject({ code: 315, remark: '$referenceOutgrown', data: { field_name: 'lent_tool' } });
    expect((await moved(here, 'Bind')).code).toBe(200);
    expect((await moved(here, 'Unbind')).code).toBe(200);
  });
  test('FORM-08 a record is one that the row may name, in its form as by itself, by both as they come to stand', async () => {
    const [one, two] = [await add('depot', { region: 1 }), await add('depot', { region: 2 })];
    const alone = (depot_entity: number) => desk.ask(own, 'Add', { cloud: 'seal', key_name: '封', depot_entity, region: 1 });
    expect([(await alone(one)).code, (await alone(two)).code]).toEqual([200, 315]);
    const rows = [{ op: 'Add', key_name: '封', region: 1 }];
    expect((await save(one, {}, 'seal.depot_entity', rows)).code).toBe(200);
    expect((await save(two, {}, 'seal.depot_entity', rows)).code).toBe(315);
    expect((await save(two, { region: 1 }, 'seal.depot_entity', rows)).code).toBe(200);
    expect((await save(null, { region: 2 }, 'seal.depot_entity', rows)).code).toBe(315);
    expect((await save(null, { region: 1 }, 'seal.depot_entity', rows)).code).toBe(200);
  });
});
