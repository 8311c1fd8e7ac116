import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Filters } from '#protocol/wire/filters.ts';
import { openAccess } from '#server/access/access.ts';
import { expected, type Person, type StoredRow } from '#server/access/testing-oracle.ts';
import { type Lab, openLab } from '../../testing.ts';
import { lab as suite } from '../../testing-suite.ts';
import { readPage } from '../page.ts';
import { type LabRows, putRows } from '../testing-rows.ts';
import { readLevel } from './levels.ts';

let lab: Lab;
let rows: LabRows;
beforeAll(async () => {
  lab = await openLab();
  rows = await putRows(lab);
  await putMany();
});
afterAll(() => lab.close());

/** Three hundred rows of all kinds of values, a third of them of who asks, some in other domains, companies and the bin. */
async function putMany(): Promise<void> {
  await lab.base.db.query(
    `insert into app.plan (company_id, id, subcompany_id, key_name, code, memo, amount, secret, type, begin_date, due_time, department_entity,
       owner_entity, vault_entity, create_entity, create_time, deleted_time)
     select 1 + (n % 23 = 0)::int, 20000 + n, case when n % 23 = 0 then 21 else 11 + (n % 11 = 0)::int end, 'many ' || n,
       case n % 4 when 0 then null when 1 then '' else 'C' || n % 6 end, case when n % 5 = 0 then 'CANARY-memo ' || n % 3 end,
       case when n % 9 <> 0 then n * 1.000001 end, n, nullif(n % 4, 0), case when n % 6 <> 0 then date '2024-11-28' + n end,
       case when n % 7 <> 0 then timestamptz '2025-12-31 14:00Z' + n * interval '37 minutes' end, case when n % 23 <> 0 then nullif(31 + n % 5, 35) end,
       case when n % 23 <> 0 then nullif(2 + n % 4, 5) end, case when n % 8 = 0 and n % 23 <> 0 then $1::bigint end,
       case when n % 23 = 0 then 100 else 2 + n % 3 end, timestamptz '2026-01-01Z', case when n % 13 = 0 then timestamptz '2026-02-01Z' end
     from generate_series(1, 300) n`,
    [rows.vault.one],
  );
}

type Ask = Parameters<typeof readLevel>[3];
interface Told {
  value: number | string | null;
  key_name?: string;
  unauthorized?: 1;
  num: number;
  stat?: Record<string, string | null>;
}
async function level(login: string, ask: Ask, cloud = 'plan') {
  const access = await openAccess(lab.house, await lab.as(login));
  const { rows: groups, ...rest } = await readLevel(lab.house, access, access.grant(access.table(cloud), 'Group'), ask);
  return { groups: groups as unknown as Told[], ...rest };
}
async function page(login: string, filters: Filters, rest: { as_of?: string } = {}, cloud = 'plan') {
  const access = await openAccess(lab.house, await lab.as(login));
  const ask = { page: 1, rows: 1000, filters, stat: 1 as const, ...rest };
  return readPage(lab.house, access, access.grant(access.table(cloud), 'Page'), ask);
}
const brief = (groups: readonly Told[]) => groups.map(({ value, num }) => [value, num]);

describe('LIST-05 bad input', () => {
  it.each(['ghost', 'team', 'tags', 'amount', 'num', 'create_entity.mobile', 'begin_date:week', 'type:month', 'type:', '', 'code,type'])(
    'by %s: 317',
    async (field) => {
      await expect(level('all', { field })).rejects.toMatchObject({ code: 317 });
      await expect(page('all', { within: [[field, null]] })).rejects.toMatchObject({ code: 317 });
    },
  );
  it('B3 by a hidden field: 317, also within', async () => {
    await expect(level('dept', { field: 'memo' })).rejects.toMatchObject({ code: 317 });
    await expect(level('dept', { field: 'type', filters: { within: [['memo', null]] } })).rejects.toMatchObject({ code: 317 });
    expect((await level('all', { field: 'memo' })).groups.length).toBeGreaterThan(1);
  });
  it.each<[string, string | number]>([
    ['type', '1'],
    ['type', 1.5],
    ['code', 7],
    ['begin_date', 20250101],
    ['begin_date:month', '2025-13'],
    ['begin_date:month', '2025-01-01'],
    ['begin_date', '2025-02-30'],
    ['begin_date:year', '0000'],
    ['due_time:year', "2025' or 1=1"],
    ['owner_entity', 'x'],
  ])('within %s = %s: 317', async (field, value) => {
    await expect(page('all', { within: [[field, value]] })).rejects.toMatchObject({ code: 317 });
  });
  it('below, and a past of what keeps none: 317', async () => {
    await expect(level('all', { field: 'department_entity', below: 1 })).rejects.toMatchObject({ code: 317 });
  });
});

describe('LIST-05 groups of a list', () => {
  it('in the order of the values, what is empty last; turned with the list', async () => {
    const names = (told: readonly Told[]) => told.map((one) => one.key_name);
    const { groups, total, data } = await level('all', { field: 'type', stat: 1 });
    expect(names(groups)).toEqual(['甲', '乙', '丙', '']);
    expect(total).toBe(4);
    expect(groups.reduce((sum, { num }) => sum + num, 0)).toBe(data!.all);
    expect(names((await level('all', { field: 'type', filters: { sort: [['type', 'desc']] } })).groups)).toEqual(['丙', '乙', '甲', '']);
    expect(names((await level('all', { field: 'owner_entity' })).groups)).toEqual(['李四', '王五', '张三', '']);
    const months = (await level('all', { field: 'begin_date:month' })).groups.map(({ value }) => value);
    expect(months).toEqual([...months.slice(0, -1).sort(), null]);
    const years = (await level('all', { field: 'due_time:year', filters: { sort: [['due_time', 'desc']] } })).groups.map(
      ({ value }) => value,
    );
    expect(years).toEqual(['2026', '2025', null]);
  });
  it('pages of groups, and what all come to also behind the last', async () => {
    const all = await level('all', { field: 'begin_date', rows: 1000, stat: 1 });
    expect(all.groups.length).toBeGreaterThan(100);
    expect((await level('all', { field: 'begin_date' })).groups).toHaveLength(100);
    const second = await level('all', { field: 'begin_date', rows: 7, page: 2, stat: 1 });
    expect(second).toMatchObject({ groups: all.groups.slice(7, 14), total: all.total, data: all.data });
    expect(await level('all', { field: 'begin_date', rows: 1000, page: 10 ** 12, stat: 1 })).toMatchObject({
      groups: [],
      total: all.total,
      data: all.data,
    });
    const none = await level('all', { field: 'type', filters: { fields: { code: 'nowhere' } }, stat: 1 });
    expect(none).toMatchObject({ groups: [], total: 0, data: { all: 0, stat: { amount: null } } });
  });
  it('B7 references that may not be read are one group without id or name, and its rows are found', async () => {
    const { groups } = await level('all', { field: 'vault_entity', stat: 1 });
    expect(groups).toMatchObject([{ value: 0, unauthorized: 1 }, { value: null }]);
    expect((await page('all', { within: [['vault_entity', 0]] })).total).toBe(groups[0]!.num);
    expect((await page('all', { within: [['vault_entity', rows.vault.one]] })).total).toBe(0);
    expect((await level('root', { field: 'vault_entity' })).groups).toMatchObject([
      { value: rows.vault.one, key_name: 'CANARY-vault' },
      { value: null },
    ]);
  });
  it('a field that is there on some rows only counts as empty on the others', async () => {
    const put = (amount: string, bonus: string) =>
      lab.put('request', { company_id: 1, subcompany_id: 11, key_name: 'r', review_state: 1, create_entity: 4, amount, bonus });
    await put('10', 'CANARY-bonus');
    await put('2000', 'paid');
    expect(brief((await level('all', { field: 'bonus' }, 'request')).groups)).toEqual([
      ['paid', 1],
      [null, 1],
    ]);
    expect((await page('all', { within: [['bonus', 'CANARY-bonus']] }, {}, 'request')).total).toBe(0);
    expect((await page('all', { within: [['bonus', null]] }, {}, 'request')).total).toBe(1);
  });
  it('LIST-13 as of a past instant', async () => {
    const as_of = '2026-01-15T00:00:00Z';
    const { groups, data } = await level('all', { field: 'type', as_of });
    expect(data!.all).toBe((await page('all', {}, { as_of })).total);
    expect((await page('all', { within: [['type', 1]] }, { as_of })).total).toBe(groups[0]!.num);
    expect((await level('all', { field: 'type', as_of: '2025-01-15T00:00:00Z' })).groups).toEqual([]);
  });
});

/** Who asks, as the judge of rights knows them. */
const PEOPLE: Readonly<Record<string, { own: readonly number[]; roles: readonly string[]; id: number }>> = {
  own: { id: 2, own: [32, 33], roles: ['own'] },
  dept: { id: 3, own: [32, 33], roles: ['dept'] },
  all: { id: 4, own: [34], roles: ['all'] },
};
const FIELDS = [
  'type',
  'code',
  'department_entity',
  'owner_entity',
  'vault_entity',
  'begin_date:year',
  'begin_date:month',
  'begin_date',
  'due_time:month',
  'due_time:day',
];

/** What a stored row stands under, worked out here from what lies in the database. */
function underOf(row: StoredRow, by: string): string {
  const [name, unit = 'day'] = by.split(':') as [string, string?];
  const value = row[name];
  if (value === null || value === undefined || value === '') return 'null';
  if (name === 'vault_entity') return '0';
  const length = { year: 4, month: 7, day: 10 }[unit]!;
  if (name === 'due_time') return new Date(Number(new Date(String(value))) + 8 * 3_600_000).toISOString().slice(0, length);
  return name === 'begin_date' ? String(value).slice(0, length) : String(value);
}
/** Millionths. */
const exact = (amount: unknown): bigint => BigInt(String(amount).replace('.', ''));

describe.each(Object.keys(PEOPLE))('B1 A8 groups, counts and sums tell %s of his own rows only, at every level', (login) => {
  const judged = async (): Promise<readonly StoredRow[]> => {
    const stored = await lab.base.db.query<StoredRow>(
      `select id, company_id, subcompany_id, deleted_time, create_entity, department_entity, owner_entity, vault_entity, type, code, begin_date::text,
         due_time, amount::text from app.plan`,
    );
    const { id, own, roles } = PEOPLE[login]!;
    const { departments } = await lab.as(login);
    const person: Person = { id, company: 1, domain: 11, departments: departments.length ? departments : own, roles, root: false };
    const plan = suite.tables.find((table) => table.table_name === 'plan')!;
    const seen = expected({ suites: [suite], rows: new Map([['plan', stored]]) }, person, plan, 'Group') as ReadonlySet<number>;
    return stored.filter((row) => seen.has(row.id));
  };
  const grouped = (of: readonly StoredRow[], by: string) => {
    const found = new Map<string, { num: number; amount: bigint; ids: number[] }>();
    for (const row of of) {
      const under = underOf(row, by);
      const now = found.get(under) ?? { num: 0, amount: 0n, ids: [] };
      found.set(under, {
        num: now.num + 1,
        amount: now.amount + (row.amount === null ? 0n : exact(row.amount)),
        ids: [...now.ids, row.id],
      });
    }
    return found;
  };
  const same = (told: readonly Told[], own: ReturnType<typeof grouped>) =>
    expect(new Map(told.map(({ value, num, stat }) => [String(value), [num, exact(stat!.amount ?? '0')]]))).toEqual(
      new Map([...own].map(([value, { num, amount }]) => [value, [num, amount]])),
    );

  it('as the judge counts them', async () => {
    const own = await judged();
    expect(own.length).toBeGreaterThan(20);
    for (const by of FIELDS) {
      const first = await level(login, { field: by, stat: 1, rows: 1000 });
      expect(JSON.stringify(first)).not.toContain('CANARY');
      expect(first.data).toMatchObject({ all: own.length });
      const outer = grouped(own, by);
      same(first.groups, outer);
      for (const { value } of first.groups.slice(0, 2).concat(first.groups.slice(-1))) {
        const ids = outer.get(String(value))!.ids;
        const part = own.filter((row) => ids.includes(row.id));
        const within: NonNullable<Filters['within']> = [[by, value]];
        const next = FIELDS[(FIELDS.indexOf(by) + 1) % FIELDS.length]!;
        const second = await level(login, { field: next, stat: 1, rows: 1000, filters: { within } });
        same(second.groups, grouped(part, next));
        const leaf = second.groups.at(-1)!;
        const opened = await page(login, { within: [...within, [next, leaf.value]] });
        expect(opened.rows!.map(({ id }) => id).sort()).toEqual(grouped(part, next).get(String(leaf.value))!.ids.sort());
        expect((opened.data as { stat: unknown }).stat).toEqual(leaf.stat);
      }
    }
  });
});
