import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Tx } from '#server/db/db.ts';
import { decideRecord } from '#server/flow/act/decide.ts';
import { application, type FlowLab, openFlowLab, PEOPLE, type Person } from '#server/flow/act/testing.ts';
import type { House } from '#server/meta/house.ts';
import { loadCatalogue } from '#server/meta/load.ts';
import { effortOf } from '#server/query/testing-plan.ts';
import { capex } from '#suites/capex/suite.ts';
import { sys } from '#suites/sys/suite.ts';
import { remindLate } from './remind.ts';

const HOUR = 3_600_000;
let lab: FlowLab;
/** The seven steps, whose second is reminded of after 48 hours. */
let house: House;

beforeAll(async () => {
  lab = await openFlowLab();
  const patient = structuredClone(capex);
  const steps = patient.tables.find((table) => table.table_name === 'initiation')!.states!;
  steps.find((step) => step.value === '2')!.timeout = { hours: 48, do: 'remind' };
  const catalogue = loadCatalogue([sys, patient]);
  house = { ...lab.house, catalogueOf: () => catalogue };
});
afterAll(() => lab.close());

async function decide(who: Person, request: Parameters<typeof decideRecord>[3]): Promise<number> {
  const { id } = await decideRecord(house, await lab.as(who), house.catalogueOf(null).table('initiation')!, request);
  return id;
}
const submitted = () => decide('applicant', { event: 11, ...application('600') });
const hoursOn = (hours: number) => new Date(lab.house.clock.now().getTime() + hours * HOUR);
/** Who was reminded of a record, in the order of their ids. */
const reminded = async (rowid: number) =>
  (
    await lab.base.db.query<{ user_id: number }>(
      `select user_id from fw.outbox where kind = 'remind' and (payload ->> 'id')::bigint = $1 order by user_id`,
      [rowid],
    )
  ).map((row) => row.user_id);

describe('FLOW-07 reminders of what waits too long', () => {
  it('a step that says how long it may wait reminds its holder then, and once', async () => {
    const id = await submitted();
    expect(await remindLate(lab.base.serving, hoursOn(47))).toBe(0);
    expect(await remindLate(lab.base.serving, hoursOn(49))).toBe(1);
    expect(await remindLate(lab.base.serving, hoursOn(99))).toBe(0);
    expect(await reminded(id)).toEqual([PEOPLE.depthead]);
  });

  it('a limit that was set for it comes first where it is the earlier one', async () => {
    const id = await submitted();
    await lab.base.db.query('update fw.flow_todo set limit_time = $2 where rowid = $1 and review_state = 2', [id, hoursOn(1)]);
    expect(await remindLate(lab.base.serving, hoursOn(2))).toBe(1);
    expect(await reminded(id)).toEqual([PEOPLE.depthead]);
  });

  it('what was decided, and what waits in a step that says nothing, is not reminded of', async () => {
    const id = await submitted();
    await decide('depthead', { id, event: 21, fields: {} });
    expect(await remindLate(lab.base.serving, hoursOn(1_000))).toBe(0);
  });

  it('who got it in another’s place is reminded like everybody', async () => {
    const id = await submitted();
    await lab.base.db.query('update fw.flow_todo set review_state = 13 where rowid = $1 and review_state = 2', [id]);
    expect(await remindLate(lab.base.serving, hoursOn(49))).toBe(1);
    expect(await reminded(id)).toEqual([PEOPLE.depthead]);
  });

  it('whoever is the agent of its holder by then is reminded too; who was it, will be it, or is it elsewhere is not', async () => {
    const id = await submitted();
    const agent = (who: Person, from: number, to: number, sources: string[] | null = null) =>
      lab.base.db.query(
        `insert into fw.flow_agent (company_id, user_entity, agent_entity, begin_time, end_time, sources) values (1, $1, $2, $3, $4, $5)`,
        [PEOPLE.depthead, PEOPLE[who], hoursOn(from), hoursOn(to), sources],
      );
    await agent('tech', 50, 96);
    await agent('safety', 24, 96, ['project']);
    await agent('finance', -1, 24);
    await agent('legal', 24, 96);
    expect(await remindLate(lab.base.serving, hoursOn(49))).toBe(1);
    expect(await reminded(id)).toEqual([PEOPLE.depthead, PEOPLE.legal]);
  });

  it('the look of every minute reads nothing of 20,000 that are not due yet', async () => {
    await lab.base.db.query(
      `with cases as (insert into fw.flow_case (company_id, source, rowid, def_id, state, visit, status, seq, create_entity, create_time)
         select 1, 'initiation', 100000 + n, (select max(id) from fw.flow_def), 2, 1, 0, 1, 2, now() from generate_series(1, 20000) n
         returning id, rowid)
       insert into fw.flow_todo (company_id, case_id, source, rowid, key_name, applicant, review_state, review_entity, create_entity,
         back_state, visit, ord, rule, create_time, limit_time)
       select 1, id, 'initiation', rowid, 'to-do', 2, 2, 3, 2, 2, 1, 1, 'any', now(), case when rowid % 2 = 0 then timestamptz '2200-01-01Z' end
       from cases`,
    );
    await lab.base.db.query('vacuum analyze fw.flow_todo');
    const asked: { text: string; values: unknown[] }[] = [];
    const heard: Tx = {
      query: (text, values) => {
        asked.push({ text, values: [...(values ?? [])] });
        return lab.base.db.query(text, values);
      },
    };
    expect(await remindLate(heard, hoursOn(1_000))).toBe(0);
    for (const statement of asked) expect((await effortOf(lab.base.db, statement)).rows).toBeLessThanOrEqual(10);
  });
});
