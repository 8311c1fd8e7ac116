import { afterEach, describe, expect, it } from 'vitest';
import type { SubtableDef, TableDef } from '#protocol/meta/table.ts';
import { loadCatalogue } from '#server/meta/load.ts';
import { rehearse } from '#server/tables.ts';
import { sys } from '#suites/sys/suite.ts';
import { openStock, requisition, type StockLab, stock } from '../act/write-back/testing-stock.ts';

/** Lines of a requisition as its definition calls them: what is wanted, and what is only asked about. */
const lines = (name: string, kind: number): SubtableDef => ({
  ...{ uid: `lines.${kind}`, key_name: '行', key_name_en: 'Lines', table_name: 'line', parent_field: 'requisition', inline: 1 },
  ...{ name, query: `kind=${kind}` },
});
const called = (name: string): TableDef =>
  requisition({
    subtables: [lines(name, 1), lines('asked', 2)],
    write_back: JSON.parse(
      JSON.stringify(requisition().write_back)
        .replaceAll('"line"', `"${name}"`)
        .replaceAll('{line.', `{${name}.`)
        .replaceAll('"line.', `"${name}.`),
    ),
  });

let lab: StockLab;
afterEach(() => lab?.close());
const send = async (of: Record<string, readonly (readonly [part: number, qty: string])[]>, id?: number) =>
  (
    await lab.decide('reporter', {
      ...{ event: 11, fields: { key_name: '甲' }, ...(id === undefined ? {} : { id }) },
      subtables: Object.fromEntries(
        Object.entries(of).map(([key, rows]) => [`${key}.requisition`, rows.map(([part, qty]) => ({ part, qty, op: 'Add' }))]),
      ),
    })
  ).id;
const refused = async (table: TableDef) => {
  const { problems } = (await lab.start(stock(table)).then(
    () => ({ problems: [] }),
    (reason) => reason,
  )) as { problems: object[] };
  return problems;
};
const gone = (name: string, paths: string) => [
  {
    file: 'suites/test/tables/requisition.ts',
    path: 'subtables',
    reason: `sub-table ${name} is gone, and 1 running case of requisition (flow version 1) still needs it: ${paths}`,
    mend: 'keep the sub-table, and what it is called until these cases have ended',
  },
];
const WRITES = [
  ...['taken', 'back'].flatMap((uid) => ['each', 'values.stock', 'id_field'].map((at) => `write_back[${uid}].${at}`)),
  ...['each', 'values.qty', 'values.part'].map((at) => `write_back[gone].${at}`),
].join(', ');

describe('FLOW-01 META-01 a running case writes through a sub-table that its flow calls by name', () => {
  it('a start that calls it otherwise, or has none, is refused and changes nothing; where it stands the case goes on by its rows', async () => {
    lab = await openStock(stock(called('planned')));
    const [bolt, nut] = [await lab.part('螺栓', '5'), await lab.part('螺母', '5')];
    const id = await send({ planned: [[bolt, '2']], asked: [[nut, '1']] });
    const gonePlanned = gone('planned', WRITES);
    expect(await refused(called('wanted'))).toEqual(gonePlanned);
    expect(await refused(requisition({ subtables: [lines('asked', 2)], write_back: [] }))).toEqual(gonePlanned);
    // the same where it stands under its table's name, as it was called before sub-tables had names
    expect(await refused(requisition())).toEqual(gonePlanned);
    const said = await rehearse(lab.base.db, loadCatalogue([sys, stock(called('wanted'))]), false);
    expect(said.refused.map(({ message }) => message).join()).toMatch(/sub-table planned is gone/);
    await lab.start(stock(called('planned')));
    await lab.decide('foreman', { id, event: 21 });
    expect([await lab.left(bolt), await lab.left(nut)]).toMatchObject([{ stock: '3.000' }, { stock: '5.000' }]);
    await lab.decide('clerk', { id, event: 31 });
    await lab.start(stock(called('wanted')));
    expect(await lab.base.db.query('select part from app.issue')).toEqual([{ part: bolt }]);
  });

  it('what is with its applicant keeps nobody: its next submission takes the flow of now', async () => {
    lab = await openStock(stock(called('planned')));
    const bolt = await lab.part('螺栓', '5');
    const id = await send({ planned: [[bolt, '2']] });
    await lab.decide('foreman', { id, event: 23 });
    await lab.start(stock(called('wanted')));
    await send({}, id);
    await lab.decide('foreman', { id, event: 21 });
    expect(await lab.left(bolt)).toMatchObject({ stock: '3.000' });
  });

  it('one that is called as its table gets no name while cases run', async () => {
    lab = await openStock();
    const bolt = await lab.part('螺栓', '5');
    const id = await lab.ask('甲', [[bolt, '2']]);
    expect(await refused(called('planned'))).toEqual(gone('line', WRITES));
    await lab.start(stock());
    await lab.decide('foreman', { id, event: 21 });
    expect(await lab.left(bolt)).toMatchObject({ stock: '3.000' });
  });
});
