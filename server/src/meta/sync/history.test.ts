import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { testTable } from '#protocol/meta/testing-suite.ts';
import type { Db } from '#server/db/db.ts';
import type { TestDatabase } from '#server/db/testing.ts';
import { catalogueOf, emptyHouse, field } from '../testing-sync.ts';
import { applySync } from './apply.ts';

let one: TestDatabase | undefined;
let db: Db;
beforeEach(async () => {
  await one?.close();
  one = await emptyHouse();
  db = one.db;
  await applySync(db, catalogueOf(testTable('works', { fields: [field('code', 'text')] })));
  await db.query(`insert into app.domain (company_id, key_name) values (1, '一');
    insert into app.works (company_id, subcompany_id, code, create_entity, create_time) values (1, 1, 'a', 7, '2026-01-01T00:00:00Z')`);
});
afterAll(() => one?.close());

const versions = () => db.query('select code, valid_from, valid_to, hist_actor, hist_op from hist.works order by valid_from');

describe('META-01 closed versions', () => {
  it('an Add writes none; a Modify writes the old row with who and when, and the next one begins where it ended', async () => {
    expect(await versions()).toEqual([]);
    await db.query(`update app.works set code = 'b', modify_entity = 8, modify_time = '2026-02-01T00:00:00Z'`);
    await db.query(`update app.works set code = 'c', modify_entity = 9, modify_time = '2026-03-01T00:00:00Z'`);
    expect(await versions()).toEqual([
      { code: 'a', valid_from: '2026-01-01T00:00:00Z', valid_to: '2026-02-01T00:00:00Z', hist_actor: 8, hist_op: 'Modify' },
      { code: 'b', valid_from: '2026-02-01T00:00:00Z', valid_to: '2026-03-01T00:00:00Z', hist_actor: 9, hist_op: 'Modify' },
    ]);
  });

  it('Delete, Restore and a purge are told apart', async () => {
    await db.query(`update app.works set deleted_time = now(), deleted_entity = 5`);
    await db.query(`update app.works set deleted_time = null, deleted_entity = null, modify_entity = 6`);
    await db.query(`delete from app.works`);
    expect((await versions()).map((row) => [row.hist_op, row.hist_actor])).toEqual([
      ['Delete', 5],
      ['Restore', 6],
      ['Purge', null],
    ]);
  });

  it('the transaction may name actor and op', async () => {
    await db.tx(async (tx) => {
      await tx.query(`select set_config('fw.actor', '42', true), set_config('fw.op', 'Review', true)`);
      await tx.query(`update app.works set review_state = 2`);
    });
    expect((await versions()).map((row) => [row.hist_op, row.hist_actor])).toEqual([['Review', 42]]);
  });

  it('a writer who leaves modify_time alone, or whose clock is behind, still begins a new version', async () => {
    await db.query(`update app.works set code = 'b', modify_time = '2026-03-01T00:00:00Z'`);
    await db.query(`update app.works set code = 'c', modify_time = '2026-02-01T00:00:00Z'`);
    await db.query(`update app.works set code = 'd'`);
    const [row] = await db.query<{ whole: boolean }>(
      `select bool_and(valid_from < valid_to and valid_to = coalesce(next, live)) as whole
       from (select valid_from, valid_to, lead(valid_from) over (order by valid_from) as next, (select modify_time from app.works) as live
             from hist.works) v`,
    );
    expect(row).toEqual({ whole: true });
    expect(await versions()).toHaveLength(3);
  });

  it('who changed it last goes with when: a writer who leaves both alone does not name the one before him', async () => {
    const live = () => db.query('select modify_entity from app.works');
    await db.query(`update app.works set code = 'b', modify_entity = 8, modify_time = '2026-02-01T00:00:00Z'`);
    await db.tx(async (tx) => {
      await tx.query(`select set_config('fw.actor', '42', true), set_config('fw.op', 'Review', true)`);
      await tx.query(`update app.works set review_state = 2`);
    });
    expect(await live()).toEqual([{ modify_entity: 42 }]);
    await db.query(`update app.works set code = 'c', modify_entity = 9`);
    expect(await live()).toEqual([{ modify_entity: 9 }]);
    await db.query(`update app.works set code = 'd'`);
    expect(await live()).toEqual([{ modify_entity: null }]);
    expect((await versions()).map((row) => row.hist_actor)).toEqual([8, 42, 9, null]);
  });

  it('R2 what is rolled back leaves no version', async () => {
    const broken = db.tx(async (tx) => {
      await tx.query(`update app.works set code = 'b'`);
      throw new Error('stop');
    });
    await expect(broken).rejects.toThrow('stop');
    expect(await versions()).toEqual([]);
  });
});
