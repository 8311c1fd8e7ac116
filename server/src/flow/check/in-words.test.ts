import { describe, expect, it } from 'vitest';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { EventDef, StateDef } from '#protocol/meta/flow.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { testField as field, testSuite, testTable } from '#protocol/meta/testing-suite.ts';
import { checkFlows } from './check-flows.ts';

const event = (id: number, rest: Partial<EventDef>): EventDef => ({ uid: `e${id}`, id, key_name: '同意', key_name_en: 'Approve', ...rest });
const NAMES: Record<string, [string, string]> = {
  1: ['申请', 'Application'],
  5: ['复核', 'Review'],
  6: ['审批', 'Decision'],
  90: ['结束', 'End'],
};
const state = (value: string, events: EventDef[], rest: Partial<StateDef> = {}): StateDef => ({
  ...{ uid: `s${value}`, value, key_name: NAMES[value]![0], key_name_en: NAMES[value]![1] },
  actions: [{ uid: `a${value}`, op: 'Review', key_name: '办', key_name_en: 'Do', events }],
  ...rest,
});
const handler = { type: 'role', code: 'r' } as const;
const titled = (name: string, zh: string, en: string, rest: Partial<FieldDef> & Pick<FieldDef, 'data_type'>): FieldDef => ({
  ...field(name, rest),
  ...{ key_name: zh, key_name_en: en, edit_state: '0,1' },
});
const amount = (rest: Partial<FieldDef> = {}) => titled('amount', '金额', 'Amount', { data_type: 'int', notnull: 1, min: 0, ...rest });
const kind = titled('kind', '类别', 'Kind', {
  ...{ data_type: 'radio', notnull: 1 },
  items: [
    { id: 1, key_name: '自用', key_name_en: 'Own use' },
    { id: 2, key_name: '出租', key_name_en: 'To let' },
  ],
});
const asset = titled('asset', '设备', 'Machine', { data_type: 'entity', source: 'machine', notnull: 1 });
const day = titled('day', '日期', 'Day', { data_type: 'date', notnull: 1 });
const judge = titled('judge', '审批人', 'Judge', { data_type: 'entity', source: 'user' });

const flow = (fields: FieldDef[], five: EventDef[], rest: Partial<TableDef> = {}): TableDef =>
  testTable('buy', {
    flow: 1,
    fields,
    states: [
      state('1', [event(11, { next_state: 5 })]),
      state('5', five, { handler }),
      state('6', [event(61, { next_state: 90 }), event(62, { key_name: '退', key_name_en: 'Back', next_state: 0 })], { handler }),
      state('90', [], { end: 'pass', actions: [] }),
    ],
    ...rest,
  });
const two = (small: string, large: string) => [event(51, { where: small, next_state: 6 }), event(52, { where: large, next_state: 90 })];
const both = two('amount<1000', 'amount>=1000');
const said = (table: TableDef): string[] => {
  const machine = testTable('machine', { fields: [titled('price', '价值', 'Price', { data_type: 'int' })] });
  return checkFlows([testSuite([table, machine])]).errors.map(({ reason }) => reason);
};

describe('FLOW-01 what is wrong with a flow is said in words, for data that shows it', () => {
  it.each<[string, TableDef, string, string]>([
    [
      'one value without a way',
      flow([amount()], two('amount<1000', 'amount>1000')),
      'E7',
      '金额恰为 1,000 时，环节“5 复核”没有出路 / when Amount is exactly 1,000, step “5 Review” has no way on',
    ],
    [
      'many of them, of which one is told',
      flow([amount()], two('amount<1000', 'amount>5000')),
      'E7',
      '金额例如为 1,000 时，环节“5 复核”没有出路 / when Amount is for example 1,000, step “5 Review” has no way on',
    ],
    [
      'a field that may be empty',
      flow([amount({ notnull: 0 })], both),
      'E7',
      '金额为空时，环节“5 复核”没有出路 / when Amount is empty, step “5 Review” has no way on',
    ],
    [
      'a choice beside a value, and no word of what it does not hang on',
      flow([amount(), kind, day], two('amount<1000|kind=1', 'amount>1000&kind=2'), {
        assert: [{ before: 90, must_pass: 5, where: 'day>2026-01-01' }],
      }),
      'E7',
      '金额恰为 1,000、类别为“出租”时，环节“5 复核”没有出路 / when Amount is exactly 1,000 and Kind is “To let”, step “5 Review” has no way on',
    ],
    [
      'a field of another record',
      flow([asset], two('asset.price<1000', 'asset.price>=1000')),
      'E7',
      '设备 · 价值为空时，环节“5 复核”没有出路 / when Machine · Price is empty, step “5 Review” has no way on',
    ],
    [
      'a day',
      flow([day], two('day<2026-05-01', 'day>2026-05-01')),
      'E7',
      '日期恰为 2026-05-01 时，环节“5 复核”没有出路 / when Day is exactly 2026-05-01, step “5 Review” has no way on',
    ],
    [
      'a record',
      flow([asset], two('asset=7', 'asset=8')),
      'E7',
      '设备为其他记录时，环节“5 复核”没有出路 / when Machine is another record, step “5 Review” has no way on',
    ],
    [
      'two of one name',
      flow([amount()], two('amount<=1000', 'amount>=1000')),
      'E8',
      '金额恰为 1,000 时，环节“5 复核”有两个“同意”同时成立 / when Amount is exactly 1,000, two events “Approve” of step “5 Review” hold at once',
    ],
    [
      'a step that nobody comes to',
      flow([amount()], [event(51, { next_state: 90 })]),
      'E3',
      'E3 no path leads to this step: 没有单据会到达环节“6 审批” / no record comes to step “6 Decision”',
    ],
    [
      'a circle without an end',
      flow([amount()], [event(51, { where: 'amount<1000', next_state: 90 }), event(52, { where: 'amount>=1000', next_state: 6 })], {
        states: [
          ...flow([amount()], both).states.filter(({ value }) => value !== '5' && value !== '6'),
          state('5', [event(51, { where: 'amount<1000', next_state: 90 }), event(52, { where: 'amount>=1000', next_state: 6 })], {
            handler,
          }),
          state('6', [event(61, { next_state: 5 })], { handler }),
        ],
      }),
      'E2',
      '金额例如为 1,000 时，到了环节“5 复核”便再也到不了通过的结束 / when Amount is for example 1,000, from step “5 Review” no passing end is ever reached',
    ],
    [
      'a guard that never holds',
      flow([amount()], [...both, event(53, { key_name: '否', where: 'amount<0', next_state: 90 })]),
      'E6',
      '环节“5 复核”的“否”永远不成立 / “Approve” of step “5 Review” never holds',
    ],
    [
      'a promise that is not kept',
      flow([amount()], both, { assert: [{ before: 90, must_pass: 6, where: 'amount>=2000' }] }),
      'E18',
      '不经过环节“6 审批”也能到达环节“90 结束” / when Amount is for example 2,000, step “90 End” is reached without step “6 Decision”',
    ],
    [
      'nobody who handles what comes next',
      flow([amount(), judge], [event(51, { next_state: 6 })], {
        states: flow([], [event(51, { next_state: 6 })]).states.map((one) =>
          one.value === '6' ? { ...one, handler: { type: 'field' as const, field: 'judge' } } : one,
        ),
      }),
      'E5',
      '审批人为空时，环节“6 审批”无人办理 / when Judge is empty, nobody handles step “6 Decision”',
    ],
    [
      'what nobody can fill in',
      flow([amount(), titled('note', '说明', 'Note', { data_type: 'text' })], [event(51, { next_state: 6, need_fields: 'note' })]),
      'E11',
      '说明为空时，环节“5 复核”的“同意”要填的内容无人可填 / when Note is empty, nobody can fill what “Approve” of step “5 Review” asks for',
    ],
    [
      'a return that goes on',
      flow([amount()], [event(51, { next_state: 6 }), event(53, { key_name: '退回', key_name_en: 'Return', back_state: '6' })]),
      'E10',
      '环节“5 复核”的“退回”退到的环节不在它之前 / “Return” of step “5 Review” does not lead back',
    ],
  ])('%s', (_, table, rule, words) => {
    const found = said(table).filter((reason) => reason.startsWith(`${rule} `));
    expect(found.join('\n')).toContain(words);
  });
});
