import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SuiteDef } from '#protocol/meta/suite.ts';
import { loadCatalogue } from '#server/meta/load.ts';
import type { Session } from '#server/meta/session.ts';
import { capex } from '#suites/capex/suite.ts';
import { sample } from '#suites/sample/suite.ts';
import { sys } from '#suites/sys/suite.ts';
import { saveRecord } from './save.ts';
import { mayBeStale } from './subtables.ts';
import { type Desk, lying, openDesk } from './testing-save.ts';

let desk: Desk;
let own: Session;
beforeAll(async () => {
  desk = await openDesk();
  own = await desk.as('own');
});
afterAll(() => desk?.close());

it('a review that sends nothing sums the rows that were saved without it since', async () => {
  const rows = JSON.stringify({ 'order_line.order_entity': [{ op: 'Add', key_name: '一', price: '10' }] });
  const { id } = (await desk.ask(own, 'Add', { cloud: 'order', key_name: '单', _subtables: rows })).data as { id: number };
  // as a row's own form would have saved it
  await desk.base.db.query('update app.order_line set price = 15 where order_entity = $1', [id]);
  expect(await lying(desk, 'order', id)).toMatchObject({ lines: '10.00' });
  const order = desk.house.catalogue.table('order')!;
  await desk.house.db.tx((tx) => saveRecord(tx, desk.house, own, order, { id, fields: {} }, { op: 'Review', engine: true }));
  expect(await lying(desk, 'order', id)).toMatchObject({ lines: '15.00' });
});

it('only a table that sums such rows is calculated again: rows that must add up to their record are never saved alone', () => {
  const of = (...suites: SuiteDef[]) => loadCatalogue([sys, ...suites]);
  expect(mayBeStale(of(capex).table('initiation')!)).toBe(false);
  expect(mayBeStale(of(sample).table('sample_type')!)).toBe(true);
  expect(mayBeStale(of(sample).table('sample_line')!)).toBe(false);
});
