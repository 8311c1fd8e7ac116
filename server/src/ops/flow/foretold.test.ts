import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Refusal } from '#protocol/codes.ts';
import { testField as field, testTable } from '#protocol/meta/testing-suite.ts';
import { event, openTrade, repair, repairStates, step, type TradeLab, trade } from '#server/flow/act/testing-trade.ts';
import { sessionFor } from '#server/meta/testing-session.ts';
import { createDispatch, indexOps } from '../dispatch.ts';
import { ALL_OPS } from '../registry.ts';

const digits = { data_type: 'numeric', length: '14,2' } as const;

/** An order whose total, the sum of its lines, decides who signs first; whom it meets when, and the price of its shelf, who signs then. */
const suite = trade([
  repair({
    fields: [
      field('total', { ...digits, calc: 'sum(repair_part.amount)' }),
      field('meet', { data_type: 'datetime', edit_state: '0,1,2' }),
      field('shelf', { data_type: 'entity', source: 'shelf', fetch: 'price=rent' }),
      field('price', { ...digits, readonly: 1, defvalue: '1' }),
      field('note', { data_type: 'text', edit_state: '2' }),
    ],
    states: [
      ...repairStates().filter(({ value }) => value === '*' || value === '90'),
      step('1', [
        event(11, { key_name: '提交', where: 'total<1000', next_state: 2 }),
        event(12, { key_name: '提交', where: 'total>=1000', next_state: 3, add: 1 }),
      ]),
      step(
        '2',
        [
          event(21, { key_name: '同意', where: 'meet>={today}', next_state: 90 }),
          event(22, { key_name: '同意', where: 'meet<{today}', next_state: 4 }),
          event(23, { key_name: '同意', where: 'meet is empty', next_state: 3 }),
          event(24, { next_state: 0 }),
        ],
        { handler: { type: 'role', code: 'foreman' } },
      ),
      step(
        '3',
        [
          event(31, { key_name: '批准', where: 'price<100', next_state: 90 }),
          event(32, { key_name: '批准', where: 'price>=100', next_state: 4 }),
        ],
        {
          handler: { type: 'role', code: 'clerk' },
        },
      ),
      step('4', [event(41, { next_state: 90 })], { handler: { type: 'role', code: 'clerk' } }),
    ],
    subtables: [
      { uid: 'parts', key_name: '配件', key_name_en: 'Parts', table_name: 'repair_part', parent_field: 'repair', inline: 1, min: 1 },
    ],
    write_back: [],
  }),
  testTable('repair_part', {
    permission: 'repair',
    fields: [
      field('repair', { data_type: 'entity', source: 'repair', notnull: 1, hidden: 1 }),
      ...[field('pieces', { ...digits, notnull: 1 }), field('unit', { ...digits, notnull: 1 })],
      field('amount', { ...digits, calc: 'pieces*unit' }),
    ],
    states: [step('1', [], { actions: [] })],
  }),
  testTable('shelf', { public_name: 1, fields: [field('rent', { ...digits })] }),
]);
for (const role of suite.roles)
  Object.assign(role, {
    grants: [
      ...role.grants.filter(({ group }) => group === 'repair').map(({ hide: _, ...grant }) => grant),
      { group: 'shelf', scope: 2, items: ['List'] },
    ],
  });

const ops = indexOps(ALL_OPS);
const caller = { address: '127.0.0.1', userAgent: 'test', host: 'localhost', device: null };
const cloud = 'repair';
let lab: TradeLab;
beforeAll(async () => {
  lab = await openTrade(suite);
});
afterAll(() => lab?.close());
afterEach(() => db('update app."user" set status = 1'));

const db = (text: string, values: unknown[] = []) => lab.base.db.query(text, values);

interface Answer {
  code: number;
  remark: string;
  data: Record<string, unknown>;
  rows: { id: number }[];
}
async function ask(who: string, name: string, form: Record<string, unknown>): Promise<Answer> {
  const strings = Object.fromEntries(
    Object.entries({ cloud, ...form }).map(([key, value]) => [key, typeof value === 'object' ? JSON.stringify(value) : String(value)]),
  );
  try {
    const sent = { form: strings, caller, session: await sessionFor(lab.base.db, who) };
    const answer = await createDispatch(lab.house, ops)(ops.get(name)!, sent as Parameters<ReturnType<typeof createDispatch>>[1]);
    return { code: 200, remark: '', data: {}, rows: [], ...(answer as Partial<Answer>) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { code: error.code, remark: error.remark, data: error.data as Record<string, unknown>, rows: [] };
  }
}
const foretold = (who: string, form: Record<string, unknown>) => ask(who, '/flow?op=Reviewer', form);
const parts = (...lines: [pieces: string, unit: string][]) => ({
  'repair_part.repair': lines.map(([pieces, unit]) => ({ op: 'Add', key_name: '件', pieces, unit })),
});
const saved = async (form: Record<string, unknown>): Promise<number> => {
  const answer = await ask('reporter', '/app?op=Add', { key_name: '修', ...form });
  expect(answer).toMatchObject({ code: 200 });
  return Number(answer.data.id);
};
const lying = async (id: number) =>
  (
    await db('select r.*, (select count(*)::int from app.repair_part p where p.repair = r.id) as parts from app.repair r where id = $1', [
      id,
    ])
  )[0]!;
const idIn = async (login: string) => (await db('select id from app."user" where login_name = $1', [login]))[0]!.id as number;
const shelf = async (rent: string): Promise<number> =>
  (
    await db(
      `insert into app.shelf (company_id, subcompany_id, key_name, rent) select company_id, id, 'A', $1 from app."domain" limit 1 returning id`,
      [rent],
    )
  )[0]!.id as number;

describe('FLOW-02 what is foretold is what comes of the same form when it is sent', () => {
  it('a new order: its total is the sum of the lines that are typed', async () => {
    const answer = await foretold('reporter', { event: 11, data: { key_name: '修' }, _subtables: parts(['5', '400']) });
    expect(answer).toMatchObject({ code: 200, data: { event: { id: 12 }, next: { value: 3 } } });
    expect(await foretold('reporter', { event: 11, _subtables: parts(['5', '4']) })).toMatchObject({ data: { event: { id: 11 } } });
    expect(await db('select 1 from app.repair')).toEqual([]);
  });

  it('a draft: what is typed counts, not the total that lies there; asking writes nothing', async () => {
    const id = await saved({ _subtables: parts(['1', '50']) });
    const before = await lying(id);
    expect(before.total).toBe('50.00');
    const [row] = await db('select id from app.repair_part where repair = $1', [id]);
    const rows = (change: Record<string, unknown>) => ({ 'repair_part.repair': [{ ...change, id: row!.id }] });
    expect(await foretold('reporter', { id, event: 11 })).toMatchObject({ data: { event: { id: 11 } } });
    const dear = rows({ op: 'Modify', unit: '5000' });
    expect(await foretold('reporter', { id, event: 11, _subtables: dear })).toMatchObject({ data: { event: { id: 12 } } });
    expect(await lying(id)).toEqual(before);
    // and back: what is sent with the other's id goes where the data lead
    expect(await ask('reporter', '/app?op=Modify', { id, _event: 11, _subtables: dear })).toMatchObject({ code: 200 });
    expect(await lying(id)).toMatchObject({ review_state: 3, total: '5000.00' });
  });

  it('a field that only the server fills in: the copy of what is chosen, the default of a new record', async () => {
    const submit = async (form: Record<string, unknown>) => saved({ ...form, _event: 12, _subtables: parts(['1', '1000']) });
    const one = await submit({});
    expect(await foretold('clerk', { id: one, event: 32 })).toMatchObject({ data: { event: { id: 31 }, next: { value: 90 } } });
    const dear = await submit({ shelf: await shelf('100') });
    expect(await foretold('clerk', { id: dear, event: 31 })).toMatchObject({ data: { event: { id: 32 }, next: { value: 4 } } });
    expect(await ask('clerk', '/app?op=Modify', { id: dear, _event: 31 })).toMatchObject({ code: 200 });
    expect(await lying(dear)).toMatchObject({ review_state: 4, price: '100.00' });
  });

  it("half past midnight is of the day that the company's clock shows, foretold, shown and decided", async () => {
    const id = await saved({ _event: 11, meet: '2026-11-21 00:30:00', _subtables: parts(['1', '1']) });
    expect(await foretold('foreman', { id, event: 22 })).toMatchObject({ data: { event: { id: 21 }, next: { value: 90 } } });
    const steps = (await ask('foreman', '/flow?op=Process', { id })).data.steps as { state: number }[];
    expect(steps.map(({ state }) => state)).toEqual([1, 2, 90]);
    const eve = { meet: '2026-11-20 23:59:59' };
    expect(await foretold('foreman', { id, event: 21, data: eve })).toMatchObject({ data: { event: { id: 22 }, next: { value: 4 } } });
    expect(await ask('foreman', '/app?op=Modify', { id, _event: 21, ...eve })).toMatchObject({ code: 200 });
    expect(await lying(id)).toMatchObject({ review_state: 4 });
  });

  it('a step that nobody can sign is said as it is, before and when it is sent', async () => {
    await db(`update app."user" set status = 2 where login_name = 'clerk'`);
    const dear = { event: 11, _subtables: parts(['5', '400']) };
    const refusal = { code: 314, remark: '$flow_no_handler', data: { step: { zh_CN: '名 s3' } } };
    expect(await foretold('reporter', dear)).toMatchObject(refusal);
    expect(await ask('reporter', '/app?op=Add', { key_name: '修', _event: 11, _subtables: dear._subtables })).toMatchObject(refusal);
  });

  it('what the save would refuse is refused: a name of no field, one that is not open, a row of another, a sub-table of none', async () => {
    const id = await saved({ _event: 11, _subtables: parts(['1', '1']) });
    const asked = (who: string, form: Record<string, unknown>) => foretold(who, { id, event: 24, ...form });
    expect(await asked('foreman', { data: { nothing: '1' } })).toMatchObject({ code: 317, data: { field: 'nothing' } });
    expect(await asked('foreman', { data: { key_name: '改' } })).toMatchObject({ code: 312, data: { field: 'key_name' } });
    expect(await asked('foreman', { data: { meet: 'soon' } })).toMatchObject({ code: 317, data: { field_name: 'meet' } });
    expect(await asked('foreman', { _subtables: { nothing: [{ op: 'Add' }] } })).toMatchObject({ code: 317 });
    expect(await asked('foreman', { _subtables: parts(['1', '1']) })).toMatchObject({ code: 312 });
    const other = await saved({ _subtables: parts(['1', '1']) });
    const rows = { 'repair_part.repair': [{ op: 'Delete', id: 999_999 }] };
    expect(await foretold('reporter', { id: other, event: 11, _subtables: rows })).toMatchObject({ code: 315 });
  });

  it('a half-filled form is foretold all the same: what is demanded, and bounds, wait until it is sent', async () => {
    expect(await foretold('reporter', { event: 12, data: {} })).toMatchObject({ code: 311, remark: '$flow_guard' });
    expect(await foretold('reporter', { event: 12, _subtables: parts(['1', '']) })).toMatchObject({ data: { event: { id: 11 } } });
    expect(await foretold('reporter', { event: 11, data: { key_name: '' }, _subtables: parts(['1', '1'], ['', '']) })).toMatchObject({
      data: { event: { id: 11 } },
    });
  });
});

describe('FLOW-02 an event is the choice of its name: the one that holds on what is saved is taken', () => {
  it.each([11, 12])('sent as %d, an order of 2,000 goes to step 3 and one of 20 to step 2, under the event that held', async (sent) => {
    const dear = await saved({ _event: sent, _subtables: parts(['5', '400']) });
    const cheap = await saved({ _event: sent, _subtables: parts(['5', '4']) });
    expect([(await lying(dear)).review_state, (await lying(cheap)).review_state]).toEqual([3, 2]);
    const log = await db(
      'select l.event_id from fw.flow_log l join fw.flow_case c on c.id = l.case_id where c.rowid = any($1) order by c.rowid',
      [[dear, cheap]],
    );
    expect(log.map((row) => row.event_id)).toEqual([12, 11]);
  });

  it('who named people for another step than it comes to is refused, and keeps what he has', async () => {
    const id = await saved({ _subtables: parts(['5', '400']) });
    const before = await lying(id);
    const names = { reviewers: `,${await idIn('foreman')},`, _event: 11 };
    const refusal = {
      code: 311,
      remark: '$flow_other_step',
      data: { step: { zh_CN: '名 s3', en_US: 'Name s3' }, meant: { zh_CN: '名 s2' } },
    };
    expect(await ask('reporter', '/app?op=Modify', { id, ...names, nothing: '1' })).toMatchObject({ code: 317 });
    expect(await ask('reporter', '/app?op=Modify', { id, ...names })).toMatchObject(refusal);
    expect(await ask('reporter', '/app?op=Modify', { id, _event: 11, next_state: 2 })).toMatchObject(refusal);
    expect(await lying(id)).toEqual(before);
    expect(
      await ask('reporter', '/app?op=Modify', {
        id,
        _event: 12,
        next_state: 3,
        reviewers: `,${await idIn('clerk')},${await idIn('foreman')},`,
      }),
    ).toMatchObject({
      code: 200,
    });
    expect((await lying(id)).reviewers).toEqual(expect.arrayContaining([await idIn('clerk'), await idIn('foreman')]));
  });
});
