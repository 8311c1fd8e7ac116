import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Filters } from '#protocol/wire/filters.ts';
import { openAccess } from '#server/access/access.ts';
import type { House } from '#server/meta/house.ts';
import { type Lab, openLab } from '../testing.ts';
import { readPage } from './page.ts';
import { type LabRows, putRows } from './testing-rows.ts';

let lab: Lab;
let rows: LabRows;
beforeAll(async () => {
  lab = await openLab();
  rows = await putRows(lab);
});
afterAll(() => lab.close());

type Ask = Partial<Parameters<typeof readPage>[3]>;
async function page(login: string, ask: Ask = {}, cloud = 'plan', house: House = lab.house) {
  const session = await lab.as(login);
  const access = await openAccess(house, session);
  return readPage(house, access, access.grant(access.table(cloud), 'Page'), { page: 1, rows: 10, ...ask });
}
const names = async (login: string, filters: Filters, cloud?: string) => {
  const { rows } = await page(login, { filters }, cloud);
  return rows!.map((row) => row.code ?? row.key_name);
};

/** What a process reads once for a version of the company's rights. */
const isKept = (text: string): boolean => /fw\.role_grant|app\."module" m/.test(text);

describe('LIST-01 a page of rows', () => {
  it('WIRE values: decimals as text, dates as days, instants on the company clock, references with names', async () => {
    const { rows: found } = await page('all', { filters: { fields: { code: 'P1' } } });
    expect(found).toEqual([
      {
        id: rows.plan.mine,
        key_name: '水电站扩建',
        review_state: { id: 1, key_name: '状态1' },
        version: 1,
        code: 'P1',
        amount: '100.500000',
        secret: '7.000001',
        memo: 'CANARY-memo 密',
        num: 5,
        type: { id: 1, key_name: '甲' },
        tags: [
          { id: 1, key_name: '红' },
          { id: 3, key_name: '蓝' },
        ],
        begin_date: '2026-11-21',
        due_time: '2026-11-21 23:59:59',
        department_entity: { id: 32, key_name: '投资部' },
        owner_entity: { id: 2, key_name: '张三' },
        site_entity: { id: rows.site, key_name: '三峡' },
        vault_entity: { id: 0, unauthorized: 1 },
        team: [
          { id: 3, key_name: '李四' },
          { id: 2, key_name: '张三' },
        ],
        vaults: [{ id: 0, unauthorized: 1 }],
        _actions: [{ op: 'Show', uid: 'lab.plan.1.Show' }],
      },
    ]);
  });

  it('newest first; the last page tells the total itself, in one statement', async () => {
    const { house, said } = lab.watched();
    const found = await page('all', {}, 'plan', house);
    expect(found.rows!.map((row) => row.code)).toEqual(['P4', 'P3', 'P2', 'P1']);
    expect([found.total, found.total_kind, said.filter((text) => !isKept(text)).length]).toEqual([4, 'exact', 1]);
  });
  it('a full page counts in a second statement, sums too', async () => {
    const { house, said } = lab.watched();
    const found = await page('all', { rows: 2, page: 2, stat: 1 }, 'plan', house);
    expect(found.rows!.map((row) => row.code)).toEqual(['P2', 'P1']);
    expect([found.total, found.total_kind, said.filter((text) => !isKept(text)).length]).toEqual([4, 'exact', 2]);
    expect(found.data).toMatchObject({ stat: { amount: '300.499999', secret: '8.000001' } });
  });
  it('beyond the end there are no rows and the total stays', async () => {
    const found = await page('all', { page: 1_000_000_000_000, rows: 1_000_000_000 });
    expect([found.rows, found.total]).toEqual([[], 4]);
  });

  it.each([
    [{ key_word: 'bridge' }, ['P2']],
    [{ key_word: '水电' }, ['P1']],
    [{ key_word: '电站扩' }, ['P1']],
    [{ key_word: '电' }, []],
    [{ key_word: '水' }, ['P1']],
    [{ key_word: ' ＢＲＩＤＧＥ ' }, ['P2']],
    [{ key_word: '100%' }, ['P4']],
    [{ key_word: '_' }, []],
    [{ key_word: '%_\\' }, ['P4']],
    [{ fields: { amount: ['100', '200'] } }, ['P2', 'P1']],
    [{ fields: { amount: [null, '0'] } }, ['P3']],
    [{ fields: { begin_date: ['2026-11-21', '2026-11-21'] } }, ['P1']],
    [{ fields: { due_time: ['2026-11-21', '2026-11-21'] } }, ['P1']],
    [{ fields: { due_time: ['2026-11-22', null] } }, ['P2']],
    [{ fields: { type: 2 } }, ['P3', 'P2']],
    [{ fields: { type: ',1,2,' } }, ['P3', 'P2', 'P1']],
    [{ fields: { type: { op: 'in', value: [] } } }, []],
    [{ fields: { tags: ',3,' } }, ['P1']],
    [{ fields: { tags: { op: 'in', value: [1, 2] } } }, ['P4', 'P1']],
    [{ fields: { team: 3 } }, ['P1']],
    [{ fields: { num: { op: 'filled' } } }, ['P1']],
    [{ fields: { code: { op: '!=', value: 'P1' } } }, ['P4', 'P3', 'P2']],
    [{ fields: { code: 'p' } }, ['P4', 'P3', 'P2', 'P1']],
    [{ fields: { code: '', type: null } }, ['P4', 'P3', 'P2', 'P1']],
    [{ where: 'amount>100&(type=1|type=2)' }, ['P2', 'P1']],
    [{ belong_id: 32 }, ['P3', 'P2', 'P1']],
    [{ belong_id: 33 }, ['P3']],
    [{ sort: [['key_name', 'asc']] }, ['P2', 'P3', 'P1', 'P4']],
    [{ sort: [['amount', 'desc']] }, ['P2', 'P1', 'P3', 'P4']],
    [{ sort: [['department_entity', 'asc']] }, ['P4', 'P1', 'P2', 'P3']],
    [
      {
        sort: [
          ['type', 'asc'],
          ['code', 'desc'],
        ],
      },
      ['P1', 'P3', 'P2', 'P4'],
    ],
  ] as [Filters, string[]][])('LIST-09 %j', async (filters, codes) => {
    expect(await names('all', filters)).toEqual(codes);
  });

  it('one character says that it is matched at the beginning only', async () => {
    expect((await page('all', { filters: { key_word: '水' } })).data).toMatchObject({ key_word: 'prefix' });
  });
});

describe('rights bound every page', () => {
  it.each([
    ['own', ['P1']],
    ['dept', ['P3', 'P2', 'P1']],
    ['mixed', ['P3', 'P2', 'P1']],
    ['all', ['P4', 'P3', 'P2', 'P1']],
    ['root', ['P4', 'P3', 'P2', 'P1']],
  ])('%s sees %j', async (login, codes) => {
    expect(await names(login, {})).toEqual(codes);
  });
});

describe('what depends on today', () => {
  it('follows the day of the company past midnight, for who has signed in before it too', async () => {
    const session = await lab.as('all');
    const found = async (now: string, where: string) => {
      const house: House = { ...lab.house, clock: { now: () => new Date(now) } };
      const access = await openAccess(house, session);
      const told = await readPage(house, access, access.grant(access.table('plan'), 'Page'), { page: 1, rows: 10, filters: { where } });
      return told.rows!.map((row) => row.code);
    };
    const [before, after] = ['2026-11-21T15:59:59Z', '2026-11-21T16:00:00Z'];
    for (const [where, there] of [
      ['begin_date={today}', before],
      ['begin_date={today-1}', after],
      ['due_time={today}', before],
    ] as const)
      for (const now of [before, after, before])
        expect(await found(now, `code=P1&${where}`), `${where} ${now}`).toEqual(now === there ? ['P1'] : []);
  });
});

describe('LIST-09 a span of days beside today', () => {
  /** which of the instants of a day, and of the days, lie in it, where it is noon of that day in Shanghai */
  const within = async (day: string, field: string, span: unknown) => {
    const house: House = { ...lab.house, clock: { now: () => new Date(`${day}T04:00:00Z`) } };
    const access = await openAccess(house, await lab.as('all'));
    const filters = { fields: { code: { op: '=', value: 'P1' }, [field]: { op: 'during', value: span } } } as Filters;
    const { rows: found } = await readPage(house, access, access.grant(access.table('plan'), 'Page'), { page: 1, rows: 10, filters });
    return found!.length === 1;
  };
  // both the day, 2026-11-21, and its last second
  it.each([
    ['today', ['2026-11-21'], ['2026-11-20', '2026-11-22']],
    ['days7', ['2026-11-21', '2026-11-27'], ['2026-11-20', '2026-11-28']],
    ['days30', ['2026-11-21', '2026-12-20'], ['2026-11-20', '2026-12-21']],
    ['days90', ['2026-11-21', '2027-02-18'], ['2026-11-20', '2027-02-19']],
    ['month', ['2026-11-01', '2026-11-30'], ['2026-10-31', '2026-12-01']],
    ['last_month', ['2026-12-01', '2026-12-31'], ['2026-11-30', '2027-01-01']],
    ['quarter', ['2026-10-01', '2026-12-31'], ['2026-09-30', '2027-01-01']],
    ['year', ['2026-01-01', '2026-12-31'], ['2025-12-31', '2027-01-01']],
    ['last_year', ['2027-01-01', '2027-12-31'], ['2026-12-31', '2028-01-01']],
  ])('%s', async (span, holds, fails) => {
    for (const field of ['begin_date', 'due_time']) {
      for (const day of holds) expect(await within(day, field, span), `${field} on ${day}`).toBe(true);
      for (const day of fails) expect(await within(day, field, span), `${field} on ${day}`).toBe(false);
    }
  });
  it('A3 nothing else has one, and there are no others', async () => {
    for (const field of ['key_name', 'amount', 'num', 'tags', 'department_entity', 'ghost'])
      await expect(within('2026-11-21', field, 'month'), field).rejects.toMatchObject({ code: 317 });
    for (const span of ['week', '', "month'", 'constructor', 7, null, undefined, ['month']])
      await expect(within('2026-11-21', 'begin_date', span), String(span)).rejects.toMatchObject({ code: 317 });
  });
});

describe('LIST-11 a bounded total says at least so many, never more than there are', () => {
  it('on the first page, past the bound, and beyond the end', async () => {
    await lab.base.db.query(
      `insert into app.plan (company_id, subcompany_id, key_name, create_entity) select 1, 12, 'many', 9 from generate_series(1, 1500)`,
    );
    const session = await lab.as('root', { domain: '纽约市' });
    const access = await openAccess(lab.house, session);
    const grant = access.grant(access.table('plan'), 'Page');
    const total = async (page: number, exact?: 1) => {
      const told = await readPage(lab.house, access, grant, {
        page,
        rows: 100,
        filters: { fields: { key_name: 'many' } },
        ...(exact ? { exact } : {}),
      });
      return [told.total, told.total_kind, told.rows!.length];
    };
    expect([await total(1), await total(12), await total(15), await total(99)]).toEqual([
      [1000, 'bounded', 100],
      [1200, 'bounded', 100],
      [1500, 'bounded', 100],
      [1000, 'bounded', 0],
    ]);
    expect(await total(99, 1)).toEqual([1500, 'exact', 0]);
    await lab.base.db.query(`delete from app.plan where key_name = 'many'`);
  });
});

describe('a list as of a past instant', () => {
  it('shows the rows as they were then, with the rights of now', async () => {
    const id = await lab.put('plan', {
      company_id: 1,
      subcompany_id: 12,
      key_name: 'past',
      code: 'H1',
      amount: '1',
      create_entity: 4,
      create_time: '2026-01-01T00:00:00Z',
    });
    await lab.base.db.query(`update app.plan set amount = 2, modify_time = '2026-02-01T00:00:00Z' where id = $1`, [id]);
    await lab.base.db.query(
      `update app.plan set deleted_time = '2026-03-01T00:00:00Z', modify_time = '2026-03-01T00:00:00Z' where id = $1`,
      [id],
    );
    const session = await lab.as('all', { domain: '纽约市' });
    const access = await openAccess(lab.house, session);
    const grant = access.grant(access.table('plan'), 'Page');
    const at = async (as_of: string) =>
      (await readPage(lab.house, access, grant, { page: 1, rows: 10, as_of, filters: { fields: { code: 'H1' } } })).rows!.map(
        (row) => row.amount,
      );
    expect(await at('2025-12-31T00:00:00Z')).toEqual([]);
    expect(await at('2026-01-15T00:00:00Z')).toEqual(['1.000000']);
    expect(await at('2026-02-15T08:00:00+08:00')).toEqual(['2.000000']);
    expect(await at('2026-03-02T00:00:00Z')).toEqual([]);
  });
});
