import { Refusal } from '#protocol/codes.ts';
import { application, type FlowLab, openFlowLab, PEOPLE, type Person } from '#server/flow/act/testing.ts';
import type { House } from '#server/meta/house.ts';
import type { Session } from '#server/meta/session.ts';
import { createDispatch, indexOps } from '../dispatch.ts';
import { ALL_OPS } from '../registry.ts';

export interface Answer {
  code: number;
  remark: string;
  data: Record<string, unknown>;
  rows: Record<string, unknown>[];
  total?: number;
}
export type Caller = Person | 'admin' | 'stranger';

const ops = indexOps(ALL_OPS);
const caller = { address: '127.0.0.1', userAgent: 'test', host: 'localhost', device: null };

/** The seven steps by the wire, without a socket: everyone's calls as http would make them. */
export interface FlowDesk {
  lab: FlowLab;
  as: Record<Caller, Session>;
  ask(who: Caller | null, name: string, form: Record<string, unknown>): Promise<Answer>;
  /** A decision on an initiation. */
  modify(who: Caller, id: number, event: number, rest?: Record<string, unknown>): Promise<Answer>;
  /** A new initiation, submitted: its id. */
  filed(price?: string): Promise<number>;
  /** One that waits for its four countersignatures. */
  atCountersign(price?: string): Promise<number>;
  /** A person's newest to-do of a record. */
  todoOf(who: Person, id: number): Promise<number>;
  /** The same people before another house on the same database. */
  before(house: House): Pick<FlowDesk, 'ask' | 'modify' | 'filed' | 'atCountersign'>;
}

export async function openFlowDesk(): Promise<FlowDesk> {
  const lab = await openFlowLab();
  const as = {} as Record<Caller, Session>;
  for (const who of [...Object.keys(PEOPLE), 'admin'] as Person[]) as[who] = await lab.as(who);
  as.stranger = await lab.as('stranger', { company: 'other' });
  const todoOf = async (who: Person, id: number) => {
    const text = 'select id from fw.flow_todo where rowid = $1 and review_entity = $2 order by id desc limit 1';
    return (await lab.base.db.query<{ id: number }>(text, [id, PEOPLE[who]]))[0]!.id;
  };
  const before = (house: House) => deskBefore(house, as);
  return { lab, as, todoOf, before, ...before(lab.house) };
}

function deskBefore(house: House, as: Record<Caller, Session>): ReturnType<FlowDesk['before']> {
  const dispatch = createDispatch(house, ops);
  const ask: FlowDesk['ask'] = async (who, name, form) => {
    const strings = Object.fromEntries(
      Object.entries(form).map(([key, value]) => [key, typeof value === 'object' ? JSON.stringify(value) : String(value)]),
    );
    try {
      const answer = await dispatch(ops.get(name)!, { form: strings, caller, session: who && as[who] } as Parameters<typeof dispatch>[1]);
      return { code: 200, remark: '', data: {}, rows: [], ...(answer as Partial<Answer>) };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { code: error.code, remark: error.remark, data: error.data as Record<string, unknown>, rows: [] };
    }
  };
  const modify: FlowDesk['modify'] = (who, id, event, rest = {}) =>
    ask(who, '/app?op=Modify', { cloud: 'initiation', id, _event: event, ...rest });
  const filed = async (price = '6000') => {
    const { fields, subtables } = application(price);
    const sent = { cloud: 'initiation', ...fields, _subtables: subtables, _event: 11, remark: '请审批' };
    const { code, remark, data } = await ask('applicant', '/app?op=Add', sent);
    if (code !== 200) throw new Error(`not filed: ${code} ${remark}`);
    return Number(data.id);
  };
  const atCountersign = async (price?: string) => {
    const id = await filed(price);
    await modify('depthead', id, 21);
    await modify('investmgr', id, 31, { review_no: `N${id}` });
    return id;
  };
  return { ask, modify, filed, atCountersign };
}
