import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Filters } from '#protocol/wire/filters.ts';
import { openAccess } from '#server/access/access.ts';
import { compilePage, compileTotal } from '#server/query/statements.ts';
import { effortOf } from '#server/query/testing-plan.ts';
import { type Lab, openLab } from '../testing.ts';
import { readingOf, readPage } from './page.ts';

const ROWS = 12_000;
const day = (n: number): string => new Date(Date.UTC(2026, 0, 1 + n)).toISOString();

let lab: Lab;
/** Rows made a day after the other until day 100; every fifth changed on days 101 to 160, some again, some deleted. */
beforeAll(async () => {
  lab = await openLab();
  await lab.base.db.query(`
    insert into app.plan (company_id, id, subcompany_id, key_name, code, amount, create_entity, create_time)
      select 1, 10000 + n, 11 + (n % 9 = 0)::int, 'past ' || n, 'C' || n % 50, n * 7919 % 1003, 4, timestamptz '2026-01-01Z' + n % 100 * interval '1 day'
      from generate_series(1, ${ROWS}) n;
    update app.plan set amount = nullif(amount + 1, 5), modify_time = timestamptz '2026-04-11Z' + id % 60 * interval '1 day' where id % 5 = 0;
    update app.plan set amount = null, modify_time = modify_time + interval '5 days' where id % 35 = 0;
    update app.plan set deleted_time = modify_time + interval '1 day', modify_time = modify_time + interval '1 day' where id % 45 = 0;
    analyze app.plan; analyze hist.plan`);
});
afterAll(() => lab.close());

async function ground() {
  const access = await openAccess(lab.house, await lab.as('all'));
  return { access, grant: access.grant(access.table('plan'), 'Page') };
}

/** The rows as they stood, by the plainest statement there is. */
async function stood(at: string, order: string, where = 'true'): Promise<number[]> {
  const rows = await lab.base.db.query<{ id: number }>(
    `select id from (select id, amount, code, subcompany_id, deleted_time from app.plan where company_id = 1 and coalesce(modify_time, create_time) <= $1
       union all select id, amount, code, subcompany_id, deleted_time from hist.plan where company_id = 1 and valid_from <= $1 and valid_to > $1) t
     where subcompany_id = 11 and deleted_time is null and ${where} order by ${order}`,
    [at],
  );
  return rows.map((row) => row.id);
}

describe('LIST-13 a list as of a past instant', () => {
  const wishes: [string, Filters, string, string?][] = [
    ['newest first', {}, 'id desc'],
    ['by amount, empty ones last', { sort: [['amount', 'desc']] }, 'amount desc nulls last, id desc'],
    [
      'by a field that has an index, of some',
      { sort: [['code', 'asc']], fields: { amount: ['100', '600'] } },
      'code collate "zh-x-icu", id',
      'amount between 100 and 600',
    ],
  ];
  it.each(wishes)('%s: the pages are the rows as they stood', async (_, filters, order, where) => {
    const { access, grant } = await ground();
    for (const at of [day(-1), day(40), day(105), day(130), day(400)]) {
      const all = await stood(at, order, where);
      for (const page of [1, 2, 9, Math.ceil(all.length / 7) || 1]) {
        const { rows, total } = await readPage(lab.house, access, grant, { page, rows: 7, as_of: at, filters, exact: 1 });
        expect([at, page, rows!.map((row) => row.id)]).toEqual([at, page, all.slice((page - 1) * 7, page * 7)]);
        expect(total).toBe(all.length);
      }
    }
  });

  it('a page merges the two kinds of row by their indexes; the total stops at its bound', async () => {
    const { access, grant } = await ground();
    const reading = readingOf(access, grant, { as_of: day(150) });
    const page = compilePage({ kind: 'page', ...reading, fields: [grant.table.fields.get('code')!], limit: 20, offset: 0 }, access.asker);
    const effort = await effortOf(lab.base.db, page);
    expect(effort.rows).toBeLessThan(300);
    expect([effort.kinds.includes('Seq Scan'), effort.kinds.includes('Sort')]).toEqual([false, false]);
    expect(
      (await effortOf(lab.base.db, compileTotal({ kind: 'total', ...reading, sums: [], bound: 101 }, access.asker))).rows,
    ).toBeLessThan(300);
  });
});
