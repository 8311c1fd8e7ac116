import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { House } from '#server/meta/house.ts';
import { type KeptLab, openKept, sent, told } from './testing-kept.ts';
import { tablesRead } from './versions.ts';

let house: House;
let lab: KeptLab;
beforeAll(async () => {
  lab = await openKept();
  house = lab.one;
});
afterAll(() => lab?.close());

describe('what is kept', () => {
  it('R10 nothing that hangs on the clock, on tables of the engine, or on no table', () => {
    expect(tablesRead('select from app."plan" t join app."department" n1', [1])).toEqual(['department', 'plan']);
    expect(tablesRead('select from sum."fund_exec.month" t', [])).toEqual(['fund_exec']);
    for (const text of [
      'select 1',
      'select now() from app."plan"',
      'select from app."plan" t, fw.flow_todo',
      'select current_date from app."plan"',
    ])
      expect(tablesRead(text, []), text).toBeNull();
    expect(tablesRead('select $1 from app."plan"', [new Date()])).toBeNull();
  });

  it('B2 B3 who may not see it is refused, also while another’s answer is kept', async () => {
    await lab.ask(house);
    await expect(lab.ask(house, 'units', 'none')).rejects.toMatchObject({ code: 312 });
    await expect(lab.ask(house, 'desk', 'none')).rejects.toMatchObject({ code: 312 });
    await expect(lab.ask(house, 'unknown')).rejects.toMatchObject({ code: 312 });
  });

  it('R10 a call asks for nothing that it knows: report and board, each reader his own', async () => {
    for (const cloud of ['units', 'desk']) {
      const first = await lab.ask(house, cloud);
      expect(await sent(house, async (one) => expect(told(await lab.ask(one, cloud))).toEqual(told(first)))).toEqual([]);
    }
    await lab.put();
    expect(await sent(house, (one) => lab.ask(one, 'desk'))).toHaveLength(2);
    // the board has counted it
    expect(await sent(house, (one) => lab.ask(one))).toEqual([]);
    const own = await lab.ask(house, 'units', 'own');
    expect(told(own)).toEqual(await lab.fresh(house, 'units', 'own'));
    expect(told(own)).not.toEqual(told(await lab.ask(house)));
  });

  it('R10 a table whose triggers do not stand is read each time, and nothing of before is believed when they stand again', async () => {
    await lab.ask(house);
    await lab.owner.query('alter table app.plan disable trigger "change.insert"');
    await lab.ask(house);
    await lab.put();
    expect(told(await lab.ask(house))).toEqual(await lab.fresh(house));
    await lab.owner.query('alter table app.plan enable trigger "change.insert"');
    expect(told(await lab.ask(house))).toEqual(await lab.fresh(house));
  });

  it('WIRE-05 who has the answer is told that it is the same, and gets it where it is not', async () => {
    for (const cloud of ['units', 'desk']) {
      const { one, other } = lab;
      const version = (await lab.ask(one, cloud)).data!.version as string;
      expect(version).toMatch(/^[\w-]{24}$/);
      for (const house of [one, other]) {
        const same = await lab.ask(house, cloud, 'all', version);
        expect(same).toEqual({ data: { same: 1, version, made: expect.any(String) } });
      }
      const another = await lab.ask(one, cloud, 'own', version);
      expect(another.rows).toBeDefined();
      await lab.put();
      const changed = await lab.ask(other, cloud, 'all', version);
      expect(changed.data!.version).not.toBe(version);
      expect(changed.rows).toBeDefined();
    }
  });

  it('B22 a version tells nothing of rows that its reader does not see', async () => {
    const before = await lab.ask(house, 'units', 'own');
    await lab.put();
    await lab.put(lab.owner, 1, 2);
    expect((await lab.ask(house, 'units', 'own')).data!.version).toBe(before.data!.version);
  });

  it('R10 each language has its own answer, also where the other is kept, and its own version', async () => {
    await lab.put();
    await lab.owner.query('update app.plan set department_entity = 34 where company_id = 1 and id = $1', [await lab.put()]);
    const unitsOf = (rows: unknown): unknown[] =>
      (rows as { keys: { unit: { id: number | null } } }[]).map(({ keys }) => keys.unit.id).filter((id) => id === 31 || id === 34);
    // 电厂 (34) stands before 总部 (31), Works behind Head office
    await lab.owner.query(`update app.department set name_en = case id when 31 then 'Head office' else 'Works' end where id in (31, 34)`);
    for (const cloud of ['units', 'desk']) {
      const [chinese, english] = [await lab.ask(house, cloud), await lab.ask(house, cloud, 'all', undefined, 'en_US')];
      const rowsOf = ({ rows }: typeof chinese) => (cloud === 'desk' ? (rows![0] as { rows?: unknown }).rows : rows);
      expect(unitsOf(rowsOf(chinese))).toEqual([34, 31]);
      expect(unitsOf(rowsOf(english))).toEqual([31, 34]);
      const { version } = chinese.data as { version: string };
      expect((await lab.ask(house, cloud, 'all', version, 'en_US')).rows).toEqual(english.rows);
      expect((await lab.ask(house, cloud, 'all', version)).data).toMatchObject({ same: 1 });
    }
  });

  it('R10 the name of a unit is read too: a new one is told at once', async () => {
    await lab.ask(house);
    await lab.owner.query(`update app.department set key_name = '新名' where company_id = 1 and id = 31`);
    expect(JSON.stringify((await lab.ask(house)).rows)).toContain('新名');
  });
});
