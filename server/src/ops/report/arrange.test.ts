import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { BoardDef, BoardWidgetDef } from '#protocol/meta/board/board.ts';
import type { ReportDef } from '#protocol/meta/report.ts';
import type { House } from '#server/meta/house.ts';
import { type Lab, openLab } from '#server/records/testing.ts';
import { reads, type Told } from '../app/testing-call.ts';
import type { Op } from '../op.ts';
import { loadReportCall } from '../sys/load-report.ts';
import { reportCalls } from './lines.ts';

const COUNTED: ReportDef = {
  ...{ uid: 'types', report_name: 'types', key_name: '统计', key_name_en: 'Counted' },
  sources: [{ name: 'p', cloud: 'plan' }],
  targets: [{ name: 'type', fields: 'type' }],
  indexs: [{ name: 'num', of: 'count' }],
};
const part = (uid: string, of: Partial<BoardWidgetDef>): BoardWidgetDef => ({ uid, kind: 'report', at: [1, 1, 1, 1], ...of });
const BOARD: BoardDef = {
  ...{ uid: 'b', board_name: 'desk', key_name: '桌面', key_name_en: 'Desk', columns: ['1fr'], rows: ['1fr'] },
  widgets: [
    part('types', { report: 'types' }),
    part('num', { kind: 'figure', report: 'types', index: ['num'] }),
    // a field that `dept` does not see
    part('secret', { kind: 'list', cloud: 'plan', fields: 'secret' }),
  ],
};
let board = BOARD;

let lab: Lab;
let house: House;
const said: string[] = [];
let send: ReturnType<typeof reads>;
beforeAll(async () => {
  lab = await openLab({ key: 'arranged', suites: [], rooms: [] });
  const { db } = lab.house;
  const tx: House['db']['tx'] = (work, options) =>
    db.tx(
      (at) =>
        work({
          query: (text, values) => {
            said.push(text);
            return at.query<never>(text, values);
          },
        }),
      options,
    );
  const catalogue = {
    ...lab.house.catalogueOf(null),
    report: (name: string) => (name === 'types' ? COUNTED : undefined),
    board: (name: string) => (name === 'desk' ? board : undefined),
    boards: () => [board],
  };
  house = { ...lab.house, db: { ...db, tx }, catalogueOf: () => catalogue };
  send = reads({ ...lab, house }, [...reportCalls, loadReportCall] as unknown as readonly Op[]);
});
afterAll(() => lab.close());
beforeEach(async () => {
  board = BOARD;
  await lab.base.db.query('delete from fw.board_layer');
});

const as = async (login: string, op: string, form: object = {}, company = 'demo'): Promise<Told> =>
  send(await lab.as(login, { company }), op, { cloud: 'desk', ...form });
const keep = (login: string, layer: unknown, version = 0) => as(login, 'Arrange', { layer: JSON.stringify(layer), version });
async function layerOf(login: string, company = 'demo') {
  const told = await as(login, 'LoadReport', {}, company);
  expect(told.code, told.remark).toBe(200);
  return told.data?.layer;
}
const asked = async (login: string, hidden?: unknown) => {
  const { rows = [], code } = await as(login, 'Index', hidden === undefined ? {} : { hidden: JSON.stringify(hidden) });
  return code === 200 ? (rows as unknown as { uid: string }[]).map(({ uid }) => uid) : code;
};

describe('DESK-01 how a person has a board', () => {
  it('B1 without a session 401, B2 a board that there is not, or of which nothing is his, 312', async () => {
    expect((await send(null, 'Arrange', { cloud: 'desk', layer: '{}', version: 0 })).code).toBe(401);
    for (const cloud of ['__proto__', 'types', 'desk2', ''])
      expect(await as('all', 'Arrange', { cloud, layer: '{}', version: 0 }), cloud).toEqual({ code: 312, remark: '' });
    for (const login of ['none', 'boss']) expect((await keep(login, { hidden: ['num'] })).code, login).toBe(312);
    expect(await lab.base.db.query('select 1 from fw.board_layer')).toEqual([]);
  });
  it.each<[string, unknown, number]>([
    ['no JSON', undefined, 317],
    ['a list', ['num'], 317],
    ['another name', { shown: ['num'] }, 317],
    ['a number', { hidden: [1] }, 317],
    ['what no uid is', { hidden: ['a b'] }, 317],
    ['a part that there is not', { hidden: ['gone'] }, 317],
    ['a part that there is not, in its order', { wide: ['num', '__proto__'] }, 317],
    ['a part twice', { narrow: ['num', 'types', 'num'] }, 317],
    ['more than a board has', { wide: Array.from({ length: 25 }, (_, at) => `p.${at}`) }, 341],
    ['nothing that is left', { hidden: ['types', 'num', 'secret'] }, 305],
  ])('%s is refused', async (_, layer, code) => {
    const told = layer === undefined ? await as('all', 'Arrange', { layer: '{', version: 0 }) : await keep('all', layer);
    expect(told).toMatchObject({ code, data: { field: 'layer' } });
    expect(await layerOf('all')).toEqual({ version: 0 });
  });
  it('without a version 314, with what is none 317', async () => {
    expect((await as('all', 'Arrange', { layer: '{}' })).code).toBe(314);
    for (const version of ['-1', 'x', '1.5', '9999999999'])
      expect((await as('all', 'Arrange', { layer: '{}', version })).code, version).toBe(317);
  });
  it('is kept, taken back, and saved by who has seen it last: 311', async () => {
    expect(await keep('all', { hidden: ['num'], wide: ['secret', 'types', 'num'] })).toMatchObject({ code: 200, data: { version: 1 } });
    expect(await layerOf('all')).toEqual({ version: 1, hidden: ['num'], wide: ['secret', 'types', 'num'] });
    for (const version of [0, 2]) expect((await keep('all', {}, version)).code).toBe(311);
    expect((await keep('own', {}, 1)).code).toBe(311);
    expect(await keep('all', { narrow: [] }, 1)).toMatchObject({ code: 200, data: { version: 2 } });
    expect(await layerOf('all')).toEqual({ version: 2 });
    expect((await keep('all', { hidden: ['num'] }, 1)).code).toBe(311);
  });
  it('of two windows at once one is told that it comes late', async () => {
    const codes = (await Promise.all(Array.from({ length: 6 }, () => keep('all', { hidden: ['num'] })))).map(({ code }) => code);
    expect(codes.sort()).toEqual([200, 311, 311, 311, 311, 311]);
  });
  it('is his alone, in his company alone', async () => {
    await keep('all', { hidden: ['num'] });
    expect(await layerOf('own')).toEqual({ version: 0 });
    expect(await layerOf('all', 'other')).toEqual({ version: 0 });
  });
  it('B22 a part that he does not see reads as one that there is not, also where he saw it once', async () => {
    expect(await keep('dept', { hidden: ['secret'] })).toEqual(await keep('dept', { hidden: ['gone'] }));
    await keep('dept', { hidden: ['num'] });
    await lab.base.db.query(`update fw.board_layer set content = '{"hidden": ["secret", "num"], "wide": ["secret"]}'`);
    expect(await layerOf('dept')).toEqual({ version: 1, hidden: ['num'] });
  });
  it('a part that is gone is forgotten, one of the same uid again is as he had it', async () => {
    await keep('all', { hidden: ['num'], narrow: ['secret', 'num', 'types'] });
    board = { ...BOARD, widgets: BOARD.widgets.filter(({ uid }) => uid !== 'num') };
    expect(await layerOf('all')).toEqual({ version: 1, narrow: ['secret', 'types'] });
    board = BOARD;
    expect(await layerOf('all')).toMatchObject({ hidden: ['num'] });
  });
});

describe('DESK-01 parts that are hidden', () => {
  it('are not asked, and cost nothing', async () => {
    expect(await asked('all')).toEqual(['types', 'num', 'secret']);
    said.length = 0;
    expect(await asked('all', ['num', 'secret'])).toEqual(['types']);
    expect(said.filter((text) => text === 'savepoint part')).toHaveLength(1);
    expect(await asked('all', ['types', 'num', 'secret'])).toEqual([]);
  });
  it('what is none of his parts is passed over; what is no list of parts is 317, too many 341, of a report 317', async () => {
    expect(await asked('dept', ['secret', 'gone'])).toEqual(await asked('dept'));
    for (const wrong of ['num', { num: 1 }, [1], ['a b']]) expect(await asked('all', wrong)).toBe(317);
    expect(
      await asked(
        'all',
        Array.from({ length: 25 }, (_, at) => `p.${at}`),
      ),
    ).toBe(341);
    expect(await as('all', 'Index', { cloud: 'types', hidden: '["num"]' })).toMatchObject({ code: 317, data: { field: 'hidden' } });
  });
});
