import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testTable } from '#protocol/meta/testing-suite.ts';
import type { TestDatabase } from '#server/db/testing.ts';
import { catalogueOf, emptyHouse, field } from '../testing-sync.ts';
import { applySync } from './apply.ts';

let one: TestDatabase;
beforeAll(async () => {
  one = await emptyHouse();
  const fields = [field('code', 'text', { search: 1 }), field('price', 'numeric', { index: 1 }), field('begun', 'date')];
  const deletes = { uid: 'a.delete', op: 'Delete', key_name: '删除', key_name_en: 'Delete', type: 'AJAX', param: 'single' } as const;
  const states = [{ uid: 's1', value: '1', key_name: '正常', key_name_en: 'Normal', actions: [deletes] }];
  const parts = testTable('parts', { tenancy: 'company' });
  await applySync(one.db, catalogueOf(testTable('works', { fields, order: '-begun', states }), parts));
  await one.db.query(`insert into app.domain (company_id, key_name) values (1, '一'), (1, '二');
    insert into app.works (company_id, subcompany_id, key_name, code, price, begun)
      select 1, 1 + (n % 10 > 0)::int, chr(24000 + n % 3000) || chr(28000 + n % 2500) || '工程', 'C-' || n, n, date '2026-01-01' + n % 300 from generate_series(1, 20000) n;
    insert into app.works (company_id, subcompany_id, key_name) values (1, 1, '华能 ＡＢＣ 电厂');
    update app.works set deleted_time = now() - id * interval '1 minute', deleted_entity = 1 where id % 20 = 0;
    analyze app.works`);
});
afterAll(() => one.close());

async function indexesUsed(statement: string): Promise<string[]> {
  const rows = await one.db.query<{ 'QUERY PLAN': string }>(`explain ${statement}`);
  return rows.flatMap((row) => /(?:Scan(?: Backward)? using|Index Scan on) "?([\w.]+)"?/.exec(row['QUERY PLAN'])?.[1] ?? []);
}

const OF = 'select id from app.works where company_id = 1 and subcompany_id = 1 and deleted_time is null';
const found = (word: string) => `${OF} and fw.bigrams(keywords) @> fw.bigrams('${word}') and strpos(keywords, '${word}') > 0`;

describe('META-01 indexes serve the statements of lists', () => {
  it.each(['华能', 'abc', '能 a'])('a keyword such as %s, two Chinese characters included, is found by its pairs', async (word) => {
    expect(await indexesUsed(found(word))).toEqual(['works.keywords.search']);
    expect(await one.db.query(found(word))).toHaveLength(1);
  });

  it('one character is found where a text begins with it', async () => {
    const begins = `${OF} and fw.bigrams(keywords) @> fw.bigrams(chr(10) || '华')`;
    expect(await one.db.query(begins)).toHaveLength(1);
    expect(await one.db.query(begins.replace('华', '电'))).toEqual([]);
  });

  it('pairs never reach from one text into the next', async () => {
    expect(await one.db.query(`select fw.bigrams(fw.keywords('Aé', null, '三峡')) as pairs`)).toEqual([
      { pairs: ['\na', 'aé', '\n三', '三峡'] },
    ]);
  });

  it.each([
    ['the newest first', 'id desc', 'works.id.list'],
    ['an indexed field upwards', 'price, id', 'works.price.index'],
    ['an indexed field downwards, empty ones last', 'price desc nulls last, id desc', 'works.price.index_desc'],
    ['the declared order, empty ones last', 'begun desc nulls last, id desc', 'works.begun.order'],
  ])('%s', async (_, order, index) => {
    expect(await indexesUsed(`${OF} order by ${order} limit 10`)).toEqual([index]);
  });

  it('LIST-08 what was deleted last, where the table has a recycle bin; no other table has that index', async () => {
    const bin = 'select id from app.works where company_id = 1 and subcompany_id = 1 and deleted_time is not null';
    expect(await indexesUsed(`${bin} order by deleted_time desc, id desc limit 20`)).toEqual(['works.deleted_time.bin']);
    const all = await one.db.query<{ tablename: string }>(`select tablename from pg_indexes where indexname like '%.bin'`);
    expect(all.map((each) => each.tablename)).toEqual(['works']);
  });
});
