import { Refusal } from '#protocol/codes.ts';
import type { ActionDef, StateDef } from '#protocol/meta/flow.ts';
import type { RoleDef } from '#protocol/meta/suite.ts';
import { testField as field, testTable } from '#protocol/meta/testing-suite.ts';
import { booking, event, openTrade, repairFields, step, type TradeLab, trade } from '#server/flow/act/testing-trade.ts';
import type { Handlers } from '#server/meta/handler.ts';
import { sessionFor } from '#server/meta/testing-session.ts';
import { createDispatch, indexOps } from '#server/ops/dispatch.ts';
import { ALL_OPS } from '#server/ops/registry.ts';
import type { Told } from './testing-errands.ts';

/**
 * A repair whose decisions carry out actions: the judge notes it in the books (2), two pay for it together (3), the application itself may be
 * looked at first (1).
 */
const named = (uid: string) => ({ uid, key_name: `名 ${uid}`, key_name_en: `Name ${uid}` });
const call = (uid: string, code = uid): ActionDef => ({ ...named(uid), op: 'Call', code });
const withCall = (state: StateDef, ...actions: ActionDef[]): StateDef => ({ ...state, actions: [...(state.actions ?? []), ...actions] });

export const deedStates = (): StateDef[] => [
  { ...named('bar'), value: '*', actions: ['List', 'Add'].map((op) => ({ ...named(`t${op}`), op })) },
  withCall(step('1', [event(11, { next_state: 2, action: 'look' })]), call('look')),
  withCall(
    step(
      '2',
      [
        event(21, { key_name: '同意', where: 'cost<1000&judged!=13', next_state: 3, is_countersign: 1, action: 'note' }),
        event(22, { key_name: '同意', where: 'cost>=1000|judged=13', next_state: 90 }),
        event(23, { next_state: 0, action: 'note' }),
      ],
      { handler: { type: 'field', field: 'judge' } },
    ),
    call('note'),
  ),
  withCall(
    step('3', [event(31, { next_state: 90, action: 'pay' })], { sign: 'all', handler: { type: 'roles', codes: ['foreman', 'payer'] } }),
    call('pay'),
  ),
  { ...named('s90'), value: '90', actions: [{ ...named('d90'), op: 'Show' }], end: 'pass' },
];

const role = (code: string, grants: RoleDef['grants']): RoleDef => ({ ...named(code), code, grants });
const grant = (group: string, items: string[]) => ({ group, scope: 2 as const, items });
const ROLES = [
  role('reporter', [grant('repair', ['List', 'Add', 'Modify']), grant('booking', ['List'])]),
  role('foreman', [grant('repair', ['List', 'Review']), grant('booking', ['List', 'Add'])]),
  role('clerk', [grant('repair', ['List', 'Review'])]),
  role('keeper', [grant('booking', ['List', 'Add'])]),
  role('payer', [grant('repair', ['List', 'Review']), grant('booking', ['List', 'Add'])]),
];

/** What the handlers were given, in order. */
export const done: Record<string, unknown>[] = [];
const handlers: Handlers = {
  look: {
    all: async (desk, rows) => {
      done.push(...rows);
      for (const row of rows) if (row.cause === '补写') await desk.change(row, { answer: '补' });
      for (const row of rows) if (row.cause === '加价') await desk.change(row, { cost: '5000' });
      for (const row of rows) if (row.cause === '清空' || row.cause === '重填') await desk.change(row, { cost: '' });
      for (const row of rows) if (row.cause === '重填') await desk.change(row, { cost: '90' });
      return undefined;
    },
  },
  note: {
    each: async (desk, row) => {
      done.push({ ...row, by: desk.user.key_name });
      if (row.cause === '不办') desk.refuse({ zh_CN: '账户已冻结', en_US: 'The account is frozen' });
      if (row.cause === '文件') return { file: { name: 'a.txt', type: 'text/plain', content: 'a' } };
      if (Number(row.cost) > 500) desk.ask({ zh_CN: `费用 ${row.cost}，仍要入账吗？`, en_US: `It costs ${row.cost}. Book it?` });
      if (row.cause === '改判') await desk.change(row, { judged: '7' });
      if (row.cause === '改向') await desk.change(row, { judged: '13' });
      if (row.cause === '改费用') await desk.change(row, { cost: '5000' });
      if (row.cause === '两次') await desk.change(row, { judged: '1' });
      if (row.cause === '两次') await desk.change(row, { judged: '2' });
      await desk.add('booking', { key_name: String(row.key_name), amount: String(row.cost) });
      if (row.cause === '提醒') return { code: 102, remark: { zh_CN: '同额已有一笔', en_US: 'There is one of this amount' } };
      return { notify: { remark: { zh_CN: '去看', en_US: 'See it' }, url: '/main/list/booking' } };
    },
  },
  pay: { each: async (desk, row) => void (await desk.add('booking', { key_name: `付 ${row.key_name}`, amount: '1' })) },
};

export interface Deeds extends TradeLab {
  ask(who: string | null, key: string, form: Record<string, unknown>): Promise<Told>;
  /** A repair that waits for its judge. */
  repair(fields?: Record<string, unknown>, judge?: string): Promise<number>;
  idOf(login: string): Promise<number>;
  /** Step, version and judgement of a repair, and names in the books. */
  stands(id: number): Promise<{ state: number; judged: string | null }>;
  booked(): Promise<string[]>;
}

const BOOKS: StateDef[] = [
  { ...named('books'), value: '*', actions: ['List', 'Add'].map((op) => ({ ...named(`b${op}`), op })) },
  { ...named('book'), value: '1', actions: [{ ...named('bShow'), op: 'Show' }] },
];
const judged = repairFields().map((one) => (one.field_name === 'judged' ? { ...one, view_state: '0,1,2,3,90' } : one));
export const deeds = (states = deedStates()) =>
  trade(
    [testTable('repair', { flow: 1, fields: [...judged, field('answer', { data_type: 'text' })], states }), booking({ states: BOOKS })],
    { roles: ROLES },
  );

export async function openDeeds(of = deeds()): Promise<Deeds> {
  const lab = await openTrade(of);
  const ops = indexOps(ALL_OPS);
  const caller = { address: '127.0.0.1', userAgent: 'test', host: 'localhost', device: null };
  const { db } = lab.base;
  for (const one of ['payer', 'keeper'])
    await db.query(
      `insert into app."user" (company_id, key_name, login_name, domain_entities, role_entities, status)
       select company_id, $1, $1, domain_entities, array[(select id from app."role" where code = $1 limit 1)], 1
       from app."user" where login_name = 'clerk'`,
      [one],
    );
  const idOf = async (login: string) => (await db.query<{ id: number }>('select id from app."user" where login_name = $1', [login]))[0]!.id;
  const ask: Deeds['ask'] = async (who, key, form) => {
    const dispatch = createDispatch({ ...lab.house, handlers: new Map([['test', handlers]]) }, ops);
    const sent = Object.fromEntries(Object.entries(form).map(([name, value]) => [name, String(value)]));
    try {
      const session = who === null ? null : await sessionFor(db, who);
      const answer = (await dispatch(ops.get(key)!, { form: sent, caller, session })) as Partial<Told>;
      return { code: 200, remark: '', data: {}, rows: [], ...answer };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { code: error.code, remark: error.remark, data: { ...error.data }, rows: [...error.rows] };
    }
  };
  return {
    ...lab,
    ask,
    idOf,
    repair: async (fields = {}, judge = 'foreman') => {
      const form = { cloud: 'repair', key_name: '水泵', cost: '100', judge: await idOf(judge), ...fields };
      const { code, remark, data } = await ask('reporter', '/app?op=Add', { ...form, _event: 11 });
      if (code !== 200) throw new Error(`not filed: ${code} ${remark}`);
      return Number(data.id);
    },
    stands: async (id) =>
      (
        await db.query<{ state: number; judged: string | null }>('select review_state as state, judged from app.repair where id = $1', [id])
      )[0]!,
    booked: async () => (await db.query<{ key_name: string }>('select key_name from app.booking order by id')).map((row) => row.key_name),
  };
}
