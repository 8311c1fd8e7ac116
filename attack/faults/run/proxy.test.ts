import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Db } from '#server/db/db.ts';
import { createDb } from '#server/db/pool/pool.ts';
import { type TestDatabase, testDatabase } from '#server/db/testing.ts';
import { type Cable, openProxy } from './proxy.ts';

let base: TestDatabase;
let proxy: Cable;
let db: Db;
beforeAll(async () => {
  base = await testDatabase();
  proxy = await openProxy(base.url);
  db = createDb(proxy.through(base.url), { max: 2, statementWithinMs: 20_000, connectWithinMs: 20_000 });
  await base.db.query('create table sent (id int primary key)');
});
afterAll(async () => {
  await db.close();
  await proxy.close();
  await base.close();
});
beforeEach(() => base.db.query('delete from sent'));

const sent = async () => (await base.db.query<{ id: number }>('select id from sent')).length;
const send = () => db.tx((tx) => tx.query('insert into sent values (1)'));

describe('8 the proxy of the faults', () => {
  it('cuts after COMMIT: written, and the caller does not know', async () => {
    const cut = proxy.cutAfter('commit');
    await expect(send()).rejects.toMatchObject({ code: 103 });
    await cut;
    expect(await sent()).toBe(1);
  });
  it('cuts before COMMIT: not written', async () => {
    const cut = proxy.cutBefore('commit');
    await expect(send()).rejects.toMatchObject({ code: 103 });
    await cut;
    expect(await sent()).toBe(0);
    await send();
  });
  it('20 refuses, and takes connections again', async () => {
    proxy.refuse(true);
    await expect(send()).rejects.toMatchObject({ code: 103 });
    proxy.refuse(false);
    await send();
    expect(await sent()).toBe(1);
  });
  it('12 stalls and delays, and loses nothing', async () => {
    proxy.stall(true);
    const waiting = send();
    proxy.delay(5);
    proxy.stall(false);
    await waiting;
    proxy.delay(0);
    expect(await sent()).toBe(1);
  });
});
