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

/** The same by a hand: a level with how many stand below each, and what is looked for with all above it. */
const LEVEL = `select t.id, t.key_name, t.code, t.parent_entity, p.key_name as parent_name,
    (select count(*) from app.invest_subject c where c.company_id = $1 and c.parent_entity = t.id and c.deleted_time is null) as holds
  from app.invest_subject t left join app.invest_subject p on p.company_id = $1 and p.id = t.parent_entity
  where t.company_id = $1 and t.deleted_time is null and t.parent_entity = $2::bigint order by t.code limit 5001`;
const SOUGHT = `with recursive found as (
    select t.id, t.key_name, t.code, t.parent_entity from app.invest_subject t
    where t.company_id = $1 and t.deleted_time is null and t.key_name like '%' || $2 || '%' limit 201),
  way as (select * from found union select t.id, t.key_name, t.code, t.parent_entity from app.invest_subject t
    join way w on t.id = w.parent_entity where t.company_id = $1 and t.deleted_time is null)
  select w.*, (select count(*) from app.invest_subject c where c.company_id = $1 and c.parent_entity = w.id and c.deleted_time is null) as holds from way w`;

const WAY = SOUGHT.replace(`t.key_name like '%' || $2 || '%'`, 't.id = $2');

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
    const works = [
      ['a level of ten', () => tree({ id: String(FIRST + 1) }), () => hand(LEVEL, FIRST + 1)],
      ['a level at the bottom', () => tree({ id: String(FIRST + 9_000) }), () => hand(LEVEL, FIRST + 9_000)],
      ['the way to one', () => tree({ way: 1, filters: { fields: { id: FIRST + 99_000 } } }), () => hand(WAY, FIRST + 99_000)],
      ['a rare word', () => tree({ way: 1, filters: { key_word: '示范段' } }), () => hand(SOUGHT, '示范段')],
      ['a frequent word', () => tree({ way: 1, filters: { key_word: '标段' } }), () => hand(SOUGHT, '标段')],
    ] as const;
    const lines: string[] = [];
    for (const [name, ours, theirs] of works) {
      const [told, plain] = [await ours(), await theirs()];
      const rounds: [number, number][] = [];
      for (let round = 0; round < ROUNDS; round += 1) rounds.push([await timed(ours), await timed(theirs)]);
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
