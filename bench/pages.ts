import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { type Access, createAccess, openAccess } from '#server/access/access.ts';
import { ruleOf } from '#server/access/grants/naming.ts';
import type { Db } from '#server/db/db.ts';
import type { House } from '#server/meta/house.ts';
import { sessionFor } from '#server/meta/testing-session.ts';
import { readPage } from '#server/records/read/page.ts';
import { median, spread } from './compare.ts';
import { onDemo } from './on-demo.ts';

const ROUNDS = 5;
const CALLS = 3;
/** A house on a database with many projects whose names are made of frequent and rare words; kept for the next run (BENCH_DIR). */
export async function onProjects<T>(work: (house: House, access: Access, url: string) => Promise<T>): Promise<T> {
  const rows = Number(process.argv[3] ?? 1_000_000);
  const folder = process.env.BENCH_DIR ?? join(tmpdir(), `formwork-pages-${basename(process.cwd())}-${rows}`);
  return onDemo(folder, async (house, db, url) => {
    await fill(db, rows);
    return work(house, await openAccess(house, await sessionFor(db, 'finance')), url);
  });
}

async function fill(db: Db, rows: number): Promise<void> {
  const [{ there }] = (await db.query<{ there: number }>('select count(*) as there from app.project where id > 1000000')) as [
    { there: number },
  ];
  if (there >= rows) return;
  await db.query(
    `insert into app.project (company_id, id, subcompany_id, key_name, name_en, review_state, create_entity, create_time, code, department_entity, level,
       project_state, project_type, total_price)
     select 1, 1000000 + n, 1, (array['华东','华北','华南','西北','西南','东北','沿海','内陆','高原','平原'])[1 + n * 7919 % 10]
       || (array['水电站','风电场','光伏园','变电所','输煤线','仓储库','办公楼','污水厂','供热网','铁路专线'])[1 + n * 104729 % 10]
       || case when n % 10 < 3 then '改扩建' else '新建' end || '工程' || n || case when n % 20011 = 0 then '青藏高原示范' else '' end,
       (array['hydropower','windfarm','solar park','substation','warehouse','office','datacenter','sewage works','pier','bridge'])[1 + n * 17 % 10]
         || case when n % 10 < 3 then ' renewal' else ' new' end || case when n % 20011 = 0 then ' zephyr' else '' end,
       1, 1 + n % 7, timestamptz '2026-01-01' + n * interval '1 second', 'P-' || n, 10 + n % 5, 2, 1, 1 + n % 3, (n * 7919 % 1000003)::numeric / 100
     from generate_series(1, $1::bigint) n`,
    [rows],
  );
  await db.query('vacuum analyze app.project');
}

type Ask = Partial<Parameters<typeof readPage>[3]>;
type Row = [name: string, goal: string, work: () => Promise<unknown>];

/** Alternating rounds of all rows of a table: the median of a few calls each. */
async function measured(rows: readonly Row[]): Promise<number[][]> {
  const times = rows.map((): number[] => []);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [at, [, , work]] of rows.entries()) {
      const calls: number[] = [];
      for (let call = 0; call < CALLS; call += 1) {
        const begun = performance.now();
        await work();
        calls.push(performance.now() - begun);
      }
      times[at]!.push(median(calls));
    }
  }
  return times;
}

const WORDS = [
  '华东',
  '青藏',
  '不存',
  '改扩',
  '水电站',
  '改扩建',
  '青藏高',
  '水电站改扩建',
  '青藏高原示范',
  'wi',
  'xq',
  'new',
  'eph',
  'renewal',
  'zephyr',
  '123456',
];

/** One connection: searches of two to six characters, frequent and rare, by one who sees all fields and one who sees no English names. */
export const searchBench = (): Promise<string> =>
  onProjects(async (house, all) => {
    const none = new Set<string>();
    const grants = ['project', 'department', 'user'].map((name) => {
      const table = house.catalogueOf(null).table(name)!;
      const hide_uids = new Set([ruleOf(table, 'name_en')]);
      return { group_uid: table.group, scope: 2 as const, items: new Set(['List']), hide_uids, readonly_uids: none };
    });
    const some = createAccess(house.catalogueOf(null), { grants, flags: none }, { ...all.session, root: false, super: false }, house.clock);
    const rows = [all, some].flatMap((access, at) =>
      WORDS.filter((word) => at === 0 || word !== 'new').map(
        (key_word): Row => [
          `${key_word}${at ? ', English names hidden' : ''}`,
          '50 ms',
          () => page(house, access, { filters: { key_word } }),
        ],
      ),
    );
    return table(rows, await measured(rows));
  });

const page = (house: House, access: Access, ask: Ask) =>
  readPage(house, access, access.grant(access.table('project'), 'Page'), { page: 1, rows: 20, ...ask });

const table = (rows: readonly Row[], times: readonly number[][]): string =>
  [
    '| what | goal | median ms (middle half) |',
    '|---|---|---|',
    ...rows.map(([name, goal], at) => `| ${name} | ${goal} | ${spread(times[at]!, 1)} |`),
  ].join('\n');

/** One statement as a hand would write it: the rows joined to their names, and OFFSET. */
const PLAIN = `select t.*, d.key_name as dn, u.key_name as un from app.project t
  left join app.department d on d.company_id = t.company_id and d.id = t.department_entity
  left join app."user" u on u.company_id = t.company_id and u.id = t.create_entity
  where t.company_id = $1 and t.subcompany_id = $2 and t.deleted_time is null and ($3::bigint is null or t.project_type = $3) order by t.id desc limit 20 offset $4`;

/** A jump to half way beside plain OFFSET, with and without a filter; the pages beside it beside the first. */
export const deepBench = (): Promise<string> =>
  onProjects(async (house, access) => {
    const half = Math.floor(Number(process.argv[3] ?? 1_000_000) / 40) + 1;
    const of = (type: number | null): Ask => (type === null ? {} : { filters: { fields: { project_type: type } } });
    const plain = (type: number | null, number: number) =>
      house.db.query(PLAIN, [access.session.company.id, access.session.domain.id, type, (number - 1) * 20]);
    let sid = 0;
    const jump = (type: number | null, number: number) => {
      sid += 1;
      const other = createAccessFor(access, `jump-${sid}`);
      return page(house, other, { page: number, ...of(type) });
    };
    let at = half;
    await page(house, access, { page: at });
    const next = () => {
      at += 1;
      return page(house, access, { page: at });
    };
    const third = Math.floor(half / 2);
    const rows: Row[] = [
      ['plain OFFSET, default order', '', () => plain(null, half)],
      ['jump, default order', '1/10 of it', () => jump(null, half)],
      ['plain OFFSET under a filter', '', () => plain(2, third)],
      ['jump under a filter', 'not slower', () => jump(2, third)],
      ['page 1', '', () => page(house, access, {})],
      [`next, from page ${half}`, '1.5 of page 1', next],
    ];
    const times = await measured(rows);
    const ratio = (one: number, other: number): string => (median(times[one]!) / median(times[other]!)).toFixed(3);
    return `${table(rows, times)}\n\njump / plain ${ratio(1, 0)}; under a filter ${ratio(3, 2)}; next / page 1 ${ratio(5, 4)}`;
  });

const createAccessFor = (access: Access, sid: string): Access => ({ ...access, session: { ...access.session, sid } });
