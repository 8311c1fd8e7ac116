import { describe, expect, it } from 'vitest';
import { sampleDemo } from './demo.ts';
import { sample } from './suite.ts';

const rowsOf = (table: string) => sampleDemo.seeds.filter((seed) => seed.table === table).flatMap((seed) => seed.rows);

describe('META-01 the show house is looked at with rows of a year of upkeep', () => {
  it('no table of it is empty', () => {
    expect(sample.tables.map(({ table_name }) => table_name).filter((table) => rowsOf(table).length === 0)).toEqual([]);
  });

  it('orders stand in every state that has a mark, urgent ones say why, none is due before it begins', () => {
    const orders = rowsOf('sample_type');
    expect([...new Set(orders.map(({ state }) => state))].toSorted()).toEqual([1, 2, 3, 4, 5]);
    expect(orders.filter(({ urgent, urgent_reason }) => (urgent === 1) !== Boolean(urgent_reason))).toEqual([]);
    expect(orders.filter(({ day, last_day }) => String(last_day) < String(day))).toEqual([]);
  });

  it('of an order at most one letter is open', () => {
    const open = rowsOf('sample_link').filter(({ state }) => state === 1);
    expect(new Set(open.map(({ sample_entity }) => sample_entity)).size).toBe(open.length);
  });

  it('shares add up to what is applied for', () => {
    for (const { _key, amount } of rowsOf('sample_flow')) {
      const parts = rowsOf('sample_share').filter(({ flow_entity }) => flow_entity === `@sample_flow:${_key}`);
      expect(parts.reduce((sum, part) => sum + Number(part.amount), 0)).toBe(Number(amount));
    }
  });

  it('names of tables, fields and choices are those of a trade, in both languages', () => {
    const said = JSON.stringify(
      sample.tables.flatMap(({ key_name, key_name_en, fields }) => [key_name, key_name_en, ...fields.map((one) => one.key_name)]),
    );
    expect(said).not.toMatch(/示例|字段类型|Sample|下拉|单选|多选/);
  });
});
