import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAccess } from '#server/access/access.ts';
import type { Tx } from '#server/db/db.ts';
import { compilePage, compileTotal } from '#server/query/statements.ts';
import { type Effort, effortOf, keptEffortOf } from '#server/query/testing-plan.ts';
import { readingOf, readPage } from '#server/records/read/page.ts';
import { type FlowLab, openFlowLab, PEOPLE, type Person } from '../act/testing.ts';
import { countsOf } from './counts.ts';

let lab: FlowLab;
/** Of each: what waits (the oldest rows), and what was decided since. What the viewer has is given to three hundred colleagues. */
const HAS: Partial<Record<Person, [open: number, decided: number]>> = {
  depthead: [20_000, 0],
  president: [50, 100],
  investmgr: [3, 30_000],
  viewer: [15_000, 15_000],
};
beforeAll(async () => {
  lab = await openFlowLab();
  await lab.base.db.query(`insert into fw.flow_def (table_uid, table_name, version, def) values ('long', 'long', 1, '{}')`);
  for (const [who, [open, decided]] of Object.entries(HAS))
    await lab.base.db.query(
      `with cases as (insert into fw.flow_case (company_id, source, rowid, def_id, state, visit, status, seq, create_entity, create_time)
         select 1, 'long', $1::bigint * 100000 + n, (select max(id) from fw.flow_def), 2, 1, 0, 1, 2, now() from generate_series(1, $2::int + $3::int) n
         returning id, rowid, rowid % 100000 > $2::int as done)
       insert into fw.flow_todo (company_id, case_id, source, rowid, subcompany_id, key_name, applicant, review_state, review_entity, create_entity,
         back_state, visit, ord, rule, outcome, create_time, finish_time)
       select 1, id, 'long', rowid, 11, 'to-do ' || rowid, 2, case when done then 3 else 2 end, $1, 2, 2, 1, 1, 'any', case when done then 1 end,
         timestamptz '2026-01-01Z' + rowid % 100000 * interval '1 minute', case when done then now() end
       from cases`,
      [PEOPLE[who as Person], open, decided],
    );
  await lab.base.db.query('update fw.flow_todo set review_entity = 1000 + rowid % 300 where review_entity = $1', [PEOPLE.viewer]);
  await lab.base.db.query('vacuum analyze fw.flow_todo');
});
afterAll(() => lab.close());

const WAITING = { fields: { review_state: { op: 'in' as const, value: [2, 4, 7, 13] } } };
const DECIDED = { fields: { review_state: { op: 'in' as const, value: [2, 7, 13] } } };
/** What the page asks after a decision on `long` 700000: nobody's here, so that all wait. */
const BESIDE = { ...WAITING, where: "source!='long'|rowid!=700000" };
const OLD_CLIENT = { fields: { review_state: ',2,4,7,13,' } };

async function readingFor(who: Person, filters: object) {
  const access = await openAccess(lab.house, await lab.as(who));
  const grant = access.grant(access.table('todo'), 'Page');
  return { reading: readingOf(access, grant, { filters }), asker: access.asker, fields: [grant.table.fields.get('key_name')!] };
}
/** By the plan for these values, and by the one that a connection keeps for all. */
async function efforts(who: Person, filters: object, { offset = 0, found = 20 } = {}): Promise<Effort[]> {
  const { reading, asker, fields } = await readingFor(who, filters);
  const page = compilePage({ kind: 'page', ...reading, fields, limit: 20, offset }, asker);
  expect(await lab.base.db.query(page.text, page.values)).toHaveLength(found);
  return [await effortOf(lab.base.db, page), await keptEffortOf(lab.base.db, page)];
}
const rows = (of: readonly Effort[]) => of.map((effort) => effort.rows);

describe('FLOW-06 a page of a long to-do list', () => {
  it.each([
    ['all', {}],
    ['what waits', WAITING],
    ['what waits, as ids in a text', OLD_CLIENT],
    ['what waits of other records', BESIDE],
    ['what is decided', DECIDED],
    ['what is decided, by its time limit', { ...DECIDED, sort: [['due_time', 'asc']] }],
    ['what is decided of one kind', { fields: { ...DECIDED.fields, source: { op: '=', value: 'long' } } }],
  ])('%s: 20,000 that wait cost no more rows than 50', async (_, filters) => {
    const [long, short] = [rows(await efforts('depthead', filters)), rows(await efforts('president', filters))];
    for (const [at, read] of long.entries()) expect(read).toBeLessThanOrEqual(Math.max(short[at]! * 1.5, 100));
  });

  it('what waits costs the same beside 30,000 that were decided since', async () => {
    for (const read of rows(await efforts('investmgr', WAITING, { found: 3 }))) expect(read).toBeLessThanOrEqual(10);
  });

  it('page 50 reads 50 pages and no more', async () => {
    for (const read of rows(await efforts('depthead', WAITING, { offset: 980 }))) expect(read).toBeLessThanOrEqual(1_100);
  });

  it('what was decided, and what was applied for, are read off an index of their own', async () => {
    const handled = await efforts('investmgr', { fields: { review_state: { op: 'in', value: [3, 5] } } });
    for (const effort of handled) expect(effort.rows).toBeLessThanOrEqual(60);
    const lately = await efforts('investmgr', { fields: { review_state: { op: 'in', value: [3, 5] } }, sort: [['finish_time', 'desc']] });
    for (const effort of lately) expect(effort.rows).toBeLessThanOrEqual(60);
    const applied = await efforts('investmgr', { fields: { review_state: 1 } }, { found: 0 });
    for (const effort of applied) expect(effort.rows).toBe(0);
    const questions = await efforts('depthead', { fields: { review_state: { op: 'in', value: [4] } } }, { found: 0 });
    for (const effort of questions) expect(effort.rows).toBeLessThanOrEqual(10);
  });

  it('a page with all that the to-do page shows costs two statements, however much waits', async () => {
    const fields =
      'key_name,code,applicant,due_time,urgent,case_state,case_end,case_holders,case_since,case_urged,case_urgent,returned_by,returned_remark';
    const cost = async (who: Person, found: number) => {
      const sent: string[] = [];
      const query: Tx['query'] = (text, values) => {
        sent.push(text);
        return lab.house.db.query(text, values);
      };
      const access = await openAccess(lab.house, await lab.as(who));
      const house = { ...lab.house, db: Object.assign(Object.create(lab.house.db), { query }) };
      const ask = { page: 1, rows: 20, filters: DECIDED, fields };
      expect((await readPage(house, access, access.grant(access.table('todo'), 'Page'), ask)).rows).toHaveLength(found);
      return sent.length;
    };
    expect(await cost('depthead', 20)).toBe(2);
    expect(await cost('president', 20)).toBe(2);
    expect(await cost('investmgr', 3)).toBe(1);
  });

  it('the total of what waits is counted from its own index, up to its bound', async () => {
    for (const [who, most, filters] of [
      ['investmgr', 10, WAITING],
      ['depthead', 1_100, WAITING],
      ['depthead', 1_100, BESIDE],
    ] as const) {
      const { reading, asker } = await readingFor(who, filters);
      const total = compileTotal({ kind: 'total', ...reading, sums: [], bound: 1001 }, asker);
      for (const effort of [await effortOf(lab.base.db, total), await keptEffortOf(lab.base.db, total)])
        expect(effort.rows).toBeLessThanOrEqual(most);
    }
  });

  it('the badge reads what waits and nothing of the past, and counts to a thousand', async () => {
    const texts: string[] = [];
    const heard: Tx = {
      query: (text, values) => {
        texts.push(text);
        return lab.base.db.query(text, values);
      },
    };
    const now = lab.house.clock.now();
    expect(await countsOf(heard, 1, PEOPLE.investmgr, now)).toEqual({ todo: 3, answer: 0, read: 0, notices: 0 });
    const effort = async (who: Person) =>
      Promise.all([effortOf, keptEffortOf].map((of) => of(lab.base.db, { text: texts[0]!, values: [1, PEOPLE[who], now] })));
    for (const read of rows(await effort('investmgr'))) expect(read).toBeLessThanOrEqual(10);
    for (const read of rows(await effort('depthead'))) expect(read).toBeLessThanOrEqual(1_100);
    // to call other processes for help takes a hundred times as long as to find nothing: on a table so long that they look worth it too
    await lab.base.db.tx(async (tx) => {
      await tx.query(
        'set local parallel_setup_cost = 0; set local min_parallel_table_scan_size = 0; set local min_parallel_index_scan_size = 0',
      );
      const { kinds } = await effortOf(tx, { text: texts[0]!, values: [1, PEOPLE.investmgr, now] });
      expect(kinds.join()).not.toContain('Gather');
    });
  });
});
