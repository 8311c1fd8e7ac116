import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Tx } from '#server/db/db.ts';
import type { House } from '#server/meta/house.ts';
import { type KeptLab, openKept, told } from './testing-kept.ts';
import { versionsFrom } from './versions.ts';

let lab: KeptLab;
beforeAll(async () => {
  lab = await openKept();
});
afterAll(() => lab?.close());

describe('Q7 never stale', () => {
  it('a transaction of a lower number that is committed later is seen', async () => {
    const { one, other } = lab;
    let commit: () => void = () => undefined;
    let begun: () => void = () => undefined;
    const hasBegun = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const late = lab.owner.tx(async (tx) => {
      await lab.put(tx, 1000);
      begun();
      await new Promise<void>((resolve) => {
        commit = resolve;
      });
    });
    await hasBegun;
    await lab.put(one.db, 10);
    for (const house of lab.processes) expect(told(await lab.ask(house))).toEqual(await lab.fresh(house));
    commit();
    await late;
    for (const house of [other, one]) expect(told(await lab.ask(house))).toEqual(await lab.fresh(house));
  });

  it('of many who ask at once nobody is told what was seen before he asked', async () => {
    const { db } = lab.one;
    const waiting: (() => void)[] = [];
    let sent = 0;
    const slow: Tx = {
      query: async (text, values) => {
        sent += 1;
        const rows = await db.query(text, values);
        await new Promise<void>((resolve) => waiting.push(resolve));
        return rows as never;
      },
    };
    const until = async (count: number) => expect.poll(() => waiting.length, { timeout: 10_000 }).toBe(count);
    const ask = async () => (await versionsFrom(slow, 1, ['plan'])).get('plan');
    const first = ask();
    await until(1);
    await lab.put();
    const later = [ask(), ask(), ask()];
    waiting[0]!();
    await until(2);
    await lab.put();
    const last = ask();
    waiting[1]!();
    await until(3);
    waiting[2]!();
    const seen = [await first, ...(await Promise.all(later)), await last];
    expect(seen.map((one) => seen.indexOf(one))).toEqual([0, 1, 1, 1, 4]);
    expect(seen[4]).toBe(await lab.versionOf('plan'));
    expect(sent).toBe(3);
  });

  it('an acknowledged write is in every later read of both lab.processes, whatever else is written, rolled back and folded', async () => {
    let [seed, pairs] = [7, 0];
    const random = (most: number) => {
      seed = (seed * 48271) % 2147483647;
      return seed % most;
    };
    let acknowledged = 0;
    const sum = async (house: House) => Number(((await lab.ask(house)).data!.total as { num: number }).num);
    const begin = await sum(lab.processes[0]!);
    const writer = async (house: House) => {
      for (let turn = 0; turn < 40; turn += 1) {
        const back = random(4) === 0;
        await house.db
          .tx(async (tx) => {
            await lab.put(tx, random(100));
            if (random(3) === 0) await new Promise((resolve) => setTimeout(resolve, random(5)));
            if (back) throw new Error('back');
          })
          .then(
            () => {
              acknowledged += 1;
            },
            () => undefined,
          );
        if (random(10) === 0) await house.db.query('select fw.fold_changes()', []);
      }
    };
    const reader = async (house: House) => {
      for (let turn = 0; turn < 60; turn += 1) {
        const known = acknowledged;
        const read = await sum(house);
        expect(read - begin).toBeGreaterThanOrEqual(known);
        pairs += 1;
      }
    };
    await Promise.all([
      ...lab.processes.map(writer),
      ...lab.processes.map(writer),
      ...lab.processes.map(reader),
      ...lab.processes.map(reader),
    ]);
    expect(pairs).toBe(240);
    for (const house of lab.processes) {
      expect((await sum(house)) - begin).toBe(acknowledged);
      expect(told(await lab.ask(house))).toEqual(await lab.fresh(house));
      const parts = (await lab.ask(house, 'desk')).rows as unknown as { data: { total: { num: number } } }[];
      for (const { data } of parts) expect(data.total.num - begin).toBe(acknowledged);
    }
  });
});
