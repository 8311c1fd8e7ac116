import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAccess } from '#server/access/access.ts';
import { compilePage } from '#server/query/statements.ts';
import { effortOf } from '#server/query/testing-plan.ts';
import { readingOf } from '#server/records/page.ts';
import { type FlowLab, openFlowLab, type Person } from './testing.ts';

let lab: FlowLab;
/** The head of department has 5,000 open of 15,000, the president 50 of 150; each is a case of its own. */
beforeAll(async () => {
  lab = await openFlowLab();
  await lab.base.db.query(`
    insert into fw.flow_def (table_uid, table_name, version, def) values ('long', 'long', 1, '{}');
    insert into fw.flow_case (company_id, source, rowid, def_id, state, visit, status, seq, create_entity, create_time)
      select 1, 'long', n, (select max(id) from fw.flow_def), 2, 1, 0, 1, 2, now() from generate_series(1, 15150) n;
    insert into fw.flow_todo (company_id, case_id, source, rowid, subcompany_id, key_name, applicant, review_state, review_entity, create_entity, back_state,
        visit, ord, rule, outcome, create_time, finish_time)
      select 1, id, 'long', rowid, 11, 'to-do ' || rowid, 2, case when rowid % 3 = 0 then 2 else 3 end, case when rowid > 15000 then 13 else 3 end, 2, 2, 1, 1, 'any',
        case when rowid % 3 > 0 then 1 end, timestamptz '2026-01-01Z' + rowid * interval '1 minute', case when rowid % 3 > 0 then now() end
      from fw.flow_case where source = 'long'`);
  await lab.base.db.query('analyze fw.flow_todo');
});
afterAll(() => lab.close());

async function effort(who: Person, filters: object) {
  const access = await openAccess(lab.house, await lab.as(who));
  const grant = access.grant(access.table('todo'), 'Page');
  const reading = readingOf(lab.house, access, grant, { filters });
  const page = compilePage({ kind: 'page', ...reading, fields: [grant.table.fields.get('key_name')!], limit: 20, offset: 0 });
  expect(await lab.base.db.query(page.text, page.values)).toHaveLength(20);
  return effortOf(lab.base.db, page);
}

describe('FLOW-06 a page of a long to-do list', () => {
  it.each([
    ['all', {}],
    ['open ones', { fields: { review_state: ',2,4,7,13,' } }],
  ])('%s: 5,000 open cost no more rows than 50', async (_, filters) => {
    const [long, short] = [await effort('depthead', filters), await effort('president', filters)];
    expect(long.rows).toBeLessThanOrEqual(short.rows * 1.5);
    expect(long.rows).toBeLessThan(150);
  });
});
