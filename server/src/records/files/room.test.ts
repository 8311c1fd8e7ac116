import { readdir } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { House } from '#server/meta/house.ts';
import type { Session } from '#server/meta/session.ts';
import { type Desk, openDesk } from '../save/testing-save.ts';
import { NOW } from '../testing.ts';
import { storeFile, sweepFiles } from './files.ts';

let desk: Desk;
let own: Session;
beforeAll(async () => {
  desk = await openDesk();
  own = await desk.as('own');
});
afterAll(() => desk?.close());

const person = (id: number, company = 1): Session => ({ ...own, company: { ...own.company, id: company }, user: { ...own.user, id } });
const bounded = (mostStored: number): House => ({ ...desk.house, settings: { ...desk.house.settings, mostStored } });
const store = (house: House, bytes: string, session = own) => {
  const table = desk.house.catalogueOf(null).table('order')!;
  return storeFile(house, session, table, table.fields.get('docs')!, { name: 'a.txt', bytes: Readable.from([Buffer.from(bytes)]) });
};
const stored = async (company = 1): Promise<number> =>
  (await desk.base.db.query<{ bytes: number }>('select bytes from fw.file_sum where company_id = $1', [company]))[0]?.bytes ?? 0;
const added = async (company = 1): Promise<number> =>
  (
    await desk.base.db.query<{ bytes: number }>('select coalesce(sum(length), 0)::bigint as bytes from fw.file where company_id = $1', [
      company,
    ])
  )[0]!.bytes;
const onDisk = async (): Promise<number> =>
  (await readdir(desk.folder, { recursive: true, withFileTypes: true })).filter((one) => one.isFile()).length;
const full = (mb = 0) => ({ code: 341, remark: '$fileRoom', data: { mb } });

describe('R10 the files of a company are bounded together', () => {
  test('what is over is refused before its bytes come and while they come, and leaves nothing', async () => {
    const house = bounded((await stored()) + 10);
    await store(house, '123456');
    const before = await onDisk();
    await expect(store(house, '12345')).rejects.toMatchObject(full());
    expect((await store(house, '1234')).length).toBe(4);
    let asked = 0;
    const bytes = Readable.from(
      (function* () {
        asked += 1;
        yield Buffer.from('1');
      })(),
    );
    const table = desk.house.catalogueOf(null).table('order')!;
    await expect(storeFile(house, own, table, table.fields.get('docs')!, { name: 'a', bytes })).rejects.toMatchObject(full());
    expect([asked, await onDisk()]).toEqual([0, before + 1]);
    expect(await stored()).toBe(await added());
  });

  test('two of the company at once do not pass together, whoever they are', async () => {
    const house = bounded((await stored()) + 10);
    const before = await onDisk();
    const many = await Promise.allSettled([1, 2, 3, 4, 5, 6].map((at) => store(house, '123456', person(9000 + at))));
    expect(many.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const one of many) if (one.status === 'rejected') expect(one.reason).toMatchObject(full());
    expect([await onDisk(), await stored()]).toEqual([before + 1, await added()]);
  });

  test('another company has its own room; a person’s own bound is told as before', async () => {
    const house = bounded(await stored());
    await expect(store(house, '1')).rejects.toMatchObject(full());
    const there = { ...house, settings: { ...house.settings, mostStored: 5, mostWaiting: 3 } };
    await expect(store(there, '1234', person(9101, 2))).rejects.toMatchObject({ remark: '$fileWaiting' });
    expect((await store(there, '123', person(9102, 2))).length).toBe(3);
    await expect(store(there, '123', person(9103, 2))).rejects.toMatchObject(full());
    expect([await stored(2), await stored(1)]).toEqual([await added(2), await added(1)]);
  });

  test('R10 a company with a bound of its own goes by it, whatever the settings say of all: 0 takes none', async () => {
    const own = (mb: number | null) => desk.base.db.query('update fw.company set file_mb = $1 where id = 1', [mb]);
    try {
      await own(0);
      await expect(store(desk.house, '1')).rejects.toMatchObject(full(0));
      await own(1);
      await expect(store(desk.house, 'x'.repeat(1_048_577))).rejects.toMatchObject(full(1));
      expect((await store(bounded(0), '12')).length).toBe(2);
      await own(null);
      await expect(store(bounded(0), '12')).rejects.toMatchObject(full(0));
    } finally {
      await own(null);
    }
  });

  test('files that go make room; those of records stay counted, and who has more than the bound keeps them', async () => {
    const kept = await store(desk.house, '12345');
    await desk.base.db.query('update fw.file set rowid = 1 where id = $1', [kept.id]);
    const house = bounded(5);
    await expect(store(house, '1')).rejects.toMatchObject(full());
    await sweepFiles({ ...desk.house, clock: { now: () => new Date(NOW.getTime() + 25 * 3_600_000) } });
    expect([await stored(1), await stored(2)]).toEqual([await added(1), await added(2)]);
    await expect(store(bounded((await stored()) + 1), '1')).resolves.toMatchObject({ length: 1 });
    expect(await stored()).toBeGreaterThanOrEqual(5);
  });

  test('without a bound nothing is asked', async () => {
    expect((await store(desk.house, '1')).length).toBe(1);
  });
});
