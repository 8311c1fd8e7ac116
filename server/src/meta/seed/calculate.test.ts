import { describe, expect, it } from 'vitest';
import { testField as field, testSuite, testTable } from '#protocol/meta/testing-suite.ts';
import { loadCatalogue } from '../load.ts';
import { calculatedSeeds } from './calculate.ts';
import type { SeedRow } from './plan.ts';

const amount = { data_type: 'numeric' as const, length: '12,2' };
const line = testTable('line', {
  fields: [
    field('order_entity', { data_type: 'entity', source: 'order' }),
    field('kind', { data_type: 'int' }),
    field('qty', { data_type: 'int' }),
    field('price', amount),
    field('amount', { ...amount, calc: 'qty*price' }),
  ],
});
const order = testTable('order', {
  fields: [
    field('total', { ...amount, calc: 'sum(line.amount)' }),
    field('much', { data_type: 'int', calc: 'if(total>=100,1,0)' }),
    field('late', { data_type: 'int', calc: 'days(day,{today})' }),
    field('day', { data_type: 'date' }),
  ],
  subtables: [{ uid: 'order.lines', table_name: 'line', parent_field: 'order_entity', key_name: '行', key_name_en: 'Lines', inline: 1 }],
});
const catalogue = loadCatalogue([testSuite([order, line])]);
const row = (table: string, company: number): SeedRow => ({
  ...{
    table: catalogue.table(table)!,
    company,
    domain: undefined,
    key: 'k',
    fixedId: undefined,
    values: {},
    name: 'k',
    file: 'f',
    path: 'p',
  },
});

it('META-01 of the rows that stand in a sub-table with query', () => {
  const narrow = { ...order, subtables: order.subtables!.map((sub) => ({ ...sub, query: 'kind=1' })) };
  const of = loadCatalogue([testSuite([narrow, line])]);
  const seed = (table: string): SeedRow => ({ ...row(table, 1), table: of.table(table)! });
  const [head, inside, outside] = [seed('order'), seed('line'), seed('line')];
  const values = { order_entity: 7, qty: 1 };
  const found = calculatedSeeds(
    new Map([
      [head, { id: 7 }],
      [inside, { id: 1, ...values, kind: 1, price: '30.00' }],
      [outside, { id: 2, ...values, kind: 2, price: '5.00' }],
    ]),
    () => '2026-11-27',
  );
  expect(found.get(head)).toMatchObject({ total: '30.00' });
});

describe('META-01 FORM-07 what a field calculates stands in rows that are loaded', () => {
  const [big, small, other] = [row('order', 1), row('order', 1), row('order', 2)];
  const [a, b, c, far] = [row('line', 1), row('line', 1), row('line', 1), row('line', 2)];
  const found = calculatedSeeds(
    new Map([
      [big, { id: 7, day: '2026-11-20' }],
      [small, { id: 8, much: 5 }],
      [other, { id: 7, day: '2026-11-20' }],
      [a, { id: 1, order_entity: 7, qty: 3, price: '30.00' }],
      [b, { id: 2, order_entity: 7, qty: 1, price: '10.00' }],
      [c, { id: 3, order_entity: 8, qty: 1, price: '10.00', amount: '99.00' }],
      [far, { id: 4, order_entity: 7, qty: 1, price: '1.00' }],
    ]),
    (company) => (company === 1 ? '2026-11-27' : '2026-11-28'),
  );
  it('of its own fields, of the rows of its sub-tables after them, by the day of its company', () => {
    expect(found.get(a)).toMatchObject({ amount: '90.00' });
    expect(found.get(big)).toMatchObject({ id: 7, total: '100.00', much: 1, late: 7 });
    expect(found.get(other)).toMatchObject({ total: '1.00', much: 0, late: 8 });
  });
  it('what a row says itself stays', () => {
    expect(found.get(c)).toMatchObject({ amount: '99.00' });
    expect(found.get(small)).toMatchObject({ total: '99.00', much: 5 });
  });
});
