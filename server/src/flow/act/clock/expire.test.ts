import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StateDef, TimeoutDef } from '#protocol/meta/flow.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { remindLate } from '#server/jobs/remind.ts';
import type { House } from '#server/meta/house.ts';
import { loadCatalogue } from '#server/meta/load.ts';
import { capex } from '#suites/capex/suite.ts';
import { sys } from '#suites/sys/suite.ts';
import { auditCases } from '../../kernel/testing-replay.ts';
import { type CommandRequest, commandRecord } from '../command.ts';
import { decideRecord } from '../decide.ts';
import { application, type FlowLab, openFlowLab, PEOPLE, type Person } from '../testing.ts';
import { expireLate } from './expire.ts';

const HOUR = 3_600_000;
let lab: FlowLab;
beforeAll(async () => {
  lab = await openFlowLab();
});
afterAll(async () => {
  expect(await auditCases(lab.house, 'initiation')).toEqual([]);
  await lab.close();
});

/** The seven steps with a time-out at the second, before the same people; `later` puts the clock on. `older` makes of them what a load refuses today. */
function under(
  timeout: TimeoutDef,
  change: (step: (value: string) => StateDef, table: TableDef) => void = () => undefined,
  older: (states: readonly StateDef[]) => void = () => undefined,
) {
  const suite = structuredClone(capex);
  const table = suite.tables.find((one) => one.table_name === 'initiation')!;
  const step = (value: string) => table.states.find((state) => state.value === value)!;
  step('2').timeout = timeout;
  change(step, table);
  const catalogue = loadCatalogue([sys, suite]);
  older(catalogue.table('initiation')!.def.states);
  const house: House = { ...lab.house, catalogueOf: () => catalogue };
  const decide = async (who: Person, request: Parameters<typeof decideRecord>[3]) =>
    decideRecord(house, await lab.as(who), house.catalogueOf(null).table('initiation')!, request);
  const later = (hours: number): House => ({ ...house, clock: { now: () => new Date(lab.house.clock.now().getTime() + hours * HOUR) } });
  const warned: Error[] = [];
  return {
    decide,
    act: async (who: Person, request: CommandRequest) =>
      commandRecord(house, await lab.as(who), house.catalogueOf(null).table('initiation')!, request),
    filed: async () => (await decide('applicant', { event: 11, ...application('600') })).id,
    expire: async (hours: number) => ({ due: await expireLate(later(hours), (error) => warned.push(error)), warned }),
    remind: (hours: number) => remindLate(lab.base.serving, later(hours).clock.now()),
  };
}
const eventsAt = (step: StateDef) => step.actions!.flatMap(({ events = [] }) => events);
/** How often the clock has come to a record's open row. */
const marked = async (id: number) =>
  (await lab.base.db.query('select 1 from fw.flow_todo where rowid = $1 and expire_time is not null and finish_time is null', [id])).length;
const rows = async (id: number) =>
  (
    await lab.base.db.query<{ who: number; state: number; skipped: string }>(
      'select review_entity as who, review_state as state, skipped from fw.flow_todo where rowid = $1 order by id',
      [id],
    )
  ).map(
    ({ who, state, skipped }) => `${Object.entries(PEOPLE).find(([, one]) => one === who)?.[0] ?? who}:${state}${skipped && ` ${skipped}`}`,
  );
const messages = async (id: number, kind: string) =>
  (
    await lab.base.db.query<{ user_id: number }>(
      `select user_id from fw.outbox where kind = $2 and (payload ->> 'id')::bigint = $1 order by id`,
      [id, kind],
    )
  ).map((row) => row.user_id);
const boss = (who: Person | null) =>
  lab.base.db.query(
    'update app."department" set manager_entity = $1 where id = (select parent_entity from app."department" where id = 32)',
    [who && PEOPLE[who]],
  );

describe('FLOW-07 what waits too long', () => {
  it('its leader hears of it once, and the holder is reminded', async () => {
    await boss('president');
    const now = under({ hours: 48, do: 'escalate' });
    const id = await now.filed();
    expect((await now.expire(47)).due).toBe(0);
    expect(await now.remind(47)).toBe(0);
    expect(await now.expire(49)).toEqual({ due: 1, warned: [] });
    expect((await now.expire(50)).due).toBe(0);
    expect(await now.remind(50)).toBe(1);
    expect(await messages(id, 'remind')).toEqual([PEOPLE.depthead]);
    const told = await lab.base.db.query('select user_entity, kind, said_by from fw.notice where rowid = $1', [id]);
    expect(told).toEqual([{ user_entity: PEOPLE.president, kind: 8, said_by: PEOPLE.depthead }]);
    expect(await rows(id)).toEqual(['applicant:1', 'depthead:2']);
  });

  it('somebody else has it: whom the step names, else the leader above; both are told', async () => {
    const named = under({ hours: 1, do: 'assign', to: { type: 'role', code: 'investmgr' } });
    const one = await named.filed();
    await named.expire(2);
    expect(await rows(one)).toEqual(['applicant:1', 'depthead:8 late', 'investmgr:2']);
    expect(await messages(one, 'handover')).toEqual([PEOPLE.investmgr]);
    expect((await named.decide('investmgr', { id: one, event: 21, fields: {} })).state).toBe(3);
    await boss('president');
    const above = under({ hours: 1, do: 'assign' });
    const two = await above.filed();
    await above.expire(2);
    expect(await rows(two)).toEqual(['applicant:1', 'depthead:8 late', 'president:2']);
  });

  it('where nobody can take it, it stays, and its holder is reminded', async () => {
    const now = under({ hours: 1, do: 'assign', to: { type: 'user', id: PEOPLE.applicant } });
    const id = await now.filed();
    expect((await now.expire(2)).warned).toEqual([]);
    expect(await rows(id)).toEqual(['applicant:1', 'depthead:2']);
    expect(await marked(id)).toBe(1);
    await now.remind(3);
    expect(await messages(id, 'remind')).toEqual([PEOPLE.depthead]);
  });

  it('an event is taken in his place: on, or back to the applicant, who is told', async () => {
    const on = under({ hours: 1, do: 'event', event: 21 });
    const id = await on.filed();
    expect((await on.expire(2)).warned).toEqual([]);
    expect(await rows(id)).toEqual(['applicant:1', 'depthead:3 late', 'investmgr:2']);
    const back = under({ hours: 1, do: 'event', event: 22 }, (step) => {
      for (const event of eventsAt(step('2'))) delete event.need_remark;
    });
    const other = await back.filed();
    await back.expire(2);
    expect(await rows(other)).toEqual(['applicant:1', 'depthead:3 late', 'applicant:2']);
    expect(await messages(other, 'returned')).toEqual([PEOPLE.applicant]);
    const [record] = await lab.base.db.query('select review_state, modify_entity from app.initiation where id = $1', [other]);
    expect(record).toEqual({ review_state: 0, modify_entity: null });
  });

  it('an event of an older flow with a condition is taken where that holds; where it does not the row stays, and its holder is reminded', async () => {
    const guarded = (where: string) =>
      under({ hours: 1, do: 'event', event: 21 }, undefined, (states) => {
        for (const event of eventsAt(states.find(({ value }) => value === '2')!)) if (event.id === 21) event.where = where;
      });
    const not = guarded('est_price>9000000');
    const id = await not.filed();
    expect((await not.expire(2)).warned).toEqual([]);
    expect(await rows(id)).toEqual(['applicant:1', 'depthead:2']);
    expect(await marked(id)).toBe(1);
    await not.remind(3);
    expect(await messages(id, 'remind')).toEqual([PEOPLE.depthead]);
    const holds = guarded('est_price<9000000');
    const other = await holds.filed();
    await holds.expire(2);
    expect(await rows(other)).toEqual(['applicant:1', 'depthead:3 late', 'investmgr:2']);
  });

  it('an end that the clock brings writes back as any other', async () => {
    const now = under({ hours: 1, do: 'event', event: 21 }, (step, table) => {
      table.assert = [];
      eventsAt(step('2'))[0]!.next_state = 90;
    });
    const id = await now.filed();
    expect((await now.expire(2)).warned).toEqual([]);
    const [record] = await lab.base.db.query<{ review_state: number; project: number | null }>(
      'select review_state, project_entity as project from app.initiation where id = $1',
      [id],
    );
    expect(record!.review_state).toBe(90);
    expect(record!.project).not.toBeNull();
    expect(await messages(id, 'approved')).toEqual([PEOPLE.applicant]);
  });

  it('who asked for an opinion is late too: nobody waits for the answer any more', async () => {
    const now = under({ hours: 1, do: 'event', event: 21 });
    const id = await now.filed();
    await now.act('depthead', { id, command: { op: 'Relay', reviewers: [PEOPLE.finance], remark: '问' } });
    await now.expire(2);
    expect(await rows(id)).toEqual(['applicant:1', 'depthead:3 late', 'finance:10', 'investmgr:2']);
  });

  it('at once with a decision one of the two happens; two processes do it once', async () => {
    const now = under({ hours: 1, do: 'event', event: 21 });
    const id = await now.filed();
    await Promise.all([now.expire(2), now.expire(2), now.decide('depthead', { id, event: 21, fields: {} }).catch(() => null)]);
    expect((await rows(id)).filter((row) => row.startsWith('depthead:3'))).toHaveLength(1);
    expect((await rows(id)).at(-1)).toBe('investmgr:2');
  });

  it('hours of the company’s calendar: its days, its holidays, from when it opened', async () => {
    const now = under({ work_hours: 8, do: 'assign' });
    await lab.base.db.query(
      `insert into app.calendar_day (company_id, day, kind, key_name) select 1, d::date, 1, '假期' from generate_series($1::date - 1, $1::date + 20, '1 day') d`,
      [lab.house.clock.now().toISOString().slice(0, 10)],
    );
    const id = await now.filed();
    await now.expire(24 * 10);
    expect(await rows(id)).toEqual(['applicant:1', 'depthead:2']);
    await now.expire(24 * 30);
    expect(await rows(id)).toContain('depthead:8 late');
  });

  it('the hours that a company has set count from the next row that opens; what waits keeps its time', async () => {
    const now = under({ work_hours: 8, do: 'assign' });
    const lateOf = async (id: number) =>
      (
        await lab.base.db.query<{ late: string }>(
          'select late_time::text as late from fw.flow_todo where rowid = $1 and review_state = 2',
          [id],
        )
      )[0]!.late;
    await lab.base.db.query('delete from app.calendar_day where company_id = 1');
    const usual = await now.filed();
    const due = await lateOf(usual);
    await lab.base.db.query(
      `insert into app.work_time (company_id, key_name, since, weekdays, morning_from, morning_until) values (1, '短', '2020-01-01', '{1,2,3,4,5,6,7}', '09:00:00', '10:00:00')`,
    );
    const short = await now.filed();
    // eight hours of one a day: a week later at least
    expect(Date.parse(await lateOf(short)) - Date.parse(due)).toBeGreaterThan(4 * 24 * HOUR);
    expect(await lateOf(usual)).toBe(due);
  });
});
