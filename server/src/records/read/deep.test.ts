import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Locale } from '#protocol/codes.ts';
import type { Filters } from '#protocol/wire/filters.ts';
import { openAccess } from '#server/access/access.ts';
import { compilePage } from '#server/query/statements.ts';
import { effortOf } from '#server/query/testing-plan.ts';
import { type Lab, openLab } from '../testing.ts';
import { readingOf, readPage } from './page.ts';

const ROWS = 2_400;
const SIZE = 40;

let lab: Lab;
let asked = 0;
beforeAll(async () => {
  lab = await openLab();
  await lab.base.db.query(`
    insert into app.plan (company_id, id, subcompany_id, key_name, code, amount, num, type, begin_date, due_time, owner_entity, create_entity, create_time)
      select 1, 10000 + n, 11, chr(20000 + n * 7919 % 97) || n % 40, case when n % 7 > 0 then 'C' || n % 50 end, case when n % 5 > 0 then n * 7919 % 101 end,
        n % 3, nullif(n % 4, 0), date '2026-01-01' + n % 90, timestamptz '2026-01-01Z' + n * 7919 % 1009 * interval '1.000001 seconds',
        (array[2, 3, 4, null, 7])[1 + n % 5], 4, timestamptz '2026-01-01Z' + n % 100 * interval '1 hour'
      from generate_series(1, ${ROWS}) n`);
  // of five owners: none, with an English name, without one, with one that is empty
  await lab.base.db.query(
    `update app."user" set name_en = case id when 2 then 'Zhang San' when 3 then 'Abel' when 7 then '' end where id in (2, 3, 7)`,
  );
  await lab.base.db.query('analyze app.plan');
});
afterAll(() => lab.close());

/** A person's list: by his own session what he saw is remembered; a session of its own has seen nothing and counts. */
async function reader(said: Locale = 'zh_CN') {
  asked += 1;
  const sid = `own-${asked}`;
  return async (page: number, filters: Filters, locale = said) => {
    const access = await openAccess(lab.house, { ...(await lab.as('all', { locale })), sid });
    const grant = access.grant(access.table('plan'), 'Page');
    const found = await readPage(lab.house, access, grant, { page, rows: SIZE, filters });
    return found.rows!.map((row) => row.id);
  };
}

describe('LIST-13 a deep page beside one that was seen', () => {
  const orders: [string, Filters][] = [
    ['newest first', {}],
    ['oldest first, of some', { sort: [['id', 'asc']], fields: { num: [0, 1] } }],
    ['ties and empty values, downwards', { sort: [['amount', 'desc']] }],
    ['ties and empty texts, upwards', { sort: [['code', 'asc']] }],
    ['empty texts, downwards', { sort: [['code', 'desc']] }],
    ['a name of another table', { sort: [['owner_entity', 'asc']] }],
    ['a name of another table, downwards', { sort: [['owner_entity', 'desc']] }],
    ['instants to the microsecond', { sort: [['due_time', 'desc']] }],
    ['days', { sort: [['begin_date', 'asc']] }],
    [
      'three steps in both directions',
      {
        sort: [
          ['type', 'asc'],
          ['amount', 'desc'],
          ['key_name', 'asc'],
        ],
      },
    ],
  ];
  it.each(orders)('%s: forward, back and again are the rows that counting finds, in both languages', async (_, filters) => {
    for (const locale of ['zh_CN', 'en_US'] as const) {
      const seen = await reader(locale);
      const walk = [30, 31, 32, 33, 33, 32, 31, 30, 29, 28, 38, 39, 40, 41];
      for (const page of walk) expect([page, await seen(page, filters)]).toEqual([page, await (await reader(locale))(page, filters)]);
    }
  });

  it('who turns to another language between two pages is told those of that language', async () => {
    const filters: Filters = { sort: [['owner_entity', 'asc']] };
    const counted = async (locale: Locale) => (await reader(locale))(41, filters);
    const [chinese, english] = [await counted('zh_CN'), await counted('en_US')];
    expect(english).not.toEqual(chinese);
    const seen = await reader();
    await seen(40, filters);
    expect(await seen(41, filters, 'en_US')).toEqual(english);
    expect(await seen(41, filters)).toEqual(chinese);
  });

  it('to the end, page by page, each row once', async () => {
    const seen = await reader();
    const filters: Filters = { sort: [['amount', 'desc']] };
    const ids: unknown[] = [];
    for (let page = 1; page <= ROWS / SIZE + 1; page += 1) ids.push(...(await seen(page, filters)));
    expect([ids.length, new Set(ids).size]).toEqual([ROWS, ROWS]);
  });

  it('goes on where the page ended, whatever came before it; another session counts', async () => {
    const [seen, other] = [await reader(), await reader()];
    const before = await seen(30, {});
    const next = await other(31, {});
    await lab.base.db.query(
      `insert into app.plan (company_id, id, subcompany_id, key_name, create_entity) values (1, 90001, 11, 'new', 4), (1, 90002, 11, 'new', 4)`,
    );
    expect(await seen(31, {})).toEqual(next);
    expect(await (await reader())(31, {})).toEqual([...before.slice(-2), ...next.slice(0, -2)]);
    expect(await seen(30, {})).toEqual(before);
    await lab.base.db.query(`delete from app.plan where key_name = 'new'`);
  });

  it('reads the page and no more', async () => {
    const access = await openAccess(lab.house, await lab.as('all'));
    const grant = access.grant(access.table('plan'), 'Page');
    const page = { kind: 'page' as const, ...readingOf(access, grant, {}), fields: [], limit: 20, offset: 1_500 };
    const rows = async (more: object) => (await effortOf(lab.base.db, compilePage({ ...page, ...more }, access.asker))).rows;
    const first = await rows({ offset: 0 });
    for (const where of ['from', 'after', 'before'] as const) {
      expect(await rows({ position: { at: ['11200'], rows: where } })).toBeLessThanOrEqual(first * 1.5);
    }
    expect(await rows({})).toBeGreaterThan(1_500);
  });
});
