import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fieldKind } from '#protocol/fields/fields.ts';
import type { Value } from '#protocol/fields/kind.ts';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { readsRows } from '#protocol/rules/follow/assignments.ts';
import { type Left, workedOut } from '#protocol/rules/follow/follow.ts';
import type { FormOp } from '#protocol/rules/form/form.ts';
import { formOf, specsOf } from '../circumstances.ts';
import { draftOf, type Values } from '../form-state.ts';
import { submission } from '../sent/submission.ts';
import { startingValues } from '../starting.ts';
import { createFormStore, createTyping, send } from '../typing.ts';
import { withoutFollowing } from './followed.ts';

const named = (name: string) => ({ uid: name, key_name: name, key_name_en: name });
const field = (field_name: string, data_type: FieldDef['data_type'], rest: Partial<FieldDef> = {}): FieldDef => ({
  ...{ ...named(field_name), field_name, data_type },
  ...rest,
});
const items = [1, 2, 3].map((id) => ({ id, ...named(`k${id}`) }));
const LINE = {
  ...{ ...named('line'), table_name: 'line', states: [], onload: 'qty=1' },
  fields: [
    field('sort', 'select', { items, onchange: 'price=if(sort=1,5,9)' }),
    field('price', 'int'),
    field('qty', 'int'),
    field('mark', 'int', { calc: 'qty*price' }),
  ],
} as unknown as TableDef;
const TABLE = {
  ...{ ...named('job'), table_name: 'job', states: [], onload: 'begun={today};rate=10;note=code' },
  fields: [
    field('code', 'text'),
    field('kind', 'select', { items, onchange: 'days=if(kind=1,3,30);due=adddays(begun,days)', edit_state: '1,2' }),
    field('begun', 'date'),
    field('days', 'int', { onchange: 'pay=days*rate;rank=if(days>5,2,1)', edit_state: '1,2' }),
    field('due', 'date', { readonly: 1 }),
    field('rate', 'numeric', { length: '12,2' }),
    field('pay', 'numeric', { length: '12,2' }),
    field('rank', 'select', { items }),
    field('note', 'text'),
    field('total', 'int'),
    field('lines', 'int', { onchange: 'note=if(lines>1,code,note)' }),
    field('who', 'entity', { source: 'user', fetch: 'phone=mobile', onchange: 'note=phone' }),
    field('phone', 'text', { readonly: 1, onchange: 'code=phone' }),
  ],
} as unknown as TableDef;
const DEF = {
  ...named('s'),
  table_name: 'line',
  parent_field: 'job_entity',
  inline: 1 as const,
  onchange: 'total=sum(line.mark);lines=count(line)',
};
const SUB = { def: DEF, table: LINE };
const KEY = 'line.job_entity';
const PARENT = { ...TABLE, subtables: [DEF] } as TableDef;
const TODAY = '2026-11-28';
const filler = { user: { id: 1, key_name: '甲' }, today: TODAY };

function opened(
  values: Values,
  {
    op = 'Modify',
    state = 1,
    table = PARENT,
    read = async () => ({}) as Values,
  }: { op?: FormOp; state?: number; table?: TableDef; read?: () => Promise<Values> } = {},
) {
  const store = createFormStore();
  const typing = createTyping(store, { table, op, review_state: state, filler, read, subs: () => [SUB], copies: new Map() });
  send(store, { type: 'load', values, subs: { [KEY]: [] } });
  const now = () => store.getState().values;
  const sent = () => submission(store.getState(), formOf(table, op, state, now(), filler), [SUB], op === 'Add', filler);
  const rows = () => (store.getState().subs[KEY] ?? []).filter(({ gone }) => !gone).map((row) => row.values);
  return { store, typing, now, sent, rows };
}

describe('FORM-08 what follows from what is typed', () => {
  it('targets are written as the wire shows them, those that are closed too, and what they change in turn', () => {
    const { typing, now } = opened({ begun: '2026-11-20', rate: '2.50' });
    typing.set({ kind: { id: 1 } });
    expect(now()).toMatchObject({ days: 3, due: '2026-11-23', pay: '7.50', rank: { id: 1 } });
  });
  it('what is typed over stands, and is sent though it is as the server has it', () => {
    const { typing, now, sent } = opened({ begun: '2026-11-20', rate: '1', days: 5, pay: '5.00', rank: { id: 1 }, kind: { id: 2 } });
    typing.set({ kind: { id: 1 } });
    typing.set({ days: '5' });
    expect(now().days).toBe('5');
    expect(sent()).toEqual({ kind: '1', days: '5' });
  });
  it('what is put in one go with its source stays as it came', () => {
    const { typing, now } = opened({ begun: '2026-11-20', rate: '1' });
    typing.set({ kind: { id: 1 }, days: 9 });
    expect(now()).toMatchObject({ days: 9, pay: '9.00', due: '2026-11-29' });
  });
  it('the same value once more changes nothing', () => {
    const { typing, now } = opened({ kind: { id: 1 }, days: 8, begun: '2026-11-20' });
    typing.set({ kind: { id: 1, key_name: 'k1' } });
    expect(now()).toMatchObject({ days: 8 });
  });
  it('at a step of a flow only what it opens is written', () => {
    const { typing, now, sent } = opened({ begun: '2026-11-20', rate: '1' }, { op: 'Review', state: 2 });
    typing.set({ kind: { id: 1 } });
    expect([now().days, now().due, now().pay]).toEqual([3, undefined, undefined]);
    expect(sent()).toEqual({ kind: '1' });
  });
  it('what a choice copies comes first, and what was typed meanwhile stays', async () => {
    let answer = (_: Values) => {};
    const read = () =>
      new Promise<Values>((done) => {
        answer = done;
      });
    const chosen = async (meanwhile: (typing: ReturnType<typeof opened>['typing']) => void) => {
      const { typing, now } = opened({ note: 'old', code: 'c' }, { read });
      typing.set(
        { who: { id: 3 } },
        TABLE.fields.find((one) => one.field_name === 'who'),
      );
      meanwhile(typing);
      answer({ mobile: '139' });
      await typing.copied();
      return [now().phone, now().note, now().code];
    };
    expect(await chosen(() => undefined)).toEqual(['139', '139', '139']);
    expect(await chosen((typing) => typing.set({ note: 'mine' }))).toEqual(['139', 'mine', '139']);
  });
  it('SUB-01 within a row, and from all rows into their record: added, changed, laid, taken away, taken back', () => {
    const { store, typing, now, rows, sent } = opened({ code: 'C', note: 'n', total: 7 });
    typing.addRow(SUB);
    expect([rows()[0], now().lines, now().total]).toEqual([{ qty: 1, mark: 0 }, 1, 0]);
    const key = store.getState().subs[KEY]![0]!.key;
    typing.cell(SUB, key, { sort: { id: 1 } });
    expect([rows()[0], now().total]).toEqual([{ sort: { id: 1 }, qty: 1, price: 5, mark: 5 }, 5]);
    typing.cell(SUB, key, { price: 6 });
    expect(now().total).toBe(6);
    typing.set({ total: 99 });
    expect(sent()).toEqual({ total: '99', _subtables: { [KEY]: [{ op: 'Add', sort: '1', price: '6' }] } });
    const before = store.getState();
    typing.lay(SUB, [{ key, values: { sort: { id: 2 } } }, { values: { sort: { id: 1 }, price: 2 } }]);
    expect([rows().map(({ price }) => price), now()]).toMatchObject([[9, 2], { total: 11, lines: 2, note: 'C' }]);
    typing.unlay(SUB, before);
    expect(now()).toMatchObject({ total: 6, lines: 1 });
    typing.removeRow(SUB, key);
    // no row is other than the server's
    expect([now().total, now().lines]).toEqual([7, null]);
  });
  it('SUB-01 of a row that stands what was typed after it followed is sent with what changed, as it stands', () => {
    const { store, typing, sent } = opened({});
    send(store, { type: 'load', values: {}, subs: { [KEY]: [{ id: 4, version: 2, sort: { id: 2 }, price: 3, qty: 1, mark: 3 }] } });
    typing.cell(SUB, 'r4', { sort: { id: 1 } });
    typing.cell(SUB, 'r4', { price: 3 });
    expect(sent()).toEqual({
      _subtables: { [KEY]: [{ op: 'Modify', id: 4, version: 2, sort: '1', price: '3' }] },
    });
  });
  it('a new record begins with what is worked out, by what is brought; that stays, and what follows from it is there', () => {
    expect(startingValues(TABLE, filler)).toEqual({ begun: TODAY, rate: '10.00' });
    expect(startingValues(TABLE, filler, { code: 'A', kind: { id: 1 }, rate: '2' })).toMatchObject({
      note: 'A',
      days: 3,
      due: '2026-12-01',
      pay: '6.00',
    });
    expect(startingValues(TABLE, filler, { kind: { id: 1 }, days: 8 })).toMatchObject({ days: 8, due: '2026-12-06' });
  });
  it('of a new record what was emptied is sent as empty, where the server would fill it', () => {
    const { typing, sent } = opened(startingValues(TABLE, filler), { op: 'Add' });
    typing.set({ rate: '', code: 'x' });
    expect(sent()).toEqual({ rate: '', code: 'x' });
  });
  it('closed targets stand as the server will save them: from all that changed, whatever was first', () => {
    const { typing, now, sent } = opened({ begun: '2026-11-20', due: '2026-01-01', kind: { id: 3 }, days: 30 });
    typing.set({ kind: { id: 1 } });
    typing.set({ begun: '2026-12-01' });
    expect([now().due, sent()]).toEqual(['2026-12-04', { kind: '1', begun: '2026-12-01' }]);
    typing.set({ kind: { id: 3 } });
    expect([now().days, now().due, sent()]).toEqual([30, '2026-01-01', { begun: '2026-12-01' }]);
  });
  it('what nobody typed is not sent; what was cleared by hand is, and goes with the next change of what it follows from', () => {
    const { typing, now, sent } = opened({ begun: '2026-11-20', rate: '1', days: 8 });
    typing.set({ kind: { id: 1 } });
    expect(sent()).toEqual({ kind: '1' });
    typing.set({ days: '' });
    expect([now().pay, sent()]).toEqual(['0.00', { kind: '1', days: '' }]);
    typing.set({ kind: { id: 2 } });
    expect([now().days, sent()]).toEqual([30, { kind: '2' }]);
  });
  it('what was typed is kept as typed in a draft, and what followed is worked out anew upon what is newer; undo forgets both', () => {
    const { store, typing, now, sent } = opened({ begun: '2026-11-20', rate: '1' });
    typing.set({ kind: { id: 1 } });
    typing.set({ pay: '9' });
    const draft = JSON.parse(JSON.stringify(draftOf(store.getState())));
    send(store, { type: 'undo' });
    expect([now().days, sent()]).toEqual([undefined, {}]);
    send(store, { type: 'load', values: { begun: '2026-12-20', rate: '1' }, subs: {} });
    typing.restore(draft);
    expect([now().due, sent()]).toEqual(['2026-12-23', { kind: '1', pay: '9.00' }]);
  });
  it('a new record that nobody typed in sends nothing that it begins with', () => {
    const { sent } = opened(startingValues(TABLE, filler), { op: 'Add' });
    expect(sent()).toEqual({});
  });
  it('of a new record what is worked out goes by what is typed, as it is saved', () => {
    const { typing, now, sent } = opened(startingValues(TABLE, filler), { op: 'Add' });
    typing.set({ code: 'x' });
    expect([now().note, sent()]).toEqual(['x', { code: 'x' }]);
    typing.set({ rate: '2' });
    typing.set({ kind: { id: 1 } });
    expect([now().pay, now().due, sent()]).toEqual(['6.00', '2026-12-01', { code: 'x', rate: '2.00', kind: '1' }]);
  });
  it('a sheet of a list has no rows: what reads some is the server’s', () => {
    const table = {
      ...TABLE,
      fields: [field('a', 'int', { onchange: 'b=1;c=sum(line.qty)' }), field('d', 'int', { onchange: 'b=count(line)' })],
    };
    expect(withoutFollowing(table, readsRows).fields.map(({ onchange }) => onchange)).toEqual(['b=1', undefined]);
    expect(withoutFollowing(TABLE, readsRows)).toBe(TABLE);
  });
});

const MOST = 6;
const names = Array.from({ length: MOST }, (_, at) => `f${at}`);
const TYPES = ['int', 'numeric', 'select', 'date'] as const;
const values = {
  int: fc.integer({ min: -9, max: 40 }),
  numeric: fc.integer({ min: -999, max: 999 }).map((n) => (n / 10).toFixed(1)),
  select: fc.constantFrom(1, 2, 3),
  date: fc.constantFrom('2026-02-28', '2026-12-31'),
};
const drawnOf = (type: (typeof TYPES)[number]): fc.Arbitrary<string | number | null> =>
  fc.option<string | number>(values[type] as fc.Arbitrary<string | number>);
const expressions = (type: (typeof TYPES)[number], read: string, isDay: boolean): string => {
  const number = isDay ? `days({today},${read})` : read;
  if (type === 'date') return `adddays({today},${number})`;
  return type === 'select' ? `if(${number}>2,if(${number}>9,3,2),1)` : `${number}*2+1`;
};
/** Definitions of every type that a list may write, with a record, what somebody changes in it and what a new one begins with. */
const drawn = fc
  .array(fc.constantFrom(...TYPES), { minLength: MOST, maxLength: MOST })
  .chain((types) =>
    fc.record({
      types: fc.constant(types),
      parts: fc.array(fc.tuple(fc.nat(MOST - 2), fc.nat(MOST - 1)), { maxLength: 8 }),
      onload: fc.subarray(names),
      stood: fc.tuple(...types.map(drawnOf)),
      typed: fc.tuple(...types.map(drawnOf)),
      changed: fc.subarray(names, { minLength: 1 }),
    }),
  )
  .map(({ types, parts, onload, stood, typed, changed }) => {
    const said = (target: number, read: number) => `${names[target]}=${expressions(types[target]!, names[read]!, types[read] === 'date')}`;
    const fields = names.map((name, at) => {
      const targets = [...new Set(parts.filter(([from]) => from === at).map(([, by]) => Math.max(at + 1, by)))];
      const list = targets.map((target) => said(target, at)).join(';');
      return field(name, types[at]!, {
        ...(types[at] === 'select' ? { items } : {}),
        ...(types[at] === 'numeric' ? { length: '18,2' } : {}),
        ...(list ? { onchange: list } : {}),
      });
    });
    const load = onload.map((name) => said(names.indexOf(name), (names.indexOf(name) + 1) % MOST)).join(';');
    const record = (of: readonly unknown[]) => Object.fromEntries(names.map((name, at) => [name, wire(types[at]!, of[at])]));
    const table = { ...TABLE, fields, ...(load ? { onload: load } : {}), subtables: [] } as unknown as TableDef;
    if (!load) delete (table as { onload?: string }).onload;
    return { table, record: record(stood), typed: record(typed), changed };
  });
const wire = (type: string, value: unknown) => (value === null || value === undefined ? null : type === 'select' ? { id: value } : value);

/** Values as the server parses what a form sends. */
const parsed = (table: TableDef, of: Values): Record<string, Value> =>
  Object.fromEntries(
    specsOf(table, null).map((spec) => [
      spec.def.field_name,
      fieldKind(spec.def.data_type).parse(of[spec.def.field_name], spec).value ?? null,
    ]),
  );

const closedOf = fc.subarray(names);
const stepsOf = fc.array(fc.record({ name: fc.constantFrom(...names), isBack: fc.boolean() }), { minLength: 1, maxLength: 6 });

/** What the server writes of what a form sends: `follow/followed.ts` there. */
function saved(table: TableDef, before: Values, sent: Values, isNew = false): Record<string, Value> {
  const [stood, after] = [parsed(table, before), parsed(table, { ...before, ...sent })];
  const left: Left = {
    ...{ isNew, isReview: false, isSaid: (name) => name in sent, isOpen: ({ readonly }) => readonly !== 1 },
    fields: names.filter((name) => JSON.stringify(stood[name]) !== JSON.stringify(after[name])),
  };
  const on = { value: (name: string) => after[name], rows: () => [], today: TODAY };
  return { ...after, ...workedOut({ def: table, specs: specsOf(table, null) }, left, on) };
}

describe('FORM-08 the form and the server come to the same, whatever the definition', () => {
  it('of a record in which several fields change at once', () => {
    fc.assert(
      fc.property(drawn, ({ table, record, typed, changed }) => {
        const { typing, now } = opened(record, { table });
        const put = Object.fromEntries(changed.map((name) => [name, typed[name]]));
        typing.set(put);
        expect(parsed(table, now())).toEqual(saved(table, record, put));
      }),
      { numRuns: 300 },
    );
  });
  it('of a new record, with what is brought', () => {
    fc.assert(
      fc.property(drawn, ({ table, typed, changed }) => {
        const put = Object.fromEntries(changed.map((name) => [name, typed[name]]));
        expect(parsed(table, startingValues(table, filler, put))).toEqual(saved(table, {}, put, true));
      }),
      { numRuns: 300 },
    );
  });
  it.each([
    ['of a record', false],
    ['of a new one', true],
  ])('what was typed in any order, and back again, stands as it is saved, in closed fields too: %s', (_, isNew) => {
    fc.assert(
      fc.property(drawn, closedOf, stepsOf, ({ table: written, record, typed }, closed, steps) => {
        const fields = written.fields.map((one) => (closed.includes(one.field_name) ? { ...one, readonly: 1 as const } : one));
        const table = { ...written, fields };
        const stood = isNew ? {} : record;
        const { typing, now, store } = opened(isNew ? startingValues(table, filler) : record, { table, op: isNew ? 'Add' : 'Modify' });
        for (const { name, isBack } of steps)
          if (!closed.includes(name)) typing.set({ [name]: isBack ? store.getState().loaded[name] : typed[name] });
        const sent = submission(store.getState(), formOf(table, isNew ? 'Add' : 'Modify', 1, now(), filler), [], isNew, filler);
        expect(saved(table, stood, sent, isNew)).toEqual(parsed(table, now()));
      }),
      { numRuns: 500 },
    );
  });
});
