import { expect, it } from 'vitest';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { LoadedTable } from '#protocol/rules/form/locked.ts';
import { parseBlock } from '#protocol/rules/sheet/block.ts';
import { ApiError } from '#web/api/error.ts';
import { type Filler, specsOf } from '../../form/state/circumstances.ts';
import { nameCells } from '../../form/state/named-cells.ts';
import { submission } from '../../form/state/sent/submission.ts';
import { apartOf, columnsOf, createRow, isGood, isWrong, namingCells, type PasteRow, tellRefusal, valuesOf, WHOLE } from './paste-row.ts';

const field = (field_name: string, data_type: FieldDef['data_type'], more: Partial<FieldDef> = {}): FieldDef => ({
  ...{ uid: field_name, field_name, key_name: field_name, key_name_en: field_name, data_type },
  ...more,
});
const FIELDS = [
  field('key_name', 'text', { notnull: 1 }),
  field('code', 'text', { format: '[a-z]{2,6}' }),
  field('part', 'entity', { source: 'part' }),
  field('roles', 'entities', { source: 'role' }),
  field('mobile', 'mobile'),
  field('count', 'int', { defvalue: 1 }),
  field('twice', 'int', { calc: 'count*2' }),
  field('why', 'text', { need_where: 'count>5', view_where: 'count>5' }),
];
const table = (more: Partial<LoadedTable> = {}) =>
  ({ uid: 't', table_name: 'thing', key_name: '物', key_name_en: 'Thing', states: [], fields: FIELDS, ...more }) as unknown as LoadedTable;
const filler = { user: { id: 1, key_name: '甲' }, today: '2026-11-23' } as unknown as Filler;
const NAMES = new Map([
  ['甲部', [{ id: 5, key_name: '甲部' }]],
  ['员工', [{ id: 6, key_name: '员工' }]],
]);

/** Rows of these cells, in the order of the fields that are typed. */
async function pasted(text: string, into = table()): Promise<PasteRow[]> {
  const columns = specsOf(into, null)
    .filter(({ def }) => def.field_name !== 'twice')
    .map((spec, at) => ({ at, spec }));
  const rows = parseBlock(text).map((cells, at) => createRow({ cloud: 'thing', table: into, filler }, at + 1, cells, columns));
  await nameCells(
    namingCells(rows, FIELDS),
    async () => NAMES,
    () => undefined,
  );
  return rows;
}
const errorsOf = ({ typing }: PasteRow) => typing.store.getState().errors;
const sentOf = ({ typing }: PasteRow) => {
  const state = typing.store.getState();
  return submission(state, typing.formAt(state.values), [], true, filler);
};

it('ADMIN-12 FORM-09 a row is the form of a new record: its defaults, its calculations, and what it sends', async () => {
  const [row] = await pasted('甲\tjia\t甲部\t员工\t138 0000 2617');
  expect(await isGood(row!)).toBe(true);
  expect(valuesOf(row!)).toMatchObject({ count: 1, twice: 2, part: { id: 5 }, roles: [{ id: 6 }], mobile: '13800002617' });
  expect(sentOf(row!)).toEqual({ key_name: '甲', code: 'jia', part: '5', roles: ',6,', mobile: '13800002617', count: '1' });
});

it('ADMIN-12 FORM-06 what is wrong stands at its cell, by the rules of the form, and goes when it is mended', async () => {
  const [row] = await pasted('\tA B\t没有\t员工、没有\t12345\t7');
  expect(await isGood(row!)).toBe(false);
  expect(Object.entries(errorsOf(row!)).map(([name, { remark }]) => [name, remark])).toEqual(
    expect.arrayContaining([
      ['key_name', '$fieldEmpty'],
      ['code', '$fieldFormat'],
      ['part', '$fieldNotChosen'],
      ['roles', '$fieldNotChosen'],
      ['mobile', '$fieldMobile'],
      ['why', '$fieldEmpty'],
    ]),
  );
  row!.typing.set({ key_name: '乙', code: 'yi', part: null, roles: [], mobile: null, count: '2' });
  expect([errorsOf(row!), await isGood(row!)]).toEqual([{}, true]);
});

it('ADMIN-12 under a flow a row is a draft: what it needs may wait, what is wrong may not', async () => {
  const [empty, wrong] = await pasted('\tjia\n\tA B', table({ flow: 1 }));
  expect([await isGood(empty!), await isGood(wrong!)]).toEqual([true, false]);
});

it('ADMIN-12 FORM-05 what rights lock is not sent', async () => {
  const [row] = await pasted('甲\tjia', table({ locked: { Add: ['code'] } }));
  expect(sentOf(row!)).toEqual({ key_name: '甲', count: '1' });
});

it('ADMIN-12 what the server refuses stands at the cell that it names until that is typed over, else upon the row', async () => {
  const [row] = await pasted('甲\tjia');
  const isDrawn = (name: string) => FIELDS.some(({ field_name }) => field_name === name);
  tellRefusal(row!, new ApiError(310, '已存在', { data: { field_name: 'code' } }), isDrawn);
  expect(errorsOf(row!)).toMatchObject({ code: { code: 310, remark: '已存在' } });
  row!.typing.set({ code: 'yi' });
  expect(errorsOf(row!)).toEqual({});
  tellRefusal(row!, new ApiError(0, 'offline', { network: true }), isDrawn);
  expect([Object.keys(errorsOf(row!)), isWrong(row!.typing.store.getState())]).toEqual([[WHOLE], true]);
  expect([await isGood(row!), errorsOf(row!)]).toEqual([true, {}]);
});

it('ADMIN-12 FORM-06 what is wrong with a field that nobody pasted gets a column, and what no column can hold is told of the row', async () => {
  const [row] = await pasted('甲\tjia');
  row!.typing.set({ code: 'A B', count: '7' });
  expect(await isGood(row!)).toBe(false);
  const names = (told: readonly string[]) =>
    columnsOf(FIELDS, { pasted: ['key_name'], starting: {}, told: new Set(told) }).map(({ field_name }) => field_name);
  expect(names([])).toEqual(['key_name', 'why']);
  expect(names(Object.keys(errorsOf(row!)))).toEqual(['key_name', 'code', 'why']);
  const drawn = FIELDS.filter(({ field_name }) => field_name === 'key_name');
  expect(apartOf(errorsOf(row!), drawn).map(({ remark }) => remark)).toEqual(['$fieldFormat', '$fieldEmpty']);
  expect(apartOf(errorsOf(row!), FIELDS)).toEqual([]);
});
