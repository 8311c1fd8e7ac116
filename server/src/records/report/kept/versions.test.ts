import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applySync, verifySync } from '#server/meta/sync/apply.ts';
import { type KeptLab, openKept } from './testing-kept.ts';

let lab: KeptLab;
beforeAll(async () => {
  lab = await openKept();
});
afterAll(() => lab?.close());

describe('versions of tables', () => {
  it('R10 a table that no report reads has none, nor one whose triggers do not all stand', async () => {
    expect(await lab.versionOf('vault')).toBeUndefined();
    expect(await lab.versionOf("x'); drop table app.plan; --")).toBeUndefined();
    expect(await lab.versionOf('plan')).toBeDefined();
    await lab.owner.query('alter table app.plan disable trigger "change.delete"');
    expect(await lab.versionOf('plan')).toBeUndefined();
    expect(await verifySync(lab.owner, lab.catalogue)).toEqual(['app.plan: tell of changed rows']);
    await lab.owner.query('alter table app.plan enable trigger "change.delete"');
    expect(await verifySync(lab.owner, lab.catalogue)).toEqual([]);
  });

  it('R10 each statement that writes rows counts for its company, and for no other; what changes none does not', async () => {
    const seen = async () => [await lab.versionOf('plan'), await lab.versionOf('plan', 2), await lab.versionOf('department')];
    const expectChanged = async (which: readonly boolean[], work: () => Promise<unknown>) => {
      const before = await seen();
      await work();
      const after = await seen();
      expect(after.map((version, at) => version !== before[at])).toEqual(which);
    };
    const db = lab.owner;
    const row = await lab.put();
    await expectChanged([true, false, false], () => lab.put(db));
    await expectChanged([false, true, false], () => lab.put(db, 1, 2));
    await expectChanged([true, false, false], () => db.query('update app.plan set amount = 2 where id = $1', [row]));
    await expectChanged([false, false, false], () => db.query('update app.plan set amount = 2 where id = -1'));
    await expectChanged([true, true, false], () => db.query('delete from app.plan where id > 5000'));
    await expectChanged([false, false, true], () => db.query(`update app.department set key_name = key_name where company_id = 1`));
    await expectChanged([false, false, false], () => db.query('select fw.fold_changes()'));
    await expectChanged([true, true, false], () => db.query('truncate app.plan cascade'));
    await expectChanged([true, true, true], () => db.query(`insert into fw.table_change (name, company_id, xid) values ('', 0, '1')`));
  });

  it('R10 a transaction is one row a table, and one that was rolled back none', async () => {
    const rows = async () => (await lab.owner.query<{ n: number }>('select count(*)::int as n from fw.table_change'))[0]!.n;
    await lab.owner.query('select fw.fold_changes()');
    await lab.owner.tx(async (tx) => {
      for (const amount of [1, 2, 3]) await lab.put(tx, amount);
    });
    expect(await rows()).toBe(1);
    await lab.owner
      .tx(async (tx) => {
        await lab.put(tx);
        throw new Error('back');
      })
      .catch(() => undefined);
    expect(await rows()).toBe(1);
    await lab.owner.tx(async (tx) => {
      await tx.query('savepoint one');
      await lab.put(tx);
      await tx.query('rollback to savepoint one');
      await lab.put(tx);
    });
    expect(await rows()).toBe(2);
  });

  it('R10 rows of a restored database do not hide a transaction of the same number', async () => {
    const before = await lab.versionOf('plan');
    await lab.owner.tx(async (tx) => {
      await tx.query(
        `insert into fw.table_change (name, company_id, xid, at) values ('plan', 1, pg_current_xact_id(), now() - interval '1 second')`,
      );
      await lab.put(tx);
    });
    const [{ n }] = (await lab.owner.query<{ n: number }>(
      `select count(*)::int as n from fw.table_change where name = 'plan' group by xid order by 1 desc limit 1`,
    )) as [{ n: number }];
    expect(n).toBe(2);
    expect(await lab.versionOf('plan')).not.toBe(before);
  });

  it('R10 after a restore, which empties tables and fills them, nothing of before is believed', async () => {
    const before = await lab.versionOf('plan');
    await lab.owner.tx(async (tx) => {
      const rows = await tx.query('select * from fw.table_version');
      await tx.query('truncate fw.table_version');
      await tx.query('insert into fw.table_version select * from jsonb_populate_recordset(null::fw.table_version, $1::jsonb)', [
        JSON.stringify(rows),
      ]);
    });
    expect(await lab.versionOf('plan')).not.toBe(before);
  });

  it('R10 changed definitions count for every table', async () => {
    const before = await lab.versionOf('plan');
    const fewer = { ...lab.catalogue, reports: () => [] };
    await applySync(lab.owner, fewer);
    expect(await lab.versionOf('plan')).toBeUndefined();
    await applySync(lab.owner, lab.catalogue);
    expect(await lab.versionOf('plan')).not.toBe(before);
  });

  it('R10 who serves may fold, and neither write nor remove what was told', async () => {
    const { db } = lab.one;
    await db.query('select fw.fold_changes()');
    for (const text of [
      'delete from fw.table_change',
      'delete from fw.table_version',
      `insert into fw.table_change values ('plan', 1, '1')`,
    ])
      await expect(db.query(text)).rejects.toMatchObject({ code: 331 });
  });
});
