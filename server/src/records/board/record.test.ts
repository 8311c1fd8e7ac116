import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BoardDef } from '#protocol/meta/board/board.ts';
import type { ReportDef } from '#protocol/meta/report.ts';
import { openAccess } from '#server/access/access.ts';
import type { House } from '#server/meta/house.ts';
import { type LabRows, putRows } from '../read/testing-rows.ts';
import { type Lab, openLab } from '../testing.ts';
import { loadBoard } from './load.ts';
import { readBoard } from './read.ts';

const PRICES: ReportDef = {
  ...{ uid: 'prices', report_name: 'prices', key_name: '价格', key_name_en: 'Prices' },
  sources: [{ name: 'i', cloud: 'plan_item' }],
  searchs: { fields: [{ name: 'plan', fields: 'plan_entity', notnull: 1 }] },
  targets: [{ name: 'item', fields: 'key_name' }],
  indexs: [
    { name: 'num', of: 'count' },
    { name: 'total', of: 'sum', field: 'price' },
  ],
};
const BOARD: BoardDef = {
  ...{ uid: 'b', board_name: 'overview', key_name: '概览', key_name_en: 'Overview', columns: ['1fr'], rows: ['1fr'] },
  record: { cloud: 'plan', search: 'plan' },
  widgets: [
    { uid: 'facts', kind: 'record', fields: 'code,amount,secret,memo', key_name: '信息', key_name_en: 'Facts', at: [1, 1, 1, 1] },
    { uid: 'prices', kind: 'report', report: 'prices', at: [1, 1, 1, 1] },
    { uid: 'items', kind: 'list', cloud: 'plan_item', by: 'plan_entity', fields: 'key_name,price', at: [1, 1, 1, 1] },
  ],
};
interface Row {
  uid: string;
  code: number;
  rows: Record<string, unknown>[];
  total?: number;
  data: Record<string, unknown>;
}

let lab: Lab;
let rows: LabRows;
let house: House;
beforeAll(async () => {
  lab = await openLab();
  rows = await putRows(lab);
  const catalogue = {
    ...lab.house.catalogueOf(null),
    report: (name: string) => (name === 'prices' ? PRICES : undefined),
    board: (name: string) => (name === 'overview' ? BOARD : undefined),
    boards: () => [BOARD],
  };
  house = { ...lab.house, catalogueOf: () => catalogue };
});
afterAll(() => lab.close());

const access = async (login: string) => openAccess(house, await lab.as(login));
async function ask(login: string, id?: number) {
  const { rows: told, data } = await readBoard(house, await access(login), { cloud: 'overview', ...(id === undefined ? {} : { id }) });
  return { told: Object.fromEntries((told as unknown as Row[]).map((row) => [row.uid, row])), record: data!.record };
}

describe('CAPEX-09 a board of one record', () => {
  it('B2 B3 who has no right to its table is refused, and a record that he does not see is none', async () => {
    await expect(ask('none', rows.plan.mine)).rejects.toMatchObject({ code: 312 });
    expect((await ask('own', rows.plan.mine)).record).toMatchObject({ key_name: '水电站扩建' });
    for (const id of [rows.plan.other, rows.plan.gone, rows.plan.foreign, 999_999_999])
      await expect(ask('own', id), String(id)).rejects.toMatchObject({ code: 315 });
  });
  it('without a record it says 参数错误, and no other board takes one', async () => {
    await expect(ask('all')).rejects.toMatchObject({ code: 317, remark: '$boardNoRecord', data: { field: 'id' } });
    const { record: _, ...of } = BOARD;
    const free: BoardDef = { ...of, widgets: [{ uid: 'l', kind: 'list', cloud: 'plan', fields: 'key_name', at: [1, 1, 1, 1] }] };
    const other: House = { ...house, catalogueOf: () => ({ ...house.catalogueOf(null), board: () => free }) };
    const opened = openAccess(other, await lab.as('all'));
    await expect(readBoard(other, await opened, { cloud: 'overview', id: rows.plan.mine })).rejects.toMatchObject({ code: 317 });
  });
  it('the search that the record answers is nobody’s to ask', async () => {
    const filters = { fields: { plan: rows.plan.other } };
    await expect(readBoard(house, await access('all'), { cloud: 'overview', id: rows.plan.mine, filters })).rejects.toMatchObject({
      code: 317,
    });
  });
  it('tells what the record says, counts what is its, lists what names it', async () => {
    const { told, record } = await ask('all', rows.plan.mine);
    expect(record).toEqual({ id: rows.plan.mine, key_name: '水电站扩建' });
    expect(told.facts!.rows).toMatchObject([{ id: rows.plan.mine, code: 'P1', amount: '100.500000', secret: '7.000001' }]);
    expect(told.prices!.data.total).toEqual({ num: 2, total: '3.000000' });
    expect(told.items!.rows.map(({ key_name, price }) => [key_name, price]).sort()).toEqual([
      ['item 1', '1.000000'],
      ['item 2', '2.000000'],
    ]);
    expect((await ask('all', rows.plan.dept)).told).toMatchObject({
      prices: { data: { total: { num: 0 } } },
      items: { rows: [], total: 0 },
    });
  });
  it('CAPEX-10 a board whose parts took all of its time begins no further one: those that are left say so, and are not kept', async () => {
    const late = async (all?: number) => {
      const { rows: told } = await readBoard(house, await access('all'), { cloud: 'overview', id: rows.plan.mine }, all);
      return (told as unknown as Row[]).map(({ uid, code }) => [uid, code]);
    };
    expect(await late(-1)).toEqual([
      ['facts', 341],
      ['prices', 341],
      ['items', 341],
    ]);
    expect(await late()).toEqual([
      ['facts', 200],
      ['prices', 200],
      ['items', 200],
    ]);
  });
  it('B22 B23 what a reader does not see of the record is told neither in the definition nor in the answer', async () => {
    const { widgets } = (await loadBoard(house, await access('dept'), 'overview')) as {
      widgets: { uid: string; fields?: { field_name: string }[] }[];
    };
    expect(widgets[0]!.fields!.map(({ field_name }) => field_name)).toEqual(['code', 'amount']);
    const { told } = await ask('dept', rows.plan.mine);
    expect(told.facts!.rows[0]).not.toHaveProperty('secret');
    expect(JSON.stringify(told)).not.toMatch(/7\.000001|CANARY/);
  });
});
