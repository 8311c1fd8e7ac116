import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Filters } from '#protocol/wire/filters.ts';
import { openAccess } from '#server/access/access.ts';
import { compilePage, compileTotal } from '#server/query/statements.ts';
import { effortOf } from '#server/query/testing-plan.ts';
import { type Lab, openLab } from '../testing.ts';
import { readingOf, readPage } from './page.ts';

const ROWS = 30_000;

let lab: Lab;
/** 常用 in three of ten rows; 偏僻 in five old ones; 中等 in one of a hundred; 藏着 only where boss may not read it. */
beforeAll(async () => {
  lab = await openLab();
  await lab.base.db.query(`
    insert into app.plan (company_id, id, subcompany_id, key_name, code, amount, memo, create_entity, create_time)
      select 1, 10000 + n, 11 + (n % 9 = 0)::int,
        '工程' || n || case when n % 10 < 3 then '常用 common' else '' end || case when n % 4000 = 7 and n < 20000 then '偏僻 zephyr' else '' end
          || case when n % 100 = 5 then '中等' else '' end,
        'C' || n % 500, n * 7919 % 1003, '藏着', 4, timestamptz '2026-01-01Z' + n * interval '1 minute'
      from generate_series(1, ${ROWS}) n`);
  await lab.base.db.query('analyze app.plan');
});
afterAll(() => lab.close());

async function ground(login = 'all') {
  const access = await openAccess(lab.house, await lab.as(login));
  return { access, grant: access.grant(access.table('plan'), 'Page') };
}

describe('LIST-09 a search answers the same, whichever way it is found', () => {
  const words = ['常用', 'common', '偏僻', 'zephyr', '中等', '没有', '常用 common', '工程12', 'c49', '工', '藏'];
  const orders: [string, Filters['sort'], string][] = [
    ['newest first', undefined, 'id desc'],
    ['a field with an index', [['code', 'asc']], 'code collate "zh-x-icu", id'],
    ['a field without', [['amount', 'desc']], 'amount desc nulls last, id desc'],
  ];
  it.each(orders)('%s', async (_, sort, order) => {
    const { access, grant } = await ground();
    for (const word of sort ? words.slice(0, 5) : words) {
      const part = [...word].length === 1 ? `chr(10) || '${word}'` : `'${word}'`;
      const all = await lab.base.db.query<{ id: number }>(
        `select id from app.plan where company_id = 1 and subcompany_id = 11 and strpos(keywords, ${part}) > 0 order by ${order}`,
      );
      for (const page of [1, 40]) {
        const found = await readPage(lab.house, access, grant, { page, rows: 20, filters: { key_word: word, ...(sort ? { sort } : {}) } });
        const wanted = all.slice((page - 1) * 20, page * 20).map((row) => row.id);
        expect([word, page, found.rows!.map((row) => row.id)]).toEqual([word, page, wanted]);
        expect([word, page, found.total_kind]).toEqual([word, page, all.length > 1000 ? 'bounded' : 'exact']);
        if (all.length <= 1000) expect(found.total).toBe(all.length);
      }
    }
  });

  it.each([
    ['a frequent word is found along the order', '常用', 20, 300],
    ['a rare one reads so far, then asks the index', '偏僻', 5, 5_700],
    ['also where nothing matches', '没有', 0, 5_700],
  ])('%s', async (_, word, found, most) => {
    const { access, grant } = await ground();
    const reading = readingOf(access, grant, { filters: { key_word: word } });
    const page = compilePage({ kind: 'page', ...reading, fields: [grant.table.fields.get('code')!], limit: 20, offset: 0 }, access.asker);
    expect(await lab.base.db.query(page.text, page.values)).toHaveLength(found);
    expect((await effortOf(lab.base.db, page)).rows).toBeLessThan(most);
  });

  it('a total stops at its bound, whichever way', async () => {
    const { access, grant } = await ground();
    const rows = async (key_word: string) => {
      const reading = readingOf(access, grant, { filters: { key_word } });
      return (await effortOf(lab.base.db, compileTotal({ kind: 'total', ...reading, sums: [], bound: 101 }, access.asker))).rows;
    };
    expect(await rows('常用')).toBeLessThan(1_000);
    expect(await rows('没有')).toBeLessThan(28_500);
  });

  it('a rare word tells its total with its page, in one statement', async () => {
    const { house, said } = lab.watched();
    const { access, grant } = await ground();
    said.length = 0;
    const found = await readPage(house, access, grant, { page: 1, rows: 2, filters: { key_word: '偏僻' } });
    expect([found.total, found.total_kind, said.length]).toEqual([5, 'exact', 1]);
  });
});
