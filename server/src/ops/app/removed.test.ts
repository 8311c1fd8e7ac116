import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Refusal } from '#protocol/codes.ts';
import type { ItemDef } from '#protocol/meta/field.ts';
import type { RoleDef } from '#protocol/meta/suite.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { testField as field, testTable } from '#protocol/meta/testing-suite.ts';
import { booking, openTrade, repair, repairStates, type TradeLab, trade, tradeRoles } from '#server/flow/act/testing-trade.ts';
import { sessionFor } from '#server/meta/testing-session.ts';
import { createDispatch, indexOps } from '../dispatch.ts';
import type { Op } from '../op.ts';
import { loadTableCall } from '../sys/load-table.ts';
import { addCall } from './add.ts';
import { historyCall } from './history.ts';
import { modifyCall } from './modify.ts';
import { pageCall } from './page.ts';
import { showCall } from './show.ts';

/** Definitions that take away what records have: the records keep it, by its name, and nobody is given it anew. */
const items = (...ids: number[]): ItemDef[] => ids.map((id) => ({ id, key_name: `类${id}`, key_name_en: `Kind ${id}` }));
const dict = (...ids: number[]) => ({ uid: 'grades', code: 'grades', key_name: '等级', key_name_en: 'Grades', items: items(...ids) });
const act = (op: string) => ({ uid: `tool.${op}`, op, key_name: op, key_name_en: op });
const kept = [
  field('name', { data_type: 'text' }),
  field('kind', { data_type: 'select', items: items(1, 2, 3) }),
  field('tags', { data_type: 'checkbox', items: items(1, 2, 3) }),
  field('grade', { data_type: 'radio', items: 'grades' }),
];
const goes = [
  field('price', { data_type: 'numeric', length: '9,2', key_name: '价格', key_name_en: 'Price' }),
  field('colour', { data_type: 'select', items: 'colours' }),
  field('secret', { data_type: 'text' }),
  field('reason', { data_type: 'text', view_where: 'kind=2' }),
  field('beside', { data_type: 'text', view_where: 'kind=3' }),
  field('unknown', { data_type: 'text', view_where: 'price=6' }),
];
const tool = (fields: TableDef['fields']): TableDef =>
  testTable('tool', {
    fields,
    states: [
      { uid: 'tool.bar', value: '*', key_name: '栏', key_name_en: 'Bar', actions: [act('List'), act('Add')] },
      { uid: 'tool.1', value: '1', key_name: '有效', key_name_en: 'Active', actions: [act('Show'), act('Modify')] },
    ],
  });
const roles = (hide?: string[]): RoleDef[] =>
  tradeRoles().map((role) => ({
    ...role,
    grants: [
      ...role.grants,
      { group: 'tool', scope: 2, items: ['List', 'Add', 'Modify'], ...(hide && role.code === 'clerk' ? { hide } : {}) },
    ],
  }));
const before = trade([repair(), booking(), tool([...kept, ...goes])], {
  roles: roles(['secret']),
  dicts: [dict(1, 2, 3), { ...dict(7), uid: 'colours', code: 'colours' }],
});
/** No choice 2, no dictionary of colours, no price and no secret; a repair ends in 92, and 90 is gone. */
const states = JSON.parse(JSON.stringify(repairStates()).replaceAll('90', '92'));
const after = trade(
  [
    repair({ states, write_back: [], fields: repair().fields.map((of) => (of.view_state ? { ...of, view_state: '2,3,92' } : of)) }),
    booking(),
    tool([
      kept[0]!,
      { ...kept[1]!, items: items(1, 3) },
      { ...kept[2]!, items: [...items(1), { ...items(2)[0]!, hidden: 1 }, ...items(3)] },
      kept[3]!,
    ]),
  ],
  { roles: roles(), dicts: [dict(1, 3)] },
);

let lab: TradeLab;
let done: number;
let hammer: number;
const OPS = indexOps([addCall, modifyCall, showCall, pageCall, historyCall, loadTableCall] as unknown as readonly Op[]);
async function ask(login: string, name: string, form: Record<string, unknown>) {
  const op = OPS.get(name.includes('?') ? name : `/app?op=${name}`)!;
  const caller = { address: '127.0.0.1', userAgent: 'test', host: 'localhost', device: null };
  const session = await sessionFor(lab.base.db, login);
  try {
    return { code: 200, data: {}, rows: [], ...(await createDispatch(lab.house, OPS)(op, { form, caller, session })) } as Answer;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { code: error.code, remark: error.remark, data: error.data, rows: [] } as unknown as Answer;
  }
}
interface Answer {
  code: number;
  remark?: string;
  data: Record<string, unknown>;
  rows: Record<string, unknown>[];
}
const add = async (login: string, fields: object) => Number((await ask(login, 'Add', { cloud: 'tool', ...fields })).data.id);
const modify = (id: number, fields: object) => ask('reporter', 'Modify', { cloud: 'tool', id: String(id), ...fields });

beforeAll(async () => {
  lab = await openTrade(before);
  const judge = (await lab.base.db.query<{ id: number }>(`select id from app."user" where login_name = 'foreman'`))[0]!.id;
  done = (await lab.decide('reporter', { event: 11, fields: { key_name: '修', cost: '1', judge } })).id;
  await lab.decide('foreman', { id: done, event: 21, fields: { judged: '1' } });
  hammer = await add('reporter', { name: 'a', kind: '2', tags: ',1,2,', grade: '2', price: '5', colour: '7', secret: 's' });
  await modify(hammer, { price: '6', reason: 'r', unknown: 'u' });
  await lab.start(after);
});
afterAll(() => lab.close());

describe('META-01 a choice that a version takes away', () => {
  it('keeps its name where records have it, in the list, in the record and in the definition', async () => {
    const list = await ask('reporter', 'Page', { cloud: 'tool', page: '1', rows: '10' });
    expect(list.rows[0]).toMatchObject({ kind: { id: 2, key_name: '类2' }, grade: { id: 2, key_name: '类2' } });
    expect((await ask('reporter', 'Show', { cloud: 'tool', id: String(hammer) })).data).toMatchObject({
      tags: [
        { id: 1, key_name: '类1' },
        { id: 2, key_name: '类2' },
      ],
    });
    const { fields } = (await ask('reporter', '/sys?op=LoadTable', { key_name: 'tool' })).data as unknown as TableDef;
    const choices = (name: string) => fields.find((of) => of.field_name === name)!.items as ItemDef[];
    for (const name of ['kind', 'grade', 'tags'])
      expect([
        name,
        choices(name)
          .map(({ id, hidden }) => [id, hidden ?? 0])
          .sort(),
      ]).toEqual([
        name,
        [
          [1, 0],
          [2, 1],
          [3, 0],
        ],
      ]);
  });

  it('stays when something else of the record is changed, sent back or not', async () => {
    expect((await modify(hammer, { name: 'b' })).code).toBe(200);
    expect((await modify(hammer, { name: 'c', kind: '2', tags: ',1,2,', grade: '2' })).code).toBe(200);
    expect((await modify(hammer, { tags: ',2,3,' })).code).toBe(200);
  });

  it.each<[string, object]>([
    ['a choice of the field', { kind: '2' }],
    ['one of several that the definition itself hides', { tags: ',1,2,' }],
    ['one of a dictionary', { grade: '2' }],
  ])('is refused anew, by its name: %s', async (_, fields) => {
    expect(await ask('reporter', 'Add', { cloud: 'tool', name: 'x', ...fields })).toMatchObject({
      code: 305,
      remark: '$choiceGone',
      data: { field_name: Object.keys(fields)[0], choice: { zh_CN: '类2', en_US: 'Kind 2' } },
    });
    const other = await add('reporter', { name: 'y', kind: '1', tags: ',1,', grade: '1' });
    expect(await modify(other, fields)).toMatchObject({ code: 305, remark: '$choiceGone' });
    expect((await modify(other, { kind: '3', tags: ',3,', grade: '3' })).code).toBe(200);
  });
});

describe('META-01 a state that a version takes away', () => {
  it('keeps its name for the records that stand in it, with nothing to do there', async () => {
    const { rows } = await ask('reporter', 'Page', { cloud: 'repair', page: '1', rows: '10' });
    expect(rows.find(({ id }) => id === done)).toMatchObject({ review_state: { id: 90, key_name: '名 s90' } });
    const table = (await ask('reporter', '/sys?op=LoadTable', { key_name: 'repair' })).data as unknown as TableDef;
    expect(table.states.find(({ value }) => value === '90')).toMatchObject({ key_name: '名 s90', key_name_en: 'Name s90', actions: [] });
    expect(table.states.filter(({ value }) => value === '92')).toHaveLength(1);
  });
});

describe('META-01 a field that a version takes away', () => {
  const told = async (login: string) => {
    const { rows, data } = await ask(login, 'History', { cloud: 'tool', id: String(hammer), page: '1', rows: '50' });
    const changes = rows.flatMap((row) => row.changes as { field: string; from: unknown; to: unknown }[]);
    return { changes, former: (data?.former ?? []) as { field_name: string; key_name: string; items?: ItemDef[] }[] };
  };

  it('keeps its history, with its name and the names of its choices', async () => {
    const { changes, former } = await told('reporter');
    expect(changes.filter(({ field: name }) => name === 'price')).toEqual([
      { field: 'price', from: '5.00', to: '6.00' },
      { field: 'price', from: null, to: '5.00' },
    ]);
    expect(changes).toContainEqual({ field: 'colour', from: null, to: { id: 7 } });
    expect(former).toMatchObject([
      { field_name: 'colour', items: [{ id: 7, key_name: '类7' }] },
      { field_name: 'price', key_name: '价格', key_name_en: 'Price' },
      { field_name: 'reason' },
    ]);
  });

  it('that was there under a condition is told where it holds, and of nothing where what it asks of is gone too', async () => {
    const { changes, former } = await told('reporter');
    expect(changes).toContainEqual({ field: 'reason', from: null, to: 'r' });
    expect(former.map((of) => of.field_name)).toContain('reason');
    const other = await ask('reporter', 'History', { cloud: 'tool', id: String(hammer), page: '1', rows: '50' });
    for (const name of ['unknown', 'beside']) expect(JSON.stringify(other)).not.toContain(`"${name}"`);
  });

  it('is no field any more: not in the list, not to be sent, not in the definition', async () => {
    const { rows } = await ask('reporter', 'Page', { cloud: 'tool', page: '1', rows: '10' });
    for (const row of rows) expect(Object.keys(row)).not.toContain('price');
    expect(await modify(hammer, { price: '9' })).toMatchObject({ code: 317 });
  });

  it('A8 one that some role could not read is told to administrators only, though no role hides it any more', async () => {
    for (const login of ['clerk', 'reporter', 'foreman']) {
      const { changes, former } = await told(login);
      expect(changes.map((change) => change.field)).not.toContain('secret');
      expect(former.map((of) => of.field_name)).not.toContain('secret');
    }
    await lab.base.db.query(`update app."role" set root = 1 where "code" = 'foreman'`);
    expect((await told('foreman')).changes).toContainEqual({ field: 'secret', from: null, to: 's' });
  });
});
