import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SuiteDef } from '#protocol/meta/suite.ts';
import { openAccess } from '#server/access/access.ts';
import type { House } from '#server/meta/house.ts';
import { loadCatalogue } from '#server/meta/load.ts';
import type { Session } from '#server/meta/session.ts';
import { houseOn } from '#server/records/testing.ts';
import { capex } from '#suites/capex/suite.ts';
import { sys } from '#suites/sys/suite.ts';
import type { Command } from '../kernel/decide.ts';
import { ACTS, type Act } from '../kernel/random/testing-acts.ts';
import { auditCases } from '../kernel/testing-replay.ts';
import { handOver } from './administration/handover.ts';
import { migrateCases } from './administration/migrate.ts';
import { commandRecord } from './command.ts';
import { decideRecord } from './decide.ts';
import type { DecideRequest } from './decision.ts';
import { application, type FlowLab, openFlowLab, PEOPLE, type Person } from './testing.ts';
import { codeOf } from './testing-steps.ts';

/** The seven steps, with returns of the last two that come straight back. */
const direct = (): SuiteDef => ({
  ...capex,
  tables: JSON.parse(JSON.stringify(capex.tables), (_, value) =>
    value?.id === 54 || value?.id === 72 ? { ...value, resume: 'direct' } : value,
  ),
});

/** The same on a server that was started later: who reviews is another one, who countersigns is not. */
const later = (): SuiteDef => {
  const suite = direct();
  const step = suite.tables.find(({ table_name }) => table_name === 'initiation')!.states.find(({ value }) => value === '3')!;
  step.handler = { type: 'role', code: 'depthead' };
  return suite;
};

let lab: FlowLab;
let laterHouse: House;
const as = {} as Record<Person, Session>;
beforeAll(async () => {
  lab = await openFlowLab(direct());
  const house = houseOn(lab.base.serving, loadCatalogue([sys, later()]));
  laterHouse = { ...house, clock: lab.house.clock };
  for (const who of Object.keys(PEOPLE) as Person[]) as[who] = await lab.as(who);
});
afterAll(() => lab.close());

const people = Object.keys(PEOPLE) as Person[];
const events = [11, 11, 11, 12, 21, 21, 21, 22, 31, 31, 31, 32, 33, 41, 41, 41, 41, 42, 51, 52, 53, 53, 53, 54, 54, 61, 61, 62, 71, 71, 72];
const initiation = () => lab.house.catalogueOf(null).table('initiation')!;
const decide = (who: Person, ask: Omit<DecideRequest, 'fields'> & { fields?: DecideRequest['fields'] }) =>
  decideRecord(lab.house, as[who], initiation(), { fields: {}, ...ask });
const personOf = (id: number | undefined): Person | undefined => people.find((one) => PEOPLE[one] === id);

/** A case that the vice president has returned straight to its applicant; other ones begin. */
async function filed(isReturned: boolean): Promise<number> {
  const { id } = await decide('applicant', { event: 11, ...application('800') });
  if (!isReturned) return id;
  await decide('depthead', { id, event: 21 });
  await decide('investmgr', { id, event: 31, fields: { review_no: `R${id}` } });
  for (const who of ['finance', 'legal', 'tech', 'safety'] as const) await decide(who, { id, event: 41, remark: '同意' });
  await decide('vicepres', { id, event: 54, remark: '补', back_id: (await rowsOf(id))[0]!.id });
  return id;
}
interface Row {
  id: number;
  review_state: number;
  review_entity: number;
  create_entity: number;
  parent_id: number | null;
}
const rowsOf = (id: number) =>
  lab.base.db.query<Row>(
    `select id, review_state, review_entity, create_entity, parent_id from fw.flow_todo where source = 'initiation' and rowid = $1 order by id`,
    [id],
  );

type Random = (below: number) => number;
const FROM: Partial<Record<Act, readonly number[]>> = {
  Reply: [4],
  Assign: [2],
  Relay: [2, 7, 13],
  AddSign: [2, 7, 13],
  RemoveSign: [2, 4, 7, 11, 13],
  Handover: [2, 4, 7, 11, 13],
};

/** One act as somebody would send it, on a row that it fits, now and then on any. */
async function act(op: Act, id: number, random: Random): Promise<number> {
  const rows = await rowsOf(id);
  const fitting = random(6) ? rows.filter(({ review_state }) => FROM[op]?.includes(review_state) ?? true) : rows;
  const row = fitting[random(Math.max(1, fitting.length))];
  if (!row) return 0;
  const to = PEOPLE[people[random(people.length)]!];
  if (op === 'Handover') {
    const access = await openAccess(lab.house, await lab.as('admin'));
    const nothing = async () => undefined;
    return codeOf(
      handOver(lab.house, access, { todo: row.id, from: row.review_entity, to, remark: '离职' }, { admit: nothing, told: nothing }),
    );
  }
  if (op === 'Migrate') {
    const access = await openAccess(laterHouse, await lab.as('admin'));
    const [told] = await migrateCases(laterHouse, access, access.table('initiation'), { ids: [id], steps: {}, remark: 'x', dry: false });
    return told!.code;
  }
  const whose = {
    RevokeRelay: rows.find(({ id: asker }) => rows.some((one) => one.review_state === 4 && one.parent_id === asker)),
    RemoveSign: row,
  }[op as 'RemoveSign'];
  const who = op === 'RemoveSign' ? row.create_entity : op === 'Revoke' ? await sender(id) : (whose ?? row).review_entity;
  const said = { todo: row.id, remark: 'x', reviewers: [to] };
  const command: Record<Exclude<Act, 'Handover' | 'Migrate'>, Command> = {
    Relay: { op: 'Relay', ...said },
    Reply: { op: 'Reply', todo: row.id, remark: 'x' },
    RevokeRelay: { op: 'RevokeRelay', todo: (whose ?? row).id, remark: 'x' },
    Assign: { op: 'Assign', ...said },
    AddSign: { op: 'AddSign', place: (['before', 'with', 'after'] as const)[random(3)]!, ...said },
    RemoveSign: { op: 'RemoveSign', todo: row.id, remark: 'x' },
    Copy: { op: 'Copy', copies: [to], remark: 'x' },
    Revoke: { op: 'Revoke', remark: 'x' },
    Urge: { op: 'Urge', todo: null, remark: 'x' },
  };
  return codeOf(commandRecord(lab.house, as[personOf(who) ?? 'applicant'], initiation(), { id, command: command[op] }));
}
const sender = async (id: number): Promise<number | undefined> =>
  (
    await lab.base.db.query<{ last_actor: number }>(`select last_actor from fw.flow_case where source = 'initiation' and rowid = $1`, [id])
  )[0]?.last_actor;

async function vote(id: number, random: Random): Promise<number> {
  const [at] = await lab.base.db.query<{ reviewers: number[]; review_state: number }>(
    'select reviewers, review_state from app.initiation where id = $1',
    [id],
  );
  const { reviewers, review_state } = at!;
  const who = random(6) ? personOf(reviewers[random(reviewers.length)]) : people[random(people.length)];
  const backs = (await rowsOf(id)).filter((row) => row.review_state === 1 || row.review_state === 3);
  const fitting = events.filter((event) => Math.floor(event / 10) === Math.max(1, review_state));
  const event = (random(6) ? fitting[random(fitting.length)] : events[random(events.length)]) ?? 11;
  const fields = event === 31 ? { review_no: 'R' } : {};
  return codeOf(decide(who ?? 'applicant', { id, event, remark: 'x', back_id: backs[random(backs.length)]?.id ?? 1, fields }));
}

describe('I1 to I19 after random commands on many connections', () => {
  it('8 workers at 20 cases, votes and all that is done beside them: every case is consistent, folds from its log, and decides the same again', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, (_, at) => filed(at % 4 === 0)));
    let seed = 7;
    const random: Random = (below) => {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      return Math.floor((seed / 2147483648) * below);
    };
    const codes = new Map<number, number>();
    const worker = async () => {
      for (let round = 0; round < 60; round += 1) {
        const id = ids[random(ids.length)]!;
        const code = random(5) < 3 ? await vote(id, random) : await act(ACTS[random(ACTS.length)]!, id, random);
        codes.set(code, (codes.get(code) ?? 0) + 1);
      }
    };
    await Promise.all(Array.from({ length: 8 }, worker));
    expect([...codes.keys()].filter((code) => ![0, 200, 103, 310, 311, 312, 315].includes(code))).toEqual([]);
    expect(codes.get(200)).toBeGreaterThan(100);
    const taken = await lab.base.db.query<{ op: string }>('select distinct op from fw.flow_log order by op');
    // the walk is another one in each run: any of them may be missing, most are there
    const done = taken.map(({ op }) => op);
    expect(done).toEqual(expect.arrayContaining(['Submit', 'Review']));
    expect(done.length, String(done)).toBeGreaterThanOrEqual(7);
    const [straight] = await lab.base.db.query<{ n: number }>(`select count(*) as n from fw.flow_todo where resume = 'direct'`);
    expect(straight!.n).toBeGreaterThan(0);
    expect(await auditCases(lab.house, 'initiation')).toEqual([]);
  }, 600_000);
});
