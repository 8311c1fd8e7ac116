import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { LoadedTable } from '#protocol/rules/form/locked.ts';
import { parseBlock } from '#protocol/rules/sheet/block.ts';
import type { WireRow } from '#protocol/wire/envelope.ts';
import { ApiError } from '#web/api/error.ts';

const call = vi.fn();
vi.mock('#web/api/call.ts', () => ({ call: (...args: unknown[]) => call(...args) }));
const { createSheet, dirtyRows } = await import('./sheet.ts');
const { fillDown, layBlock, clearCells, copied, isTooMuch } = await import('./block.ts');
const { namesToRead } = await import('./read.ts');
const { mayModify } = await import('../../state/use-celled.ts');
const { saveRows } = await import('./save.ts');

const field = (field_name: string, rest: Partial<FieldDef> = {}): FieldDef => ({
  ...{ uid: `u.${field_name}`, field_name, key_name: field_name, key_name_en: field_name, data_type: 'text', editable: 1 },
  ...rest,
});
const FIELDS = [
  field('name', { notnull: 1 }),
  field('count', { data_type: 'int', max: 9 }),
  field('twice', { data_type: 'int', calc: 'count*2', editable: 0 }),
  field('sum', { data_type: 'int', calc: 'sum(line.n)', editable: 0 }),
  field('open', { edit_where: 'count>5' }),
  field('shut', { editable: 0 }),
];
const TABLE = {
  uid: 'u',
  table_name: 't',
  key_name: '表',
  key_name_en: 'T',
  fields: FIELDS,
  states: [],
  locked: { Modify: [] },
} as unknown as LoadedTable;
const filler = { user: { id: 1, key_name: '甲' }, today: '2026-11-27' } as never;
const record = (id: number, rest: Record<string, unknown> = {}): WireRow =>
  ({
    id,
    key_name: `r${id}`,
    name: `n${id}`,
    count: String(id),
    twice: String(2 * id),
    sum: '7',
    version: 1,
    _actions: [{ uid: 'm', op: 'Modify' }],
    ...rest,
  }) as WireRow;
const R = [record(1), record(2), record(6)];
const ofItself = ({ _actions }: WireRow): boolean => _actions?.some(({ op }) => op === 'Modify') === true;
const made = (table = TABLE) => createSheet('t', table, filler, ofItself);
const at = (top: number, left: number, bottom = top, right = left) => ({ top, left, bottom, right });
const errorsOf = (sheet: ReturnType<typeof made>, id: number) =>
  Object.keys(sheet.store.getState().edits.get(id)!.typing.store.getState().errors);

beforeEach(() => {
  call.mockReset();
});

describe('LIST-04 FORM-05 a list is edited in its cells', () => {
  it('only what the definition opens is typed in, of a record that may be changed, as rules and rights leave it', () => {
    const sheet = made();
    const open = (name: string, of = R[0]!) => sheet.isOpen(FIELDS.find((one) => one.field_name === name)!, of);
    expect([open('name'), open('shut'), open('twice'), open('open'), open('open', R[2])]).toEqual([true, false, false, false, true]);
    expect(open('name', record(9, { _actions: [{ uid: 's', op: 'Show' }] }))).toBe(false);
    const locked = made({ ...TABLE, locked: { Modify: ['name'] } });
    expect(locked.isOpen(FIELDS[0]!, R[0]!)).toBe(false);
    // what the page does not offer is not typed in, whatever the record would allow
    const offered = { actionsOf: () => [] };
    const shut = createSheet('t', TABLE, filler, (row) => mayModify(row, offered));
    expect(shut.isOpen(FIELDS[0]!, R[0]!)).toBe(false);
    // what is typed opens what hangs on it
    sheet.change([{ record: R[0]!, values: { count: '8' } }]);
    expect(open('open')).toBe(true);
  });

  it('FORM-08 a choice that is laid beside what narrows it stays, whichever of them copies', () => {
    const of = (id: number) => ({ id, key_name: `第${id}` });
    const entity = (name: string, rest: Partial<FieldDef>) => field(name, { data_type: 'entity', source: name, ...rest });
    for (const copying of ['city', 'province']) {
      const fetch = (name: string) => (name === copying ? { fetch: 'name=code' } : {});
      const fields = [entity('province', fetch('province')), entity('city', { query: 'province={province}', ...fetch('city') }), ...FIELDS];
      call.mockResolvedValue({ code: 200, data: { code: '码' } });
      const sheet = made({ ...TABLE, fields });
      const row = record(1, { province: of(1), city: of(11) });
      sheet.change([{ record: row, values: { province: of(2), city: of(21) } }]);
      expect(sheet.valuesOf(row)).toMatchObject({ province: of(2), city: of(21) });
      sheet.change([{ record: row, values: { province: of(3) } }]);
      expect(sheet.valuesOf(row)).toMatchObject({ province: of(3), city: null });
    }
  });

  it('calculates in its row; what is reckoned of rows that are not there stays', () => {
    const sheet = made();
    sheet.change([{ record: R[0]!, values: { count: '4' } }]);
    expect(sheet.valuesOf(R[0]!)).toMatchObject({ count: '4', sum: '7' });
    expect(Number(sheet.valuesOf(R[0]!).twice)).toBe(8);
  });

  it('a step is taken back whole, keys in one cell are one step, and what was told of it goes', () => {
    const sheet = made();
    const turn = {};
    for (const name of ['a', 'ab', 'abc']) sheet.change([{ record: R[0]!, values: { name } }], turn);
    sheet.change([R[0]!, R[1]!].map((one) => ({ record: one, values: { count: '99' } })));
    sheet.store.getState().edits.get(2)!.typing.leave('count');
    expect(errorsOf(sheet, 2)).toEqual(['count']);
    expect(sheet.undo()).toBe(true);
    expect([sheet.valuesOf(R[0]!).name, sheet.valuesOf(R[0]!).count, sheet.valuesOf(R[1]!).count]).toEqual(['abc', '1', '2']);
    expect(errorsOf(sheet, 2)).toEqual([]);
    expect(sheet.undo()).toBe(true);
    expect(dirtyRows(sheet.store.getState())).toEqual([]);
    expect(sheet.undo()).toBe(false);
  });

  it('what is typed on after its row was saved, or all was given up, is a step of its own', () => {
    for (const end of [
      (sheet: ReturnType<typeof made>) => sheet.drop([1]),
      (sheet: ReturnType<typeof made>) => sheet.restore({ rows: [] }),
    ]) {
      const sheet = made();
      const turn = {};
      sheet.change([{ record: R[0]!, values: { name: 'a' } }], turn);
      end(sheet);
      sheet.change([{ record: R[0]!, values: { name: 'ab' } }], turn);
      expect(sheet.undo()).toBe(true);
      expect(sheet.valuesOf(R[0]!).name).toBe('n1');
    }
    // a row that is saved beside it ends no turn
    const sheet = made();
    const turn = {};
    sheet.change([{ record: R[1]!, values: { name: 'b' } }]);
    sheet.change([{ record: R[0]!, values: { name: 'a' } }], turn);
    sheet.drop([2]);
    sheet.change([{ record: R[0]!, values: { name: 'ab' } }], turn);
    expect(sheet.store.getState().steps).toHaveLength(1);
  });

  it('a step over many rows is told once, with what is wrong in it, and one record that is chosen in all of them is read once', async () => {
    const chosen = field('org', { data_type: 'entity', source: 'org', fetch: 'name=key_name' });
    const sheet = made({ ...TABLE, fields: [...FIELDS, chosen] } as LoadedTable);
    call.mockResolvedValue({ data: { key_name: 'copied' } });
    const told = vi.fn();
    sheet.store.subscribe(told);
    const records = Array.from({ length: 50 }, (_, at) => record(at + 1));
    sheet.change(records.map((one) => ({ record: one, values: { org: { id: 4, key_name: 'o' }, count: '99' } })));
    expect([told.mock.calls.length, call.mock.calls.length]).toEqual([1, 1]);
    expect(errorsOf(sheet, 50)).toEqual(['count']);
    await vi.waitFor(() => expect(sheet.valuesOf(records[49]!).name).toBe('copied'));
    expect(sheet.valuesOf(records[0]!).name).toBe('copied');
    expect([dirtyRows(sheet.store.getState()).length, sheet.store.getState().dirty.size]).toEqual([50, 50]);
    told.mockClear();
    sheet.undo();
    expect([told.mock.calls.length, sheet.store.getState().dirty.size]).toEqual([1, 0]);
    // another step asks anew
    sheet.change([{ record: records[0]!, values: { org: { id: 4, key_name: 'o' } } }]);
    expect(call).toHaveBeenCalledTimes(2);
    // what comes late into a row that was given up is nobody's
    sheet.drop([1]);
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(sheet.store.getState().dirty.size).toBe(0);
  });

  it('no more rows at once than are pasted', () => {
    const sheet = made();
    const records = Array.from({ length: 202 }, (_, at) => record(at + 1));
    const ground = { sheet, records, fields: FIELDS };
    expect([isTooMuch(fillDown(ground, at(0, 0), 200)), isTooMuch(fillDown(ground, at(0, 0), 201))]).toEqual([false, true]);
    expect([isTooMuch(clearCells(ground, at(0, 0, 199, 0))), isTooMuch(clearCells(ground, at(0, 0, 200, 0)))]).toEqual([false, true]);
    expect(isTooMuch(layBlock(ground, [['x']], at(0, 0, 200, 0), (def) => ({ def })))).toBe(true);
  });

  it('of the records is read what rules go by and columns show, not long pages and files that nobody asks for', () => {
    const fields = [
      field('title1', { data_type: 'title' }),
      field('body', { data_type: 'html' }),
      field('papers', { data_type: 'file' }),
      field('shown', { data_type: 'image' }),
      field('must', { data_type: 'markdown', notnull: 1 }),
      field('asked', { data_type: 'file', need_where: 'count>5' }),
      field('named', { data_type: 'markdown' }),
      field('ruled', { data_type: 'file' }),
      field('copied', { data_type: 'html' }),
      field('org', { data_type: 'entity', fetch: 'copied=body' }),
    ];
    const table = {
      ...TABLE,
      fields: [field('name', { view_where: "named!=''" }), ...fields],
      rules: [{ where: "ruled!=''" }],
    } as LoadedTable;
    const read = ['key_name', 'name', 'shown', 'must', 'asked', 'named', 'ruled', 'copied', 'org'];
    expect(namesToRead(table, [{ name: 'shown' }]).split(',')).toEqual(read);
    expect(namesToRead({ ...table, flow: 1 }, []).split(',')).toContain('review_state');
  });

  it('fills down over and over, passes by what may not be typed in, and says how much', () => {
    const sheet = made();
    const ground = { sheet, records: R, fields: FIELDS };
    const laid = fillDown(ground, at(0, 0, 0, 5), 2);
    expect([laid.cells, laid.closed]).toEqual([5, 7]);
    sheet.change(laid.changes);
    expect(R.map((one) => sheet.valuesOf(one).name)).toEqual(['n1', 'n1', 'n1']);
    sheet.undo();
    sheet.change(fillDown({ ...ground, records: [...R, record(3)] }, at(0, 0, 1, 0), 3).changes);
    expect([R[2]!, record(3)].map((one) => sheet.valuesOf(one).name)).toEqual(['n1', 'n2']);
  });

  it('a block lies from its cell on, one value over all that is chosen; what has no room is said', () => {
    const sheet = made();
    const ground = { sheet, records: R, fields: FIELDS };
    const lay = (text: string, of: ReturnType<typeof at>) => layBlock(ground, parseBlock(text), of, (def) => ({ def }));
    const laid = lay('x\t3\ny\t4\nz\t5\nw\t6', at(1, 0));
    expect([laid.cells, laid.over]).toEqual([4, 2]);
    expect(laid.changes.map(({ values }) => values)).toEqual([
      { name: 'x', count: '3' },
      { name: 'y', count: '4' },
    ]);
    expect(lay('q', at(0, 0, 2, 0)).changes.map(({ values }) => values.name)).toEqual(['q', 'q', 'q']);
    expect(clearCells(ground, at(0, 0, 0, 1)).changes[0]!.values).toEqual({ name: null, count: null });
    expect(copied({ ...ground, records: [record(1, { name: 'a"b' })] }, at(0, 0, 0, 1), (_, value) => String(value))).toBe('"a""b"\t1');
  });

  it('somebody else saved: other fields go on silently, the same one is chosen', () => {
    const sheet = made();
    sheet.change([{ record: R[0]!, values: { name: 'mine', count: '3' } }]);
    sheet.renew([record(1, { version: 2, count: '5', shut: 'new' })]);
    const edit = () => sheet.store.getState().edits.get(1)!;
    expect(edit().theirs).toEqual({ count: '5' });
    expect(sheet.valuesOf(R[0]!)).toMatchObject({ name: 'mine', count: '3', shut: 'new' });
    sheet.choose(1, 'count', 'theirs');
    expect([edit().theirs, sheet.valuesOf(R[0]!).count]).toEqual([{}, '5']);
    // an older answer that comes late changes nothing
    sheet.renew([record(1, { version: 1, shut: 'old' })]);
    expect(sheet.valuesOf(R[0]!).shut).toBe('new');
    sheet.undo();
    expect(sheet.valuesOf(R[0]!).count).toBe('3');
  });

  it('a draft comes back upon the record as it is by then, with what others changed meanwhile to be chosen', () => {
    const sheet = made();
    sheet.change([{ record: R[0]!, values: { name: 'mine', count: '3' } }]);
    sheet.change([{ record: R[1]!, values: { name: 'gone' } }]);
    const draft = JSON.parse(JSON.stringify(sheet.draft()));
    const next = made();
    next.restore(draft);
    // not lost while it waits for its records
    expect(next.draft()).toEqual(draft);
    next.renew([record(1, { version: 4, count: '6' })], [2]);
    expect(next.valuesOf(R[0]!)).toMatchObject({ name: 'mine', count: '3' });
    expect(next.store.getState().edits.get(1)!.theirs).toEqual({ count: '6' });
    expect([next.store.getState().lost, next.store.getState().kept]).toEqual([1, []]);
    // a choice that is still open is so after another reload, on the same version
    const third = made();
    third.restore(JSON.parse(JSON.stringify(next.draft())));
    third.renew([record(1, { version: 4, count: '6' })]);
    expect(third.store.getState().edits.get(1)!.theirs).toEqual({ count: '6' });
  });
});

describe('SAVE-01 rows are saved each as a Modify', () => {
  const on = (rest: object = {}) => ({ isDrawn: () => true, isStopped: () => false, reread: async () => true, onSaved: vi.fn(), ...rest });
  const sent = () => call.mock.calls.map(([, body]) => body as Record<string, unknown>);

  it('sends what is changed, with its version and a request id that stays for the same content', async () => {
    const sheet = made();
    sheet.change([{ record: R[0]!, values: { name: 'x' } }]);
    call.mockRejectedValueOnce(new ApiError(0, 'away', { network: true })).mockResolvedValue({ code: 200 });
    expect(await saveRows(sheet, [1], on())).toEqual([]);
    expect(await saveRows(sheet, [1], on())).toEqual([1]);
    expect(sent()[0]).toMatchObject({ cloud: 't', id: 1, version: 1, name: 'x' });
    expect(sent()[0]).not.toHaveProperty('count');
    expect(sent()[1]).toEqual(sent()[0]);
  });

  it('nothing wrong is sent, nor what is still to be chosen; one that is refused holds up no other and keeps what is typed', async () => {
    const sheet = made();
    sheet.change([{ record: R[0]!, values: { count: '77' } }]);
    sheet.change([{ record: R[1]!, values: { name: 'a' } }]);
    sheet.change([{ record: R[2]!, values: { name: 'b' } }]);
    call.mockRejectedValueOnce(new ApiError(310, 'dup', { said: '$duplicate', data: { field: 'name' } })).mockResolvedValue({ code: 200 });
    expect(await saveRows(sheet, [1, 2, 6], on())).toEqual([6]);
    expect(sent().map(({ id }) => id)).toEqual([2, 6]);
    expect([errorsOf(sheet, 1), errorsOf(sheet, 2)]).toEqual([['count'], ['name']]);
    expect(sheet.valuesOf(R[1]!).name).toBe('a');
    sheet.renew([record(2, { version: 2, name: 'other' })]);
    call.mockClear();
    expect(await saveRows(sheet, [2], on())).toEqual([]);
    expect(call).not.toHaveBeenCalled();
  });

  it('who came too late goes on where others changed other fields, and is asked where they changed the same', async () => {
    const stale = new ApiError(311, 'late', { data: { stale: 1 } });
    const sheet = made();
    sheet.change([{ record: R[0]!, values: { name: 'x' } }]);
    call.mockRejectedValueOnce(stale).mockResolvedValue({ code: 200 });
    const reread = (rest: object) => async () => {
      sheet.renew([record(1, { version: 2, ...rest })]);
      return true;
    };
    expect(await saveRows(sheet, [1], on({ reread: reread({ count: '4' }) }))).toEqual([1]);
    expect(sent().map(({ version }) => version)).toEqual([1, 2]);
    const again = made();
    again.change([{ record: R[0]!, values: { name: 'x' } }]);
    call.mockReset();
    call.mockRejectedValueOnce(stale);
    const met = async () => {
      again.renew([record(1, { version: 2, name: 'y' })]);
      return true;
    };
    expect(await saveRows(again, [1], on({ reread: met }))).toEqual([]);
    expect(call).toHaveBeenCalledTimes(1);
    expect(again.store.getState().edits.get(1)!.theirs).toEqual({ name: 'y' });
  });

  it('without a connection no further row is begun', async () => {
    const sheet = made();
    for (const one of R) sheet.change([{ record: one, values: { name: 'x' } }]);
    call.mockRejectedValue(new ApiError(0, 'away', { network: true }));
    expect(await saveRows(sheet, [1, 2, 6], on())).toEqual([]);
    expect(call).toHaveBeenCalledTimes(1);
  });
});
