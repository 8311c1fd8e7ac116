import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Refusal } from '#protocol/codes.ts';
import { testField as field, testTable } from '#protocol/meta/testing-suite.ts';
import { event, openTrade, repair, repairFields, repairStates, step, type TradeLab, trade } from '#server/flow/act/testing-trade.ts';
import { sessionFor } from '#server/meta/testing-session.ts';
import { createDispatch, indexOps } from '../dispatch.ts';
import { ALL_OPS } from '../registry.ts';

const digits = { data_type: 'numeric', length: '14,2' } as const;
const cost = field('cost', { ...digits, calc: 'sum(repair_part.amount)' });

/** A repair whose share decides whether the director signs: nobody types it. */
const suite = trade([
  repair({
    fields: [
      ...repairFields().filter((of) => of.field_name !== 'cost'),
      ...[field('value', { ...digits, notnull: 1, min: 1 }), cost, field('share', { ...digits, calc: 'round(cost*100/value,2)' })],
      field('limited', { ...digits, calc: 'value*2', max: 1_000_000 }),
    ],
    states: [
      ...repairStates().filter((state) => state.value !== '2'),
      step('2', [event(21, { where: 'share<=10', next_state: 90 }), event(22, { where: 'share>10', next_state: 3 })], {
        handler: { type: 'role', code: 'foreman' },
      }),
    ],
    subtables: [{ uid: 'parts', key_name: '配件', key_name_en: 'Parts', table_name: 'repair_part', parent_field: 'repair', inline: 1 }],
    write_back: [],
  }),
  testTable('repair_part', {
    permission: 'repair',
    fields: [
      field('repair', { data_type: 'entity', source: 'repair', notnull: 1, hidden: 1 }),
      ...[field('pieces', { ...digits, notnull: 1 }), field('price', { ...digits, notnull: 1 })],
      field('amount', { ...digits, calc: 'pieces*price' }),
    ],
    states: [step('1', [], { actions: [] })],
  }),
]);
const grants = suite.roles.flatMap((role) => role.grants);
for (const role of suite.roles) Object.assign(role, { grants: role.grants.filter(({ group }) => group === 'repair') });
for (const grant of grants) delete grant.hide;

const ops = indexOps(ALL_OPS);
const caller = { address: '127.0.0.1', userAgent: 'test', host: 'localhost', device: null };
let lab: TradeLab;
beforeAll(async () => {
  lab = await openTrade(suite);
});
afterAll(() => lab?.close());

async function add(parts: [pieces: string, price: string][], rest: Record<string, string>) {
  const rows = parts.map(([pieces, price]) => ({ op: 'Add', key_name: '件', pieces, price }));
  const form = { cloud: 'repair', key_name: '修', value: '100', ...rest, _subtables: JSON.stringify({ 'repair_part.repair': rows }) };
  try {
    const session = await sessionFor(lab.base.db, 'reporter');
    const sent = { form, caller, session } as Parameters<ReturnType<typeof createDispatch>>[1];
    return { code: 200, ...(await createDispatch(lab.house, ops)(ops.get('/app?op=Add')!, sent)) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { code: error.code, remark: error.remark, data: error.data };
  }
}
const five: [string, string] = ['5000000000', '2000'];
const lying = async (table: string) => (await lab.base.db.query<{ n: number }>(`select count(*)::int as n from app.${table}`))[0]!.n;

describe('FORM-08 an approval is not passed by an amount that its field cannot hold', () => {
  test.each([['sent', { _event: '11' }] as const, ['a draft', {}] as const])('a row beyond its digits is refused: %s', async (_, rest) => {
    const answer = await add([five, ['1', '1']], rest);
    const data = { row: 1, added: 1, field_name: 'amount', limit: 12 };
    const errors = expect.arrayContaining([
      expect.objectContaining({ code: 301, remark: '$rowCalcDigits', data: expect.objectContaining(data) }),
    ]);
    expect(answer).toMatchObject({ code: 305, remark: '$calcDigits', data: { field_name: 'cost', errors } });
    expect(await lying('repair')).toBe(0);
  });
  test('a sum that is beyond its own, of rows that are not', async () => {
    const half: [string, string] = ['600000000000', '1'];
    expect(await add([half, half], { _event: '11' })).toMatchObject({ code: 305, remark: '$calcDigits', data: { field_name: 'cost' } });
    expect(await lying('repair_part')).toBe(0);
  });
  test('a bound of what is calculated is kept', async () => {
    expect(await add([['1', '1']], { _event: '11', value: '2500000' })).toMatchObject({
      ...{ code: 305, remark: '$fieldMax', data: { field_name: 'limited' } },
    });
    expect(await add([['1', '1']], { _event: '11', value: '500000' })).toMatchObject({ code: 200 });
  });
});
