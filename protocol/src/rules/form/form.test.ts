import { describe, expect, test } from 'vitest';
import { type FieldSpec, isEmpty } from '#protocol/fields/kind.ts';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { SubtableDef, TableDef } from '#protocol/meta/table.ts';
import { remarkText } from '#protocol/texts/texts.ts';
import { holdsOn, recordNames } from '../condition/holds.ts';
import { fetchedValues, parseFetch } from '../fetch.ts';
import { parseQuery, resolveQuery } from '../query.ts';
import { checkForm } from './check.ts';
import { defaultValue } from './default.ts';
import { encodeForm } from './encode.ts';
import { type Form, type FormOp, isEditable, isNeeded, isVisible } from './form.ts';
import { isSubtableEditable, isSubtableVisible, subtableActions } from './subtable.ts';
import { checkRecord } from './whole.ts';

const TODAY = '2026-11-21';
const field = (field_name: string, data_type: FieldDef['data_type'] = 'text', rest: Partial<FieldDef> = {}): FieldDef => ({
  ...{ uid: field_name, field_name, key_name: `${field_name}名`, key_name_en: field_name.toUpperCase(), data_type },
  ...rest,
});
const table = (rest: Partial<TableDef> = {}): TableDef => ({
  uid: 't',
  table_name: 't',
  key_name: 't',
  key_name_en: 't',
  fields: [],
  states: [],
  ...rest,
});
const form = (op: FormOp, review_state = 1, rest: Partial<Form> = {}): Form => ({
  table: table(),
  op,
  review_state,
  holds: () => true,
  ...rest,
});

describe('FORM-05 what may be edited and seen', () => {
  const editable = (rest: Partial<FieldDef>, op: FormOp = 'Add', state = 1, name = 'f') =>
    isEditable(field(name, 'text', rest), form(op, state));
  test('only Add and Modify edit; Review only fields whose edit_state has the state', () => {
    for (const op of ['Add', 'Modify'] as const) expect(editable({}, op)).toBe(true);
    for (const op of ['Show', 'Reply', 'Revoke', 'RevokeRelay', 'Copy', 'Print'] as const)
      expect(editable({ edit_state: '1' }, op), op).toBe(false);
    expect([editable({}, 'Review', 3), editable({ edit_state: '3' }, 'Review', 3), editable({ edit_state: '4' }, 'Review', 3)]).toEqual([
      false,
      true,
      false,
    ]);
  });
  test('edit_state in Add and Modify; state 0 is read as 1; else readonly decides', () => {
    expect([editable({ edit_state: '0,1' }), editable({ edit_state: '1' }, 'Modify', 0), editable({ edit_state: '2' })]).toEqual([
      true,
      true,
      false,
    ]);
    expect(editable({ readonly: 1 })).toBe(false);
  });
  test('auto-filled, calculated, numbered, audit and heading fields never are; remark and key_name are', () => {
    for (const rest of [{ auto_fill: 1 }, { calc: '1' }, { number: 'A-{000}' }, { data_type: 'title' }] as Partial<FieldDef>[])
      expect(editable(rest)).toBe(false);
    for (const name of [
      'create_entity',
      'create_time',
      'modify_entity',
      'modify_time',
      'review_state',
      'id',
      'subcompany_id',
      'company_id',
    ])
      expect(editable({}, 'Add', 1, name), name).toBe(false);
    for (const name of ['key_name', 'remark']) expect(editable({}, 'Add', 1, name)).toBe(true);
  });
  test('view_state and view_where hide a field, and what is hidden is not edited', () => {
    expect(isVisible(field('f', 'text', { view_state: '2' }), form('Add'))).toBe(false);
    expect(isEditable(field('f', 'text', { view_state: '2' }), form('Add'))).toBe(false);
    const holds = holdsOn(recordNames([field('kind', 'int')]), () => 2, { user: { id: 1, department_entity: null }, today: TODAY });
    expect(isVisible(field('f', 'text', { view_where: 'kind=1' }), form('Add', 1, { holds }))).toBe(false);
    expect(isVisible(field('f', 'text', { view_where: 'kind=2' }), form('Add', 1, { holds }))).toBe(true);
    expect(isEditable(field('f', 'text', { edit_where: 'kind=1' }), form('Add', 1, { holds }))).toBe(false);
    expect(isNeeded(field('f', 'text', { need_where: 'kind=2' }), form('Add', 1, { holds }))).toBe(true);
    expect(isVisible(field('f', 'text', { hidden: 1 }), form('Add'))).toBe(false);
  });
});

describe('FORM-06 FORM-07 what keeps a form from being sent', () => {
  const specs = (fields: FieldDef[]): FieldSpec[] => fields.map((def) => ({ def }));
  const all = (fields: FieldDef[], values: Record<string, unknown>, rest: { uploading?: string; complete?: boolean; op?: FormOp } = {}) =>
    checkForm(specs(fields), form(rest.op ?? 'Add'), {
      value: (name) => values[name],
      isUploading: (name) => name === rest.uploading,
      today: TODAY,
      complete: rest.complete ?? true,
    });
  const check = (...of: Parameters<typeof all>) => all(...of)[0] ?? null;
  test('FORM-08 a calculated value that does not fit its field, or keeps not its bounds, is told as a typed one is, also of a draft', () => {
    const told = (rest: Partial<FieldDef>, value: unknown, more: { complete?: boolean; op?: FormOp } = {}) =>
      check([field('sum', 'numeric', { calc: 'a*b', ...rest })], { sum: value }, more);
    const beyond = told({ length: '8,2' }, '9999999.00', { complete: false });
    expect(beyond).toMatchObject({ code: 305, text: 'calcDigits', data: { field_name: 'sum', limit: 6 } });
    expect(remarkText(305, '$calcDigits', beyond!.data, 'zh_CN')).toBe('sum名计算结果过大，整数部分最多 6 位');
    expect(told({ length: '8,2' }, '999999.99')).toBeNull();
    expect(told({ data_type: 'int' }, '9007199254740992')).toMatchObject({ text: 'calcDigits' });
    expect(told({ data_type: 'int' }, 9007199254740991)).toBeNull();
    expect(told({ max: 1_000_000 }, '5000000.00')).toMatchObject({ code: 305, text: 'fieldMax' });
    expect(told({ min: 0 }, '-0.01', { op: 'Review' })).toMatchObject({ code: 305, text: 'fieldMin' });
    expect(told({ data_type: 'text', length: 2 }, 'abc')).toMatchObject({ code: 305, text: 'fieldTooLong' });
    expect(told({ min: 1, notnull: 1 }, null)).toBeNull();
  });
  test('FIELD-03 a day that stays as it lay is not asked how far it is from today; sent on its way it is', () => {
    const due = specs([field('due', 'date', { min: 0 }), field('at', 'datetime', { max: 0 })]);
    const told = (value: string, lay: string | undefined, on: Partial<Form> = {}, complete = true) => {
      const of = { ...form('Modify'), ...(lay === undefined ? {} : { lay: () => lay }), ...on };
      return checkForm(due.slice(0, 1), of, { value: () => value, today: TODAY, complete }).map(({ text }) => text);
    };
    expect(told('2020-01-01', undefined)).toEqual(['fieldMin']);
    expect(told('2020-01-01', '2020-01-01')).toEqual([]);
    expect(told('2020-01-02', '2020-01-01')).toEqual(['fieldMin']);
    const flow = { table: { ...form('Modify').table, flow: 1 as const } };
    expect(told('2020-01-01', '2020-01-01', flow, false)).toEqual([]);
    expect(told('2020-01-01', '2020-01-01', flow)).toEqual(['fieldMin']);
    const later = { value: () => '2099-01-01 08:00:00', today: TODAY, complete: true };
    expect(checkForm(due.slice(1), form('Modify'), later)).toMatchObject([{ text: 'fieldMax' }]);
    expect(checkForm(due.slice(1), { ...form('Modify'), lay: later.value }, later)).toEqual([]);
    // a number has the same bounds every day
    const most = specs([field('n', 'int', { max: 5 })]);
    expect(checkForm(most, { ...form('Modify'), lay: () => '9' }, { ...later, value: () => '9' })).toMatchObject([{ text: 'fieldMax' }]);
  });
  test('FORM-08 who signs is not stopped by what was calculated before and stays', () => {
    const values = { value: () => '9.00', today: TODAY, complete: true };
    const fields = specs([field('sum', 'numeric', { calc: 'a*b', max: 5 })]);
    expect(checkForm(fields, form('Review'), { ...values, stood: () => '9.00' })).toEqual([]);
    expect(checkForm(fields, form('Review'), { ...values, stood: () => '8.00' })).toMatchObject([{ text: 'fieldMax' }]);
  });
  const fields = [
    field('file', 'file'),
    field('max', 'int', { max: 5 }),
    field('whole', 'int'),
    field('amount', 'numeric', { length: '6,2' }),
    field('code', 'text', { format: '[A-Z]+' }),
    field('need', 'text', { notnull: 1 }),
  ];
  test("the first is the specification's, code 305", () => {
    const values: Record<string, unknown> = { file: null, max: '9', whole: '007', amount: '1e5', code: 'a', need: '' };
    const seen: string[] = [];
    const mend: [string, unknown][] = [
      ['need', 'x'],
      ['code', 'A'],
      ['amount', '1.5'],
      ['whole', '7'],
      ['max', '5'],
    ];
    expect(check(fields, values, { uploading: 'file' })).toMatchObject({ code: 305, text: 'uploadRunning' });
    for (const [name, value] of mend) {
      const found = check(fields, values)!;
      expect(found.code).toBe(305);
      seen.push(`${String(found.data.field_name)} ${found.text}`);
      values[name] = value;
    }
    expect(seen).toEqual(['need fieldEmpty', 'code fieldFormat', 'amount fieldNumber', 'whole fieldInteger', 'max fieldMax']);
    expect(check(fields, values)).toBeNull();
  });
  test('all are told, each field once, in that order: what is wrong twice is told for the first of it', () => {
    const values = { max: '9', whole: '007', amount: '1e5', code: 'a', need: '' };
    const told = all([...fields, field('also', 'int', { notnull: 1 })], values, { uploading: 'max' });
    expect(told.map(({ text, data }) => `${String(data.field_name)} ${text}`)).toEqual([
      ...['max uploadRunning', 'need fieldEmpty', 'also fieldEmpty', 'code fieldFormat', 'amount fieldNumber', 'whole fieldInteger'],
    ]);
    expect(all(fields, { need: 'x' })).toEqual([]);
  });
  test('a bound is told as its field shows numbers, in the money of the domain where it is known', () => {
    const price = field('price', 'numeric', { length: '18,6', format: '2', max: 1000, unit: '万元', unit_en: 'CNY 10,000' });
    const text = (spec: FieldSpec, locale: 'zh_CN' | 'en_US') => {
      const [found] = checkForm([spec], form('Add'), { value: () => '2000', today: TODAY, complete: true });
      return remarkText(found!.code, `$${found!.text}`, found!.data, locale);
    };
    expect(text({ def: price }, 'zh_CN')).toBe('price名最大值是 1,000.00\u00a0万元');
    expect(text({ def: price }, 'en_US')).toBe('PRICE: the maximum is 1,000.00\u00a0× CNY\u00a010,000');
    const money = { ...price, money: 1 as const };
    expect(text({ def: money }, 'zh_CN')).toBe('price名最大值是 1,000.00');
    expect(text({ def: money, unit: { zh_CN: '万美元', en_US: '$10,000' } }, 'zh_CN')).toBe('price名最大值是 1,000.00\u00a0万美元');
    expect(text({ def: field('n', 'int', { max: 1000, unit: '人' }) }, 'zh_CN')).toContain('最大值是 1,000\u00a0人');
  });
  test('length and precision are told as 305 too, parsed values pass as typed ones do', () => {
    expect(check(fields, { need: 'x', amount: '12345.00' })).toMatchObject({ code: 305, text: 'fieldDigits', data: { limit: 4 } });
    expect(check(fields, { need: 'x', amount: '1.125' })).toMatchObject({ code: 305, text: 'fieldDecimals', data: { limit: 2 } });
    expect(check(fields, { need: 'x', amount: '1.50', whole: 7 })).toBeNull();
  });
  test('a draft may leave required fields empty, not malformed ones', () => {
    expect(check(fields, {}, { complete: false })).toBeNull();
    expect(check(fields, { amount: 'x' }, { complete: false })).toMatchObject({ text: 'fieldNumber' });
  });
  test('required are only fields one can fill: not auto-filled, hidden or closed ones', () => {
    for (const rest of [{ auto_fill: 1 }, { hidden: 1 }, { view_state: '3' }, { edit_state: '3' }, { readonly: 1 }] as Partial<FieldDef>[])
      expect(check([field('f', 'text', { notnull: 1, ...rest })], {})).toBeNull();
    expect(check([field('f', 'text', { notnull: 1, edit_state: '1' })], {}, { op: 'Review' })).toMatchObject({ text: 'fieldEmpty' });
  });
  test('the remark reads in both languages', () => {
    const found = check([field('need', 'text', { notnull: 1 })], {})!;
    expect(remarkText(found.code, `$${found.text}`, found.data, 'zh_CN')).toBe('need名不能为空');
    expect(remarkText(found.code, `$${found.text}`, found.data, 'en_US')).toBe('NEED cannot be empty');
  });
});

describe('FORM-08 FORM-09 values of a form', () => {
  test('A13 query binds a value whole; an empty one narrows nothing', () => {
    const pairs = parseQuery('type=1&province_entity={province_entity}&name={name}')!;
    const values: Record<string, unknown> = { province_entity: { id: 7, key_name: 'x' }, name: '1&subcompany_id=2' };
    expect(resolveQuery(pairs, (name) => values[name])).toEqual({ type: '1', province_entity: 7, name: '1&subcompany_id=2' });
    expect(resolveQuery(pairs, () => null)).toEqual({ type: '1' });
    for (const wrong of ['', 'a', '=1', 'a={b', 'a=x{b}', 'a b=1', 'a={__proto__}&', 'a={b.c.d}'])
      expect(parseQuery(wrong), wrong).toBeNull();
  });
  test("fetch copies the chosen record's values, and empties them with it", () => {
    const copies = parseFetch('address=site_address&tel=phone')!;
    expect(fetchedValues(copies, { site_address: 'x', phone: '1' })).toEqual({ address: 'x', tel: '1' });
    expect(fetchedValues(copies, null)).toEqual({ address: null, tel: null });
    expect(parseFetch('a=1+1')).toBeNull();
  });
  test('defvalue: literals, the user, the day', () => {
    const terms = { user: { id: 7, department_entity: null, domain: 3 }, today: TODAY };
    const value = (data_type: FieldDef['data_type'], defvalue: string | number) =>
      defaultValue({ def: field('f', data_type, { defvalue }) }, terms);
    expect([
      value('entity', '{user.id}'),
      value('entity', '{user.domain}'),
      value('date', '{today}'),
      value('date', '{today-21}'),
      value('numeric', 1.5),
      value('text', 'x'),
    ]).toEqual([...[7, 3, '2026-11-21', '2026-10-31', '1.500000', 'x']]);
    expect(value('entities', '{user.domain}')).toEqual([3]);
    expect([value('entity', '{user.department_entity}'), value('int', 'process.exit()')]).toEqual([null, null]);
  });
  test('FORM-09 ids, lists by commas, key names; closed fields are left out', () => {
    const fields = [
      field('e', 'entity'),
      field('es', 'entities'),
      field('r', 'text', { readonly: 1 }),
      field('n', 'numeric'),
      field('x'),
      field('bad', 'int'),
    ];
    const values: Record<string, unknown> = { e: { id: 3, key_name: 'k' }, es: [{ id: 1 }, { id: 2 }], r: 'no', n: '1.5', bad: 'oops' };
    expect(
      encodeForm(
        fields.map((def) => ({ def })),
        form('Add'),
        (name) => values[name],
      ),
    ).toEqual({ e: '3', es: ',1,2,', n: '1.500000', x: '', bad: 'oops' });
  });
});

describe('sub-tables', () => {
  const sub = (rest: Partial<SubtableDef> = {}): SubtableDef => ({
    uid: 's',
    key_name: '资金',
    key_name_en: 'Funds',
    table_name: 'fund',
    parent_field: 'p',
    ...rest,
  });
  const flow = (op: FormOp, state: number) => form(op, state, { table: table({ flow: 1 }) });
  test('SUB-02 editable only in state 1 under flow, or per edit_state; visible per view_state', () => {
    const at = (state: number, rest: Partial<SubtableDef> = {}, op: FormOp = 'Modify') => isSubtableEditable(sub(rest), flow(op, state));
    expect([at(0), at(1), at(2), at(2, { edit_state: '2' }), at(1, { readonly: 1 }), at(1, {}, 'Show')]).toEqual([
      true,
      true,
      false,
      true,
      false,
      false,
    ]);
    expect([at(3, {}, 'Review'), at(3, { edit_state: '3' }, 'Review')]).toEqual([false, true]);
    expect(isSubtableEditable(sub(), form('Modify', 5))).toBe(true);
    expect([isSubtableVisible(sub({ view_state: '2' }), flow('Show', 1)), isSubtableVisible(sub({ hidden: 1 }), flow('Show', 1))]).toEqual([
      false,
      false,
    ]);
  });
  test('SUB-01 rows that live on their own are bound and unbound; valid_state names states of the parent', () => {
    expect(subtableActions(sub(), table(), flow('Modify', 1))).toEqual(['Add', 'Modify', 'Delete']);
    expect(subtableActions(sub({ inherit: 0 }), table(), flow('Modify', 1))).toEqual(['Bind', 'Modify', 'Unbind']);
    const naming = table({ fields: [field(sub().parent_field, 'entity', { notnull: 1 })] });
    expect(subtableActions(sub({ inherit: 0 }), naming, flow('Modify', 1))).toEqual(['Bind', 'Modify']);
    const action = (op: string, valid_state?: string) => ({ uid: op, op, key_name: op, key_name_en: op, valid_state });
    const rows = table({
      states: [{ uid: '1', value: '1', key_name: '1', key_name_en: '1', actions: [action('Add', '1'), action('Modify', '2')] }],
    });
    expect(subtableActions(sub(), rows, flow('Modify', 0))).toEqual(['Add']);
    expect(subtableActions(sub(), rows, flow('Show', 1))).toEqual([]);
  });
  const cells = [
    field('name', 'text', { notnull: 1, format: '[A-Z]*' }),
    field('amount', 'numeric', { max: 100 }),
    field('auto', 'text', { notnull: 1, auto_fill: 1 }),
  ];
  const told = (rows: Record<string, unknown>[], rest: Partial<SubtableDef> = {}, complete = true, total = '0.30') => {
    const fields = cells.map((def) => ({ def }));
    const values = { value: (name: string) => (name === 'total' ? total : null), today: TODAY, complete };
    const parent = { fields: [{ def: field('total', 'numeric', { max: 5, unit: '元' }) }], form: flow('Modify', 1), values };
    return checkRecord(parent, [{ def: sub(rest), fields, rows: rows.map((row) => (name) => row[name]), rowForm: () => form('Modify') }]);
  };
  const check = (...of: Parameters<typeof told>) => told(...of)[0] ?? null;
  test.each([
    ['rowsTooFew', [], { min: 1 }, '资金至少填写 1 条记录'],
    ['rowEmpty', [{ name: 'A' }, { name: '' }], {}, '第 2 行：资金－name名不能为空'],
    ['rowFormat', [{ name: 'a' }], {}, '第 1 行：资金－name名内容格式不正确'],
    ['rowNumber', [{ name: 'A', amount: '1e5' }], {}, '第 1 行：资金－amount名请填写数字格式，不能含有字符'],
    ['rowMax', [{ name: 'A', amount: '100.5' }], {}, '第 1 行：资金－amount名最大值是 100'],
    ['rowsTooMany', [{ name: 'A' }, { name: 'B' }], { max: 1 }, '资金不能超过 1 条记录'],
  ])("SUB-03 %s is 301 with the row's number", (text, rows, rest, remark) => {
    const found = check(rows, rest)!;
    expect(found).toMatchObject({ code: 301, text });
    expect(remarkText(301, `$${found.text}`, found.data, 'zh_CN')).toBe(remark);
  });
  test('FIELD-03 days of rows that stay are asked when the record is sent on its way, and not when it is only changed', () => {
    const due = { def: field('due', 'date', { min: 0 }) };
    const wrong = (complete: boolean, parent: Form = flow('Modify', 1)) => {
      const values = { value: () => null, today: TODAY, complete };
      const row = (name: string) => (name === 'due' ? '2020-01-01' : 1);
      const rows = [{ def: sub({}), fields: [due], rows: [row], rowForm: () => ({ ...form('Modify'), lay: row }) }];
      return checkRecord({ fields: [], form: parent, values }, rows).map(({ text }) => text);
    };
    expect(wrong(false)).toEqual([]);
    expect(wrong(true)).toEqual(['rowMin']);
    expect(wrong(true, form('Modify'))).toEqual([]);
  });
  test("SUB-03 rows must add up exactly to the parent's field", () => {
    const rest = {
      check: [{ sum: 'amount', equals: 'total', remark: '资金来源合计应等于金额', remark_en: 'Funding must add up to the amount' }],
    };
    expect(
      check(
        [
          { name: 'A', amount: '0.1' },
          { name: 'B', amount: '0.2' },
        ],
        rest,
      ),
    ).toBeNull();
    const found = check([{ name: 'A', amount: '0.1' }], rest)!;
    expect(remarkText(301, `$${found.text}`, found.data, 'en_US')).toBe(
      'Funds: Funding must add up to the amount (sum 0.1, expected 0.3\u00a0元)',
    );
    expect(check([{ name: 'A', amount: '0.300001' }], rest)).toMatchObject({ text: 'rowsSum' });
    expect(check([], { ...rest, min: 1 }, false)).toBeNull();
  });
  test('SUB-03 all is told: each cell by its row, a saved row by its id, a new one as the how-manieth', () => {
    const rows = [{ id: 7, name: '' }, { name: 'A' }, { name: 'a', amount: 'x' }];
    expect(told(rows, { min: 4, max: 2 }).map(({ text, data }) => [text, data.row, data.id, data.added, data.field_name])).toEqual([
      ['rowsTooFew', undefined, undefined, undefined, undefined],
      ['rowEmpty', 1, 7, undefined, 'name'],
      ['rowFormat', 3, undefined, 2, 'name'],
      ['rowNumber', 3, undefined, 2, 'amount'],
      ['rowsTooMany', undefined, undefined, undefined, undefined],
    ]);
  });
  test('SUB-03 a sum is not held against a cell or a total that is wrong itself', () => {
    const rest = { check: [{ sum: 'amount', equals: 'total', remark: 'x', remark_en: 'x' }] };
    expect(told([{ name: 'A', amount: 'x' }], rest).map(({ text }) => text)).toEqual(['rowNumber']);
    expect(told([{ name: 'A', amount: '1' }], rest, true, '9').map(({ text }) => text)).toEqual(['fieldMax']);
    expect(told([{ name: '', amount: '1' }], rest).map(({ text }) => text)).toEqual(['rowEmpty', 'rowsSum']);
  });
  test('FORM-08 a row is told whose calculated cell does not fit, or keeps not its bounds, seen or unseen', () => {
    const row = (amount: string, rest: Partial<FieldDef>) => {
      const fields = [{ def: field('amount', 'numeric', { calc: 'a*b', hidden: 1, ...rest }) }];
      const values = { value: () => null, today: TODAY, complete: false };
      const rows = [{ amount: '1' }, { amount }].map((one: Record<string, string>) => (name: string) => one[name]);
      const [found] = checkRecord({ fields: [], form: flow('Modify', 1), values }, [
        { def: sub(), fields, rows, rowForm: () => form('Modify') },
      ]);
      return found && [found.code, remarkText(301, `$${found.text}`, found.data, 'zh_CN'), found.data.added, found.data.field_name];
    };
    expect(row('10000000000000.00', { length: '14,2' })).toEqual([
      301,
      '第 2 行：资金－amount名计算结果过大，整数部分最多 12 位',
      2,
      'amount',
    ]);
    expect(row('5', { max: 4 })).toEqual([301, '第 2 行：资金－amount名最大值是 4.00', 2, 'amount']);
    expect(row('4', { max: 4 })).toBeUndefined();
  });
  test('R10 where a thousand rows are wrong each is asked a few times which it is, not each for each', () => {
    let asked = 0;
    const rows = Array.from({ length: 1000 }, (_, at) => ({
      amount: 'x',
      get id() {
        asked += 1;
        return at % 3 ? undefined : at + 1;
      },
    }));
    const found = told(rows as unknown as Parameters<typeof told>[0], {}).filter(({ text }) => text !== 'rowsSum');
    expect(found.length).toBeGreaterThanOrEqual(1000);
    const [first, last] = [found[0]!, found.at(-1)!];
    expect([first.data.row, first.data.id, first.data.added]).toEqual([1, 1, undefined]);
    expect([last.data.row, last.data.id]).toEqual([1000, 1000]);
    expect(found.filter(({ data }) => data.row === 999).map(({ data }) => data.added)).toContain(666);
    expect(asked).toBeLessThan(5000);
  });
  test('SUB-03 a sub-table that cannot be edited now is not checked', () => expect(check([], { min: 1, readonly: 1 })).toBeNull());
  test('emptiness is one thing', () =>
    expect([isEmpty(0), isEmpty(''), isEmpty([]), isEmpty(undefined)]).toEqual([false, true, true, true]));
});
