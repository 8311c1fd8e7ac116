import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Refusal } from '#protocol/codes.ts';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { StateDef } from '#protocol/meta/flow.ts';
import type { SuiteDef } from '#protocol/meta/suite.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { testField as field, testTable } from '#protocol/meta/testing-suite.ts';
import type { Chart, Said } from '#protocol/rules/chart.ts';
import { ruleOf } from '#server/access/grants/naming.ts';
import { event, openTrade, repair, repairStates, step, type TradeLab, trade, tradeRoles } from '#server/flow/act/testing-trade.ts';
import { auditCases } from '#server/flow/kernel/testing-replay.ts';
import { DefinitionError } from '#server/meta/load.ts';
import { sessionFor } from '#server/meta/testing-session.ts';
import { createDispatch, indexOps } from '../dispatch.ts';
import { ALL_OPS } from '../registry.ts';

interface Names {
  asset: string;
  price: string;
  /** above it the clerk pays */
  limit: number;
  type?: FieldDef['data_type'];
}
const FIRST: Names = { asset: 'asset', price: 'price', limit: 20_000 };

/** A repair of a machine: what that has cost decides, when the foreman signs, whether the clerk must pay. */
function suiteOf({ asset, price, limit, type = 'numeric' }: Names = FIRST, priced = true): SuiteDef {
  const guard = (op: string) =>
    type === 'numeric' ? `${asset}.${price}${op}${limit}` : `${asset}.${price}${op === '<' ? '=' : '!='}2026-01-01`;
  const said: Partial<TableDef> = {
    fields: [field(asset, { uid: 'asset', data_type: 'entity', source: 'machine', query: 'key_name=M', notnull: 1, edit_state: '0,1' })],
    states: [
      ...repairStates().filter(({ value }) => value === '*' || value === '90'),
      step('1', [event(11, { next_state: 2 })]),
      step(
        '2',
        [
          event(21, { key_name: '同意', where: priced ? guard('<') : 'id<5', next_state: 90 }),
          event(22, { key_name: '同意', where: priced ? guard('>=') : 'id>=5', next_state: 3 }),
          event(23, { next_state: 0 }),
        ],
        { handler: { type: 'role', code: 'foreman' } },
      ),
      step('3', [event(31, { next_state: 90 }), event(32, { back_state: '1', resume: 'direct' })], {
        handler: { type: 'role', code: 'clerk' },
      }),
    ],
    write_back: [],
  };
  const sized = type === 'numeric' ? { length: '18,2', min: 0 } : {};
  const machine = testTable('machine', {
    fields: priced ? [field(price, { uid: 'price', data_type: type, notnull: 1, ...sized })] : [],
    states: [step('1', [], { actions: [{ uid: 'd', op: 'Delete', key_name: '删', key_name_en: 'Delete' }] })],
  });
  const roles = tradeRoles().map((role) => ({
    ...role,
    grants: [
      ...role.grants.filter(({ group }) => group === 'repair').map(({ hide: _, ...grant }) => grant),
      ...(role.code === 'reporter' ? [{ group: 'machine', scope: 0 as const, items: ['List'], hide: priced ? [price] : [] }] : []),
      ...(role.code === 'foreman' ? [{ group: 'machine', scope: 2 as const, items: ['List', 'Delete'] }] : []),
    ],
  }));
  return trade([repair(said), machine], { roles });
}

const ops = indexOps(ALL_OPS);
const caller = { address: '127.0.0.1', userAgent: 'test', host: 'localhost', device: null };
let lab: TradeLab;
const fresh = () => {
  beforeAll(async () => {
    lab = await openTrade(suiteOf());
  });
  afterAll(() => lab?.close());
};
const db = (text: string, values: unknown[] = []) => lab.base.db.query(text, values);

interface Answer {
  code: number;
  remark: string;
  data: Record<string, unknown>;
}
async function ask(who: string, name: string, form: Record<string, unknown>): Promise<Answer> {
  const strings = Object.fromEntries(
    Object.entries({ cloud: 'repair', ...form }).map(([key, value]) => [
      key,
      typeof value === 'object' ? JSON.stringify(value) : String(value),
    ]),
  );
  try {
    const sent = { form: strings, caller, session: await sessionFor(lab.base.db, who) };
    const answer = await createDispatch(lab.house, ops)(ops.get(name)!, sent as Parameters<ReturnType<typeof createDispatch>>[1]);
    return { code: 200, remark: '', data: {}, ...(answer as Partial<Answer>) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { code: error.code, remark: error.remark, data: error.data as Record<string, unknown> };
  }
}

const machine = async (price: string, by = 'reporter'): Promise<number> =>
  (
    await db(
      `insert into app.machine (company_id, subcompany_id, key_name, price, create_entity)
       select company_id, id, 'M', $1, (select id from app."user" where login_name = $2) from app."domain" limit 1 returning id`,
      [price, by],
    )
  )[0]!.id as number;
const priced = (id: number, price: string) => db('update app.machine set price = $2 where id = $1', [id, price]);
const submitted = async (asset: number): Promise<number> => {
  const answer = await ask('reporter', '/app?op=Add', { key_name: '修', asset, _event: 11 });
  expect(answer).toMatchObject({ code: 200 });
  return Number(answer.data.id);
};
const agree = (id: number, named = 21) => ask('foreman', '/app?op=Modify', { id, _event: named });
const foretold = (id: number, rest: object = {}) => ask('foreman', '/flow?op=Reviewer', { id, event: 21, ...rest });
const stateOf = async (id: number) => (await db('select review_state from app.repair where id = $1', [id]))[0]!.review_state;
const ahead = async (who: string, id: number) => {
  const { data } = await ask(who, '/flow?op=Process', { id });
  return (data.steps as { state: number; who: { key_name: string }[] }[]).map(({ state, who: of }) => [
    state,
    ...of.map((one) => one.key_name),
  ]);
};

describe('FLOW-03 a guard over a field of the record that a reference names', () => {
  fresh();

  it('decides by what lies there when it is decided, whichever of the name was sent', async () => {
    const [cheap, dear] = [await machine('19999.99'), await machine('20000')];
    const [small, large, risen] = [await submitted(cheap), await submitted(dear), await submitted(await machine('1'))];
    expect(await agree(small, 22)).toMatchObject({ code: 200 });
    expect(await agree(large, 21)).toMatchObject({ code: 200 });
    expect([await stateOf(small), await stateOf(large)]).toEqual([90, 3]);
    const [{ asset }] = (await db('select asset from app.repair where id = $1', [risen])) as [{ asset: number }];
    await priced(asset, '30000');
    // who was told of the other step is not sent to this one
    expect(await ask('foreman', '/app?op=Modify', { id: risen, _event: 21, next_state: 90 })).toMatchObject({
      code: 311,
      remark: '$flow_other_step',
    });
    await agree(risen);
    expect(await stateOf(risen)).toBe(3);
    expect(await auditCases(lab.house, 'repair')).toEqual([]);
  });

  it('foretells it, and who comes next, by the machine that is typed as well; the steps ahead and their people follow it', async () => {
    const [cheap, dear] = [await machine('5'), await machine('50000')];
    const id = await submitted(cheap);
    expect(await foretold(id)).toMatchObject({ code: 200, data: { event: { id: 21 }, next: { value: 90 } } });
    expect(await ahead('foreman', id)).toEqual([[1, 'reporter'], [2, 'foreman'], [90]]);
    await priced(cheap, '70000');
    expect(await foretold(id)).toMatchObject({ data: { event: { id: 22 }, next: { value: 3 } } });
    expect(await ahead('foreman', id)).toEqual([[1, 'reporter'], [2, 'foreman'], [3, 'clerk'], [90]]);
    expect(await ask('foreman', '/flow?op=CheckRight', { id })).toMatchObject({ code: 200 });
    expect(await ask('reporter', '/flow?op=Reviewer', { event: 11, data: { key_name: '修', asset: dear } })).toMatchObject({
      code: 200,
      data: { next: { value: 2 } },
    });
  });

  it('a return that comes straight back goes the ordinary way where the machine leads elsewhere now', async () => {
    const asset = await machine('50000');
    const id = await submitted(asset);
    await agree(id);
    const rows = (await ask('clerk', '/flow?op=Reviewer', { id, event: 32 })).data.backs as { id: number }[];
    const back = { id, _event: 32, back_id: rows[0]!.id, remark: '改' };
    expect(await ask('clerk', '/flow?op=Reject', back)).toMatchObject({ code: 200 });
    const resume = async () => (await ask('reporter', '/flow?op=Process', { id })).data.resume;
    expect(await resume()).toMatchObject({ state: 3, off: '' });
    await priced(asset, '5');
    expect(await resume()).toMatchObject({ state: 3, off: 'way' });
  });
});

describe('E5 what the decider may not see of the other record is not told', () => {
  fresh();
  const whereOf = ({ edges }: Chart, to: number): Said | undefined => edges.find((edge) => edge.from === 2 && edge.to === to)?.where;

  it('the chart says it to who may look at the machine, and to nobody else', async () => {
    const id = await submitted(await machine('31234'));
    const seen = (await ask('foreman', '/flow?op=Chart', { id })).data as unknown as Chart;
    expect(whereOf(seen, 3)).toEqual({ kind: 'compare', field: 'asset.price', op: '>=', to: { value: '20000' }, holds: 1 });
    expect(whereOf(seen, 90)).toMatchObject({ field: 'asset.price', holds: 0 });
    expect(seen.fields).toMatchObject([{ field_name: 'asset.price', key_name: '字段 asset · 字段 price', data_type: 'numeric' }]);
    expect(seen.values).toEqual({ 'asset.price': '31234.00' });
    const hidden = (await ask('reporter', '/flow?op=Chart', { id })).data as unknown as Chart;
    expect(whereOf(hidden, 3)).toEqual({ kind: 'hidden', holds: null });
    expect(JSON.stringify(hidden)).not.toMatch(/price|20000|31234/);
    expect(hidden).toMatchObject({ fields: [], values: {} });
  });

  it('who asks where a draft would lead is told nothing by a machine that he may not choose', async () => {
    const asset = await machine('99999', 'foreman');
    const typed = { event: 11, data: { key_name: '修', asset } };
    expect(await ask('reporter', '/flow?op=Reviewer', typed)).toMatchObject({ code: 315, data: { field_name: 'asset' } });
  });

  it('nor by one that the field’s query leaves out, though he may choose others of his own', async () => {
    const asset = await machine('99999');
    const asked = () => ask('reporter', '/flow?op=Reviewer', { event: 11, data: { key_name: '修', asset } });
    expect(await asked()).toMatchObject({ code: 200 });
    await db(`update app.machine set key_name = 'N' where id = $1`, [asset]);
    expect(await asked()).toMatchObject({ code: 315, data: { field_name: 'asset' } });
  });

  it('the definition keeps the guard from every browser: none has the other record', async () => {
    const { data } = await ask('foreman', '/sys?op=LoadTable', { key_name: 'repair' });
    expect(JSON.stringify(data)).not.toMatch(/asset\.price|20000/);
  });
});

describe('FLOW-03 a guard whose record is gone', () => {
  fresh();
  let id: number;
  beforeAll(async () => {
    const asset = await machine('5');
    id = await submitted(asset);
    await db('update app.machine set deleted_time = now() where id = $1', [asset]);
  });
  afterEach(() => db(`update fw.role_grant set hide_uids = '{}'`).then(() => db('update fw.rights_version set version = version + 1')));

  it('is refused in words, foretold and decided, and nothing is written; it can be returned', async () => {
    const refusal = { code: 311, remark: '$flow_guard_gone', data: { field: 'asset', label: { zh_CN: '字段 asset' } } };
    expect(await foretold(id)).toMatchObject(refusal);
    expect(await agree(id)).toMatchObject(refusal);
    expect(await stateOf(id)).toBe(2);
    // the pages are shown all the same
    expect((await ask('foreman', '/flow?op=Chart', { id })).code).toBe(200);
    expect((await ask('foreman', '/flow?op=Process', { id })).code).toBe(200);
  });

  it('who may not see the field is told no more than that the condition does not hold', async () => {
    await db('update fw.role_grant set hide_uids = $1', [[ruleOf(lab.house.catalogueOf(null).table('repair')!, 'asset')]]);
    await db('update fw.rights_version set version = version + 1');
    const told = await agree(id);
    expect(told).toMatchObject({ code: 311, remark: '$flow_guard' });
    expect(JSON.stringify(told)).not.toMatch(/asset/);
  });

  it('goes back to its applicant', async () => {
    expect(await ask('foreman', '/app?op=Modify', { id, _event: 23, remark: '改选设备' })).toMatchObject({ code: 200 });
    expect(await stateOf(id)).toBe(0);
  });
});

describe('FLOW-03 FLOW-05 what the engine would pass over waits where a guard asks a record that is gone', () => {
  fresh();
  /** The foreman agrees; then comes a step of the applicant's own, or of the foreman again, whose way the machine says. */
  const passing = (code: string, policies: Partial<TableDef>, more: Partial<StateDef>): SuiteDef => {
    const whole = suiteOf();
    const own = (where: string, id: number) => event(id, { key_name: '同意', where, next_state: 90 });
    const states = [
      ...repairStates().filter(({ value }) => value === '*' || value === '90'),
      step('1', [event(11, { next_state: 2 })]),
      step('2', [event(21, { next_state: 3 })], { handler: { type: 'role', code: 'foreman' } }),
      step('3', [own('asset.price!=5', 31), own('asset.price=5', 32), event(33, { next_state: 0 })], {
        handler: { type: 'role', code },
        ...more,
      }),
    ];
    const [table, ...others] = whole.tables;
    return { ...whole, tables: [{ ...table!, ...policies, states }, ...others] };
  };
  it.each([
    ['reporter', {}, { self: 'skip' as const }],
    ['foreman', { dedupe: 'once' as const }, {}],
  ])('%s: passed over while the machine is there, with its holder when it is gone; he may return it', async (holder, policies, more) => {
    await lab.start(passing(holder, policies, more));
    const [kept, gone] = [await machine('5'), await machine('5')];
    const [first, second] = [await submitted(kept), await submitted(gone)];
    await db('update app.machine set deleted_time = now() where id = $1', [gone]);
    for (const id of [first, second]) expect(await ask('foreman', '/app?op=Modify', { id, _event: 21 })).toMatchObject({ code: 200 });
    expect([await stateOf(first), await stateOf(second)]).toEqual([90, 3]);
    const agreed = await ask(holder, '/app?op=Modify', { id: second, _event: 31 });
    expect(agreed).toMatchObject({ code: 311, remark: expect.stringMatching(/^\$flow_guard/) });
    expect(await ask(holder, '/app?op=Modify', { id: second, _event: 33, remark: '改选设备' })).toMatchObject({ code: 200 });
    expect(await auditCases(lab.house, 'repair')).toEqual([]);
  });
});

describe('FLOW-01 a guard over another record, while cases run and definitions change', () => {
  fresh();
  const refused = async (suite: SuiteDef) =>
    lab.start(suite, true).then(
      () => [],
      (error: unknown) =>
        error instanceof DefinitionError ? error.problems.map(({ path, reason }) => `${path}: ${reason}`) : Promise.reject(error),
    );
  const renamed: Names = { asset: 'machine_entity', price: 'value', limit: 10 };

  it('a case keeps its limit and follows new names of the reference and of the field; its log replays', async () => {
    const asset = await machine('500');
    const [id, first] = [await submitted(asset), await submitted(asset)];
    await agree(first);
    await lab.start(suiteOf(renamed));
    expect(await foretold(id)).toMatchObject({ data: { event: { id: 21 }, next: { value: 90 } } });
    expect(await agree(id)).toMatchObject({ code: 200 });
    expect(await stateOf(id)).toBe(90);
    expect(await auditCases(lab.house, 'repair')).toEqual([]);
    const logged = await db(`select data #> '{cause,env,record,data}' as data from fw.flow_log where op = 'Review' order by case_id, seq`);
    expect(logged.map(({ data }) => data)).toEqual(Array(2).fill({ 'asset.price': '500.00' }));
    // a new one is held to the new limit
    const { data } = await ask('reporter', '/app?op=Add', { key_name: '修', machine_entity: asset, _event: 11 });
    await agree(Number(data.id));
    expect(await stateOf(Number(data.id))).toBe(3);
    await lab.start(suiteOf());
  });

  it('a start that takes the field from running cases, or its type, is refused and says what must stay', async () => {
    await submitted(await machine('500'));
    expect(await refused(suiteOf(FIRST, false))).toContainEqual(
      expect.stringMatching(
        /^fields\[price\]: field machine\.price is gone, and \d running cases? of repair .* still needs? it: states\[2\]\.events\[21\]\.where/,
      ),
    );
    expect((await refused(suiteOf({ ...FIRST, type: 'date' }))).join('\n')).toMatch(
      /states\[2\]\.events\[21\]\.where: asset\.price<20000 does not fit the fields any more/,
    );
  });
});
