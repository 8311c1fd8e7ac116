import type { Reply } from '#protocol/wire/envelope.ts';
import { openAccess } from '#server/access/access.ts';
import type { Db } from '#server/db/db.ts';
import { readTree } from '#server/records/read/tree.ts';
import { median, spread } from './compare.ts';
import { onProjects } from './pages.ts';

const ROUNDS = 15;
const NODES = 100_000;
/** Children of a node: five levels in all. */
const WIDTH = 10;
const FIRST = 5_000_000;

/** What is answered of a node, with the names of the node above it and how many stand below. */
const NODE = `t.id, t.key_name, t.name_en, t.code, t.review_state, t.version, t.parent_entity, p.key_name as parent_name, p.name_en as parent_english,
    (select count(*) from app.invest_subject c where c.company_id = $1 and c.parent_entity = t.id and c.deleted_time is null) as holds`;
const ABOVE = 'left join app.invest_subject p on p.company_id = $1 and p.id = t.parent_entity';
/** The same by a hand: a level, and what is looked for with all above it. */
const LEVEL = `select ${NODE} from app.invest_subject t ${ABOVE}
  where t.company_id = $1 and t.deleted_time is null and t.parent_entity = $2::bigint order by t.code collate "zh-x-icu" limit 5001`;
const soughtBy = (where: string) => `with recursive found as (
    select t.id, t.parent_entity from app.invest_subject t
    where t.company_id = $1 and t.deleted_time is null and ${where} limit 201),
  way as (select id, parent_entity, 0 as depth from found union select t.id, t.parent_entity, w.depth + 1 from app.invest_subject t
    join way w on t.id = w.parent_entity where t.company_id = $1 and t.deleted_time is null),
  near as (select id, min(depth) as depth from way group by id)
  select ${NODE}, w.depth = 0 as found from near w join app.invest_subject t on t.company_id = $1 and t.id = w.id ${ABOVE}
  order by w.depth, t.code collate "zh-x-icu"`;
const SOUGHT = soughtBy(`t.key_name like '%' || $2 || '%'`);
/** By a hand that knows of the index. */
const INDEXED = soughtBy(`fw.bigrams(t.keywords) @> fw.bigrams(lower($2)) and t.key_name like '%' || $2 || '%'`);
const WAY = soughtBy('t.id = $2');

type Work = readonly [name: string, ours: (at: number) => Promise<Reply>, theirs: (at: number) => Promise<unknown[]>];

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
};

/** `npm run bench tree`: a tree of 100,000 nodes, opened level by level and searched, beside SQL that was written by hand, in turn. */
export const treeBench = (): Promise<string> =>
  onProjects(async (house, access) => {
    await fill(house.db);
    const company = access.session.company.id;
    const again = await openAccess(house, access.session);
    const grant = again.grant(again.table('invest_subject'), 'Tree');
    const tree = (ask: Partial<Parameters<typeof readTree>[3]>) =>
      readTree(house, again, grant, { fields: 'key_name,code', holds: 1, ...ask });
    const hand = (text: string, value: unknown) => house.db.query<Record<string, unknown>>(text, [company, value]);
    const found = (key_word: string) => () => tree({ way: 1, filters: { key_word } });
    // each round another node: nothing is known of it
    const works: readonly Work[] = [
      ['a level of ten', (at) => tree({ id: String(FIRST + 1 + at) }), (at) => hand(LEVEL, FIRST + 1 + at)],
      ['a level at the bottom', (at) => tree({ id: String(FIRST + 9_000 + at) }), (at) => hand(LEVEL, FIRST + 9_000 + at)],
      [
        'the way to one',
        (at) => tree({ way: 1, filters: { fields: { id: FIRST + 99_000 - 11 * at } } }),
        (at) => hand(WAY, FIRST + 99_000 - 11 * at),
      ],
      ['a rare word', found('示范段'), () => hand(SOUGHT, '示范段')],
      ['a rare word, by hand along the index', found('示范段'), () => hand(INDEXED, '示范段')],
      ['a frequent word', found('标段'), () => hand(SOUGHT, '标段')],
    ];
    const lines: string[] = [];
    for (const [name, ours, theirs] of works) {
      const [told, plain] = [await ours(0), await theirs(0)];
      const rounds: [number, number][] = [];
      for (let round = 0; round < ROUNDS; round += 1)
        rounds.push([await timed(() => ours(round + 1)), await timed(() => theirs(round + 1))]);
      const ratio = median(rounds.map(([one, other]) => other / one)).toFixed(2);
      const of = (at: 0 | 1) =>
        spread(
          rounds.map((round) => round[at]),
          1,
        );
      lines.push(`| ${name} | ${told.rows!.length}, ${plain.length} | ${of(0)} | ${of(1)} | ${ratio} |`);
    }
    return ['| what | rows: ours, by hand | ours, ms | by hand, ms | ratio (goal 0.5) |', '|---|---|---|---|---|', ...lines].join('\n');
  });

async function fill(db: Db): Promise<void> {
  const [{ there }] = (await db.query<{ there: number }>(`select count(*) as there from app.invest_subject where id > ${FIRST}`)) as [
    { there: number },
  ];
  if (there >= NODES) return;
  await db.query(
    `insert into app.invest_subject (company_id, subcompany_id, id, kind, key_name, code, parent_entity, review_state, create_entity, create_time)
     select 1, 1, ${FIRST} + n, 1, '第' || n || '标段' || case when n % 20011 = 0 then '示范段' else '' end, 'T' || n,
       case when n > ${WIDTH} then ${FIRST} + (n - 1) / ${WIDTH} end, 1, 1, timestamptz '2026-01-01' + n * interval '1 second'
     from generate_series(1, ${NODES}) n`,
  );
  await db.query('vacuum analyze app.invest_subject');
}
