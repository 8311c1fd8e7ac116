import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '#server/db/migrate.ts';
import { type TestDatabase, testDatabase } from '#server/db/testing.ts';
import { metaMigrations } from '#server/meta/migrations.ts';
import { flowMigrations } from './migrations.ts';

let base: TestDatabase;
beforeAll(async () => {
  base = await testDatabase();
  await migrate(base.db, [metaMigrations, flowMigrations]);
});
afterAll(() => base.close());

const todo = (state: number, holder: number, finished = false) =>
  base.db.query(
    `insert into fw.flow_todo (company_id, case_id, source, rowid, key_name, applicant, review_state, review_entity, create_entity, back_state,
       visit, ord, rule, outcome, create_time, finish_time)
     values (1, 1, 't', 1, '水电站', 1, $1, $2, 1, 1, 1, 1, 'any', $3, now(), $4)`,
    [state, holder, state === 1 || state === 3 ? 1 : null, finished ? new Date() : null],
  );

describe('what the database itself refuses of a flow', () => {
  beforeAll(async () => {
    await base.db.query(`insert into fw.flow_def (table_uid, table_name, version, def) values ('t', 't', 1, '{}')`);
    await base.db.query(
      `insert into fw.flow_case (company_id, source, rowid, def_id, state, visit, status, seq, create_entity, create_time) values (1, 't', 1, 1, 2, 1, 0, 1, 1, now())`,
    );
    await base.db.query(
      `insert into fw.flow_log (company_id, case_id, seq, op, actor, todo_id, from_state, to_state, remark, data, at) values (1, 1, 1, 'Review', 1, 7, 1, 2, '', '{}', now())`,
    );
    await todo(2, 2);
    await todo(6, 2);
    await todo(1, 1, true);
  });

  it.each<[string, () => Promise<unknown>, number]>([
    ['I2b a second live row of a person', () => todo(7, 2), 310],
    ['I15 a second unread copy of a person', () => todo(6, 2), 310],
    ['I11 a second application', () => todo(1, 1, true), 310],
    ['I4 an open row with a finish time', () => todo(2, 3, true), 331],
    ['I4 a closed row without one', () => todo(10, 3), 331],
    [
      'a second running case of a record',
      () =>
        base.db.query(
          `insert into fw.flow_case (company_id, source, rowid, def_id, state, visit, status, seq, create_entity, create_time) values (1, 't', 1, 1, 2, 1, 0, 1, 1, now())`,
        ),
      310,
    ],
    [
      'R3 a second decision on a to-do',
      () =>
        base.db.query(
          `insert into fw.flow_log (company_id, case_id, seq, op, actor, todo_id, from_state, to_state, remark, data, at) values (1, 1, 2, 'Reject', 1, 7, 1, 2, '', '{}', now())`,
        ),
      310,
    ],
    ['a changed log', () => base.db.query(`update fw.flow_log set remark = 'x'`), 331],
    ['a deleted log', () => base.db.query('delete from fw.flow_log'), 331],
    ['an emptied log', () => base.db.query('truncate fw.flow_log'), 331],
    ['a changed published flow', () => base.db.query(`update fw.flow_def set def = '[]'`), 331],
    ["a to-do of another company's case", () => base.db.query(`update fw.flow_todo set company_id = 2 where review_state = 2`), 331],
  ])('%s', async (_, run, code) => {
    await expect(run()).rejects.toMatchObject({ code });
  });

  it('FLOW-06 app.todo shows source and rowid as well as table_name and entity_id, and is searched by its item', async () => {
    const rows = await base.db.query(
      `select source, rowid, table_name, entity_id, reviewers, holder from app.todo where review_state = 2 and fw.bigrams(keywords) @> array['水电']`,
    );
    expect(rows).toEqual([{ source: 't', rowid: 1, table_name: 't', entity_id: 1, reviewers: [2], holder: 2 }]);
  });
});
