import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Refusal } from '#protocol/codes.ts';
import type { Db, Tx } from '../db.ts';
import { constraintOf } from '../refuse.ts';
import { type TestDatabase, testDatabase } from '../testing.ts';
import { statementNames } from './names.ts';
import { createDb } from './pool.ts';

let one: TestDatabase;
const troubles: unknown[] = [];
beforeAll(async () => {
  one = await testDatabase({
    lockWithinMs: 200,
    statementWithinMs: 4_000,
    connectWithinMs: 30_000,
    troubled: (error) => troubles.push(error),
  });
  await one.db.query(`create table parent (id bigint primary key, code text constraint code_is_unique unique);
    create table child (parent bigint not null references parent, amount numeric(18,6) check (amount >= 0));
    insert into parent values (1, 'one')`);
});
afterAll(() => one.close());

async function refusal(doing: Promise<unknown>): Promise<Refusal> {
  const error = await doing.then(
    () => undefined,
    (reason) => reason,
  );
  expect(error).toBeInstanceOf(Refusal);
  return error;
}

/** What the driver says on the wire from now on, besides what it describes and executes. */
function overheard(): string[] {
  const told: string[] = [];
  const { parse, bind, sync, query } = pg.Connection.prototype;
  const wire = pg.Connection.prototype;
  vi.spyOn(wire, 'parse').mockImplementation(function (this: pg.Connection, ...args) {
    told.push(`parse ${args[0].text}`);
    return parse.apply(this, args);
  });
  vi.spyOn(wire, 'bind').mockImplementation(function (this: pg.Connection, ...args) {
    told.push(`bind ${args[0]?.statement?.replace(/\d+/g, '') ?? ''}`);
    return bind.apply(this, args);
  });
  vi.spyOn(wire, 'sync').mockImplementation(function (this: pg.Connection) {
    told.push('sync');
    return sync.call(this);
  });
  vi.spyOn(wire, 'query').mockImplementation(function (this: pg.Connection, text) {
    told.push(text);
    return query.call(this, text);
  });
  return told;
}

describe('values of the database', () => {
  it('arrive exact: numeric and times as strings, bigint as numbers, documents parsed', async () => {
    const [row] =
      await one.db.query(`select 9007199254740991::bigint as id, 12345678901234567.100000::numeric(24,6) as amount, date '2026-02-28' as day,
      timestamp '2026-11-21 03:56:31.5' as local, timestamptz '2026-11-21 11:56:31.123456+08' as at, array[1,null,3]::bigint[] as ids,
      array[1.50,2]::numeric[] as amounts, array[date '2026-01-01'] as days, '{"a": [1]}'::jsonb as doc, true as yes, null::bigint as nothing`);
    expect(row).toEqual({
      id: 9007199254740991,
      amount: '12345678901234567.100000',
      day: '2026-02-28',
      local: '2026-11-21 03:56:31.5',
      at: '2026-11-21T03:56:31.123456Z',
      ids: [1, null, 3],
      amounts: ['1.50', '2'],
      days: ['2026-01-01'],
      doc: { a: [1] },
      yes: true,
      nothing: null,
    });
  });

  it('go in as they are: ids as arrays, instants in UTC, Chinese beyond the basic plane', async () => {
    const [row] = await one.db.query('select $1::bigint[] as ids, $2::timestamptz as at, $3::text as word, $4::jsonb as doc', [
      [1, 2],
      new Date('2026-11-21T03:56:31.500Z'),
      '𠮷野家',
      { a: 1 },
    ]);
    expect(row).toEqual({ ids: [1, 2], at: '2026-11-21T03:56:31.5Z', word: '𠮷野家', doc: { a: 1 } });
  });

  it('a bigint beyond the exact range is refused, not rounded', async () => {
    expect((await refusal(one.db.query('select 9007199254740992::bigint as id'))).code).toBe(331);
    expect((await refusal(one.db.query('select array[9007199254740993]::bigint[] as ids'))).code).toBe(331);
  });

  it.each([
    ['NUL', 'a\0b'],
    ['half a surrogate pair', 'a\ud800'],
    ['one in a list', ['ok', '\udc00']],
    ['one deep in a document', { a: [{ b: 'x\0' }] }],
    ["one in a document's key", { 'k\0': 1 }],
  ])('%s never reaches the driver: 317', async (_name, value) => {
    expect((await refusal(one.db.query('select $1::text', [value]))).code).toBe(317);
  });
});

describe('refusals of the database', () => {
  it.each([
    [310, "insert into parent values (2, 'one')"],
    [331, 'insert into child values (99, 1)'],
    [331, 'insert into child values (1, -1)'],
    [331, 'delete frm parent'],
    [331, "select 'x'::int"],
    [103, 'select pg_sleep(60)'],
  ])('%i for: %s', async (code, text) => {
    const refused = await refusal(one.db.query(text));
    expect(refused.code).toBe(code);
    expect({ ...refused, cause: undefined }).toEqual({ code, remark: '', data: {}, rows: [], name: 'Refusal', cause: undefined });
  });

  it('a unique key says which to those who ask, not to the wire', async () => {
    const refused = await refusal(one.db.query("insert into parent values (2, 'one')"));
    expect(constraintOf(refused)).toBe('code_is_unique');
  });

  it('16 no room on the disk is 331 with words for a person, counted, and told to the log once a minute', async () => {
    const before = [one.db.fullDisk(), troubles.length];
    const full = () => one.db.query(`do $$ begin raise 'could not extend file' using errcode = '53100'; end $$`);
    for (const refused of [await refusal(full()), await refusal(full())])
      expect([refused.code, refused.remark]).toEqual([331, '$disk_full']);
    expect([one.db.fullDisk(), troubles.length]).toEqual([before[0]! + 2, before[1]! + 1]);
    expect(one.db.strained()).toBe(true);
    expect(await one.db.query('select 1 as fine')).toEqual([{ fine: 1 }]);
  });
  it('a lock that is not had in time is 103', async () => {
    await one.db.tx(async (tx) => {
      await tx.query('select 1 from parent where id = 1 for update');
      expect(await refusal(one.db.query("update parent set code = 'x' where id = 1"))).toMatchObject({ code: 103, remark: '' });
    });
  });

  it('waiting for a connection in vain is 103', async () => {
    const narrow = createDb(one.url, { max: 1, connectWithinMs: 3_000 });
    await narrow.tx(async () => {
      expect((await refusal(narrow.query('select 1'))).code).toBe(103);
    });
    await narrow.close();
  });

  it('a server that is not there is 103', async () => {
    const nowhere = createDb('postgres://a:b@127.0.0.1:1/x');
    expect(await refusal(nowhere.query('select 1'))).toMatchObject({ code: 103, remark: '$away' });
    expect((await refusal(nowhere.tx(async () => 1))).code).toBe(103);
    await nowhere.close();
  });

  it('a connection cut in the middle is 103 and told to the log; the next one works', async () => {
    troubles.length = 0;
    const refused = await refusal(one.db.tx((tx) => tx.query('select pg_terminate_backend(pg_backend_pid())')));
    expect(refused).toMatchObject({ code: 103, remark: '$away' });
    expect(troubles).toHaveLength(1);
    expect(await one.db.query('select 1 as n')).toEqual([{ n: 1 }]);
  });
});

describe('time and connections', () => {
  const pidOf = async (db: Db) => (await db.query<{ pid: number }>('select pg_backend_pid() as pid'))[0]!.pid;
  const STUCK = 'set statement_timeout = 0; select pg_sleep(300)';

  it('13 front statements run while every other connection is taken, and are no transaction of theirs', async () => {
    const narrow = createDb(one.url, { max: 1, connectWithinMs: 3_000 });
    await narrow.tx(async () => {
      expect(narrow.strained()).toBe(false);
      expect((await refusal(narrow.query('select 1'))).code).toBe(103);
      expect(await narrow.front.query('select 1 as n')).toEqual([{ n: 1 }]);
      expect(narrow.strained()).toBe(true);
    });
    await narrow.close();
  });

  it('a refused statement costs no connection', async () => {
    const narrow = createDb(one.url, { max: 1 });
    const pid = await pidOf(narrow);
    await refusal(narrow.query("insert into parent values (2, 'one')"));
    expect(await pidOf(narrow)).toBe(pid);
    await narrow.close();
  });

  it('12 a server that says nothing any more: 103, its connection is given up, the next one works', async () => {
    const narrow = createDb(one.url, { max: 1, statementWithinMs: 1_000, silentWithinMs: 1_000 });
    const pid = await pidOf(narrow);
    expect(await refusal(narrow.query(STUCK))).toMatchObject({ code: 103, remark: '' });
    expect(await pidOf(narrow)).not.toBe(pid);
    expect((await refusal(narrow.tx((tx) => tx.query(STUCK)))).code).toBe(103);
    expect(await narrow.query('select 1 as n')).toEqual([{ n: 1 }]);
    await narrow.close();
  });

  it('a patient transaction has no limit of time', async () => {
    const narrow = createDb(one.url, { max: 1, statementWithinMs: 1_000, silentWithinMs: 500 });
    expect(await narrow.tx((tx) => tx.query('select 1 as n from pg_sleep(2)'), { patient: true })).toEqual([{ n: 1 }]);
    expect((await refusal(narrow.tx((tx) => tx.query('select pg_sleep(10)')))).code).toBe(103);
    await narrow.close();
  });
});

describe('transactions', () => {
  it('R2 a statement that nobody waited for stays inside its transaction: rolled back with it, committed with it', async () => {
    const put = (tx: Tx, id: number, round = 0) => tx.query(`insert into parent (id) /* ${round} */ values ($1::bigint)`, [id]);
    const late = () => one.db.query('select id from parent where id between 70 and 99 order by id');
    for (const round of [1, 2, 3]) {
      const refused = one.db.tx(async (tx) => {
        void put(tx, 70 + round, round).catch(() => undefined);
        throw new Refusal(311);
      });
      expect((await refusal(refused)).code).toBe(311);
      const both = one.db.tx((tx) => Promise.all([put(tx, 1), put(tx, 80 + round)]));
      expect(await refusal(both)).toBeInstanceOf(Refusal);
    }
    expect(await late()).toEqual([]);
    await one.db.tx(async (tx) => void put(tx, 90, 9));
    expect(await late()).toEqual([{ id: 90 }]);
    await one.db.query('delete from parent where id = 90');
  });
  it('a patient transaction may begin with a statement that is prepared', async () => {
    for (const n of [1, 2, 3, 4]) expect(await one.db.tx((tx) => tx.query('select $1::int as n', [n]), { patient: true })).toEqual([{ n }]);
  });
  it('a throw undoes all and is thrown on', async () => {
    const stop = new Error('stop');
    const doing = one.db.tx(async (tx) => {
      await tx.query("insert into parent values (50, 'fifty')");
      throw stop;
    });
    await expect(doing).rejects.toBe(stop);
    expect(await one.db.query('select 1 from parent where id = 50')).toEqual([]);
  });

  it('one whose statement failed is never taken for done, even when the work goes on', async () => {
    const doing = one.db.tx(async (tx) => {
      await tx.query("insert into parent values (51, 'fifty-one')");
      await tx.query('select 1/0').catch(() => undefined);
    });
    expect((await refusal(doing)).code).toBe(331);
    expect(await one.db.query('select 1 from parent where id = 51')).toEqual([]);
  });

  it('a statement after the end is a mistake of the program', async () => {
    const leaked = await one.db.tx(async (tx) => tx);
    expect(() => leaked.query('select 1')).toThrow('over');
  });

  it.each(['40001', '40P01'])('%s is run again, all of it, up to five times', async (state) => {
    await one.db.query(`create or replace function fail_until(sequence regclass, times int) returns int language plpgsql as $$
      declare n int = nextval(sequence); begin if n <= times then raise exception 'again' using errcode = '${state}'; end if; return n; end $$;
      drop sequence if exists few; drop sequence if exists many; create sequence few; create sequence many`);
    let rounds = 0;
    const answer = await one.db.tx(async (tx) => {
      rounds += 1;
      return tx.query<{ n: number }>("select fail_until('few', 3) as n");
    });
    expect([rounds, answer]).toEqual([4, [{ n: 4 }]]);
    expect((await refusal(one.db.query("select fail_until('many', 100)"))).code).toBe(103);
    expect(await one.db.query('select last_value as n from many')).toEqual([{ n: 6 }]);
  });

  it('a real deadlock ends well for both', async () => {
    await one.db.query("insert into parent values (60, 'a'), (61, 'b') on conflict do nothing");
    const patient = createDb(one.url, { lockWithinMs: 60_000 });
    let waiting = 2;
    const add = (first: number, second: number) =>
      patient.tx(async (tx) => {
        await tx.query("update parent set code = code || '+' where id = $1", [first]);
        waiting -= 1;
        while (waiting > 0) await sleep(5);
        await tx.query("update parent set code = code || '+' where id = $1", [second]);
      });
    await Promise.all([add(60, 61), add(61, 60)]);
    expect(await one.db.query('select code from parent where id in (60, 61) order by id')).toEqual([{ code: 'a++' }, { code: 'b++' }]);
    await patient.close();
  });

  it('BEGIN goes with a prepared first statement, and no Sync between them; where there is no statement it is not sent', async () => {
    const narrow = createDb(one.url, { max: 1 });
    const read = (tx: Tx) => tx.query('select $1::int as n', [1]);
    for (let use = 0; use < 2; use += 1) await narrow.tx(read);
    const told = overheard();
    expect(await narrow.tx(read)).toEqual([{ n: 1 }]);
    await narrow.tx(async () => 1);
    vi.restoreAllMocks();
    expect(told).toEqual(['parse begin', 'bind ', 'bind f', 'sync', 'commit']);
    await narrow.close();
  });

  it('where BEGIN is refused its statement does not run, nor any after it, and the connection is as good as it was', async () => {
    await one.db.query('create table never_alone (n int)');
    const narrow = createDb(one.url, { max: 1 });
    const add = (tx: Tx) => tx.query('insert into never_alone values ($1)', [1]);
    const rows = async () => (await narrow.query('select 1 from never_alone')).length;
    for (let use = 0; use < 2; use += 1) await narrow.tx(add);
    const { parse } = pg.Connection.prototype;
    vi.spyOn(pg.Connection.prototype, 'parse').mockImplementationOnce(function (this: pg.Connection, query, more) {
      return parse.call(this, { ...query, text: 'begin isolation level none' }, more);
    });
    const stubborn = narrow.tx(async (tx) => {
      await add(tx).catch(() => undefined);
      await add(tx);
    });
    expect((await refusal(stubborn)).code).toBe(103);
    vi.restoreAllMocks();
    expect(await rows()).toBe(2);
    await narrow.tx(add);
    expect(await rows()).toBe(3);
    await narrow.close();
  });

  it('values make one statement of a text, whatever it says', async () => {
    expect((await refusal(one.db.query('select $1::int; drop table child', [1]))).code).toBe(331);
    expect((await refusal(one.db.query('select 1; drop table child', []))).code).toBe(331);
    expect(await one.db.query('select count(*) as n from child')).toEqual([{ n: 0 }]);
  });
});

describe('prepared statements', () => {
  const prepared = 'select count(*) as n from pg_prepared_statements where statement = $1';

  it('a text is prepared at its second use', async () => {
    const text = 'select $1::int + 1 as n';
    const counts = await one.db.tx(async (tx) => {
      const found: unknown[] = [];
      for (let use = 0; use < 3; use += 1) {
        await tx.query(text, [use]);
        found.push((await tx.query(`${prepared} -- ${use}`, [text]))[0]?.n);
      }
      return found;
    });
    expect(counts).toEqual([0, 1, 1]);
  });

  it('one whose table changed meanwhile runs again on the new columns, inside a transaction too', async () => {
    await one.db.query('create table shifting (a int); insert into shifting values (1)');
    const read = () => one.db.query('select * from shifting where a = $1', [1]);
    for (let use = 0; use < 3; use += 1) await read();
    await one.db.query("alter table shifting add b text default 'new'");
    expect(await read()).toEqual([{ a: 1, b: 'new' }]);
    await read();
    await one.db.query('alter table shifting alter a type numeric(18,6)');
    const inside = await one.db.tx((tx) => tx.query('select * from shifting where a = $1', [1]));
    expect(inside).toEqual([{ a: '1.000000', b: 'new' }]);
  });

  it('are the 400 used last, however many texts are asked, and no text that a caller made long', () => {
    const names = statementNames();
    const twice = (text: string) => [names.of(text), names.of(text)];
    expect(twice('select 0')).toEqual([undefined, 'f1']);
    for (let at = 1; at < 400; at += 1) expect(twice(`select ${at}`)[1]).toBe(`f${at + 1}`);
    expect(names.of('select 0')).toBe('f1');
    const before = names.revision();
    expect(twice('select 400')).toEqual([undefined, 'f401']);
    expect([names.has('f1'), names.has('f2'), names.has('f401')]).toEqual([true, false, true]);
    expect(names.revision()).toBeGreaterThan(before);
    expect(twice('x'.repeat(60_001))).toEqual([undefined, undefined]);
    names.renew();
    expect([names.has('f1'), ...twice('select 0')]).toEqual([false, undefined, 'f402']);
  });

  it('a connection keeps those that it was asked for last: one in use all along is never prepared anew, however many pass by', async () => {
    const db = createDb(one.url, { max: 1 });
    const often = 'select 1 as often where 1 = $1';
    const kept = () =>
      db.query<{ statement: string; at: string }>(
        `select statement, prepare_time::text as at from pg_prepared_statements where statement like 'select % where 1 = $1'`,
      );
    for (let use = 0; use < 2; use += 1) await db.query(often, [1]);
    const [first] = await kept();
    for (let at = 0; at < 900; at += 1) {
      for (let use = 0; use < 2; use += 1) await db.query(`select ${at} as n where 1 = $1`, [1]);
      if (at % 300 === 0) await db.query(often, [1]);
    }
    await db.query(often, [1]);
    const stay = await kept();
    expect(stay.find(({ statement }) => statement === often)).toEqual(first);
    expect(stay.length).toBeLessThanOrEqual(400);
    const passed = new Set(stay.map(({ statement }) => statement));
    for (const at of [899, 700, 502]) expect(passed).toContain(`select ${at} as n where 1 = $1`);
    for (const at of [0, 300, 499]) expect(passed).not.toContain(`select ${at} as n where 1 = $1`);
    await db.close();
  });

  it('that were given up are closed by the connection that kept them, ahead of its next statement', async () => {
    const db = createDb(one.url, { max: 1 });
    const prepared = () => db.query<{ n: number }>('select count(*)::int as n from pg_prepared_statements').then(([row]) => row!.n);
    for (let at = 0; at < 420; at += 1) for (let use = 0; use < 2; use += 1) await db.query(`select ${at} as n where 1 = $1`, [1]);
    expect(await db.query('select 419 as n where 1 = $1', [1])).toEqual([{ n: 419 }]);
    expect(await prepared()).toBeLessThanOrEqual(400);
    expect(await db.query('select 0 as n where 1 = $1', [1])).toEqual([{ n: 0 }]);
    await db.close();
  });
});

describe('listen', () => {
  it('hears its channel, and the empty payload when its connection breaks and when it is back', async () => {
    const heard: string[] = [];
    const stop = await one.db.listen('Rights "x"', (payload) => heard.push(payload));
    const tell = (word: string) => one.db.query('select pg_notify($1, $2)', ['Rights "x"', word]);
    await tell('one');
    while (heard.length < 1) await sleep(5);
    await one.db.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'formwork listen' and datname = current_database()",
    );
    while (heard.length < 3) await sleep(5);
    await tell('two');
    while (heard.length < 4) await sleep(5);
    expect(heard).toEqual(['one', '', '', 'two']);
    const others: string[] = [];
    const stopOthers = await one.db.listen('others', (payload) => others.push(payload));
    await stop();
    await tell('three');
    await one.db.query("select pg_notify('others', 'last')");
    while (others.length < 1) await sleep(5);
    expect(heard).toHaveLength(4);
    await stopOthers();
  });
});
