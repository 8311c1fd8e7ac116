import { describe, expect, it } from 'vitest';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { EventDef } from '#protocol/meta/flow.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { testField as field, testTable } from '#protocol/meta/testing-suite.ts';
import { event, step } from '../act/testing-trade.ts';
import { checkFlow } from './check.ts';

const handler = { type: 'role', code: 'r' } as const;
const price = (rest: Partial<FieldDef> = {}) => field('price', { data_type: 'int', min: 0, notnull: 1, ...rest });
const asset = (rest: Partial<FieldDef> = {}) =>
  field('asset', { data_type: 'entity', source: 'machine', notnull: 1, edit_state: '0,1', ...rest });

/** 1 - 2, whose events ask the price of the machine that the record names - 3 or the end. */
const flow = (small: string, large: string, rest: { asset?: FieldDef; three?: EventDef[] } = {}): TableDef =>
  testTable('repair', {
    flow: 1,
    fields: [rest.asset ?? asset()],
    states: [
      step('1', [event(11, { next_state: 2 })]),
      step(
        '2',
        [event(21, { key_name: '同意', where: small, next_state: 90 }), event(22, { key_name: '同意', where: large, next_state: 3 })],
        { handler },
      ),
      step('3', rest.three ?? [event(31, { next_state: 90 })], { handler }),
      step('90', [], { end: 'pass', actions: [] }),
    ],
  });
const machine = (of: FieldDef, rest: Partial<TableDef> = {}) => testTable('machine', { fields: [of], ...rest });
const problems = (table: TableDef, of: FieldDef = price(), rest: Partial<TableDef> = {}) =>
  checkFlow(table, undefined, [], (name) => (name === 'machine' ? machine(of, rest) : undefined));

describe('FLOW-03 what guards ask another record may be anything of its type, whoever works here', () => {
  it('two sides of one price lead on', () => {
    expect(problems(flow('asset.price<20000', 'asset.price>=20000'))).toEqual([]);
  });

  it.each<[string, TableDef, FieldDef, string, object]>([
    ['between the two', flow('asset.price<20000', 'asset.price>20000'), price(), 'E7', { 'asset.price': '20000' }],
    ['where it may be empty', flow('asset.price<20000', 'asset.price>=20000'), price({ notnull: 0 }), 'E7', { 'asset.price': null }],
    ['where it is shown at times', flow('asset.price<9', 'asset.price>=9'), price({ view_where: 'id=1' }), 'E7', { 'asset.price': null }],
    [
      'where no record is named',
      flow('asset.price<20000', 'asset.price>=20000', { asset: asset({ notnull: 0 }) }),
      price(),
      'E7',
      { asset: null, 'asset.price': null },
    ],
    ['where both hold', flow('asset.price<=20000', 'asset.price>=20000'), price(), 'E8', { 'asset.price': '20000' }],
  ])('%s', (_, table, of, rule, example) => {
    expect(problems(table, of)).toContainEqual(expect.objectContaining({ rule, example: expect.objectContaining(example) }));
  });

  it('a draft of a table with a flow may lack what its form demands', () => {
    const found = problems(flow('asset.price<20000', 'asset.price>=20000'), price(), { flow: 1 });
    expect(found).toContainEqual(expect.objectContaining({ rule: 'E7', example: expect.objectContaining({ 'asset.price': null }) }));
  });

  it('beyond its bounds nothing holds; what is not told apart is warned of', () => {
    expect(problems(flow('asset.price>=0', 'asset.price<0')).map(({ rule }) => rule)).toContain('E6');
    expect(problems(flow('asset.price<9', 'asset.price>={id}')).map(({ rule }) => rule)).toContain('W6');
    expect(problems(flow('asset.cost<9', 'asset.price>=9')).map(({ rule }) => rule)).toEqual(['E6']);
  });

  it('it may be another at each step: what led here may not lead on', () => {
    const three = [event(31, { where: 'asset.price>=20000', next_state: 90 })];
    const [found] = problems(flow('asset.price<20000', 'asset.price>=20000', { three }));
    expect(found).toMatchObject({ rule: 'E7', path: 'states[3]', way: [{ event: 11 }, { event: 22 }] });
  });

  it('who may choose another record there is not caught', () => {
    const open = asset({ edit_state: '0,1,2' });
    expect(problems(flow('asset.price<20000', 'asset.price>20000', { asset: open }))).toEqual([]);
  });

  it('says how to mend it: a record is named, its field is filled', () => {
    const mends = (table: TableDef, of?: FieldDef) => problems(table, of).map(({ mend }) => mend);
    const both = ['asset.price<20000', 'asset.price>=20000'] as const;
    expect(mends(flow(...both), price({ notnull: 0 }))[0]).toMatch(/^give price of machine notnull: 1, or add an event for this data/);
    expect(mends(flow(...both, { asset: asset({ notnull: 0 }) }))[0]).toMatch(/^give asset notnull: 1, or add an event/);
  });
});
