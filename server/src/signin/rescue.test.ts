import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { linkId } from '#protocol/signin/entry.ts';
import { primitives } from './crypto.ts';
import { CLEAR, Hand } from './factor/testing.ts';
import { loadEntry } from './once/entry-link.ts';
import { ownLog } from './own/log.ts';
import { rescueFactor, rescueLink } from './rescue.ts';
import { stranger, type TestHouse, testHouse } from './testing.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await testHouse();
});
afterAll(() => house.base.close());
beforeEach(async () => {
  house.at = new Date('2026-11-21T02:20:00Z');
  await house.base.db.query(CLEAR);
});

const { half, asked, setUp, later } = new Hand(() => house);
const NOBODY = 'say username@company';

it('AUTH-01 an operator takes off the factor of who lost it, ends his sessions, and it stands in the security log', async () => {
  const { session } = await setUp('admin');
  await asked('admin');
  later(1000);
  await rescueFactor(house.base.db, house, 'Admin@DEMO');
  expect((await half('admin')).done).toHaveProperty('token');
  expect(await house.db.query('select 1 from fw.recovery_code')).toEqual([]);
  const rows = await house.base.db.query<{ told: string }>(
    `select op || ' ' || reason || ' ' || target as told from fw.security_log where at >= $1 or op = 'Revoke' order by id desc limit 3`,
    [house.at],
  );
  expect(rows.map(({ told }) => told)).toEqual(expect.arrayContaining(['ResetFactor ok user 1', 'Revoke operator user 1']));
  expect((await ownLog(house, session, 1)).rows).toContainEqual(expect.objectContaining({ op: 'ResetFactor', reason: 'ok', address: '' }));
});

it('AUTH-01 an operator makes a one-time link for somebody who may sign in', async () => {
  const { link, until } = await rescueLink(house.base.db, house, 'zhang3@demo');
  expect(until.getTime() - house.at.getTime()).toBe(72 * 3_600_000);
  expect(await loadEntry(house, linkId(primitives, link), stranger())).toMatchObject({
    subname: 'demo',
    username: 'zhang3',
    purpose: 'reset',
  });
});

it('says what is wrong and does nothing: no such user, no company, somebody deleted, no factor, somebody disabled', async () => {
  await house.base.db.query('update app."user" set deleted_time = now() where id = 4');
  for (const name of ['', 'admin', '@demo', 'admin@', 'admin@other', 'nodomain@demo', "x' or 1=1@demo"]) {
    await expect(rescueFactor(house.base.db, house, name), name).rejects.toThrow(NOBODY);
    await expect(rescueLink(house.base.db, house, name), name).rejects.toThrow(NOBODY);
  }
  await expect(rescueFactor(house.base.db, house, 'zhang3@demo')).rejects.toThrow('has no second factor');
  await expect(rescueLink(house.base.db, house, 'gone@demo')).rejects.toThrow('is disabled');
  expect(await house.db.query('select 1 from fw.entry_link where user_id = 3')).toEqual([]);
});
